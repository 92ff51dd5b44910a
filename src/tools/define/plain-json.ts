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
    if (losesParts(item))
      throw new Error(
        `${place} is a value that JSON does not have: ${Object.prototype.toString.call(item)}`,
      );
    return item;
  });
  const plain: Json = JSON.parse(text);
  return plain;
}

/**
 * Whether JSON would drop a part of an object: all of it, as of a generator, a map or a promise, or a field that it has from
 * its class, such as a getter.
 */
function losesParts(item: unknown): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  const prototypes = prototypesOf(item);
  return prototypes.length > 0 && (Object.keys(item).length === 0 || prototypes.some(hasFields));
}

/** Without that of every object. */
function prototypesOf(item: object): readonly object[] {
  const prototype: object | null = Object.getPrototypeOf(item);
  return prototype === null || Object.hasOwn(prototype, 'hasOwnProperty')
    ? []
    : [prototype, ...prototypesOf(prototype)];
}

function hasFields(prototype: object): boolean {
  const fields = Object.values(Object.getOwnPropertyDescriptors(prototype));
  return fields.some(({ value }) => typeof value !== 'function');
}
