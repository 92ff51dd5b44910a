import { isJsonObject, type Json, type JsonObject } from '../common/index.ts';
import type { CallContext } from './context.ts';

/** Longer strings of a call's arguments are kept as blobs beside the trail. */
const INLINE_STRING_CHARS = 4_000;
const MAX_DEPTH = 50;

/** Arguments as the trail keeps them: each long string is replaced by `{ blob, bytes }`, its digest and size. */
export async function argumentsForTrail(
  context: CallContext,
  input: Json,
  depth = 0,
): Promise<Json> {
  if (depth > MAX_DEPTH) return '[nested too deeply for the trail]';
  if (typeof input === 'string') {
    if (input.length <= INLINE_STRING_CHARS) return input;
    const { sha256, bytes } = await context.trail.blob(input);
    return { blob: sha256, bytes };
  }
  if (isArray(input)) {
    return await Promise.all(input.map((item) => argumentsForTrail(context, item, depth + 1)));
  }
  if (!isJsonObject(input)) return input;
  const kept: [string, Json][] = [];
  for (const [key, value] of Object.entries<Json>(input satisfies JsonObject))
    kept.push([key, await argumentsForTrail(context, value, depth + 1)]);
  // By assignment `__proto__` would be no key, and what it holds would not be on record.
  return Object.fromEntries(kept);
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
