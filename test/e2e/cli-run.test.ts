import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/common/index.ts';
import { cli as inProcess } from '../cli/command.ts';
import { pathWithNpm } from '../fixtures/stub-npm.ts';
import { cli, finish, turn } from './harness.ts';

/** A folder with a policy and a script, which is no git checkout. `npm` is what the command `npm` does. */
async function folder(
  turns: readonly object[],
  policy: string,
  {
    start = inProcess,
    npm = 'exit 1',
  }: { readonly start?: typeof cli; readonly npm?: string } = {},
) {
  const root = await mkdtemp(join(tmpdir(), 'countersign-cli-'));
  const script = join(root, '..', `${root.split('/').at(-1)}-script.json`);
  await writeFile(script, JSON.stringify({ turns }));
  await writeFile(join(root, 'policy.yml'), policy);
  await writeFile(join(root, 'a.txt'), 'one\n');
  const trail = `${root}-trail`;
  const programs = `${root}-programs`;
  const environment = { PATH: await pathWithNpm(programs, npm) };
  const run = (...more: readonly string[]) =>
    start(
      [
        'run',
        'Do it',
        '--workspace',
        root,
        '--policy',
        join(root, 'policy.yml'),
        '--model',
        `scripted:${script}`,
        '--trail',
        trail,
        ...more,
      ],
      { env: environment },
    );
  return {
    root,
    trail,
    run,
    [Symbol.asyncDispose]: async () => {
      for (const path of [root, trail, script, programs])
        await rm(path, { recursive: true, force: true });
    },
  };
}

const running = (command: string) => turn('', ['bash_run', { command }]);
const POLICY = 'version: 1\nauto: [kind:readonly, fs_write]\nsandbox: off\n';

test.concurrent('countersign run works on a local folder and leaves a trail that verifies', async () => {
  await using local = await folder(
    [turn('', ['fs_write', { path: 'b.txt', content: 'b' }]), finish('Written.')],
    POLICY,
    { start: cli },
  );
  const { code, out, err } = await local.run('--json');
  expect(code, err).toBe(0);
  const report = JSON.parse(out) as { outcome: string; head: { hash: string } };
  expect(report.outcome).toBe('done');
  expect(await readFile(join(local.root, 'b.txt'), 'utf8')).toBe('b');
  const verdict = await inProcess([
    'audit',
    'verify',
    local.trail,
    '--head',
    report.head.hash,
    '--require-end',
  ]);
  expect(verdict.code, verdict.out).toBe(0);
});

test.concurrent('in a folder without git the tests must be the last command that may write', async () => {
  const requires = 'done: { requires: [bash_run(npm test)] }\n';
  const policy = `${POLICY.replace('fs_write]', 'fs_write, bash_run]')}${requires}`;
  const end = finish('Over.');
  const played = async (turns: readonly object[]) => {
    await using local = await folder(turns, policy, { npm: 'exit 0' });
    return await local.run();
  };
  const proved = await played([running('npm run build'), running('npm test'), end]);
  expect(proved.out).toContain('done: Over.');
  expect(proved.code).toBe(0);
  const unproved = await played([running('npm test'), running('npm run build'), end, end, end]);
  expect(unproved.code).toBe(1);
  expect(unproved.out).toContain('incomplete: Not proved as done: files changed after');
});

test.concurrent('the terminal says that the last tests failed before it says how the run ended', async () => {
  const policy = POLICY.replace('fs_write]', 'fs_write, bash_run]');
  const turns = [turn('', ['bash_run', { command: 'npm test' }]), finish('Over.')];
  await using local = await folder(turns, policy);
  const { out, code } = await local.run();
  expect(code).toBe(0);
  expect(out).toMatch(
    /^warning: The last test command failed: "npm test" ended with exit code \d+\.\ndone: Over\./m,
  );
});

test.concurrent('the terminal says where a pipe hides how the last tests ended', async () => {
  const policy = POLICY.replace('fs_write]', 'fs_write, bash_run]');
  await using local = await folder([running('npm test | tail -1'), finish('Over.')], policy);
  const { out } = await local.run();
  expect(out).toContain('Whether the last tests passed is unknown: "npm test | tail -1" can hide');
});

test.concurrent('without a person at the terminal a call that needs approval fails, with the rule to add', async () => {
  await using local = await folder(
    [turn('', ['bash_run', { command: 'touch b.txt' }]), finish('Could not.')],
    POLICY,
  );
  const { code, out, err } = await local.run();
  expect(code).toBe(1);
  expect(out).toContain('denied');
  expect(err).toContain('bash_run(touch b.txt)');
  await expect(readFile(join(local.root, 'b.txt'))).rejects.toThrow('ENOENT');
});

test.concurrent('a changed byte is reported with its entry, and an invalid trail is unreadable', async () => {
  await using local = await folder([finish('Done.')], POLICY);
  await local.run();
  const file = join(local.trail, 'audit.jsonl');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"request":"Do it"', '"request":"Do at"'));
  const broken = await inProcess(['audit', 'verify', local.trail]);
  expect(broken).toMatchObject({ code: 1, out: expect.stringContaining('entry 0') as string });
  expect((await inProcess(['audit', 'verify', local.root])).code).toBe(2);
});

test.concurrent('bad arguments give one line and exit code 2, and every command has help', async () => {
  await using local = await folder([finish('Done.')], POLICY);
  expect(await local.run('--max-turns', 'many')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--max-turns') as string,
  });
  expect((await cli(['nonsense'])).code).toBe(2);
  for (const command of [
    ['run'],
    ['demo'],
    ['policy', 'check'],
    ['policy', 'explain'],
    ['tools', 'list'],
    ['tools', 'call'],
    ['audit', 'verify'],
  ]) {
    const { code, out } = await inProcess([...command, '--help']);
    expect({ command, code, help: out.includes('Usage') && out.includes('--json') }).toEqual({
      command,
      code: 0,
      help: true,
    });
  }
});

test.concurrent('tools call and policy explain answer with JSON', async () => {
  await using local = await folder([finish('Done.')], POLICY);
  const read = await inProcess([
    'tools',
    'call',
    'fs_read',
    '--input',
    '{"path":"a.txt"}',
    '--workspace',
    local.root,
  ]);
  expect({ code: read.code, result: JSON.parse(read.out) as unknown }).toMatchObject({
    code: 0,
    result: { ok: true },
  });
  const out = await inProcess([
    'tools',
    'call',
    'fs_read',
    '--input',
    '{"path":"../../etc/passwd"}',
    '--workspace',
    local.root,
  ]);
  expect({ code: out.code, result: JSON.parse(out.out) as unknown }).toMatchObject({
    code: 1,
    result: { ok: false, error: { type: 'permission' } },
  });
});

test.concurrent('the version is printed alone, and the help lists every command', async () => {
  const version = await cli(['--version']);
  expect([version.code, version.out]).toEqual([0, `${VERSION}\n`]);
  const help = await inProcess(['--help']);
  for (const name of ['run', 'init', 'demo', 'policy', 'tools', 'audit', 'doctor'])
    expect(help.out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
});
