import { isJsonObject, type Json, type JsonObject } from '../common/index.ts';
import type { Failure } from './failures.ts';
import type { Lack } from './protocol.ts';
import type { ProviderError } from './providers/provider.ts';

/** OpenAI's codes that say more than the error's type, in the words of the Messages API. */
const TYPES: ReadonlyMap<unknown, string> = new Map([
  ['insufficient_quota', 'billing_error'],
  ['billing_hard_limit_reached', 'billing_error'],
  ['context_length_exceeded', 'request_too_large'],
  ['model_not_found', 'not_found_error'],
  ['invalid_api_key', 'authentication_error'],
  ['rate_limit_exceeded', 'rate_limit_error'],
  ['server_error', 'api_error'],
]);

/** The keys under which servers write the text of an error, each of which may hold another object or a list. */
const MESSAGE_KEYS = ['error', 'errors', 'message', 'detail', 'msg'] as const;
const MAX_DEPTH = 4;

/**
 * An error answer in the words of the Messages API. The forms are that of the Messages API and of OpenAI,
 * `{"error":{"message":…,"type":…,"code":…}}`, and those of servers and gateways like them: `{"error":"…"}`, `{"message":"…"}`,
 * `{"detail":…}`, `{"errors":[{"message":…}]}`.
 */
export function readError(body: JsonObject): ProviderError {
  const error = isJsonObject(body['error']) ? body['error'] : body;
  const message = messageIn(body, MAX_DEPTH);
  const { code, type: named } = error;
  const type = TYPES.get(code) ?? TYPES.get(named) ?? named;
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(message === '' ? {} : { message }),
  };
}

function messageIn(value: Json | undefined, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth === 0 || typeof value !== 'object' || value === null) return '';
  if (!isJsonObject(value)) return messageIn(value[0], depth - 1);
  const found = MESSAGE_KEYS.map((key) => messageIn(value[key], depth - 1));
  return found.find((text) => text !== '') ?? '';
}

/** What a refusal of the request says that the server does not take. */
const LACKS: readonly (readonly [Lack, RegExp])[] = [
  ['stream-usage', /stream_options|include_usage/i],
  ['max-tokens-name', /max_completion_tokens/i],
  ['encrypted-reasoning', /encrypted[_ ]content|reasoning\.encrypted/i],
  [
    'images',
    /image_url|image input|images? (?:is|are) not|does not support (?:images?|vision)|multimodal/i,
  ],
];

/** What the server lacks by its refusal of a request; `null` if it was refused for something else. */
export function lackIn({ kind, status, message }: Failure): Lack | null {
  if (kind !== 'answer' || (status !== 400 && status !== 404 && status !== 422)) return null;
  return LACKS.find(([, pattern]) => pattern.test(message))?.[0] ?? null;
}
