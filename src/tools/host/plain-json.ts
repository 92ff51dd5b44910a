import type { Json } from '../../common/index.ts';

/**
 * What a module's function gave, as JSON. Throws for what JSON would leave out without a word: a function in place of a
 * decision must not read as none. A key whose value is `undefined` is one that is not there.
 */
export function plainJson(value: unknown): Json {
  if (value === undefined) return null;
  const text = JSON.stringify(value, (key, item: unknown) => {
    const type = typeof item;
    if (type === 'function' || type === 'symbol' || type === 'bigint')
      throw new Error(`${JSON.stringify(key)} is a ${type}, which JSON does not have`);
    if (typeof item === 'number' && !Number.isFinite(item))
      throw new Error(`${JSON.stringify(key)} is not a finite number`);
    return item;
  });
  const plain: Json = JSON.parse(text);
  return plain;
}
