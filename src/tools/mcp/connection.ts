import type { Json, JsonObject } from '../../common/index.ts';

/** A tool as a server lists it. None of it is trusted. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly openWorld: boolean;
}

/** What a server answered to a call, as it came. */
export interface ServerResult {
  readonly content: readonly JsonObject[];
  readonly structured: Json | null;
  readonly isError: boolean;
}

/** A connection to one server. Every method rejects where the server is gone, hangs or talks nonsense. */
export interface McpConnection {
  /** At most `limit` tools; `more` where the server has others. */
  list(limit: number): Promise<{ readonly tools: readonly ListedTool[]; readonly more: boolean }>;
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
