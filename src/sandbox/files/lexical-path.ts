import { posix } from 'node:path';
import { CountersignError, errnoOf, systemReason, trimEnd } from '../../common/index.ts';

/**
 * Lexical checks of a path, before the disk is read. Pure. Paths come from a model or from content that it read, so they
 * are not trusted.
 */
export const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;

/** Code points that HFS+ ignores in names, so that `.g<U+200C>it` opens `.git` there. */
const HFS_IGNORED = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/gu;

export interface LexicalRoot {
  /** Absolute and real. */
  readonly root: string;
  /** Other absolute paths of the root, such as the one it was opened by. */
  readonly aliases: readonly string[];
  readonly caseInsensitive: boolean;
  /** Absolute paths that are refused with everything below them, such as the runner's command files. */
  readonly hidden: readonly string[];
}

/** The error for a refused path. Control characters of `path` are escaped. */
export function refusedPath(path: string, reason: string): CountersignError {
  return new CountersignError(
    'path-refused',
    `The path ${quotedPath(path)} is refused: ${reason}.`,
    { fix: 'Name a file of the workspace, relative to its root.' },
  );
}

/** The error for a file that the system refuses, or whose state does not fit. */
export function refusedFile(path: string, reason: string, cause?: unknown): CountersignError {
  const message = `The file ${quotedPath(path)} is refused: ${reason}.`;
  return new CountersignError('file-refused', message, { cause });
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

/** `path` as a JSON string (control characters escaped), cut to a readable length. */
export function quotedPath(path: string): string {
  const limit = 200;
  return JSON.stringify(path.length > limit ? `${path.slice(0, limit)}…` : path);
}

/**
 * Whether a file system that git supports may treat the name as `.git`: any case, trailing dots and spaces and stream
 * names (NTFS), the short name `git~1`, ignored code points (HFS+), and a backslash as separator.
 */
export function isGitName(name: string): boolean {
  return name.split('\\').some((part) => {
    const plain = part.replace(HFS_IGNORED, '').split(':')[0] ?? '';
    const folded = trimEnd(plain, '. ').toLowerCase();
    return folded === '.git' || /^git~\d+$/u.test(folded);
  });
}

/** The parts of a path without empty and `.` parts. `..` is kept. */
export function splitPath(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

/** Whether a path names a folder by its end, whether there is one or not: `new/`, `.`, `a/..`. */
export function namesFolder(path: string): boolean {
  return /(?:^|\/)\.{0,2}$/.test(path);
}

/** Each folder above a path, from the top, and the path itself: `a`, `a/b` and `a/b/c`. */
export function leadingPaths(path: string): string[] {
  const parts = splitPath(path);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Each folder above a path, from the top. */
export function foldersAbove(path: string): string[] {
  return leadingPaths(path).slice(0, -1);
}

/** Whether `path` is the folder or in it, both from one root and normalized. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The parts of `path` below `folder` (both absolute and normalized); `null` if it is not in `folder`. */
export function partsBelow(
  folder: string,
  path: string,
  caseInsensitive: boolean,
): string[] | null {
  const outer = splitPath(folder);
  const inner = splitPath(path);
  const same = (a: string | undefined, b: string): boolean =>
    a === b || (caseInsensitive && a?.toLowerCase() === b.toLowerCase());
  return outer.every((part, index) => same(inner[index], part)) ? inner.slice(outer.length) : null;
}

/**
 * The parts of `path` from the root, with `..` resolved lexically; `[]` is the root itself. Throws `path-refused` for
 * paths that lead out, into `.git` or to a hidden path, and for malformed names.
 */
export function lexicalParts(lexicalRoot: LexicalRoot, path: string): string[] {
  refuseMalformed(path);
  const parts = path.startsWith('/') ? insideParts(lexicalRoot, path) : relativeParts(path);
  for (const part of parts) refuseName(path, part);
  const absolute = [lexicalRoot.root, ...parts].join('/');
  if (Buffer.byteLength(absolute) > MAX_PATH_BYTES) {
    throw refusedPath(path, `it is longer than ${MAX_PATH_BYTES} bytes`);
  }
  refuseHiddenPath(lexicalRoot, path, absolute);
  return parts;
}

/** Throws `path-refused` if `absolute` is a hidden path or below one. */
export function refuseHiddenPath(lexicalRoot: LexicalRoot, path: string, absolute: string): void {
  const hidden = lexicalRoot.hidden.find((hiddenPath) =>
    partsBelow(hiddenPath, absolute, lexicalRoot.caseInsensitive),
  );
  if (hidden !== undefined) {
    throw refusedPath(path, `${hidden} belongs to the runner and is not part of the checkout`);
  }
}

/** Throws `path-refused` if one part of a path is `.git` in any spelling, or too long. */
export function refuseName(path: string, part: string): void {
  if (isGitName(part))
    throw refusedPath(path, `${quotedPath(part)} is where git keeps its own files`);
  if (Buffer.byteLength(part) > MAX_NAME_BYTES) {
    throw refusedPath(path, `a part of it is longer than ${MAX_NAME_BYTES} bytes`);
  }
}

function refuseMalformed(path: string): void {
  if (path === '') throw refusedPath(path, 'it is empty; "." names the workspace root');
  if (path.includes('\0')) throw refusedPath(path, 'it contains a NUL character');
  if (!path.isWellFormed()) throw refusedPath(path, 'it is not well-formed Unicode');
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw refusedPath(path, `it is longer than ${MAX_PATH_BYTES} bytes`);
  }
}

function insideParts(lexicalRoot: LexicalRoot, path: string): string[] {
  const parts = partsInside(lexicalRoot, posix.resolve(path));
  if (parts !== null) return parts;
  throw refusedPath(path, `it is outside of the workspace ${lexicalRoot.root}`);
}

/** The parts of an absolute path from the root, by any of the root's paths; `null` if it is outside. */
export function partsInside(
  { root, aliases, caseInsensitive }: LexicalRoot,
  absolute: string,
): string[] | null {
  for (const rootPath of [root, ...aliases]) {
    const parts = partsBelow(rootPath, absolute, caseInsensitive);
    if (parts !== null) return parts;
  }
  return null;
}

function relativeParts(path: string): string[] {
  const kept: string[] = [];
  for (const part of splitPath(path)) {
    if (part !== '..') kept.push(part);
    else if (kept.pop() === undefined) throw refusedPath(path, '".." leads out of the workspace');
  }
  return kept;
}
