// I/O: a temporary file, where more text waits than memory should hold.
import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clauseText, CountersignError } from '../../common/index.ts';

const MEMORY_CHARS = 256 * 1024;
const OWN_FILE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const FILE_MODE = 0o600;

/** A text that waits: itself, or where it is in the file. */
export type WaitingText = string | { readonly place: number; readonly bytes: number };

/**
 * Texts that wait until they can be written: one, or several short ones, in memory, and further ones in a temporary file. The file
 * has no name once it is open, so that nobody else opens it, and nothing is left of it when the process ends.
 */
export class TextSpool implements Disposable {
  #heldChars = 0;
  #file: number | null = null;
  #fileBytes = 0;

  /** Sets a text aside. Throws `file-refused` if the temporary file cannot be written. */
  put(text: string): WaitingText {
    if (this.#heldChars === 0 || this.#heldChars + text.length <= MEMORY_CHARS) {
      this.#heldChars += text.length;
      return text;
    }
    this.#file ??= openUnnamed();
    const bytes = Buffer.from(text);
    const place = this.#fileBytes;
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, place + done);
    this.#fileBytes += bytes.length;
    return { place, bytes: bytes.length };
  }

  /** A text that was set aside, once. */
  take(text: WaitingText): string {
    if (typeof text === 'string') {
      this.#heldChars -= text.length;
      return text;
    }
    const bytes = Buffer.alloc(text.bytes);
    for (let done = 0; done < bytes.length && this.#file !== null; ) {
      const read = readSync(this.#file, bytes, done, bytes.length - done, text.place + done);
      if (read === 0) throw new Error('the temporary file is shorter than what was written to it');
      done += read;
    }
    return bytes.toString();
  }

  /** Uses the file again from its beginning. Only if no text waits. */
  clear(): void {
    this.#fileBytes = 0;
  }

  [Symbol.dispose](): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

function openUnnamed(): number {
  const path = join(tmpdir(), `countersign-${randomUUID()}`);
  try {
    const file = openSync(path, OWN_FILE, FILE_MODE);
    unlinkSync(path);
    return file;
  } catch (error) {
    throw new CountersignError(
      'file-refused',
      `The temporary file ${path} cannot be written: ${clauseText(error)}.`,
      { fix: 'Set TMPDIR to a folder with free space.', cause: error },
    );
  }
}
