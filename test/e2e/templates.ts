/** Repositories that tests of the same files copy. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { sha256 } from '../../src/common/index.ts';

/** Folders that a new repository has where git has a template of its own. */
const FOLDERS = ['hooks', 'info'];
/** As a clone of one branch has it; whoever copies the template sets the address. */
const OF_CLONE = `[remote "origin"]
	url = file://
	fetch = +refs/heads/main:refs/remotes/origin/main
[branch "main"]
	remote = origin
	merge = refs/heads/main
`;
const COMMITTED_AT = '2026-01-01T00:00:00Z';
const SETTINGS = [
  'init.defaultBranch=main',
  'init.templateDir=',
  'maintenance.auto=false',
  'user.name=octo-dev',
  'user.email=octo-dev@example.com',
].flatMap((setting) => ['-c', setting]);

/** The folder of the template with these files, which is created if no test has needed it before. */
export async function templateOf(files: Readonly<Record<string, string>>): Promise<string> {
  const templates = inject('templates');
  const template = join(templates, sha256(JSON.stringify(files)));
  if (existsSync(template)) return template;
  const folder = await mkdtemp(join(templates, 'new-'));
  createRepositories(folder, files);
  try {
    await rename(folder, template);
  } catch {
    // Another test created it meanwhile.
    await rm(folder, { recursive: true });
  }
  return template;
}

/**
 * The same repositories as `createRepositories` of `src/testing` makes, with three processes of git in place of fifteen: of one
 * commit, a bare and a shallow clone have no other objects than the repository itself.
 */
function createRepositories(folder: string, files: Readonly<Record<string, string>>): void {
  const seed = join(folder, 'seed');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(seed, path)), { recursive: true });
    writeFileSync(join(seed, path), text);
  }
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_DATE: COMMITTED_AT,
    GIT_COMMITTER_DATE: COMMITTED_AT,
  };
  const git = (...words: readonly string[]): Buffer =>
    execFileSync('git', [...SETTINGS, ...words], { cwd: seed, env });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', `Set ${Object.keys(files).length} files`);
  for (const name of FOLDERS) mkdirSync(join(seed, '.git', name));

  const origin = join(folder, 'origin.git');
  cpSync(join(seed, '.git'), origin, { recursive: true });
  rmSync(join(origin, 'index'));
  appendFileSync(join(origin, 'config'), '[core]\n\tbare = true\n');

  const workspace = join(folder, 'work', 'octo-repo', 'octo-repo');
  cpSync(seed, workspace, { recursive: true });
  appendFileSync(join(workspace, '.git', 'config'), OF_CLONE);
  const remote = join(workspace, '.git', 'refs', 'remotes', 'origin');
  mkdirSync(remote, { recursive: true });
  cpSync(join(workspace, '.git', 'refs', 'heads', 'main'), join(remote, 'main'));
  writeFileSync(join(remote, 'HEAD'), 'ref: refs/remotes/origin/main\n');
}
