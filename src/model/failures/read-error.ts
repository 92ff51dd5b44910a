import { isJsonObject, type Json, type JsonObject } from '../../common/index.ts';
import { FILTERED_TYPE, MISCALLED_TYPE, STATUS_OF_TYPE } from './failures.ts';
import type { ProviderError } from '../providers/provider.ts';

/** OpenAI's codes that say more than the error's type, in the words of the Messages API. */
const TYPES: ReadonlyMap<unknown, string> = new Map([
  ['insufficient_quota', 'billing_error'],
  ['billing_hard_limit_reached', 'billing_error'],
  ['exceeded_current_quota_error', 'billing_error'],
  ['context_length_exceeded', 'request_too_large'],
  ['model_not_found', 'not_found_error'],
  ['invalid_api_key', 'authentication_error'],
  ['rate_limit_exceeded', 'rate_limit_error'],
  ['server_error', 'api_error'],
  ['tool_use_failed', MISCALLED_TYPE],
  ['content_filter', FILTERED_TYPE],
  ['content_policy_violation', FILTERED_TYPE],
  ['invalid_prompt', FILTERED_TYPE],
]);

/**
 * A status in the place of a code, of servers that have begun their answer with 200, as types of the Messages API. LiteLLM writes
 * it as text.
 */
const TYPES_OF_STATUS: ReadonlyMap<unknown, string> = new Map([
  ...[...STATUS_OF_TYPE].map(([type, status]) => [status, type] as const),
  [422, 'invalid_request_error'],
  [429, 'rate_limit_error'],
]);

/** Google's servers answer a wrong key with the status of a wrong request. */
const WRONG_KEY = /\bAPI key (?:not valid|expired|not found)\b/i;

/** The keys under which servers write the text of an error, each of which may hold another object or a list. */
const MESSAGE_KEYS = ['error', 'errors', 'message', 'detail', 'msg'] as const;
const MAX_DEPTH = 4;
/** Of a list of errors. */
const MAX_ERRORS = 5;

/**
 * An error answer in the words of the Messages API. The forms are that of the Messages API and of OpenAI,
 * `{"error":{"message":…,"type":…,"code":…}}`, and those of servers and gateways like them: `{"error":"…"}`, `{"message":"…"}`,
 * `{"detail":…}`, `{"errors":[{"message":…}]}`; with the field that a form of FastAPI names, and with the error of the server
 * behind a gateway that OpenRouter adds.
 */
export function readError(body: JsonObject): ProviderError {
  const error = isJsonObject(body['error']) ? body['error'] : body;
  const message = messageIn(body, MAX_DEPTH);
  const { code, type: named } = error;
  const isWrongKey = WRONG_KEY.test(message);
  const known = isWrongKey ? 'authentication_error' : (TYPES.get(code) ?? TYPES.get(named));
  const type =
    known ?? (isStatusOfMessages(named) ? named : (TYPES_OF_STATUS.get(Number(code)) ?? named));
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(message === '' ? {} : { message }),
  };
}

/** The Messages API's own types end like this; other servers have types of their own, which say less than a status. */
function isStatusOfMessages(type: Json | undefined): boolean {
  return typeof type === 'string' && /^[a-z_]+_error$/.test(type);
}

function messageIn(value: Json | undefined, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth === 0 || typeof value !== 'object' || value === null) return '';
  if (!isJsonObject(value)) {
    const texts = value.slice(0, MAX_ERRORS).map((one) => messageIn(one, depth - 1));
    return texts.filter((text) => text !== '').join('; ');
  }
  const found = MESSAGE_KEYS.map((key) => messageIn(value[key], depth - 1));
  const text = found.find((one) => one !== '') ?? '';
  const { loc, metadata } = value;
  const steps = Array.isArray(loc) ? loc.filter((step) => typeof step !== 'object') : [];
  const field = steps.length === 0 ? '' : `${steps.join('.')}: `;
  const raw = isJsonObject(metadata) && typeof metadata['raw'] === 'string' ? metadata['raw'] : '';
  return text === '' || raw === '' ? `${text === '' ? '' : field}${text}` : `${text}: ${raw}`;
}
