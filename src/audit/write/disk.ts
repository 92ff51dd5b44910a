// I/O: the trail's folder and files.
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder, errnoOf, CountersignError } from '../../common/index.ts';
import { BLOB_FOLDER, STATEMENT_FILE, TRAIL_FILE } from '../format/format.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

const FIXES: Readonly<Record<string, string>> = {
  ENOSPC: 'Free space on that disk, or keep the audit trail on another one.',
  EDQUOT: 'Raise the quota, or keep the audit trail on another disk.',
  EFBIG: 'Raise the limit on file sizes (`ulimit -f`).',
  EROFS: 'Name a folder on a writable disk.',
  EACCES: 'Name a folder that this user may write.',
  EPERM: 'Name a folder that this user may write.',
  ELOOP: 'Name a folder whose audit.jsonl is a file, not a link.',
  ENOTDIR: 'Name a folder; a part of this path is a file.',
};

/** The error for a failing disk. The run must stop before its next effect. */
export function unwritable(path: string, cause: unknown): CountersignError {
  const code = errnoOf(cause);
  const why = code ?? (cause instanceof Error ? cause.message : String(cause));
  const fix = (code === null ? undefined : FIXES[code]) ?? 'Name a writable folder.';
  return new CountersignError(
    'trail-unwritable',
    `The audit trail in ${path} cannot be written (${why}).`,
    { fix, cause },
  );
}

/**
 * Creates the trail's folder and its blob folder, for this user alone, and removes the statement of an earlier job, which
 * contradicts the trail as soon as an entry is added. Throws `trail-unwritable`.
 */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    for (const path of [folder, join(folder, BLOB_FOLDER)]) {
      await createFolder(path, { mode: FOLDER_MODE });
      const found = await lstat(path);
      if (!found.isDirectory()) throw new Error(`${path} is a link or a file, not a folder`);
      await chmod(path, FOLDER_MODE);
    }
    await rm(join(folder, STATEMENT_FILE), { force: true });
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Opens the trail's file for appending, never through a link. Throws `trail-unwritable`. */
export async function openForAppend(folder: string): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  try {
    const handle = await open(join(folder, TRAIL_FILE), flags, FILE_MODE);
    try {
      await handle.chmod(FILE_MODE);
      await syncFolder(folder);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Writes a new file and flushes it. */
export async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(path, bytes, { flag: 'wx', mode: FILE_MODE, flush: true });
}

/** Flushes a folder, so that its file names survive a crash. Ignores file systems that do not support it. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  try {
    await handle.sync();
  } catch (error) {
    const code = errnoOf(error);
    if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'EPERM') throw error;
  }
}
