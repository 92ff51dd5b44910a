import { CountersignError, errnoOf, systemReason } from '../../common/index.ts';
import { refusedPath, quotedPath } from './lexical-path.ts';

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
  return refusedFile(path, systemReason(error), error);
}
