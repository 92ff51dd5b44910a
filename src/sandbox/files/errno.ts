import { CountersignError } from '../../common/index.ts';
import { refusedPath, quotedPath } from './lexical-path.ts';

/** The system's error code (`ENOENT`), or an empty string. */
export function errnoOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return error.code;
  return '';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'the system denies access to it',
  EPERM: 'the system does not permit that',
  EROFS: 'it lies on a read-only file system',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of it is not a folder',
  ENOTEMPTY: 'the folder is not empty',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it exists already',
  EFBIG: 'it would grow beyond the largest file allowed',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  EBUSY: 'it is in use',
};

/** The error for a file that the system refuses, or whose state does not fit. */
export function refusedFile(path: string, reason: string, cause?: unknown): CountersignError {
  const options = cause === undefined ? {} : { cause };
  return new CountersignError(
    'file-refused',
    `The file ${quotedPath(path)} is refused: ${reason}.`,
    options,
  );
}

/**
 * The system's error for `path` as the project's error. A link that appeared while the path was opened (`ELOOP` with
 * O_NOFOLLOW), and a FIFO or socket (`ENXIO`), are refused as `path-refused`.
 */
export function fileError(path: string, error: unknown): CountersignError {
  if (error instanceof CountersignError) return error;
  const code = errnoOf(error);
  if (code === 'ELOOP')
    return refusedPath(path, 'a symbolic link appeared in it while it was opened');
  if (code === 'ENXIO') return refusedPath(path, 'it is a socket, a FIFO or a device');
  return refusedFile(path, REASONS[code] ?? `the system answered ${code || String(error)}`, error);
}
