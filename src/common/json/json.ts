/** Any JSON value. Everything that modules exchange or store as data is one. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a plain JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a JSON array. Unlike `Array.isArray` it keeps the type of the items. */
export function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value of a text; `undefined` for one that is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
