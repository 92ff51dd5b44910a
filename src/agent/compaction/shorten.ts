import { isArray, isJsonObject, type Json, oneLine, truncateMiddle } from '../../common/index.ts';
import {
  type AssistantBlock,
  type Message,
  textsIn,
  type ToolResultBlock,
  type UserBlock,
} from '../../model/index.ts';

/**
 * Keeps a conversation inside the model's window. A changed start invalidates the model's cache, so this happens rarely and
 * removes much at once. Pairs of call and result stay together, and the first message (the request) stays.
 */
const CHARS_PER_TOKEN = 3.2;
/** An estimate for an image or a PDF page, whatever its size. */
const MEDIA_TOKENS = 2_000;
/** A conversation above the first share of the limit is cut down to the second share. */
const FULL_SHARE = 0.8;
const TARGET_SHARE = 0.45;
/** The newest messages stay whole if cutting the older ones is enough. */
const RECENT_MESSAGES = 8;
/** Shorter texts are not cut. */
const KEPT_CHARS = 400;
const LINE_CHARS = 240;
const MAX_SUMMARY_LINES = 150;
const MAX_SUMMARY_CHARS = 24_000;
const SUMMARY_HEAD = 'Summary of the earlier part of this conversation, made to save space:';

/** A conversation made smaller, and how. */
interface Compacted {
  readonly messages: readonly Message[];
  /** Older messages were replaced by a line about each call in them. */
  readonly forgot: boolean;
  readonly how: string;
  readonly removedBytes: number;
}

/** Tokens that fit beside the system prompt, the tools and a reply. */
export function tokenLimit(sizes: {
  readonly window: number;
  readonly reply: number;
  readonly fixedChars: number;
}): number {
  const { window, reply, fixedChars } = sizes;
  return Math.max(1_000, window - reply - Math.ceil(fixedChars / CHARS_PER_TOKEN));
}

export function fitsWindow(tokens: number, limit: number): boolean {
  return tokens <= limit * FULL_SHARE;
}

/** A smaller conversation; `null` if this one fits. `limit` is in tokens, a high estimate. */
export function compacted(messages: readonly Message[], limit: number): Compacted | null {
  if (fitsWindow(estimatedTokens(messages), limit)) return null;
  const target = limit * TARGET_SHARE;
  let current = cutOld(messages, target);
  let how = 'older results cut';
  const isSummarised = estimatedTokens(current) > target;
  if (isSummarised) {
    current = summarised(current);
    how = 'older turns summarised';
  }
  if (!fitsWindow(estimatedTokens(current), limit)) {
    const share = Math.floor((target * CHARS_PER_TOKEN) / Math.max(1, partsOf(current)));
    current = current.map((message) =>
      cutMessage(message, { max: Math.max(share, KEPT_CHARS), recent: true }),
    );
    how += ', recent results cut';
  }
  if (estimatedTokens(current) >= estimatedTokens(messages)) return null;
  return {
    messages: current,
    forgot: isSummarised,
    how,
    removedBytes: removedBytes(messages, current),
  };
}

/** A high estimate, so that the conversation is cut before the model refuses it. */
export function estimatedTokens(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}

function messageTokens({ content }: Message): number {
  return content.reduce((sum, block) => sum + blockTokens(block), 10);
}

function blockTokens(block: UserBlock | AssistantBlock): number {
  switch (block.type) {
    case 'text':
      return block.text.length / CHARS_PER_TOKEN;
    case 'image':
    case 'document':
      return MEDIA_TOKENS;
    case 'tool_result':
      return typeof block.content === 'string'
        ? block.content.length / CHARS_PER_TOKEN
        : block.content.reduce((sum, inner) => sum + blockTokens(inner), 0);
    case 'tool_use':
      return JSON.stringify(block.input).length / CHARS_PER_TOKEN;
    case 'opaque':
      return JSON.stringify(block.block).length / CHARS_PER_TOKEN;
  }
}

/** Bytes of JSON less than before. A message that is kept as it was is not measured. */
export function removedBytes(before: readonly Message[], after: readonly Message[]): number {
  const [old, kept] = [new Set(before), new Set(after)];
  const removed = before.filter((message) => !kept.has(message));
  const added = after.filter((message) => !old.has(message));
  return Math.max(0, bytesOf(removed) - bytesOf(added));
}

function bytesOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message)), 0);
}

function partsOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + message.content.length, 0);
}

/** Cuts the results and inputs of calls, oldest first, until the rest fits. */
function cutOld(messages: readonly Message[], target: number): readonly Message[] {
  const result = [...messages];
  let size = estimatedTokens(messages);
  for (const [index, message] of messages.entries()) {
    if (size <= target || index >= messages.length - RECENT_MESSAGES) break;
    if (index === 0) continue;
    const cut = cutMessage(message, { max: KEPT_CHARS, recent: false });
    size += messageTokens(cut) - messageTokens(message);
    result[index] = cut;
  }
  return result;
}

interface Cut {
  readonly max: number;
  /** Recent messages keep their head and tail; older ones only a note. */
  readonly recent: boolean;
}

function cutMessage(message: Message, cut: Cut): Message {
  if (message.role === 'assistant') {
    const content = message.content.map((block) =>
      block.type === 'tool_use' ? { ...block, input: cutJson(block.input, cut.max) } : block,
    );
    return { role: 'assistant', content };
  }
  return {
    role: 'user',
    content: message.content.map((block) =>
      block.type === 'tool_result' ? cutResult(block, cut) : block,
    ),
  };
}

function cutResult(block: ToolResultBlock, cut: Cut): ToolResultBlock {
  const text =
    typeof block.content === 'string' ? block.content : textsIn(block.content).join('\n');
  const media =
    typeof block.content !== 'string' && block.content.some((inner) => inner.type !== 'text');
  if (text.length <= cut.max && !media) return block;
  const note = `[${text.length} characters${media ? ' and images' : ''} were cut here to save space. Call again if you need them.]`;
  return {
    ...block,
    content: cut.recent && text.length > 0 ? `${truncateMiddle(text, cut.max)}\n${note}` : note,
  };
}

function cutJson(value: Json, max: number): Json {
  if (typeof value === 'string') return value.length > max ? truncateMiddle(value, max) : value;
  if (isArray(value)) return value.map((item) => cutJson(item, max));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries<Json>(value).map(([key, item]) => [key, cutJson(item, max)]),
  );
}

/** The first message, then a list of what the older turns did, then the newest messages. */
function summarised(messages: readonly Message[]): readonly Message[] {
  // The newest part begins with a reply of the model, so that every result follows its call.
  const recent = messages.length - RECENT_MESSAGES;
  const from = messages.findIndex(({ role }, index) => role === 'assistant' && index >= recent);
  const [first] = messages;
  if (first === undefined || first.role !== 'user' || from <= 1) return messages;
  const linesBefore = (block: UserBlock): readonly string[] | null =>
    block.type === 'text' && block.text.startsWith(SUMMARY_HEAD)
      ? block.text.split('\n').slice(1)
      : null;
  const asked = first.content.filter((block) => linesBefore(block) === null);
  const before = first.content.flatMap((block) => linesBefore(block) ?? []);
  const lines = [...before, ...linesOf(messages.slice(1, from))].slice(-MAX_SUMMARY_LINES);
  const text = truncateMiddle(lines.join('\n'), MAX_SUMMARY_CHARS);
  const summary: UserBlock = { type: 'text', text: `${SUMMARY_HEAD}\n${text}` };
  return [{ role: 'user', content: [...asked, summary] }, ...messages.slice(from)];
}

function linesOf(messages: readonly Message[]): readonly string[] {
  const failed = new Set<string>();
  for (const { content } of messages) {
    for (const block of content)
      if (block.type === 'tool_result' && block.is_error === true) failed.add(block.tool_use_id);
  }
  return messages.flatMap((message) =>
    message.role === 'user' ? [] : message.content.flatMap((block) => lineOf(block, failed)),
  );
}

function lineOf(block: AssistantBlock, failed: ReadonlySet<string>): readonly string[] {
  if (block.type === 'text')
    return block.text.trim() === '' ? [] : [`- You said: ${oneLine(block.text, LINE_CHARS)}`];
  if (block.type !== 'tool_use') return [];
  const input = oneLine(JSON.stringify(block.input), LINE_CHARS);
  return [`- ${block.name} ${input}: ${failed.has(block.id) ? 'failed or refused' : 'succeeded'}`];
}
