import { isJsonObject, type Json } from '../json.ts';
import { replaceRanges, type SecretRange } from './ranges.ts';

/** Separates the texts of a value while they are searched as one. No form of a secret contains it. */
const BORDER = '\n\u0000\n';
/** Numbers with fewer digits cannot be masked as secrets. */
const MIN_NUMBER_CHARS = 6;
const MAX_PASSES = 4;

interface Search {
  readonly find: (text: string) => Promise<readonly SecretRange[]>;
  readonly token: (range: SecretRange) => string;
}

/**
 * Redacts every string, key and long number of a value in one search; returns the value itself if nothing was found.
 */
export async function redactedJson(value: Json, search: Search): Promise<Json> {
  const texts: string[] = [];
  visit(value, (text) => {
    texts.push(text);
    return text;
  });
  const clean = await redactedTexts(texts, search);
  if (clean === texts) return value;
  let next = 0;
  return visit(value, (text) => {
    const found = clean[next] ?? text;
    next += 1;
    return found;
  });
}

async function redactedTexts(texts: readonly string[], search: Search): Promise<readonly string[]> {
  let current = texts;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const ranges = await search.find(current.join(BORDER));
    if (ranges.length === 0) return current;
    current = replaceInEach(current, ranges, search.token);
  }
  return current;
}

function replaceInEach(
  texts: readonly string[],
  ranges: readonly SecretRange[],
  token: Search['token'],
): readonly string[] {
  let start = 0;
  let first = 0;
  return texts.map((text) => {
    const end = start + text.length;
    const own: SecretRange[] = [];
    // Ranges are sorted: those that ended before this text are done.
    while ((ranges[first]?.end ?? Infinity) <= start) first += 1;
    for (let index = first; (ranges[index]?.start ?? Infinity) < end; index += 1) {
      const range = ranges[index];
      if (range === undefined) break;
      const from = Math.max(range.start, start) - start;
      const to = Math.min(range.end, end) - start;
      if (from < to) own.push({ ...range, start: from, end: to });
    }
    start = end + BORDER.length;
    return replaceRanges(text, own, token);
  });
}

function visit(value: Json, each: (text: string) => string): Json {
  if (typeof value === 'string') return each(value);
  if (typeof value === 'number') {
    const text = String(value);
    if (text.length < MIN_NUMBER_CHARS) return value;
    const found = each(text);
    return found === text ? value : found;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (!isJsonObject(value)) return value.map((item) => visit(item, each));
  const entries = new Map<string, Json>();
  for (const [name, child] of Object.entries(value)) {
    if (child === undefined) continue;
    let key = each(name);
    // Two keys with the same secret stay two keys.
    while (entries.has(key)) key += '~';
    entries.set(key, visit(child, each));
  }
  return Object.fromEntries(entries);
}
