import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEEP_COMPILED } from '../../compiled.ts';
import { program } from '../../programs.ts';
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
/** Opens each checkout, one after another: the first that waits for a FIFO keeps all after it from being answered. */
const ASK = `
  const { openStore, persistedCredentials, removeStore, workspacePathResolver } = await import(process.argv[1]);
  for (const root of process.argv.slice(2)) {
    const pathResolver = workspacePathResolver(root);
    pathResolver.gitConfigRuns();
    pathResolver.trackedSecrets();
    persistedCredentials(root);
    const store = await openStore(root).catch(() => null);
    if (store !== null) removeStore(store);
    console.log('answered for ' + root);
  }
`;
const BOUND_MS = 60_000;
const folder = tempFolder();
const rootOf = (name: string): string => join(folder, name.replaceAll(' ', '-'), 'checkout');

function askAll(): { readonly stdout: string; readonly stderr: string } {
  for (const [name, plant] of PLANTS) {
    mkdirSync(rootOf(name), { recursive: true });
    execFileSync('bash', ['--norc', '-c', plant], { cwd: rootOf(name) });
  }
  const roots = PLANTS.map(([name]) => rootOf(name));
  return spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', ASK, program('sandbox'), ...roots],
    { env: { ...process.env, ...KEEP_COMPILED }, timeout: BOUND_MS, encoding: 'utf8' },
  );
}

const asked = askAll();

test.each(PLANTS)('nothing waits for a FIFO in the place %s', (name) => {
  expect(asked.stdout.split('\n')).toContain(`answered for ${rootOf(name)}`);
});

test('no FIFO causes a message', () => {
  expect(asked.stderr).toBe('');
});
