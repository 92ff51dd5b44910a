import { isJsonObject, type JsonObject } from '../common/index.ts';
import type { Failure } from './failures.ts';
import type { Lack } from './protocol.ts';
import type { ProviderError } from './providers/provider.ts';

/** OpenAI's codes that say more than the error's type, in the words of the Messages API. */
const TYPES: Readonly<Record<string, string>> = {
  insufficient_quota: 'billing_error',
  billing_hard_limit_reached: 'billing_error',
  context_length_exceeded: 'request_too_large',
  model_not_found: 'not_found_error',
  invalid_api_key: 'authentication_error',
  rate_limit_exceeded: 'rate_limit_error',
  server_error: 'api_error',
};

/**
 * An error answer in the words of the Messages API. OpenAI's form is `{"error":{"message":…,"type":…,"code":…}}`; servers like
 * it also send `{"error":"…"}`, `{"message":"…"}` and `{"detail":…}`.
 */
export function readError(body: JsonObject): ProviderError {
  const error = isJsonObject(body['error']) ? body['error'] : {};
  const message = [error['message'], body['error'], body['message'], body['detail']].find(
    (text) => typeof text === 'string' && text !== '',
  );
  const code = [error['code'], error['type']].find(
    (name) => typeof name === 'string' && Object.hasOwn(TYPES, name),
  );
  const type = typeof code === 'string' ? TYPES[code] : error['type'];
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
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
