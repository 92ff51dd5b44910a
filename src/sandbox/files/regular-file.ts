/** Reads files that the run may have replaced, without blocking. This file does I/O. */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';

/** Opening a FIFO would block this process until another one writes to it. */
const OPEN = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * The content of a regular file; links are followed. Throws the system's error if it is missing, and an `Error` for other
 * kinds of files and for more than `maxBytes`.
 */
export function readRegularFile(path: string, maxBytes: number): Buffer {
  const fd = openSync(path, OPEN);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    if (stats.size > maxBytes) throw new Error(`${path} is longer than ${maxBytes} bytes`);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The content as text; empty if it cannot be read. */
export function regularFileTextOrEmpty(path: string, maxBytes: number): string {
  try {
    return readRegularFile(path, maxBytes).toString('utf8');
  } catch {
    return '';
  }
}

/** The names in a folder; empty if it is not a folder or cannot be read. */
export function namesOrEmpty(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
