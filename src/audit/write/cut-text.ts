import { sha256 } from '../../common/index.ts';

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
