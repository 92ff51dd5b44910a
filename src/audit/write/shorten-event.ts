import { type Json, type JsonObject, isJsonObject } from '../../common/index.ts';
import { mapTexts } from './redact-event.ts';
import { cutText } from './cut-text.ts';

/** How long each text of an entry may be, in bytes: the next limit applies if the entry is too long with the one before. */
export const TEXT_LIMITS_BYTES: readonly number[] = [1024 * 1024, 64 * 1024, 4 * 1024, 512];

/**
 * An event whose texts beyond `maxBytes` keep their beginning and end, with a note of what was cut. Arguments stay whole:
 * their digest is checked, and long ones are in a blob.
 */
export function shortenEvent(event: JsonObject, maxBytes: number): JsonObject {
  const shortened = mapTexts(event, (value, key) =>
    key.endsWith('arguments') ? value : shorten(value, maxBytes),
  );
  return isJsonObject(shortened) ? shortened : event;
}

function shorten(value: Json, maxBytes: number): Json {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    return bytes.length <= maxBytes ? value : cutText(bytes, maxBytes);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (!isJsonObject(value)) return value.map((item) => shorten(item, maxBytes));
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, shorten(child, maxBytes)]),
  );
}
