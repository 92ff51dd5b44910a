import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../support.ts';

/** A FIFO that is opened to be read blocks a process until somebody writes to it, and with it every timeout of the run. */
const PLANTS: readonly (readonly [string, string])[] = [
  ['of the index', 'git init -q; mkfifo .git/index'],
  ['of the configuration', 'git init -q; rm .git/config; mkfifo .git/config'],
  ['of a work tree config', 'git init -q; mkfifo .git/config.worktree'],
  ['that is included', 'git init -q; mkfifo ../f; git config include.path ../../f'],
  ['of what leads back', 'mkdir ../g; echo "gitdir: ../g" > .git; mkfifo ../g/gitdir'],
  [
    'of the common folder',
    'mkdir ../g; echo "gitdir: ../g" > .git; echo "$PWD/.git" > ../g/gitdir; mkfifo ../g/commondir',
  ],
  ['of alternates', 'git init -q; mkfifo .git/objects/info/alternates'],
  ['of what is shallow', 'git init -q; mkfifo .git/shallow'],
  [
    'of what is excluded',
    'git init -q; rm -f .git/info/exclude; mkdir -p .git/info; mkfifo .git/info/exclude',
  ],
];
const ASK = `
  const { openStore, persistedCredentials, removeStore, workspacePathResolver } = await import(process.argv[1]);
  const root = process.argv[2];
  const pathResolver = workspacePathResolver(root);
  pathResolver.gitConfigRuns();
  pathResolver.trackedSecrets();
  persistedCredentials(root);
  const store = await openStore(root).catch(() => null);
  if (store !== null) removeStore(store);
  console.log('answered');
`;
const BOUND_MS = 30_000;
const folder = tempFolder();

test.each(PLANTS)(
  'nothing waits for a FIFO in the place %s',
  (name, plant) => {
    const root = join(folder, name.replaceAll(' ', '-'), 'checkout');
    mkdirSync(root, { recursive: true });
    execFileSync('bash', ['--norc', '-c', plant], { cwd: root });
    const sandbox = join(import.meta.dirname, '../../../src/sandbox/index.ts');
    const asked = spawnSync(
      process.execPath,
      ['--no-warnings', '--input-type=module', '-e', ASK, sandbox, root],
      { timeout: BOUND_MS, encoding: 'utf8' },
    );
    expect(asked.stderr).toBe('');
    expect(asked.stdout).toBe('answered\n');
  },
  60_000,
);
