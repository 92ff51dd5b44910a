import { isJsonObject, type Json, type JsonObject, sha256 } from '../../common/index.ts';
import { mapTexts } from './redact-event.ts';

/** Bytes that the note about what was cut may need. */
const NOTE_BYTES = 200;

/** The beginning and the end of a text that is longer than `maxBytes`, with a note of what was cut between them. */
export function cutText(bytes: Buffer, maxBytes: number): string {
  const room = Math.floor((maxBytes - NOTE_BYTES) / 2);
  const cut = bytes.length - 2 * room;
  const note = `\n[cut: ${cut} of ${bytes.length} bytes; SHA-256 of the whole ${sha256(bytes)}]\n`;
  // A truncated character becomes U+FFFD, at most three bytes on each side.
  return bytes.toString('utf8', 0, room) + note + bytes.toString('utf8', bytes.length - room);
}

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
