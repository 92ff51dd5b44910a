/** Reads files that the run may have replaced, without blocking. This file does I/O. */
import {
  constants,
  fstatSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { resolve } from 'node:path';
import { orNull } from '../../common/index.ts';
import { openFile } from './open-folder.ts';

/** Opening a FIFO would block this process until another one writes to it. */
const OPEN = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * The content of a regular file; links are followed. Throws the system's error if it is missing, and an `Error` for other
 * kinds of files and for more than `maxBytes`.
 */
export function readRegularFile(path: string, maxBytes: number): Buffer {
  using file = openFile(path, OPEN);
  const stats = fstatSync(file.fd);
  if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
  if (stats.size > maxBytes) throw new Error(`${path} is longer than ${maxBytes} bytes`);
  return readFileSync(file.fd);
}

/** The same; `null` if it cannot be read. */
export function regularFileOrNull(path: string, maxBytes: number): Buffer | null {
  return orNull(() => readRegularFile(path, maxBytes));
}

/** The content as text; empty if it cannot be read. */
export function regularFileTextOrEmpty(path: string, maxBytes: number): string {
  return regularFileOrNull(path, maxBytes)?.toString('utf8') ?? '';
}

/** At most `size` bytes of an open file: a growing file is cut, a shrinking file ends earlier. */
export function readUpTo(fd: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const count = readSync(fd, buffer, length, size - length, length);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}

/** The `lstat` of a path; `null` if nothing exists there, the path is too long, or its folder is unreadable. */
export function lstatOrNull(path: string): Stats | null {
  return orNull(() => lstatSync(path));
}

/** Whether both paths lead to one file or folder, links followed. What cannot be looked at is not the same. */
export function isSameFile(one: string, other: string): boolean {
  const [first, second] = [orNull(() => statSync(one)), orNull(() => statSync(other))];
  return first !== null && first.ino === second?.ino && first.dev === second.dev;
}

/** The names in a folder; empty if it is not a folder or cannot be read. */
export function namesOrEmpty(folder: string): string[] {
  return orNull(() => readdirSync(folder)) ?? [];
}

/** The path without links; its normal form if nothing is there. */
export function realOr(path: string): string {
  return orNull(() => realpathSync(path)) ?? resolve(path);
}

/** The device and inode of a regular file with more than one hard link; `null` for anything else. Links are not followed. */
export function linkedFileId(path: string): string | null {
  const stats = lstatOrNull(path);
  return stats?.isFile() === true && stats.nlink > 1 ? `${stats.dev}:${stats.ino}` : null;
}
