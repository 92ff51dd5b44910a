import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { memoryGit } from '../../../testing/github-server/memory-git.ts';
import { startGitHub } from '../../../openapi/github.ts';
import { cli, type Ended } from '../../command.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-baselines-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
});

async function file(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

async function countersign(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return await cli(args, { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...environment } });
}

const OWN = '.github/countersign.yml';
const ADDRESS = 'acme/policies/base.yml@v1';
const BASE = 'version: 1\nmode: defer\ndeny: ["bash_run(git push *)"]\napprovals: { count: 2 }\n';

describe('--baseline', () => {
  test('policy explain names the layer that decides, its line, and what each layer says', async () => {
    await file(OWN, 'version: 1\nmode: auto\n');
    await file('base.yml', BASE);
    const words = ['policy', 'explain', '--command', 'git push origin', '--baseline', 'base.yml'];
    const { code, out } = await countersign([...words, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      verdict: 'deny',
      layer: 'base.yml',
      line: 3,
      layers: [
        { layer: OWN, verdict: 'auto' },
        { layer: 'base.yml', verdict: 'deny' },
      ],
      cannotPass: expect.stringContaining('The baseline base.yml, line 3, stops it'),
    });
    expect((await countersign(words)).out).toContain('base.yml:3');
  });

  test('policy check finds what a baseline makes vain, and problems of the baseline itself', async () => {
    await file(
      OWN,
      'version: 1\nauto:\n  - bash_run(git push *)\napprovals: { count: 1 }\nsandbox: required\n',
    );
    await file('base.yml', BASE);
    const { code, out } = await countersign(['policy', 'check', '--baseline', 'base.yml']);
    expect(code).toBe(0);
    expect(out).toContain(`warning ${OWN}:4:14: "approvals.count" is 1, but the baseline base.yml`);
    expect(out).toContain(
      `warning ${OWN}:3:5: The rule "bash_run(git push *)" can never decide: "bash_run(git push *)" (deny, line 3) of the baseline base.yml always wins.`,
    );
    await file('bad.yml', 'version: 1\ntools: { modules: [a.mjs] }\n');
    const bad = await countersign(['policy', 'check', '--baseline', 'bad.yml']);
    expect(bad.code).toBe(1);
    expect(bad.out).toContain('error bad.yml:2:10: "tools.modules" cannot be in a baseline');
  });

  test('policy check checks a baseline alone, where the folder has no policy', async () => {
    await file('base.yml', BASE);
    expect(await countersign(['policy', 'check', '--baseline', 'base.yml'])).toMatchObject({
      code: 0,
      out: 'base.yml: no problems\n',
    });
    expect((await countersign(['policy', 'check', 'base.yml'])).out).toContain(
      'this policy is not a baseline',
    );
  });

  test('policy check of a policy with extends says what it did not read; --baseline ADDRESS=FILE reads it', async () => {
    await file(OWN, `version: 1\nextends: [${ADDRESS}]\napprovals: { count: 1 }\n`);
    await file('base.yml', BASE);
    const { code, out } = await countersign(['policy', 'check']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /warning .*countersign\.yml:2:\d+: The baseline acme\/policies\/base\.yml@v1/,
    );
    const read = await countersign(['policy', 'check', '--baseline', `${ADDRESS}=base.yml`]);
    expect(read.out).toContain('"approvals.count" is 1');
    const { err, code: without } = await countersign(['policy', 'explain', '--command', 'ls']);
    expect(without).toBe(2);
    expect(err).toContain(`--baseline ${ADDRESS}=FILE`);
  });

  test('policy test evaluates the tests under all layers', async () => {
    await file(
      OWN,
      'version: 1\nauto: ["bash_run(git *)"]\ntests:\n  - { call: "bash_run(git push x)", expect: auto }\n',
    );
    await file('base.yml', BASE);
    expect((await countersign(['policy', 'test'])).code).toBe(0);
    const { code, out } = await countersign(['policy', 'test', '--baseline', 'base.yml']);
    expect(code).toBe(1);
    expect(out).toContain('is deny, not auto');
  });

  test('policy diff compares two policies on the same baseline', async () => {
    await file('old.yml', 'version: 1\nmode: ask\n');
    await file('new.yml', 'version: 1\nmode: ask\nauto: ["bash_run(git push *)"]\n');
    await file('base.yml', BASE);
    const words = ['policy', 'diff', 'old.yml', 'new.yml', '--strict'];
    expect((await countersign(words)).code).toBe(1);
    const { code, out } = await countersign([...words, '--baseline', 'base.yml']);
    expect(out).not.toContain('Newly auto');
    expect(code).toBe(0);
  });

  test('doctor lists the baselines, and what a baseline makes vain', async () => {
    await file(OWN, 'version: 1\napprovals: { count: 1 }\n');
    await file('base.yml', BASE);
    const { out } = await countersign(['doctor', '--baseline', 'base.yml', '--json']);
    const { findings } = JSON.parse(out) as { findings: { check: string; found: string }[] };
    const found = findings.filter(({ check }) => check === 'baseline').map((one) => one.found);
    expect(found[0]).toBe('base.yml is valid.');
    expect(found[1]).toContain('"approvals.count" is 1');
  });

  test("GitHub's managed permissions for Copilot become a baseline, and a baseline becomes them", async () => {
    await file(
      'managed.json',
      '{ "permissions": { "deny": ["Shell(git push *)", "PowerShell(rm *)"], "allow": ["Shell(npm test)"] } }',
    );
    const words = ['policy', 'import', '--from', 'copilot', '--as-baseline', 'managed.json'];
    const { out, err } = await countersign(words);
    expect(err).toBe(
      '2 rules were imported. Not imported, or only more strictly: 1\nnot imported: PowerShell(rm *): Countersign runs commands in bash\n',
    );
    await file('base.yml', out.replace('mode: defer', 'mode: "defer"'));
    await file(OWN, 'version: 1\nmode: auto\n');
    const explained = await countersign([
      'policy',
      'explain',
      '--command',
      'git push x',
      '--baseline',
      'base.yml',
      '--json',
    ]);
    expect(JSON.parse(explained.out)).toMatchObject({ verdict: 'deny', layer: 'base.yml' });
    const back = await countersign(['policy', 'export', '--to', 'copilot', 'base.yml']);
    expect(JSON.parse(back.out)).toMatchObject({
      // That `web_fetch` asks cannot be written there, and commands reach hosts too.
      permissions: {
        allow: [],
        ask: expect.arrayContaining(['Shell(npm test)']) as string[],
        deny: ['Shell(git push *)'],
      },
    });
    expect(back.err).toContain(
      'not exported: requireApproval: bash_run: a rule of GitHub Copilot names',
    );
    expect((await countersign(['policy', 'export', '--to', 'copilot', 'managed.json'])).code).toBe(
      2,
    );
  });

  test('an address is read from GitHub with the token of the environment', async () => {
    const git = memoryGit();
    git.commit('v1', { 'base.yml': BASE });
    const server = await startGitHub({ others: { 'acme/policies': { git } } });
    onTestFinished(() => server.close());
    await file(OWN, `version: 1\nmode: auto\nextends: [${ADDRESS}]\n`);
    const { out } = await countersign(['policy', 'explain', '--command', 'git push x', '--json'], {
      GITHUB_TOKEN: server.token,
      GITHUB_API_URL: server.url,
    });
    expect(JSON.parse(out)).toMatchObject({ verdict: 'deny', layer: ADDRESS });
  });

  test('a run here does not start without a baseline that cannot be read', async () => {
    await file(OWN, `version: 1\nextends: [${ADDRESS}]\n`);
    const { code, err } = await countersign(['run', '--model', 'scripted:none.json', 'Do it']);
    expect(code).not.toBe(0);
    expect(err).toContain(ADDRESS);
  });
});
