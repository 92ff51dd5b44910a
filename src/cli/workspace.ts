// I/O: looks at the folder of a checkout.
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { invalidInput, visible } from '../common/index.ts';
import type { CommandCall, OptionSpec } from './spec.ts';

export const WORKSPACE: OptionSpec = {
  flags: '--workspace <dir>',
  summary: 'the root of the checkout',
  default: '.',
};

/** The absolute path that `--workspace` names: the current folder without it. Throws `input-invalid` unless it is a folder. */
export function workspaceOf(call: CommandCall): string {
  return folderOption(call, 'workspace');
}

/** The same for an option of another name. */
export function folderOption(call: CommandCall, option: 'workspace' | 'dir'): string {
  const folder = resolve(call.io.cwd, call.text(option) ?? '.');
  if (isGitFolder(folder))
    throw invalidInput(
      `--${option} ${visible(folder)} is a folder of git itself, without the files of a checkout.`,
      'Name the root of a checkout.',
    );
  if (isFolder(folder)) return folder;
  throw invalidInput(
    `--${option} ${visible(folder)} is not a folder.`,
    'Name the root of a checkout.',
  );
}

/** Whether a folder is a `.git` or a bare repository. */
function isGitFolder(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)));
}

/** Whether a path leads to a folder; false for one that cannot be read. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * The root of the repository that the folder lies in: itself if it is the root, `null` without a repository. GitHub and Countersign
 * read `.github` at the root alone.
 */
export function repositoryRoot(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : repositoryRoot(parent);
}
