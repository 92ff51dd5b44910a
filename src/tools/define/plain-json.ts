import { errorText, type Json } from '../../common/index.ts';

/**
 * The value that an author's function returned, as JSON. Throws for values that JSON silently omits or empties: a function or a
 * generator instead of a decision must not read as no decision. A key whose value is `undefined` counts as absent.
 */
export function plainJson(value: unknown): Json {
  if (value === undefined) return null;
  const text = JSON.stringify(value, (key, item: unknown) => {
    const place = key === '' ? 'it' : JSON.stringify(key);
    const type = typeof item;
    if (type === 'function' || type === 'symbol' || type === 'bigint')
      throw new Error(`${place} is a ${type}, which JSON does not have`);
    if (typeof item === 'number' && !Number.isFinite(item))
      throw new Error(`${place} is not a finite number`);
    if (item instanceof Error) throw new Error(`${place} is an error: ${errorText(item)}`);
    if (isEmptied(item))
      throw new Error(
        `${place} is a value that JSON does not have: ${Object.prototype.toString.call(item)}`,
      );
    return item;
  });
  const plain: Json = JSON.parse(text);
  return plain;
}

/** Whether JSON would write `{}` for an object that is more than its fields, such as a generator, a map or a promise. */
function isEmptied(item: unknown): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  const prototype: unknown = Object.getPrototypeOf(item);
  const isPlain = prototype === null || prototype === Object.prototype;
  return !isPlain && Object.keys(item).length === 0;
}
