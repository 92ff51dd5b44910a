/** I/O: reads the checkout, if a person at a terminal vouches for it. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { CountersignError } from '../../common/index.ts';
import type { GitHub } from '../../github/index.ts';
import { isFilePattern, matchesName } from '../../policy/index.ts';

const MAX_FILE_BYTES = 1024 * 1024;
/** Files that one pattern may match. */
const MAX_MATCHES = 200;

/** The files that configure a run: modules, hooks, skills. In an action run, never the work tree. */
export interface TrustedFiles {
  /** For messages: `main@1a2b3c4`, or the folder. */
  readonly where: string;
  /** A whole text file; `null` if it does not exist. */
  text(path: string): Promise<string | null>;
  /** Names directly in a folder; empty if the folder does not exist. */
  names(folder: string, what: 'files' | 'folders'): Promise<readonly string[]>;
}

/** Git objects of the trusted commit, read through the API. */
export function trustedAt(
  github: Pick<GitHub, 'fileAt' | 'filesAt'>,
  ref: string,
  commit: string,
): TrustedFiles {
  return {
    where: `${ref}@${commit}`,
    text: async (path) => (await github.fileAt(commit, path))?.text ?? null,
    names: (folder, what) => github.filesAt(commit, folder, what),
  };
}

/** The checkout on a person's own machine, which they vouch for. Rejects symlinks that lead out of it. */
export function trustedFolder(root: string): TrustedFiles {
  const inside = async (path: string): Promise<string | null> => {
    const real = await realpath(join(root, path)).catch(() => null);
    if (real === null) return null;
    const base = await realpath(root);
    if (real === base || real.startsWith(base + sep)) return real;
    throw new CountersignError('path-refused', `${path} leads out of ${root}.`, {
      fix: 'Put a file in place of the link, or take it away.',
    });
  };
  return {
    where: root,
    text: async (path) => {
      const file = await inside(path);
      if (file === null) return null;
      const about = await stat(file);
      if (!about.isFile()) return null;
      if (about.size <= MAX_FILE_BYTES) return await readFile(file, 'utf8');
      throw new CountersignError(
        'file-refused',
        `${path} has ${about.size} bytes; at most ${MAX_FILE_BYTES} are read.`,
      );
    },
    names: async (folder, what) => {
      const place = await inside(folder);
      const entries =
        place === null ? [] : await readdir(place, { withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => (what === 'files' ? entry.isFile() : entry.isDirectory()))
        .map((entry) => entry.name)
        .sort();
    },
  };
}

/**
 * The files that a path of the policy matches, sorted by name. `*` matches any characters of one name. Throws
 * `policy-invalid` for a path that leaves the repository, and for one that matches more than 200 files.
 */
export async function namedFiles(
  trusted: TrustedFiles,
  pattern: string,
): Promise<readonly string[]> {
  if (!isFilePattern(pattern)) {
    throw new CountersignError(
      'policy-invalid',
      `${JSON.stringify(pattern)} cannot name files of the repository.`,
      {
        fix: 'Write a path from its root, such as .github/countersign/tools/*.mjs; * stands within one name.',
      },
    );
  }
  const parts = pattern.replace(/^\.\//, '').split('/');
  let found: readonly string[] = [''];
  for (const [index, part] of parts.entries()) {
    const what = index === parts.length - 1 ? 'files' : 'folders';
    const next = await Promise.all(found.map((folder) => below(trusted, folder, { part, what })));
    found = next.flat();
    if (found.length > MAX_MATCHES) {
      throw new CountersignError(
        'policy-invalid',
        `${pattern} names more than ${MAX_MATCHES} files.`,
      );
    }
  }
  return found;
}

async function below(
  trusted: TrustedFiles,
  folder: string,
  options: { readonly part: string; readonly what: 'files' | 'folders' },
): Promise<readonly string[]> {
  const { part, what } = options;
  const path = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  if (!part.includes('*')) return [path(part)];
  const names = await trusted.names(folder, what);
  return names
    .filter((name) => matchesName(name, part))
    .sort()
    .map(path);
}
