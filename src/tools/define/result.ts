import {
  clauseText,
  CountersignError,
  defined,
  type ErrorCode,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../common/index.ts';
import { parseResult } from './check.ts';
import { plainJson } from './plain-json.ts';
import type { ToolErrorType, ToolOutput, ToolResult } from './tool.ts';

/** The longest text of a result. A longer one keeps its head and tail. */
export const MAX_RESULT_CHARS = 30_000;

/** A successful result with a text and metadata for listeners. */
export function success(text: string, metadata?: JsonObject): ToolResult {
  return { ok: true, llmContent: text, ...defined({ metadata }) };
}

/** A result of a call that failed. */
export type Failure = Extract<ToolResult, { ok: false }>;

/** A typed failure with advice for the model. */
export function failure(
  type: ToolErrorType,
  message: string,
  recommendations: readonly string[] = [],
): Failure {
  return { ok: false, error: { type, message, recommendations } };
}

/** Turns what `execute` returned into a result. */
export function toResult(output: ToolOutput): ToolResult {
  if (output === undefined) return success('done');
  try {
    const json = plainJson(output);
    if (!meansResult(json)) return success(typeof json === 'string' ? json : JSON.stringify(json));
    const read = parseResult(json);
    return typeof read === 'string' ? invalidResult(read) : read;
  } catch (error) {
    return invalidResult(clauseText(error));
  }
}

/** The failure of a call whose tool returned something else than a result, text or JSON. */
export function invalidResult(because: string): Failure {
  return failure('execution', `The tool returned an invalid result: ${because}.`);
}

function meansResult(output: Json): boolean {
  if (!isJsonObject(output)) return false;
  if (output['ok'] === true) return 'llmContent' in output;
  return output['ok'] === false && 'error' in output;
}

const FAILURE_TYPES: { readonly [Code in ErrorCode]?: ToolErrorType } = {
  'path-refused': 'permission',
  cancelled: 'cancelled',
};

/** A `CountersignError` of the workspace as the failure of a call; throws anything else. */
export function refusalOf(error: unknown): Failure {
  if (!(error instanceof CountersignError)) throw error;
  const { code, message, fix } = error;
  return failure(FAILURE_TYPES[code] ?? 'execution', message, fix === undefined ? [] : [fix]);
}

/** The result of `work`. A refusal by the workspace becomes a result that the model can act on. */
export async function withRefusals(work: Promise<ToolResult>): Promise<ToolResult> {
  return await work.catch(refusalOf);
}
