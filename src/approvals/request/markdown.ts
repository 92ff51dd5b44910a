/**
 * Foreign text (by a model, a stranger, a file) on a card: shown exactly, in code spans and fences that it cannot
 * close, where GitHub makes no mention, link or picture of it.
 */
import { fence, sliceWhole, visible } from '../../common/index.ts';

const SPAN_MAX = 2_000;
/** From so many backticks on, a run of them is written out where room is short. */
const LONG_RUN = /`{9,}/g;
/** The rest of a character that was written out, or of a surrogate pair, where a text is cut. */
const SPLIT_END = /\\(?:u(?:\{[0-9A-F]{0,6})?)?$/;
const SPLIT_START = /^(?:[\uDC00-\uDFFF]|(?:u?\{)?[0-9A-F]{0,6}\})/;
/** What a person approving must not overlook either: odd spaces, unassigned, private and ignorable characters. */
const ODD = /[\p{Cn}\p{Co}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/**
 * `text` with every character that a reader could not see, or that would change how the rest is shown, written out
 * as `\u{202E}`. Newlines and tabs stay; the carriage return of a CRLF is shown as `␍`.
 */
export function exact(text: string): string {
  return visible(text)
    .replaceAll('\r\n', '␍\n')
    .replace(ODD, (character) => `\\u{${codePoint(character)}}`);
}

/** A fenced block that `text` cannot close. */
export function fenced(text: string, language: string): string {
  return fence(exact(text), language);
}

/**
 * A code span on one line; of text that is longer than `maxCharacters` the beginning and the end, and between them how
 * much is left out; `–` for text that is empty.
 */
export function code(text: string, maxCharacters = SPAN_MAX): string {
  const line = text.trim().replaceAll(/[\r\n]+\s*/g, ' ⏎ ');
  // What is written out is never shorter: of a long text only what may be shown is looked at.
  const beyond = Math.max(0, line.length - 4 * maxCharacters);
  const near =
    beyond === 0 ? line : line.slice(0, 2 * maxCharacters) + line.slice(-2 * maxCharacters);
  const shown = withoutLongRuns(exact(near));
  const { text: cut } = endsOf(shown, maxCharacters, (left) => `[… ${left + beyond} left out …]`);
  if (cut === '') return '–';
  const ticks = '`'.repeat(longestBackticks(cut) + 1);
  const pad = cut.startsWith('`') || cut.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${cut}${pad}${ticks}`;
}

/** Long runs of backticks, which would make the marks around them as long, written out. */
export function withoutLongRuns(text: string): string {
  return text.replaceAll(LONG_RUN, (run) => '\\u{60}'.repeat(run.length));
}

/**
 * The beginning and the end of a text that was written out by `exact`, and between them the words for how many characters
 * are left out. What is written out is never split. A text that fits comes back whole.
 */
export function endsOf(
  text: string,
  maxCharacters: number,
  words: (left: number) => string,
): { readonly text: string; readonly left: number } {
  if (text.length <= maxCharacters) return { text, left: 0 };
  const room = Math.max(0, maxCharacters - words(text.length).length);
  const head = sliceWhole(text, Math.ceil(room / 2)).replace(SPLIT_END, '');
  const tail = text.slice(text.length - Math.floor(room / 2)).replace(SPLIT_START, '');
  const left = text.length - head.length - tail.length;
  return { text: `${head}${words(left)}${tail}`, left };
}

/** Who, as a code span: the person is named, not called. */
export function person(login: string): string {
  return code(`@${login}`);
}

/** The letters and signs outside ASCII that a look-alike could hide among, each once, with its code. */
export function foreignLetters(text: string, max: number): readonly string[] {
  const found = new Set<string>();
  for (const character of text) {
    if (character > '\u007F' && exact(character) === character) found.add(character);
    if (found.size >= max) break;
  }
  return [...found].map((character) => `${character} U+${codePoint(character)}`);
}

function codePoint(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

function longestBackticks(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
