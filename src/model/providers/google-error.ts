import { isJsonObject, type JsonObject } from '../../common/index.ts';
import { readError } from '../read-error.ts';
import type { ProviderError } from './provider.ts';

/** The codes of https://cloud.google.com/apis/design/errors as error types of the Messages API. */
const TYPES: ReadonlyMap<unknown, string> = new Map([
  ['INVALID_ARGUMENT', 'invalid_request_error'],
  ['FAILED_PRECONDITION', 'invalid_request_error'],
  ['UNAUTHENTICATED', 'authentication_error'],
  ['PERMISSION_DENIED', 'permission_error'],
  ['NOT_FOUND', 'not_found_error'],
  ['RESOURCE_EXHAUSTED', 'rate_limit_error'],
]);
/** The Gemini API answers a wrong key with the status of a wrong request. */
const WRONG_KEY = /\bAPI key not valid\b/i;

/** Google's own errors have a `status`; those of Anthropic's servers behind it have a `type`. */
export function readGoogleError(body: JsonObject): ProviderError {
  const found = readError(body);
  if (WRONG_KEY.test(found.message ?? '')) return { ...found, type: 'authentication_error' };
  const { status, type } = isJsonObject(body['error']) ? body['error'] : {};
  if (typeof status !== 'string' || typeof type === 'string') return found;
  return { ...found, type: TYPES.get(status) ?? 'api_error' };
}
