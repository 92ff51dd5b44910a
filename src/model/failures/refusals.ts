/** What a refusal of a request says that the server does not take, so that the request is sent again without it. */
import { type Failure, FILTERED_TYPE } from './failures.ts';
import type { Lack } from '../protocol.ts';

/** Looked for in this order: the words of one may be in the text about another. */
const LACKS: readonly (readonly [Lack, RegExp])[] = [
  [
    'prompt-cache',
    /\bcache_control\b.{0,60}\b(?:extra inputs|not (?:permitted|supported|allowed)|unsupported|unknown|unexpected|unrecognized)/is,
  ],
  ['stream-usage', /stream_options|include_usage/i],
  [
    'streams',
    /verified to stream|\bstream(?:s|ing)? (?:is|are) not supported|not support stream|'stream' does not support/i,
  ],
  ['max-tokens-name', /max_completion_tokens/i],
  ['encrypted-reasoning', /encrypted[_ ]content|reasoning\.encrypted/i],
  [
    'partial-reasoning',
    /missing\W+reasoning_content|reasoning_content\W+(?:is missing|in the thinking mode must)/i,
  ],
  [
    'reasoning',
    /\b(?:reasoning(?:_content|_details)?|extra_content)\b.{0,80}\b(?:unsupported|not (?:permitted|supported|allowed)|unexpected|unrecognized)|(?:unknown|unrecognized|unsupported)\b[^.]{0,40}.{0,40}\b(?:reasoning_content|reasoning_details|extra_content)\b|remove the \W?reasoning/is,
  ],
  [
    'images',
    /image input|not support (?:images?|vision)|multimodal|at most 0 image|content\b.{0,30}(?:must be|expected) a string|(?:images?|image_url)\W+(?:is|are) (?:not|only) (?:supported|allowed|enabled|available|permitted)|variant \W?image_url/i,
  ],
  [
    'system-role',
    /not support 'system'|system (?:role|message|instruction)s? (?:is |are )?not (?:supported|allowed|enabled)|developer instruction is not enabled/i,
  ],
  ['free-order', /unexpected role|roles must alternate/i],
];

/** Servers answer with a status of their own fault, too, when their template does not take a conversation. */
const REFUSING: ReadonlySet<number> = new Set([400, 404, 422, 500, 501]);

/** What the server lacks by its refusal of a request; `null` if it was refused for something else. */
export function lackIn(failure: Failure): Lack | null {
  if (!isRefusedRequest(failure)) return null;
  return LACKS.find(([, pattern]) => pattern.test(failure.message))?.[0] ?? null;
}

function isRefusedRequest({ kind, status, type }: Failure): boolean {
  if (kind === 'event') return type === 'invalid_request_error';
  return kind === 'answer' && status !== undefined && REFUSING.has(status);
}

/** How many tokens a reply may have. */
interface OutputLimit {
  readonly tokens: number;
  /** True: of this conversation only, which leaves no more room. False: of every reply of the model. */
  readonly isRoom: boolean;
}

const OUTPUT =
  /max_(?:completion_|output_|new_)?tokens|maxOutputTokens|max(?:imum)? (?:output )?tokens/i;
const WINDOW =
  /maximum (?:context|model) length (?:is|of) (\d+)|context limit: \d+ \+ \d+ > (\d+)/i;
const INPUT = /(?<!\d)(\d+) input tokens|context limit: (\d+) \+/i;
const REQUESTED = /requested (?:about |a total of )?(\d+) tokens/i;
/** What has digits and is no number of tokens: `gpt-5-2025-08-07`, and a date alone. */
const NAMES_AND_DATES = /\b(?:[A-Za-z][\w.-]*|\d{4}-\d{2}-\d{2}\b)/g;
const EXCLUSIVE = /\(exclusive\)|lower than|less than (?!or equal)/i;
/** A shorter reply is hardly one. */
const MIN_ROOM = 1_000;
const MIN_OUTPUT = 256;

/**
 * The limit of a reply's tokens that a refusal names; `null` if it names none below what was asked for. A refusal for lack of
 * room in the window names the tokens of the conversation, too.
 */
export function outputLimitIn(failure: Failure, asked: number): OutputLimit | null {
  if (!isRefusedRequest(failure)) return null;
  const text = failure.message.replaceAll(/(?<=\d),(?=\d{3}\b)/g, '');
  const window = firstNumber(WINDOW, text);
  if (window !== null) {
    const requested = firstNumber(REQUESTED, text);
    const input = firstNumber(INPUT, text) ?? (requested === null ? null : requested - asked);
    const room = input === null ? 0 : window - input;
    return room >= MIN_ROOM && room < asked ? { tokens: room, isRoom: true } : null;
  }
  if (!OUTPUT.test(text)) return null;
  const named = (text.replaceAll(NAMES_AND_DATES, ' ').match(/\d+/g) ?? []).map(Number);
  const limit = Math.max(0, ...named.filter((one) => one < asked));
  const tokens = EXCLUSIVE.test(text) ? limit - 1 : limit;
  return tokens >= MIN_OUTPUT ? { tokens, isRoom: false } : null;
}

function firstNumber(pattern: RegExp, text: string): number | null {
  const found = pattern
    .exec(text)
    ?.slice(1)
    .find((group) => group !== undefined);
  return found === undefined ? null : Number(found);
}

const FILTERED =
  /content management policy|content filtering policy|\b(?:prompt|input) was flagged|violat\w+ (?:our|the) [\w ]{0,40}polic/i;

/** Whether a filter in front of the model, or the model, refused the conversation for what it says. */
export function isFiltered({ kind, status, type, message }: Failure): boolean {
  if (kind !== 'event' && status !== 400 && status !== 403) return false;
  return type === FILTERED_TYPE || FILTERED.test(message);
}
