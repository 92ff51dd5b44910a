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
  const shorten = (value: Json, key: string): Json => {
    if (key.endsWith('arguments')) return value;
    if (typeof value !== 'string') return mapTexts(value, shorten);
    const bytes = Buffer.from(value, 'utf8');
    return bytes.length <= maxBytes ? value : cutText(bytes, maxBytes);
  };
  const shortened = mapTexts(event, shorten);
  return isJsonObject(shortened) ? shortened : event;
}
