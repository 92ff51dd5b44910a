import { errnoOf, orNull } from '../../common/index.ts';
import { lstatSync, opendirSync, realpathSync, statSync, type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { gitConfigReason, type PathResolver, isSecretsLike } from '../../policy/index.ts';
import {
  firstRunningKey,
  includedFiles,
  INCLUDES,
  MAX_CONFIG_BYTES,
  runningKeyDoes,
} from '../git/read/config.ts';
import { configValues } from '../git/read/config-values.ts';
import { findGit, kindOf } from '../git/read/git-paths.ts';
import { trackedSecrets } from '../git/read/tracked-files.ts';
import { partsBelow, quotedPath } from './lexical-path.ts';
import { readRegularFile } from './regular-file.ts';
import { isCaseInsensitive } from './workspace.ts';

const MAX_INCLUDE_DEPTH = 5;
const MAX_STEPS_UP = 4096;
/** Globs in folders with more names are not evaluated by their matches. */
const MAX_LISTED_NAMES = 10_000;
const REPLACEMENT = '\uFFFD';

/**
 * The file system as the policy queries it. `root` is resolved once. The git configuration is read for each query,
 * because an approved command may have changed it. This file does I/O.
 */
export function workspacePathResolver(root: string): PathResolver {
  const real = realpathSync(root);
  return {
    root: real,
    caseInsensitive: isCaseInsensitive(real),
    realpath: (absolute) => realpathOfExisting(absolute),
    list: (absolute) => namesIn(absolute),
    namesBelow: (absolute) => nonUtf8NamesBelow(absolute),
    secretsBelow: (absolute) => secretsBelow(absolute),
    linksBelow: (absolute) => linksBelow(absolute),
    trackedSecrets: () => trackedSecrets(real),
    gitConfigRuns: () => gitConfigRuns(real),
  };
}

/**
 * The real path of the existing part of `absolute`, with the rest appended; `null` for a dangling link, a loop, or an
 * unreadable path.
 */
function realpathOfExisting(absolute: string): string | null {
  if (!isAbsolute(absolute) || absolute.includes('\0')) return null;
  const rest: string[] = [];
  let here = absolute;
  try {
    // Most words of a command are not paths, so a missing path must not throw.
    while (lstatSync(here, { throwIfNoEntry: false }) === undefined) {
      if (here === '/' || rest.length >= MAX_STEPS_UP) return null;
      rest.unshift(basename(here));
      here = dirname(here);
    }
    const real = realpathSync.native(here);
    // A file has no entries.
    if (rest.length > 0 && !statSync(real).isDirectory()) return null;
    return join(real, ...rest);
  } catch {
    return null;
  }
}

/**
 * The names in a folder; empty if the folder is missing. `null` if there are too many, they cannot be read, or one is not
 * valid UTF-8 and would be evaluated under another name than the shell's.
 */
function namesIn(absolute: string): readonly string[] | null {
  if (!isAbsolute(absolute) || absolute.includes('\0')) return null;
  try {
    const folder = opendirSync(absolute);
    try {
      const names: string[] = [];
      // No more is read of a folder that anyone could have filled: a command may ask for it many times.
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        if (names.length >= MAX_LISTED_NAMES || entry.name.includes(REPLACEMENT)) return null;
        names.push(entry.name);
      }
      return names;
    } finally {
      folder.closeSync();
    }
  } catch (error) {
    const errno = errnoOf(error);
    return errno === 'ENOENT' || errno === 'ENOTDIR' ? [] : null;
  }
}

function gitConfigRuns(root: string): string | null {
  if (kindOf(join(root, '.git')) === 'absent') return null;
  const git = findGit(root);
  if (git === null)
    return '.git is a link, or a file that leads to a folder which does not lead back';
  const files = new Set([
    join(git.common, 'config'),
    join(git.common, 'config.worktree'),
    join(git.own, 'config.worktree'),
  ]);
  for (const file of files) {
    const reason = configFileRuns(root, file);
    if (reason !== null) return reason;
  }
  return hookRuns(git.common);
}

/** The hook that git runs when it refreshes the index, as `git status` does. */
function hookRuns(common: string): string | null {
  const hook = orNull(() => statSync(join(common, 'hooks', 'post-index-change')));
  return hook === null || (hook.mode & 0o111) === 0
    ? null
    : 'the hook post-index-change runs when git refreshes the index';
}

function configFileRuns(root: string, file: string, depth = 0): string | null {
  const text = readConfig(file);
  if (text === null) return null;
  const name = partsBelow(root, file, false)?.join('/') ?? file;
  const values = text === undefined ? null : configValues(text);
  if (values === null) return `the git configuration ${name} cannot be parsed`;
  const running = firstRunningKey(values);
  if (running !== null)
    return `the git configuration ${name} sets ${quotedPath(running)}, ${runningKeyDoes(running)}`;
  const unknownKey = gitConfigReason(
    values.filter(({ section }) => !INCLUDES.test(section)).map((value) => value.name),
  );
  if (unknownKey !== null) return unknownKey;
  for (const included of includedFiles(values)) {
    // Older versions of git read a blank in place of a tab, and every one the bytes that are not UTF-8.
    if (/^[~%]|\t|\uFFFD/u.test(included))
      return `the git configuration includes ${quotedPath(included)}`;
    const target = resolve(dirname(file), included);
    // A command could rewrite a file of the checkout between this check and git's own reading.
    const inGit = partsBelow(join(root, '.git'), target, false) !== null;
    if (partsBelow(root, target, false) !== null && !inGit)
      return `the git configuration includes ${quotedPath(included)}, a file of the checkout`;
    if (depth >= MAX_INCLUDE_DEPTH) return 'the git configuration includes files too deep';
    const reason = configFileRuns(root, target, depth + 1);
    if (reason !== null) return reason;
  }
  return null;
}

/** `null`: the file is missing. `undefined`: it cannot be read. */
function readConfig(file: string): string | null | undefined {
  try {
    return readRegularFile(file, MAX_CONFIG_BYTES).toString('utf8');
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? null : undefined;
  }
}

/** An evaluation waits for the scan of a tree: 100,000 names take a tenth of a second and more. */
const MAX_NAMES = 100_000;
/** Of a search for files that usually hold secrets and for links, which most commands that search make. */
const MAX_SEARCHED = 5_000;

/**
 * The files below a folder that usually contain secrets (`PathResolver.secretsBelow`), as absolute paths, nearest first.
 */
function secretsBelow(folder: string): readonly string[] {
  return searched(folder, MAX_SEARCHED).flatMap(({ path, entry }) =>
    !entry.isDirectory() && isSecretsLike(path) ? [join(folder, path)] : [],
  );
}

/** The places that links below a folder lead to (`PathResolver.linksBelow`). */
function linksBelow(folder: string): readonly string[] {
  const isInside = (path: string): boolean => partsBelow(folder, path, false) !== null;
  const places = new Set([folder]);
  let left = MAX_SEARCHED;
  for (const place of places) {
    const entries = searched(place, left);
    left -= entries.length;
    for (const { path, entry } of entries) {
      const target = entry.isSymbolicLink() ? realpathOfExisting(join(place, path)) : null;
      if (target !== null && !isInside(target)) places.add(target);
    }
  }
  places.delete(folder);
  return [...places];
}

/**
 * What is below a folder, nearest first, with its path from there, up to a number of names. `.git` is checked elsewhere; `node_modules`
 * is skipped unless it is `folder` itself.
 */
function searched(
  folder: string,
  limit: number,
): readonly { readonly path: string; readonly entry: Dirent }[] {
  const found: { readonly path: string; readonly entry: Dirent }[] = [];
  const folders = [''];
  for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
    if (found.length >= limit) break;
    for (const entry of entriesOf(join(folder, next))) {
      if (found.length >= limit) break;
      const path = join(next, entry.name);
      found.push({ path, entry });
      if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules')
        folders.push(path);
    }
  }
  return found;
}

type NamesBelow = ReturnType<NonNullable<PathResolver['namesBelow']>>;

/** Names that the shell splits or expands: blanks, quotes, wildcards, and invalid UTF-8. */
const NOT_ONE_WORD = /[\s"'\\*?[\]\uFFFD]/;
/** Names that do not survive as one line of text. */
const NOT_ONE_LINE = /[\n\r\\]|^[ \t]|[ \t]$/;

/**
 * Whether names below a folder change when the shell reads them as words or lines (`PathResolver.namesBelow`). `.git` is
 * skipped, and `node_modules` is scanned last.
 */
function nonUtf8NamesBelow(folder: string): NamesBelow {
  const found = { words: false, lines: false };
  const folders = [folder];
  const installed: string[] = [];
  let names = 0;
  for (
    let next = folders.shift();
    next !== undefined;
    next = folders.shift() ?? installed.shift()
  ) {
    for (const entry of entriesOf(next)) {
      names += 1;
      if (names > MAX_NAMES) return null;
      found.words ||= NOT_ONE_WORD.test(entry.name);
      found.lines ||= NOT_ONE_LINE.test(entry.name);
      if (!entry.isDirectory() || entry.name === '.git') continue;
      (entry.name === 'node_modules' ? installed : folders).push(join(next, entry.name));
    }
    if (found.lines) break;
  }
  return found;
}

/** Empty if it is not a folder or cannot be read: no names come from it either. */
function entriesOf(folder: string): readonly Dirent[] {
  return orNull(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}
