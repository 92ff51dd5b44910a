/** Files that the run may have replaced by something else, read so that nothing is waited for. This file does I/O. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** A FIFO would block the whole process until somebody writes to it. */
const OPEN = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * The bytes of a plain file; links are followed. Throws what the system throws where there is none, and an `Error` for anything
 * but a file of at most `maxBytes`.
 */
export function readRegularFile(path: string, maxBytes: number): Buffer {
  const fd = openSync(path, OPEN);
  try {
    const about = fstatSync(fd);
    if (!about.isFile()) throw new Error(`${path} is not a plain file`);
    if (about.size > maxBytes) throw new Error(`${path} is longer than ${maxBytes} bytes`);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The same as text; empty where it cannot be read. */
export function regularFileTextOrEmpty(path: string, maxBytes: number): string {
  try {
    return readRegularFile(path, maxBytes).toString('utf8');
  } catch {
    return '';
  }
}
