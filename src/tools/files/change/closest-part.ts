import { commonStart } from './differing-part.ts';
import { counted, trimEnd } from '../../../common/index.ts';
import { withLineFeeds } from '../line-endings.ts';

const MAX_SCANNED_CHARS = 2_000_000;
const MAX_LINE_CHARS = 400;
const MAX_COMPARED_LINES = 30;
/** Candidates that are compared closely; a file of similar lines has too many. */
const MAX_CANDIDATES = 1_000;
const MAX_SHOWN_LINES = 4;
const MAX_SHOWN_CHARS = 160;
const WORTH_TELLING = 0.5;
const NO_LAST_NEWLINE =
  'It is there at the end of the file, which has no newline after it: leave the last newline out of old_string.';

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t' };
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
};
/** How models spell a text that they mean, and what they mean. */
const SPELLINGS: readonly (readonly [string, (text: string) => string])[] = [
  [
    'without the numbers of lines, which only fs_read shows',
    (text) => text.replaceAll(/^ {0,5}\d{1,9}(?:\t|→)/gm, ''),
  ],
  [
    'without the backslashes of escapes: write newlines, tabs and quotes as they are in the file',
    (text) => text.replaceAll(/\\([nt"'\\])/g, (_, name: string) => ESCAPED[name] ?? name),
  ],
  [
    'with the characters that the entities stand for: write them as they are in the file',
    (text) =>
      text.replaceAll(/&(amp|lt|gt|quot|apos|#39);/g, (all, name: string) => ENTITIES[name] ?? all),
  ],
];

/**
 * The part of a file that is closest to a text that was not found, and how it differs, so that the model can correct its
 * edit. `null` if nothing is close, or the file is too large to search. Nothing is ever replaced by what this finds.
 */
export function describeClosest(content: string, wanted: string): string | null {
  if (content.length > MAX_SCANNED_CHARS) return null;
  const text = withLineFeeds(content);
  const asked = withLineFeeds(wanted);
  const words = trimEnd(asked, '\n');
  // Each empty line is as near to newlines alone as any other.
  if (words === '') return null;
  if (words !== asked && text.endsWith(words)) return NO_LAST_NEWLINE;
  const spelling = SPELLINGS.find(([, read]) => {
    const meant = read(asked);
    return meant !== asked && meant !== '' && text.includes(meant);
  });
  if (spelling !== undefined) return `It is there ${spelling[0]}.`;
  const lines = text.split('\n');
  const sought = withoutEmptyEnds(asked.split('\n'));
  const start = nearestStart(lines, sought);
  if (start === null) return null;
  const found = lines.slice(start, start + sought.length);
  const last = start + found.length;
  const place = found.length === 1 ? `line ${last}` : `lines ${start + 1}-${last}`;
  return `The nearest text is at ${place}; it differs ${howDiffers(sought, found)}:\n${differences(sought, found)}`;
}

function withoutEmptyEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? [''] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}

function nearestStart(lines: readonly string[], sought: readonly string[]): number | null {
  const compared = sought.slice(0, MAX_COMPARED_LINES);
  const anchor = longestIndex(compared);
  const soughtPairs = compared.map(pairsOf);
  const pairsAt = pairsByLine(lines);
  let best: number | null = null;
  let bestScore = WORTH_TELLING;
  let candidates = 0;
  for (let start = 0; start + anchor < lines.length && candidates < MAX_CANDIDATES; start += 1) {
    const likeness = similarity(soughtPairs[anchor] ?? NO_PAIRS, pairsAt(start + anchor));
    if (likeness < WORTH_TELLING) continue;
    candidates += 1;
    const scores = compared.map((line, offset) =>
      lines[start + offset] === line
        ? 1
        : similarity(soughtPairs[offset] ?? NO_PAIRS, pairsAt(start + offset)) * 0.99,
    );
    const score = scores.reduce((sum, one) => sum + one, 0) / scores.length;
    if (score <= bestScore) continue;
    best = start;
    bestScore = score;
  }
  return best;
}

/** The pairs of each line, computed once for equal lines. */
function pairsByLine(lines: readonly string[]): (index: number) => Pairs {
  const known = new Map<string, Pairs>();
  return (index) => {
    const line = (lines[index] ?? '').slice(0, MAX_LINE_CHARS);
    const pairs = known.get(line) ?? pairsOf(line);
    known.set(line, pairs);
    return pairs;
  };
}

function longestIndex(lines: readonly string[]): number {
  const lengths = lines.map((line) => line.trim().length);
  return lengths.indexOf(Math.max(...lengths));
}

/** The pairs of neighbouring characters of a line, white space and case aside. */
interface Pairs {
  /** How often each occurs. */
  readonly counts: ReadonlyMap<string, number>;
  /** How many there are. */
  readonly size: number;
}

const NO_PAIRS: Pairs = { counts: new Map(), size: 0 };

function pairsOf(line: string): Pairs {
  const text = folded(line.slice(0, MAX_LINE_CHARS));
  const counts = new Map<string, number>();
  if (text.length === 1) counts.set(text, 1);
  for (let index = 0; index + 1 < text.length; index += 1) {
    const pair = text.slice(index, index + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return { counts, size: text.length === 1 ? 1 : Math.max(0, text.length - 1) };
}

/** Takes as long as the shorter line: a file may have millions of empty ones. */
function similarity(first: Pairs, second: Pairs): number {
  const size = first.size + second.size;
  if (size === 0) return 1;
  const [few, many] = first.size < second.size ? [first, second] : [second, first];
  let common = 0;
  for (const [pair, count] of few.counts) common += Math.min(count, many.counts.get(pair) ?? 0);
  return (2 * common) / size;
}

function howDiffers(sought: readonly string[], found: readonly string[]): string {
  const wanted = sought.join('\n');
  const there = found.join('\n');
  const checks: readonly (readonly [string, (text: string) => string])[] = [
    ['only in trailing white space', withoutTrailing],
    ['only in indentation', (text) => text.replaceAll(/^[^\S\n]+/gm, '')],
    ['only in white space', (text) => text.replaceAll(/\s+/g, '')],
    ['only in Unicode normalisation', (text) => text.normalize('NFC')],
    ['only in characters that do not show', (text) => text.replaceAll(/\p{Cf}|\p{Cc}/gu, '')],
    ['only in quotation marks or dashes', (text) => straightened(text)],
    ['only in upper and lower case', (text) => text.toLowerCase()],
    ['in white space, case or look-alike characters', (text) => folded(straightened(text))],
  ];
  return checks.find(([, fold]) => fold(wanted) === fold(there))?.[0] ?? 'in its text';
}

/** Not by a regular expression, which would be quadratic for a long run of blanks. */
function withoutTrailing(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function straightened(text: string): string {
  return text
    .replaceAll(/[\u2018\u2019\u201A\u2032]/g, "'")
    .replaceAll(/[\u201C\u201D\u201E\u2033]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('\u00A0', ' ');
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\s+|\p{Cf}/gu, '')
    .toLowerCase();
}

function differences(sought: readonly string[], found: readonly string[]): string {
  const different = sought.flatMap((line, index) => {
    const there = found[index] ?? '';
    return line === there ? [] : [`yours: ${shown(line, there)}\nfile:  ${shown(there, line)}`];
  });
  if (different.length === 0) return 'each line is the same; the text around them is not';
  const listed = different.slice(0, MAX_SHOWN_LINES);
  const more = different.length - listed.length;
  return listed.join('\n') + (more > 0 ? `\n… and ${counted(more, 'more line')}` : '');
}

/**
 * A line as JSON, from shortly before the first difference. White space and look-alikes are escaped.
 */
function shown(line: string, other: string): string {
  const same = commonStart(line, other);
  const from = Math.max(0, same - MAX_SHOWN_CHARS / 2);
  const part = line.slice(from, from + MAX_SHOWN_CHARS);
  const text = JSON.stringify(part).replaceAll(/[^\x20-\x7E]/gu, (character) =>
    /[\p{L}\p{P}\p{S}]/u.test(character) &&
    character.normalize('NFC') === character &&
    !lookAlike(character)
      ? character
      : `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  );
  return `${from > 0 ? '…' : ''}${text}${part.length + from < line.length ? '…' : ''}`;
}

function lookAlike(character: string): boolean {
  return straightened(character) !== character || character.normalize('NFKC') !== character;
}
