/** I/O: reads the checkout, where a person at a terminal vouches for it. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { CountersignError } from '../../common/index.ts';
import type { GitHub } from '../../github/index.ts';
import { matchesName } from '../../policy/index.ts';

const MAX_FILE_BYTES = 1024 * 1024;
/** Files that one pattern may name. */
const MAX_MATCHES = 200;

/** Files that a run takes its own parts from: modules, hooks, skills. Never the work tree of an action run. */
export interface TrustedFiles {
  /** For messages: `main@1a2b3c4`, or the folder. */
  readonly where: string;
  /** A whole text file; `null` where there is none. */
  text(path: string): Promise<string | null>;
  /** Names directly under a folder; empty where there is no such folder. */
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

/** The checkout of a person's own machine: their files, their word. Links that lead out of it are refused. */
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
 * The files that a path of the policy names; `*` stands for any characters of one name. In their order, by name. Throws
 * `policy-invalid` for a path that leaves the repository, and for one that names more than 200 files.
 */
export async function namedFiles(
  trusted: TrustedFiles,
  pattern: string,
): Promise<readonly string[]> {
  const parts = pattern.replace(/^\.\//, '').split('/');
  if (
    pattern.startsWith('/') ||
    parts.some((part) => part === '..' || part === '' || part === '**')
  ) {
    throw new CountersignError(
      'policy-invalid',
      `${JSON.stringify(pattern)} cannot name files of the repository.`,
      {
        fix: 'Write a path from its root, such as .github/countersign/tools/*.mjs; * stands within one name.',
      },
    );
  }
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
  of: { readonly part: string; readonly what: 'files' | 'folders' },
): Promise<readonly string[]> {
  const { part, what } = of;
  const path = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  if (!part.includes('*')) return [path(part)];
  const names = await trusted.names(folder, what);
  return names
    .filter((name) => matchesName(name, part))
    .sort()
    .map(path);
}
