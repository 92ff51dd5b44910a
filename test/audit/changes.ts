/** Every single change of a trail: of a leaf of an entry, with or without the hashes made anew. */
import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  sha256,
} from '../../src/common/index.ts';

export type Path = readonly (string | number)[];

/** The way to every leaf of a value. An empty list or object is a leaf. */
export function leavesOf(value: Json, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const children = Object.entries(value);
  if (children.length === 0) return [path];
  return children.flatMap(([key, child]) =>
    leavesOf(child, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** A value of the same kind that is another one. */
export function otherThan(value: Json): Json {
  if (typeof value === 'string') {
    if (/^[0-9a-f]{40,64}$/.test(value)) return sha256(value).slice(0, value.length);
    if (/^\d{4}-.*Z$/.test(value))
      return value.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
    return `${value}x`;
  }
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return value === null ? 'x' : null;
}

/** The value with another leaf at this path. */
export function changedAt(value: Json, path: Path): Json {
  const [key, ...rest] = path;
  if (key === undefined) return otherThan(value);
  if (Array.isArray(value))
    return value.map((item: Json, index) => (index === key ? changedAt(item, rest) : item));
  if (!isJsonObject(value)) throw new Error('no such path');
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      name === key ? changedAt(child, rest) : child,
    ]),
  );
}

/** The lines with the hashes of all entries from this one on made anew. */
export function rehashed(entries: readonly JsonObject[], from: number): readonly string[] {
  const before = entries[from - 1]?.['hash'];
  let prev = typeof before === 'string' ? before : '0'.repeat(64);
  return entries.map((entry, index) => {
    if (index < from) return canonicalJson(entry);
    const { hash: _, ...body }: JsonObject = { ...entry, prev };
    prev = sha256(canonicalJson(body));
    return canonicalJson({ ...body, hash: prev });
  });
}
