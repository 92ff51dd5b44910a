import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '../../../src/common/index.ts';
import type { Script, ScriptTurn } from '../../../src/model/index.ts';
import type { CacheUse } from './cache.ts';
import type { Fault } from '../model-server/faults.ts';

export interface AnthropicServerOptions {
  /** The replies. The number of replies in the conversation selects the next one. */
  readonly script?: Script;
  /** Asked first. `undefined`: the script answers. */
  readonly onRequest?: (request: ApiRequest) => ScriptTurn | undefined;
  /** What goes wrong with the n-th request (from 0), valid or not. `undefined`: nothing. */
  readonly faults?: (request: ApiRequest) => Fault | undefined;
  /** The keys that are accepted. Missing: every key but an empty one. */
  readonly apiKeys?: readonly string[];
  /** The models that exist. Missing: all. */
  readonly models?: readonly string[];
  /** How many characters a delta carries. */
  readonly deltaChars?: number;
  /** Streams in pieces of so many bytes, at any boundaries. Absent: as fast as possible. */
  readonly pieceBytes?: number;
  /** Whether `requests` keeps the bodies. Long benchmarks do not. Missing: yes. */
  readonly keepBodies?: boolean;
}

/** One request as it came. */
export interface ApiRequest {
  /** From 0. */
  readonly index: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: number;
  /** `undefined` if it was not a JSON object, or is not kept. */
  readonly body: JsonObject | undefined;
}

/** A request and its result. */
export interface ApiExchange extends ApiRequest {
  readonly status: number;
  readonly cache: CacheUse | undefined;
}
