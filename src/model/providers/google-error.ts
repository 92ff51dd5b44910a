import { isJsonObject, type Json, type JsonObject } from '../../common/index.ts';
import { readError } from '../failures/read-error.ts';
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
const RETRY_DELAY = /^\d{1,6}(?:\.\d{1,9})?s$/;

/** Google's own errors have a `status`; those of Anthropic's servers behind it have a `type`. */
export function readGoogleError(body: JsonObject): ProviderError {
  const found = readError(body);
  const { status, type, details } = isJsonObject(body['error']) ? body['error'] : {};
  const isNamed = typeof type === 'string' || found.type === 'authentication_error';
  if (typeof status !== 'string' || isNamed) return found;
  return { ...found, type: TYPES.get(status) ?? 'api_error', ...retryDelayIn(details) };
}

/** `RetryInfo` among the details: `{"retryDelay": "17.5s"}`. */
function retryDelayIn(details: Json | undefined): Pick<ProviderError, 'retryAfterMs'> {
  const delays = (Array.isArray(details) ? details : []).flatMap((detail) => {
    const delay = isJsonObject(detail) ? detail['retryDelay'] : undefined;
    return typeof delay === 'string' && RETRY_DELAY.test(delay) ? [Number.parseFloat(delay)] : [];
  });
  return delays.length === 0 ? {} : { retryAfterMs: Math.max(...delays) * 1000 };
}
