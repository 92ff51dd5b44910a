/**
 * Untrusted text (by a model, a user, a file) in an approval comment: shown exactly, in code spans and fences that it
 * cannot close, so that GitHub renders no mention, link or image.
 */
import { fence, longestBackticks, sliceWhole, visible } from '../../common/index.ts';

const SPAN_MAX = 2_000;
/** A run of this many backticks is escaped if the comment is long. */
const LONG_RUN = /`{9,}/g;
/** A part of an escape or of a surrogate pair at a cut. */
const SPLIT_END = /\\(?:u(?:\{[0-9A-F]{0,6})?)?$/;
const SPLIT_START = /^(?:[\uDC00-\uDFFF]|(?:u?\{)?[0-9A-F]{0,6}\})/;
/** Characters that an approver could overlook: unusual spaces, unassigned, private and ignorable characters. */
const ODD = /[\p{Cn}\p{Co}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/**
 * `text` with every character that is invisible, or that changes how others are shown, escaped as `\u{202E}`. Newlines
 * and tabs stay; the carriage return of a CRLF is shown as `␍`.
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
 * A code span on one line. Text longer than `maxCharacters` shows its beginning and end and how much is left out. Empty
 * text gives `–`.
 */
export function code(text: string, maxCharacters = SPAN_MAX): string {
  const line = text.trim().replaceAll(/[\r\n]+\s*/g, ' ⏎ ');
  // Escaping never shortens, so only the part that may be shown is escaped.
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

/** Escapes long runs of backticks: the fence around them would be as long. */
export function withoutLongRuns(text: string): string {
  return text.replaceAll(LONG_RUN, (run) => '\\u{60}'.repeat(run.length));
}

/**
 * The beginning and the end of a text from `exact`, with `words` for how many characters are left out between them. Never
 * splits an escape. A text that fits is returned whole.
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

/** A login as a code span, which notifies nobody. */
export function codePerson(login: string): string {
  return code(`@${login}`);
}

/** The non-ASCII characters that could be look-alikes, each once, with its code point. */
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
