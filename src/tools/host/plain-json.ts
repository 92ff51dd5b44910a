import type { Json } from '../../common/index.ts';

/**
 * The value that a module's function returned, as JSON. Throws for values that JSON silently omits: a function instead of a
 * decision must not read as no decision. A key whose value is `undefined` counts as absent.
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
