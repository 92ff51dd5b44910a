// I/O: reads files that people name.
import { createReadStream } from 'node:fs';

/**
 * The bytes of a file or pipe, and of one with more than `maxBytes` one more than that, by which the caller sees that it is too large.
 * A device such as `/dev/zero` never ends. Throws what the system throws.
 */
export async function readAtMost(path: string, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  // The last byte that is read, so one more than the limit.
  for await (const chunk of createReadStream(path, { end: maxBytes })) chunks.push(chunk);
  return Buffer.concat(chunks);
}
