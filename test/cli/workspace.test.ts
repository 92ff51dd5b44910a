import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkoutFindings } from '../../src/cli/commands/doctor/repository-findings.ts';
import { repositoryRoot } from '../../src/cli/workspace.ts';
import { cli } from './command.ts';

let folder: string;
let repository: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-workspace-'));
  repository = join(folder, 'repo');
  await mkdir(join(repository, 'packages/one'), { recursive: true });
  execFileSync('git', ['init', '--quiet', repository]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the root of a repository is found from each folder in it, and is null outside', () => {
  expect(repositoryRoot(repository)).toBe(repository);
  expect(repositoryRoot(join(repository, 'packages/one'))).toBe(repository);
  expect(repositoryRoot(folder)).toBe(null);
});

test('a workspace that is missing, or is a file, is refused by each command with its name', async () => {
  await writeFile(join(folder, 'file'), '');
  for (const command of [['policy', 'check'], ['tools', 'list'], ['doctor'], ['run', 'x']])
    for (const workspace of ['missing', 'file']) {
      const { code, err } = await cli([...command, '--workspace', workspace], { cwd: folder });
      expect(code).not.toBe(0);
      expect(err).toContain(`--workspace ${join(folder, workspace)} is not a folder.`);
      expect(err).toContain('Name the root of a checkout.');
    }
});

test('doctor finds nothing wrong with the root, and names it for a folder below it', () => {
  expect(checkoutFindings(repository)).toEqual([]);
  expect(checkoutFindings(join(repository, 'packages'))).toMatchObject([
    { check: 'checkout', level: 'problem' },
  ]);
  expect(JSON.stringify(checkoutFindings(join(repository, 'packages')))).toContain(
    `Pass --workspace ${repository}.`,
  );
  expect(checkoutFindings(folder)).toMatchObject([
    { check: 'checkout', level: 'unknown', change: expect.stringContaining('git init') },
  ]);
});

test('init refuses a folder below the root of a repository, and writes nothing', async () => {
  const below = join(repository, 'packages');
  const { code, err } = await cli(['init', '--recipe', 'triage', '--yes', '--dir', below]);
  expect(code).not.toBe(0);
  expect(err).toContain(`Pass --dir ${repository}.`);
  expect(await readdir(below)).toEqual(['one']);
});

test.each(['.github', '.github/workflows'])(
  'init writes nothing through a link at %s that leads out of the repository',
  async (path) => {
    const outside = join(folder, 'outside');
    await mkdir(outside);
    await mkdir(join(repository, path, '..'), { recursive: true });
    await symlink(outside, join(repository, path));
    const { code, err } = await cli(['init', '--recipe', 'triage', '--yes', '--dir', repository]);
    expect(code).not.toBe(0);
    expect(err).toContain('is a link that leads out of it');
    expect(await readdir(outside)).toEqual([]);
  },
);

test('policy explain takes one call: --command with --tool or --input names two', async () => {
  const named = ['policy', 'explain', '--command', 'ls'];
  for (const more of [
    ['--input', '{"path":"a"}'],
    ['--tool', 'fs_read'],
  ]) {
    const { code, err } = await cli([...named, ...more], { cwd: repository });
    expect(code).not.toBe(0);
    expect(err).toContain('--command names a call, and so do --tool and --input');
  }
});

test('an input of policy explain that is not JSON is quoted', async () => {
  const args = ['policy', 'explain', '--tool', 'fs_read', '--input', '{"path":'];
  const { code, err } = await cli(args, { cwd: repository });
  expect(code).not.toBe(0);
  expect(err).toContain(String.raw`--input is not JSON: "{\"path\":"`);
});

test('a limit of run that counts things takes whole numbers alone', async () => {
  const { code, err } = await cli(['run', '--max-turns', '1.5', 'x'], { cwd: repository });
  expect(code).not.toBe(0);
  expect(err).toContain('Write a whole number above 0: --max-turns 10.');
});
