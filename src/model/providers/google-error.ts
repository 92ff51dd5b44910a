import { isJsonObject, type JsonObject } from '../../common/index.ts';
import type { ProviderError } from './provider.ts';

/** The codes of https://cloud.google.com/apis/design/errors as error types of the Messages API. */
const TYPES: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT: 'invalid_request_error',
  FAILED_PRECONDITION: 'invalid_request_error',
  UNAUTHENTICATED: 'authentication_error',
  PERMISSION_DENIED: 'permission_error',
  NOT_FOUND: 'not_found_error',
  RESOURCE_EXHAUSTED: 'rate_limit_error',
};
/** The Gemini API answers a wrong key with the status of a wrong request. */
const WRONG_KEY = /\bAPI key not valid\b/i;

/** Google's own errors have a `status`; those of Anthropic's servers behind it have a `type`. */
export function readGoogleError(body: JsonObject): ProviderError {
  const error = isJsonObject(body['error']) ? body['error'] : {};
  const { message, status, type: anthropicType } = error;
  const known = typeof status === 'string' ? (TYPES[status] ?? 'api_error') : undefined;
  const named = typeof anthropicType === 'string' ? anthropicType : known;
  const isKey = typeof message === 'string' && WRONG_KEY.test(message);
  const type = isKey ? 'authentication_error' : named;
  return {
    ...(type === undefined ? {} : { type }),
    ...(typeof message === 'string' ? { message } : {}),
  };
}
