// I/O: reads the files that commands are given.
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { CountersignError, systemReason } from '../common/index.ts';
import type { CliIo } from './spec.ts';

/**
 * The text of the file that an argument names, which may be a pipe, or of standard input for `-`. Throws `file-refused` with `fix`
 * if it cannot be read or has more than `maxBytes`.
 */
export async function readText(
  given: string,
  io: Pick<CliIo, 'cwd' | 'stdin'>,
  limit: { readonly maxBytes: number; readonly fix: string },
): Promise<string> {
  if (given === '-') return await io.stdin();
  const path = resolve(io.cwd, given);
  return await wholeText(createReadStream(path), { ...limit, name: path });
}

/** The whole text of a stream. Throws `file-refused`, with `name` as that of the stream. */
export async function wholeText(
  stream: AsyncIterable<Uint8Array>,
  limit: { readonly maxBytes: number; readonly name: string; readonly fix: string },
): Promise<string> {
  const { maxBytes, name, fix } = limit;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > maxBytes) break;
    }
  } catch (cause) {
    const message = `${name} cannot be read: ${systemReason(cause)}.`;
    throw new CountersignError('file-refused', message, { fix, cause });
  }
  if (bytes <= maxBytes) return Buffer.concat(chunks).toString('utf8');
  throw new CountersignError('file-refused', `${name} has more than ${maxBytes} bytes.`, { fix });
}
