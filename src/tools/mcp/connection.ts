import type { Json, JsonObject } from '../../common/index.ts';

/** A tool as a server lists it: untrusted. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly reachesNetwork: boolean;
}

/** A server's raw answer to a call: untrusted. */
export interface ServerResult {
  readonly content: readonly JsonObject[];
  readonly structured: Json | null;
  readonly isError: boolean;
}

/** A connection to one server. Every method rejects if the server ended, does not answer, or sends an invalid message. */
export interface McpConnection {
  /** At most `limit` tools; `more` if the server has others; how many are `invalid` and left out. */
  list(limit: number): Promise<{
    readonly tools: readonly ListedTool[];
    readonly invalid: number;
    readonly more: boolean;
  }>;
  call(
    tool: string,
    input: JsonObject,
    options: {
      readonly signal: AbortSignal;
      readonly timeoutMs: number;
      readonly onProgress: (progress: JsonObject) => void;
    },
  ): Promise<ServerResult>;
  close(): Promise<void>;
}
