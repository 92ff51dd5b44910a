import type { SecretRange } from '../ranges.ts';

/** Lower case. A text without either, in any case, contains no key. */
export const PEM_WORDS = ['-----begin ', '-----end '] as const;

/** The maximum of characters of an armoured key without an end. */
const MAX_PEM_CHARS = 20_000;
const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/**
 * The remaining lines of a truncated block: whole lines of base64, with newlines that may be escaped, and each perhaps
 * with a line number or diff prefix, as in files, search results and diffs.
 */
const PEM_BODY =
  /(?:(?:\s|\\[nr]){0,8}(?:\d{1,9}(?:\t|[:-] ))?[+-]?[A-Za-z0-9+/=]{1,128}(?=[ \t]{0,8}(?:[\r\n"']|\\[nr]|$))){0,400}/y;
/** The same backwards from an end: newlines, lines, and the prefix of the end's own line. */
const PEM_BREAK = /\r?\n|(?:\\r)?\\n/g;
const PEM_LINE = /^\s{0,8}(?:\d{1,9}(?:\t|[:-] ))?[+-]?[A-Za-z0-9+/=]{1,128}\s{0,8}$/;
const PEM_LEAD = /^\s{0,8}(?:\d{1,9}(?:\t|[:-] ))?[+-]?$/;

/**
 * Private keys with their armour. Of a key without end or beginning, the remaining part. Searches ends only once, in
 * order.
 */
export function* findPem(text: string): Generator<SecretRange> {
  const ends = text.matchAll(PEM_END);
  let end = ends.next();
  let covered = 0;
  const before = function* (offset: number): Generator<SecretRange> {
    for (; end.done !== true && end.value.index < offset; end = ends.next()) {
      const { index } = end.value;
      const start = bodyStart(text, covered, index);
      covered = index + end.value[0].length;
      if (start < index) yield keyIn(text, start, covered);
    }
  };
  for (const begin of text.matchAll(PEM_BEGIN)) {
    const start = begin.index;
    if (start < covered) continue;
    const bodyAt = start + begin[0].length;
    yield* before(bodyAt);
    const close = end.done === true ? null : end.value;
    if (close !== null && close.index - bodyAt <= MAX_PEM_CHARS) {
      covered = close.index + close[0].length;
      end = ends.next();
    } else covered = bodyAt + bodyLength(text, bodyAt);
    yield keyIn(text, start, covered);
  }
  yield* before(text.length);
}

function keyIn(text: string, start: number, end: number): SecretRange {
  return { start, end, kind: 'private-key', value: text.slice(start, end) };
}

/**
 * The start of the remaining lines of a block that ends at `end`; `end` if there are none. Reads nothing before `from`.
 */
function bodyStart(text: string, from: number, end: number): number {
  const first = Math.max(from, end - MAX_PEM_CHARS);
  const near = text.slice(first, end);
  const starts = [
    0,
    ...[...near.matchAll(PEM_BREAK)].map(({ index, 0: { length } }) => index + length),
  ];
  let offset = starts.pop() ?? 0;
  if (!PEM_LEAD.test(near.slice(offset))) return end;
  let start = end;
  for (let begin = starts.pop(); begin !== undefined; begin = starts.pop()) {
    if (!PEM_LINE.test(near.slice(begin, offset).replace(PEM_BREAK, ''))) break;
    start = first + begin;
    offset = begin;
  }
  return start;
}

function bodyLength(text: string, from: number): number {
  PEM_BODY.lastIndex = from;
  return PEM_BODY.exec(text)?.[0].length ?? 0;
}
