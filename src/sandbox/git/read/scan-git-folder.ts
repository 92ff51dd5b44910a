import { closeSync, type Dirent, fstatSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError } from '../../../common/index.ts';
import { OPEN_READ } from '../../files/open-folder.ts';
import type { GitPaths } from './git-paths.ts';
import { quotedPath } from '../../files/lexical-path.ts';
import { readUpTo } from '../../files/regular-file.ts';

/**
 * Checks the names and files of a checkout's git folder before git is started on it. Commands may have written it, so
 * links in it are not followed, and nothing that would block (a FIFO) is opened. This file does I/O.
 */
const MAX_NAMES = 500_000;
const MAX_MESSAGE_BYTES = 1024 * 1024;

interface GitFolderScan {
  /**
   * The first file that may contain data outside of objects (an interrupted write, a patch of a rebase); `null` if there
   * is none.
   */
  readonly unknown: string | null;
}

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

/** Scans every name of the git folder. Throws `worktree-refused` for links and special files. */
export function scanGitFolder({ own, common }: GitPaths): GitFolderScan {
  const scan = new Scan();
  scan.folder(common);
  if (!`${own}/`.startsWith(`${common}/`)) scan.folder(own);
  return { unknown: scan.unknown ?? scan.packWithoutIndex() ?? editedMessage(own) };
}

class Scan {
  unknown: string | null = null;
  private names = 0;
  private readonly packs = new Set<string>();
  private readonly indexes = new Set<string>();

  folder(root: string): void {
    if (lstatSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw refusedGit(`${quotedPath(root)} is not a folder`);
    }
    const folders = [''];
    for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
      for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
        this.names += 1;
        if (this.names > MAX_NAMES) throw tooLargeGit(`it holds more than ${MAX_NAMES} names`);
        const path = below === '' ? entry.name : `${below}/${entry.name}`;
        if (entry.isDirectory() && KNOWN_FOLDERS.test(path)) folders.push(path);
        else this.entry(path, entry);
      }
    }
  }

  /** A pack without an index: git does not list its objects. */
  packWithoutIndex(): string | null {
    return [...this.packs].find((pack) => !this.indexes.has(pack)) ?? null;
  }

  private entry(path: string, entry: Dirent): void {
    if (NOT_LOOKED_INTO.test(path)) return;
    if (!entry.isFile() && !entry.isDirectory()) {
      throw refusedGit(`${quotedPath(path)} in it is a link or a special file`);
    }
    if (!entry.isFile() || !KNOWN_FILES.test(path)) this.unknown ??= path;
    if (path.endsWith('.pack')) this.packs.add(path.slice(0, -'.pack'.length));
    if (path.endsWith('.idx')) this.indexes.add(path.slice(0, -'.idx'.length));
  }
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
  const file = openSync(path, OPEN_READ);
  try {
    const { size } = fstatSync(file);
    if (!fstatSync(file).isFile()) throw refusedGit(`${quotedPath(path)} is not a regular file`);
    if (size > maxBytes) throw tooLargeGit(`${quotedPath(path)} is longer than ${maxBytes} bytes`);
    return readUpTo(file, size);
  } finally {
    closeSync(file);
  }
}

/** The error for a git folder that git cannot have written. */
export function refusedGit(reason: string): CountersignError {
  return new CountersignError('worktree-refused', `The git folder is refused: ${reason}.`, {
    fix: 'Check out the repository anew, so that only git has written its folder.',
  });
}

/** The error for a git folder that takes too long to read. */
export function tooLargeGit(reason: string): CountersignError {
  return new CountersignError('worktree-refused', `The git folder is too large: ${reason}.`, {
    fix: 'Check out fewer commits (`fetch-depth` of actions/checkout).',
  });
}
