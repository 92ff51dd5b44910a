import { isJsonObject, type Json } from '../json/json.ts';

/** Numbers with fewer digits cannot be masked as secrets. */
const MIN_NUMBER_CHARS = 6;

/** Every string, key and long number of a value, in order. */
export function textsIn(value: Json): readonly string[] {
  const texts: string[] = [];
  mapped(value, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** A value with other texts in the places of those that `textsIn` gives. */
export function withTexts(value: Json, texts: readonly string[]): Json {
  let next = 0;
  return mapped(value, (text) => {
    next += 1;
    return texts[next - 1] ?? text;
  });
}

function mapped(value: Json, each: (text: string) => string): Json {
  if (typeof value === 'string') return each(value);
  if (typeof value === 'number') {
    const text = String(value);
    if (text.length < MIN_NUMBER_CHARS) return value;
    const found = each(text);
    return found === text ? value : found;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (!isJsonObject(value)) return value.map((item) => mapped(item, each));
  const entries = new Map<string, Json>();
  for (const [name, child] of Object.entries(value)) {
    if (child === undefined) continue;
    let key = each(name);
    // Two keys with the same secret stay two keys.
    while (entries.has(key)) key += '~';
    entries.set(key, mapped(child, each));
  }
  return Object.fromEntries(entries);
}
