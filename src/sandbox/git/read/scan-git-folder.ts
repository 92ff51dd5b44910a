import { fstatSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CountersignError } from '../../../common/index.ts';
import { workTreeRefused } from '../../files/checkout-folder.ts';
import { OPEN_READ, openFile } from '../../files/open-folder.ts';
import type { GitPaths } from './git-paths.ts';
import { quotedPath } from '../../files/lexical-path.ts';
import { readUpTo } from '../../files/regular-file.ts';

/**
 * Checks the names and files of a checkout's git folder before git is started on it. Commands may have written it, so
 * links in it are not followed, and nothing that would block (a FIFO) is opened. This file does I/O.
 */
export const MAX_GIT_NAMES = 500_000;
const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Files with names, messages and settings, but no file's content. Paths from the git folder. */
const KNOWN_FILES = new RegExp(
  `^(?:${[
    'HEAD|config|description|index|packed-refs|shallow|FETCH_HEAD|ORIG_HEAD|gc\\.pid|gc\\.log',
    'sharedindex\\.[0-9a-f]+|COMMIT_EDITMSG',
    '(?:MERGE|CHERRY_PICK|REVERT)_HEAD|MERGE_MODE|AUTO_MERGE|REBASE_HEAD',
    'info/(?:exclude|attributes|refs|sparse-checkout)',
    '(?:refs|logs)/.+',
    'worktrees/[^/]+/(?:HEAD|ORIG_HEAD|FETCH_HEAD|index|gitdir|commondir|locked|(?:refs|logs)/.+)',
    'objects/[0-9a-f]{2}/(?:[0-9a-f]{38}|[0-9a-f]{62})',
    'objects/info/(?:packs|commit-graph|commit-graphs/.+)',
    'objects/pack/(?:pack-[0-9a-f]+\\.(?:pack|idx|rev|bitmap|keep|promisor|mtimes)|multi-pack-index.*)',
  ].join('|')})$`,
  'u',
);
/** Folders that are scanned. The content of any other folder counts as unknown. */
const KNOWN_FOLDERS =
  /^(?:info|(?:refs|logs|worktrees)(?:\/.+)?|modules|objects(?:\/(?:[0-9a-f]{2}|info|info\/commit-graphs|pack))?)$/u;
/** Folders of programs, which git is told not to use. */
const NOT_LOOKED_INTO = /^(?:hooks|branches)$/u;
/** A commit message under which `git commit --verbose` left the patch. */
const HOLDS_PATCH = /^(?:diff --git |@@ )/mu;

/**
 * Scans every name of the git folder. Returns a file that may contain data outside of objects (an interrupted write, a patch
 * of a rebase); `null` if there is none. Throws `worktree-refused` for links and special files.
 */
export function findUnknownFile({ own, common }: GitPaths): string | null {
  const inCommon = namesIn(common);
  const isOwnInCommon = `${own}/`.startsWith(`${common}/`);
  const names = isOwnInCommon ? inCommon : inCommon.concat(namesIn(own, inCommon.length));
  const files = new Set(names.flatMap(({ path, isFile }) => (isFile ? [path] : [])));
  // Git does not list the objects of a pack without an index.
  const isUnknown = (path: string): boolean =>
    !KNOWN_FILES.test(path) ||
    (path.endsWith('.pack') && !files.has(path.replace(/pack$/u, 'idx')));
  const found = names.find(({ path, isFile }) => !isFile || isUnknown(path));
  return found?.path ?? editedMessage(own);
}

interface Name {
  /** From the git folder. */
  readonly path: string;
  /** False: a folder that is not scanned. */
  readonly isFile: boolean;
}

/** The files of a git folder, and its folders that are not scanned. `before`: how many were found elsewhere. */
function namesIn(root: string, before = 0): Name[] {
  if (lstatSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw refusedGit(`${quotedPath(root)} is not a folder`);
  const names: Name[] = [];
  const folders = [''];
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (NOT_LOOKED_INTO.test(path)) continue;
      if (entry.isDirectory() && KNOWN_FOLDERS.test(path)) folders.push(path);
      else if (entry.isFile() || entry.isDirectory()) names.push({ path, isFile: entry.isFile() });
      else throw refusedGit(`${quotedPath(path)} in it is a link or a special file`);
      if (before + names.length + folders.length > MAX_GIT_NAMES)
        throw tooLargeGit(`it holds more than ${MAX_GIT_NAMES} names`);
    }
  }
  return names;
}

function editedMessage(own: string): string | null {
  const name = 'COMMIT_EDITMSG';
  const message = readGitFile(join(own, name), MAX_MESSAGE_BYTES);
  return message !== null && HOLDS_PATCH.test(message.toString('latin1')) ? name : null;
}

/**
 * Reads a file of the git folder; `null` if it is missing. Throws `worktree-refused` for links, special files and long
 * files.
 */
export function readGitFile(path: string, maxBytes: number): Buffer | null {
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (about === undefined) return null;
  if (!about.isFile()) throw refusedGit(`${quotedPath(path)} is not a regular file`);
  using file = openFile(path, OPEN_READ);
  const opened = fstatSync(file.fd);
  if (!opened.isFile()) throw refusedGit(`${quotedPath(path)} is not a regular file`);
  if (opened.size > maxBytes)
    throw tooLargeGit(`${quotedPath(path)} is longer than ${maxBytes} bytes`);
  return readUpTo(file.fd, opened.size);
}

/** The error for a git folder that git cannot have written. */
export function refusedGit(reason: string): CountersignError {
  return workTreeRefused(
    `The git folder is refused: ${reason}.`,
    'Check out the repository anew, so that only git has written its folder.',
  );
}

/** The error for a git folder that takes too long to read. */
export function tooLargeGit(reason: string): CountersignError {
  return workTreeRefused(
    `The git folder is too large: ${reason}.`,
    'Check out fewer commits (`fetch-depth` of actions/checkout).',
  );
}
