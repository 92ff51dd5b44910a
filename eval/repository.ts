/** I/O: a git repository with one commit. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Files } from './task.ts';

const GIT = [
  '-c',
  'user.name=octo-dev',
  '-c',
  'user.email=octo-dev@example.com',
  '-c',
  'core.hooksPath=/dev/null',
];

/** Commits files to a new repository in an empty folder. */
export function createRepository(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...args: readonly string[]): void => {
    execFileSync('git', [...GIT, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all', '--force');
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'Begin');
}
