import { CountersignError, type ErrorCode } from '../../common/index.ts';
import { DEFAULT_MODEL } from '../prices.ts';

/** One attempt at a request that did not give a whole reply. */
export interface Failure {
  /**
   * `answer`: an HTTP status that is not 2xx. `event`: an error event in the stream. `stream`: a
   * stream that was cut, stalled or broke the protocol. `connection`: no answer at all. `content`:
   * an answer that is no stream.
   */
  readonly at: 'answer' | 'event' | 'stream' | 'connection' | 'content';
  readonly status?: number;
  /** The API's word, such as `overloaded_error`. */
  readonly type?: string;
  /** Text by the server, or about it. Not trusted. */
  readonly message: string;
  /** What the server's `x-should-retry` says. */
  readonly shouldRetry?: boolean;
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** What messages about failures name. */
export interface FailureContext {
  readonly model: string;
  /** Where requests go. */
  readonly baseUrl: string;
  readonly credentials: { readonly name: string; readonly fix: string };
  /** Removed from messages; empty where there is none. */
  readonly secret: string;
}

/** The inputs of the action, as messages name them. */
export const MODEL_INPUTS = {
  model: 'model',
  apiKey: 'anthropic-api-key',
  baseUrl: 'anthropic-base-url',
  provider: 'provider',
} as const;

/** What to write where the key is missing or wrong. */
export const KEY_FIX =
  `Write \`${MODEL_INPUTS.apiKey}: \${{ secrets.ANTHROPIC_API_KEY }}\` under the step's \`with:\` ` +
  '(on the command line, set ANTHROPIC_API_KEY)';
const STATUS_PAGE = 'https://status.claude.com';

const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 409, 429]);
/** The error types that stay as they are, with the status that each comes with. */
const STATUS_OF_TYPE: ReadonlyMap<string, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
]);
const TOO_LONG = /prompt is too long|exceeds? (?:the )?context (?:limit|window)/i;
const MAX_MESSAGE_CHARS = 300;

/**
 * Whether the same request may succeed when it is made again. The server's own `x-should-retry`
 * counts first; an error type that is not known is retried when it came as an event, since the
 * number of attempts is bounded.
 */
export function mayRetry(failure: Failure): boolean {
  if (failure.shouldRetry !== undefined) return failure.shouldRetry;
  if (failure.at === 'content') return false;
  if (failure.at === 'event') return !STATUS_OF_TYPE.has(failure.type ?? '');
  const status = failure.status ?? 0;
  return failure.at !== 'answer' || RETRIED_STATUSES.has(status) || status >= 500;
}

/** A failure in one line for people: what came, without ids, keys and control characters. */
export function describeFailure(failure: Failure, context: FailureContext): string {
  const words = [failure.status === undefined ? '' : String(failure.status), failure.type ?? '']
    .filter((word) => word !== '')
    .join(' ');
  const message = cleanMessage(failure.message, context.secret);
  return words === '' ? message : `${words}: ${message}`;
}

/**
 * A message by the server, fit for a public log: organisation ids and the like removed (the API
 * puts them into rate limit messages), the key removed should a server echo it, one line, not
 * longer than needed.
 */
export function cleanMessage(message: string, apiKey: string): string {
  const oneLine = (apiKey === '' ? message : message.replaceAll(apiKey, '[key]'))
    .replaceAll(/sk-ant-[\w-]+/g, '[key]')
    .replaceAll(/\(org(?:anization)?:\s*[^,)]*,?\s*/gi, '(')
    .replaceAll(/\borg_[A-Za-z0-9]{8,}\b/g, '[id]')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '[id]')
    .replaceAll('()', '')
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  if (/^<(?:!doctype|html)/i.test(oneLine)) return 'an HTML page instead of an answer of the API';
  return oneLine.length > MAX_MESSAGE_CHARS ? `${oneLine.slice(0, MAX_MESSAGE_CHARS)}…` : oneLine;
}

/** The error for a failure that another attempt cannot mend. */
export function finalError(failure: Failure, context: FailureContext): CountersignError {
  const { code, message, fix } = diagnose(failure, context);
  const said = describeFailure(failure, context);
  return new CountersignError(code, `${message} (${said}).`, fix === undefined ? {} : { fix });
}

interface Diagnosis {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fix?: string;
}

function diagnose(failure: Failure, context: FailureContext): Diagnosis {
  const { model, baseUrl, credentials } = context;
  const status = failure.status ?? STATUS_OF_TYPE.get(failure.type ?? '') ?? 0;
  const inputs = MODEL_INPUTS;
  if (isBilling(failure, status)) {
    const message = 'The Anthropic account cannot pay for the request';
    const fix = `Add credit to the account whose key the input ${inputs.apiKey} holds.`;
    return { code: 'model-billing', message, fix };
  }
  if (isTooLong(failure, status)) {
    const message = `The conversation does not fit into ${model}`;
    const fix = `Use a model with a larger window (input ${inputs.model}), or split the task.`;
    return { code: 'model-context', message, fix };
  }
  if (status === 401 || status === 403) {
    const isRefused = status === 401 || failure.type === 'authentication_error';
    const what = isRefused ? 'is not accepted' : `may not use ${model}`;
    return { code: 'model-auth', message: `${credentials.name} ${what}`, fix: credentials.fix };
  }
  if (isUnknownModel(failure)) {
    const message = `The model ${model} of the input ${inputs.model} does not exist for this key`;
    const fix = `Write the name of a current model, such as \`${inputs.model}: ${DEFAULT_MODEL}\`.`;
    return { code: 'model-unknown', message, fix };
  }
  if (failure.at === 'content' || isForeign(failure, status)) {
    const message = `${baseUrl} does not answer as a Messages API`;
    const fix = `Correct the input ${inputs.baseUrl} (without \`/v1/messages\`), or leave it out.`;
    return { code: 'model-unreachable', message, fix };
  }
  return { code: 'model-refused-request', message: 'The Messages API refused the request' };
}

/** The error for a failure that may pass, after the last attempt. */
export function exhaustedError(
  failure: Failure,
  context: FailureContext,
  tried: { attempts: number; because: string },
): CountersignError {
  const times = tried.attempts === 1 ? 'one attempt' : `${tried.attempts} attempts`;
  const said = describeFailure(failure, context);
  return new CountersignError(
    'model-unreachable',
    `${context.model} gave no reply in ${times}: ${said}. ${tried.because}`,
    {
      fix: `Run it again later; else check the input ${MODEL_INPUTS.baseUrl} and ${STATUS_PAGE}.`,
      cause: failure.cause,
    },
  );
}

function isBilling(failure: Failure, status: number): boolean {
  const isRefusal = status === 400 || status === 402 || status === 403;
  return (
    status === 402 ||
    failure.type === 'billing_error' ||
    (isRefusal && /credit balance is too low/i.test(failure.message))
  );
}

function isTooLong(failure: Failure, status: number): boolean {
  if (status === 413 || failure.type === 'request_too_large') return true;
  return status === 400 && TOO_LONG.test(failure.message);
}

function isUnknownModel(failure: Failure): boolean {
  return failure.type === 'not_found_error' && /\bmodel\b/i.test(failure.message);
}

/** An answer that no Messages API gives: a redirect, or an error without the API's error type. */
function isForeign(failure: Failure, status: number): boolean {
  return failure.at === 'answer' && (failure.type === undefined || status === 404 || status < 400);
}
