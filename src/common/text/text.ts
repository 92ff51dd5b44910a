import { orNull } from '../or-null.ts';

/**
 * Makes untrusted text (by models, commands and users) safe for a log that interprets workflow commands, for Markdown that
 * notifies people, and for a screen that hides characters.
 */

const SHORTEST_NOTE_ROOM = 80;
const FENCE_MIN = 3;

/** Control, format and invisible characters, which a program sees and a reader does not. */
const INVISIBLE = new RegExp(
  [
    '(?![\\n\\t])\\p{Cc}',
    '\\p{Cf}',
    '\\p{Cs}',
    '[\\u2028\\u2029\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u2800\\u3164\\uFFA0]',
    '[\\u{E0100}-\\u{E01EF}]',
  ].join('|'),
  'gu',
);
/** Matches texts with visible characters only, which most texts are, fast. */
const PLAIN = /^[\n\t\x20-\x7E]*$/;
const COLOURS = /\u001B\[[0-9;]*m/g;
/** White space of one line alone: with that of several, blank lines would take time with the square of their number. */
const COMMAND_AT_LINE_START = /^([^\S\n]*):(?=:)/gm;

/**
 * `text` with at most `max` characters: its beginning and end, and between them how much is left out. Splits no surrogate
 * pair. A text that fits is returned unchanged. `max` below 80 counts as 80. Redact before: half a secret matches nothing.
 */
export function truncateMiddle(text: string, max: number): string {
  const limit = Math.max(max, SHORTEST_NOTE_ROOM);
  if (text.length <= limit) return text;
  const room = limit - SHORTEST_NOTE_ROOM;
  const head = sliceWhole(text, Math.ceil(room / 2));
  const tail = text.slice(startAt(text, text.length - Math.floor(room / 2)));
  const cut = text.length - head.length - tail.length;
  return `${head}\n[... ${countText(cut)} characters cut here ...]\n${tail}`;
}

/** `text` without those of `characters` that end it. An expression such as `/\/+$/` would begin at each of a long run. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** `12345` as `12,345`, without loading the tables of a locale. */
export function countText(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** The first `end` characters, never ending in half a surrogate pair. */
export function sliceWhole(text: string, end: number): string {
  return text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end);
}

function startAt(text: string, start: number): number {
  return isHighSurrogate(text.charCodeAt(start - 1)) ? start + 1 : start;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/**
 * `text` with every control, bidirectional, zero-width and otherwise invisible character written
 * out as `\u{202E}`. Line feeds, tabs and a carriage return right before a line feed stay.
 */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(INVISIBLE, (found, offset: number) => {
    if (found === '\r' && text[offset + 1] === '\n') return found;
    return `\\u{${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
  });
}

/**
 * `text` as a Markdown code block that the text cannot close: the fence is longer than any run of
 * backticks in it. `info` is the language; whatever is not a letter, digit, `+`, `-` or `_` is
 * dropped.
 */
export function fence(text: string, info = ''): string {
  const marks = '`'.repeat(Math.max(FENCE_MIN, longestBackticks(text) + 1));
  const language = info.replaceAll(/[^A-Za-z0-9+_-]/g, '');
  return `${marks}${language}\n${text}${text.endsWith('\n') || text === '' ? '' : '\n'}${marks}`;
}

/** The first of some names, and how many more there are: `a, b and 3 more`. */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The length of the longest run of backticks. */
export function longestBackticks(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/**
 * `text` for a log that a workflow runner reads: no line of it is a workflow command (`::name::` at
 * the start of a line, `##[name]` anywhere), colours are gone, and whatever else does not show is
 * written out.
 */
export function escapeWorkflowCommands(text: string): string {
  const plain = visible(text.replaceAll(COLOURS, '').replaceAll('\r\n', '\n'));
  return plain.replaceAll('##[', '## [').replace(COMMAND_AT_LINE_START, '$1: ');
}

/**
 * Markdown that notifies nobody: `@name` and `@org/team` are broken by a zero-width space, also where the `@` is written as
 * an entity, or stands behind a `_` that would only slant it.
 */
export function defuseMentions(text: string): string {
  return text
    .replaceAll(/&(?:#0*64|#[xX]0*40|commat);/g, '@')
    .replaceAll(/(?<![A-Za-z0-9])@(?=\S)(?!\u200B)/g, '@\u200B');
}

/**
 * `text` on one line of at most `max` characters, invisible characters written out, cut with `…`.
 */
export function oneLine(text: string, max: number): string {
  const line = visible(text.replaceAll(/\s+/g, ' ').trim());
  if (line.length <= max) return line;
  return `${sliceWhole(line, Math.max(0, max - 1))}…`;
}

/** The text with a capital letter at its beginning. */
export function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** A number with what it counts: `1 call`, `2 calls`; `plural` where an `s` does not make it. */
export function counted(count: number, one: string, plural = `${one}s`): string {
  return `${count} ${count === 1 ? one : plural}`;
}

/** A percent-encoded text, decoded; the text itself if it is malformed. */
export function percentDecoded(text: string): string {
  return orNull(() => decodeURIComponent(text)) ?? text;
}
