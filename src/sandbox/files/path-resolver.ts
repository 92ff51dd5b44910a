import { lstatSync, opendirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { gitConfigReason, type PathResolver } from '../../policy/index.ts';
import { errnoOf } from './errno.ts';
import {
  type ConfigKey,
  firstRunningKey,
  includedFiles,
  parseGitConfig,
} from '../git/read/config.ts';
import { findGit, kindOf } from '../git/read/git-paths.ts';
import { partsBelow, quotedPath } from './lexical-path.ts';
import { nonUtf8NamesBelow } from './non-utf8-names.ts';
import { readRegularFile } from './regular-file.ts';
import { secretsBelow } from './secrets-below.ts';
import { trackedSecrets } from '../git/read/tracked-secrets.ts';
import { isCaseInsensitive } from './workspace.ts';

const MAX_INCLUDE_DEPTH = 5;
const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_STEPS_UP = 4096;
/** A glob over more names than this is not judged by what it finds. */
const MAX_LISTED_NAMES = 10_000;
const REPLACEMENT = '\uFFFD';

/**
 * The file system as the policy asks about it. `root` is made real once. The git configuration is read anew each time,
 * since an approved command may have changed it. This file does I/O.
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
    trackedSecrets: () => trackedSecrets(real),
    gitConfigRuns: () => gitConfigRuns(real),
  };
}

/** `absolute` with links followed as far as it exists; `null` for a dangling link, a loop, or what cannot be looked at. */
function realpathOfExisting(absolute: string): string | null {
  if (!isAbsolute(absolute) || absolute.includes('\0')) return null;
  const rest: string[] = [];
  let here = absolute;
  try {
    // Most words of a command name nothing: that is asked in the way that makes no error of it.
    while (lstatSync(here, { throwIfNoEntry: false }) === undefined) {
      if (here === '/' || rest.length >= MAX_STEPS_UP) return null;
      rest.unshift(basename(here));
      here = dirname(here);
    }
    const real = realpathSync.native(here);
    // Nothing can come to be below a file.
    if (rest.length > 0 && !statSync(real).isDirectory()) return null;
    return join(real, ...rest);
  } catch {
    return null;
  }
}

/**
 * The names in a folder, looked up anew each time; empty where there is no folder. `null` where they cannot be told: too many, not
 * to be looked at, or one that is no UTF-8 and so would be judged by another name than the shell's.
 */
function namesIn(absolute: string): readonly string[] | null {
  if (!isAbsolute(absolute) || absolute.includes('\0')) return null;
  try {
    const folder = opendirSync(absolute);
    try {
      const names: string[] = [];
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
  const files = [
    ...new Set([
      join(git.common, 'config'),
      join(git.common, 'config.worktree'),
      join(git.own, 'config.worktree'),
    ]),
  ];
  for (const file of files) {
    const reason = configFileRuns({ root, file, depth: 0 });
    if (reason !== null) return reason;
  }
  return hookRuns(git.common);
}

/** A hook that git runs whenever it refreshes the index, which `git status` does. */
function hookRuns(common: string): string | null {
  const hook = join(common, 'hooks', 'post-index-change');
  try {
    return (statSync(hook).mode & 0o111) === 0
      ? null
      : 'the hook post-index-change runs when git refreshes the index';
  } catch {
    return null;
  }
}

function configFileRuns(at: { root: string; file: string; depth: number }): string | null {
  const { root, file, depth } = at;
  const text = readConfig(file);
  if (text === null) return null;
  const name = partsBelow(root, file, false)?.join('/') ?? file;
  const keys = text === undefined ? null : parseGitConfig(text);
  if (keys === null) return `the git configuration ${name} cannot be read as one`;
  const key = firstRunningKey(keys);
  if (key !== null)
    return `the git configuration ${name} sets ${quotedPath(key)}, which runs a program`;
  const strange = gitConfigReason(
    keys.filter(({ section }) => !INCLUDES.test(section)).map(fullName),
  );
  if (strange !== null) return strange;
  for (const included of includedFiles(keys)) {
    const reason = includedFileRuns({ root, file, included, depth });
    if (reason !== null) return reason;
  }
  return null;
}

/** Included files are looked into, each by itself. */
const INCLUDES = /^include(?:if)?$/u;

function fullName({ section, sub, key }: ConfigKey): string {
  return sub === null ? `${section}.${key}` : `${section}.${sub}.${key}`;
}

function includedFileRuns(at: {
  root: string;
  file: string;
  included: string;
  depth: number;
}): string | null {
  const { root, file, included, depth } = at;
  if (included.startsWith('~') || included.startsWith('%')) {
    return `the git configuration includes ${quotedPath(included)}`;
  }
  const target = resolve(dirname(file), included);
  // What the checkout holds can be rewritten by an ordinary write between this question and git's own reading.
  const inGit = partsBelow(join(root, '.git'), target, false) !== null;
  if (partsBelow(root, target, false) !== null && !inGit) {
    return `the git configuration includes ${quotedPath(included)}, a file of the checkout`;
  }
  if (depth >= MAX_INCLUDE_DEPTH) return 'the git configuration includes files too deep';
  return configFileRuns({ root, file: target, depth: depth + 1 });
}

/** `null`: nothing is there. `undefined`: something is, and it cannot be read. */
function readConfig(file: string): string | null | undefined {
  try {
    return readRegularFile(file, MAX_CONFIG_BYTES).toString('utf8');
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? null : undefined;
  }
}
