import { CountersignError, type ErrorCode, sliceWhole } from '../../common/index.ts';
import { DEFAULT_MODEL } from '../prices.ts';

/** A request attempt that gave no complete reply. */
export interface Failure {
  /**
   * `answer`: an HTTP status that is not 2xx. `event`: an error event in the stream. `stream`: a
   * stream that was truncated, stalled or broke the protocol. `connection`: no answer at all. `content`:
   * an answer that is not a stream.
   */
  readonly kind: 'answer' | 'event' | 'stream' | 'connection' | 'content';
  readonly status?: number;
  /** The API's error type, such as `overloaded_error`. */
  readonly type?: string;
  /** With `answer`: it has neither the type nor the text of an API's error. With `event`: the API has no such event. */
  readonly isForeign?: true;
  /** Text from the server, or about it. Untrusted. */
  readonly message: string;
  /** The server's `x-should-retry`. */
  readonly shouldRetry?: boolean;
  /** The server's `retry-after`. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** The names that messages about failures use. */
export interface FailureContext {
  readonly model: string;
  /** The address that requests are sent to. */
  readonly baseUrl: string;
  readonly credentials: { readonly name: string; readonly fix: string };
  readonly inputs: InputNames;
  /** The name of the API: `Messages API`. */
  readonly api: string;
  /** Removed from messages. */
  readonly secrets: readonly string[];
}

/** The names of settings in messages: inputs of the action, and with `--` options of the command line. */
export const MODEL_INPUTS = {
  model: 'model',
  apiKey: 'anthropic-api-key',
  authToken: 'anthropic-auth-token',
  baseUrl: 'anthropic-base-url',
  provider: 'provider',
} as const;

/** The inputs with the key and the address of one provider. */
export interface InputNames {
  readonly apiKey: string;
  readonly baseUrl: string;
}

export const ANTHROPIC_INPUTS: InputNames = {
  apiKey: MODEL_INPUTS.apiKey,
  baseUrl: MODEL_INPUTS.baseUrl,
};

export const OTHER_INPUTS: InputNames = { apiKey: 'api-key', baseUrl: 'base-url' };

/** How to correct a missing or wrong key. */
export const KEY_FIX =
  `Write \`${MODEL_INPUTS.apiKey}: \${{ secrets.ANTHROPIC_API_KEY }}\` under the step's \`with:\` ` +
  '(on the command line, set ANTHROPIC_API_KEY)';

/** The same for the key of another provider's API at `baseUrl`. */
export function otherKeyFix(baseUrl: string): string {
  return `Write a key for ${baseUrl} as ${OTHER_INPUTS.apiKey}, as a secret of the repository (on the command line, set COUNTERSIGN_API_KEY).`;
}

const MESSAGES_API = 'Messages API';
/** How the address of each API is written. */
const PATHS: ReadonlyMap<string, string> = new Map([
  [MESSAGES_API, ' (without `/v1/messages`)'],
  [
    'Chat Completions API',
    ' (what comes before `/chat/completions`, mostly with `/v1` at its end)',
  ],
  ['Responses API', ' (what comes before `/responses`, mostly with `/v1` at its end)'],
  ['Gemini API', ' (what comes before `/v1beta`)'],
]);
/** The type of an error whose request may succeed at once: the model wrote a call that the server could not read. */
export const MISCALLED_TYPE = 'tool_use_failed';
/** The type of an error by which a filter refused the conversation. */
export const FILTERED_TYPE = 'content_filter';
const STATUS_PAGE = 'https://status.claude.com';

/** Beside those of 500 and above. 424: Bedrock's model failed. 498: Groq's flexible tier is full. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 409, 424, 425, 429, 498]);
/** The error types that a retry cannot correct, with the status of each. */
export const STATUS_OF_TYPE: ReadonlyMap<string, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
]);
/** How the APIs, gateways and servers say that a conversation does not fit. */
const TOO_LONG = [
  /(?:prompt|input)(?: is)? too long|too many (?:input )?tokens|context[ _]?(?:length|size|window)[ _]?(?:has been )?exceed(?:ed|s)/i,
  /exceed(?:s|ed)? (?:the |this )?(?:model's |model )?(?:max(?:imum)? |available )?(?:context|input token|token limit|number of tokens|model length)/i,
  /(?:prompt|input length|token count)\b.{0,40}\bexceeds? (?:the |model )?(?:max|limit)/i,
  /maximum (?:context|model|prompt) length|(?:longer|greater) than the (?:maximum |model's )*(?:model|context) (?:length|window)/i,
  /context the overflows|max_new_tokens`? must be <=|`inputs` must have less than|request too large for/i,
  /reduce the length of the (?:messages|input|prompt)|context (?:length|size) is (?:only )?\d+|range of input length/i,
];
/** How a server says that it is busy, whatever it counts. Bedrock counts tokens: "Too many tokens, please wait before trying again." */
const ASKS_TO_WAIT = /\bwait\b.{0,40}\b(?:try|trying|retry|retrying)\b/i;
const MISCALLED =
  /failed to call a function|tool call validation failed|failed to parse (?:the )?tool call/i;
const NO_TOOLS =
  /not support (?:tool|function)|support tool use|(?:tools?|functions?)(?: use| call(?:ing|s))? (?:is|are) not (?:supported|enabled)|enable-auto-tool-choice|tools param requires/i;
/** How they say that they do not have a model or a deployment. */
const UNKNOWN_MODEL =
  /\b(?:model|deployment)s?\b.{0,200}\b(?:(?:does )?not exist|(?:is |was )?not found|is not (?:a )?valid|is not supported by any)|\b(?:unknown|invalid|unavailable|no such) model|not a valid model|\bno models? (?:is )?loaded|unable to access model|no endpoints found for\b/is;
const MAX_MESSAGE_CHARS = 300;

/**
 * Whether the same request may succeed on another attempt: not one that is too long. Else the server's `x-should-retry` takes
 * precedence. An unknown error type is retried if it came as an event, since the number of attempts is limited.
 */
export function mayRetry(failure: Failure): boolean {
  const status = failure.status ?? 0;
  if (isTooLong(failure, status) || isWithoutTools(failure)) return false;
  if (isBilling(failure, status)) return false;
  if (failure.shouldRetry !== undefined) return failure.shouldRetry;
  if (failure.kind === 'content') return false;
  if (isMiscalled(failure)) return true;
  if (failure.kind === 'event') return !STATUS_OF_TYPE.has(failure.type ?? '');
  return failure.kind !== 'answer' || RETRIED_STATUSES.has(status) || status >= 500;
}

/** One line about a failure, without ids, keys and control characters. */
export function describeFailure(failure: Failure, { secrets }: FailureContext): string {
  const { status, type = '', message } = failure;
  const named = cleanMessage(type, secrets);
  const prefix = [status === undefined ? '' : String(status), named].filter((part) => part !== '');
  const text = cleanMessage(message, secrets);
  return prefix.length === 0 ? text : `${prefix.join(' ')}: ${text}`;
}

/**
 * Makes a server's message safe for a public log: one short line, without organization ids (the API puts them into rate
 * limit messages) and without secrets of the request, in case a server echoes them.
 */
function cleanMessage(message: string, secrets: readonly string[]): string {
  let text = message;
  for (const secret of secrets) text = text.replaceAll(secret, '[key]');
  const oneLine = text
    .replaceAll(/\b(?:sk|gsk|AIza|ghs|ghp|github_pat)[-_]?[\w-]{16,}/g, '[key]')
    .replaceAll(/\(org(?:anization)?:\s*[^,)]*,?\s*/gi, '(')
    .replaceAll(/\borg_[A-Za-z0-9]{8,}\b/g, '[id]')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '[id]')
    .replaceAll('()', '')
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim();
  if (/^<(?:!doctype|html)/i.test(oneLine)) return 'an HTML page instead of an answer of the API';
  return oneLine.length > MAX_MESSAGE_CHARS
    ? `${sliceWhole(oneLine, MAX_MESSAGE_CHARS)}…`
    : oneLine;
}

/** The error for a failure that another attempt cannot correct. */
export function finalError(failure: Failure, context: FailureContext): CountersignError {
  const { model, baseUrl, credentials, api } = context;
  const status = failure.status ?? STATUS_OF_TYPE.get(failure.type ?? '') ?? 0;
  const inputs = { ...MODEL_INPUTS, ...context.inputs };
  const failed = (code: ErrorCode, message: string, fix?: string): CountersignError => {
    const description = describeFailure(failure, context);
    return new CountersignError(code, `${message} (${description}).`, { fix });
  };
  if (isBilling(failure, status)) {
    const fix = `Add credit to the account that the key in ${inputs.apiKey} belongs to.`;
    return failed('model-billing', 'The account cannot pay for the request', fix);
  }
  if (isTooLong(failure, status)) {
    const fix = 'Use a model with a larger window, or split the task.';
    return failed('model-context', `The conversation does not fit into ${model}`, fix);
  }
  if (isWithoutTools(failure)) {
    const fix =
      'Use a model that can call tools, or start the server with its option for them ' +
      '(vLLM: --enable-auto-tool-choice and --tool-call-parser; llama.cpp: --jinja).';
    return failed('model-refused-request', `${model} cannot call tools at this server`, fix);
  }
  const isRejected = status === 401 || failure.type === 'authentication_error';
  if (isRejected || status === 403) {
    const problem = isRejected ? 'is not accepted' : `may not use ${model}`;
    return failed('model-auth', `${credentials.name} ${problem}`, credentials.fix);
  }
  if (isUnknownModel(failure, status)) {
    const message = `The model ${model} does not exist for this key`;
    const example = api === MESSAGES_API ? `, such as \`${inputs.model}: ${DEFAULT_MODEL}\`` : '';
    return failed('model-unknown', message, `Write the name of a current model${example}.`);
  }
  if (failure.kind === 'answer' && status >= 300 && status < 400) {
    const message = `${baseUrl} redirects requests, which is not followed, because the key would go to another address`;
    const fix = `Write the address that it redirects to as ${inputs.baseUrl}.`;
    return failed('model-unreachable', message, fix);
  }
  if (status === 429 || status >= 500)
    return failed('model-unavailable', `${model} is not available`);
  if (failure.kind === 'content' || isNotMessagesApi(failure, status)) {
    const path = PATHS.get(api) ?? '';
    const fix = `Correct ${inputs.baseUrl}${path}, or leave it out.`;
    return failed('model-unreachable', `${baseUrl} does not answer as the ${api} does`, fix);
  }
  return failed('model-refused-request', `The ${api} refused the request`);
}

/** The error for a temporary failure, after the last attempt. `model-unreachable`: the server was not even reached. */
export function exhaustedError(
  failure: Failure,
  context: FailureContext,
  outcome: { readonly attempts: number; readonly reason: string },
): CountersignError {
  const { attempts, reason } = outcome;
  const times = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
  const description = describeFailure(failure, context);
  return new CountersignError(
    failure.kind === 'connection' ? 'model-unreachable' : 'model-unavailable',
    `${context.model} gave no reply in ${times}: ${description}. ${reason}`,
    {
      fix: `Run it again later; else check ${context.inputs.baseUrl}${context.api === MESSAGES_API ? ` and ${STATUS_PAGE}` : ''}.`,
      cause: failure.cause,
    },
  );
}

const NO_MONEY = /credit balance is too low|insufficient (?:account )?(?:balance|credits?|funds)/i;

function isBilling(failure: Failure, status: number): boolean {
  const isRefusal = status === 400 || status === 403 || status === 429;
  const isNamed = status === 402 || failure.type === 'billing_error';
  return isNamed || (isRefusal && NO_MONEY.test(failure.message));
}

function isTooLong(failure: Failure, status: number): boolean {
  if (status === 413 || failure.type === 'request_too_large') return true;
  const isRefusal = failure.kind === 'event' || (failure.kind === 'answer' && status >= 400);
  if (!isRefusal || ASKS_TO_WAIT.test(failure.message)) return false;
  return TOO_LONG.some((form) => form.test(failure.message));
}

function isUnknownModel({ type, message }: Failure, status: number): boolean {
  if (type === 'not_found_error' && /\bmodel\b/i.test(message)) return true;
  return (status === 400 || status === 404 || status === 422) && UNKNOWN_MODEL.test(message);
}

/** An answer that the API never gives: a redirect, an unknown path or method, or an error in no form of an API. */
function isNotMessagesApi(failure: Failure, status: number): boolean {
  const isUnknown = status === 404 || status === 405 || status < 400;
  return failure.kind === 'answer' && (failure.isForeign === true || isUnknown);
}

/** Whether the server refused a call that the model wrote: another reply may have a right one. */
function isMiscalled({ type, message }: Failure): boolean {
  return type === MISCALLED_TYPE || MISCALLED.test(message);
}

/** Whether the model, or the server as it was started, can make no calls. */
function isWithoutTools({ kind, message }: Failure): boolean {
  return (kind === 'answer' || kind === 'event') && NO_TOOLS.test(message);
}
