import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startAnthropicServer } from '../../testing/anthropic-server/server.ts';
import { COMMAND_LINE, KEEP_COMPILED } from '../../compiled.ts';
import { cli, type Ended } from '../command.ts';

/** The folder of this user in the temporary folder. */
const OWN = `countersign-${process.getuid?.()}`;
const FINISH = {
  type: 'tool_use' as const,
  name: 'finish',
  input: { outcome: 'done', summary: 'Over.' },
};

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let checkout: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-run-'));
  checkout = join(folder, 'checkout');
  await mkdir(join(checkout, '.github'), { recursive: true });
  await writeFile(join(folder, 'script.json'), JSON.stringify({ turns: [{ blocks: [FINISH] }] }));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The command line in the checkout, without a terminal. */
async function countersign(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return await cli(args, { cwd: checkout, env });
}

const runWith = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  countersign(['run', 'Go', '--model', 'scripted:../script.json', ...args], environment);

/** Runs git in the folder that comes first. */
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-C', ...args]);

describe('the trail of a run on a local checkout', () => {
  test('is never the checkout itself', async () => {
    await symlink(folder, join(folder, 'link'));
    for (const place of ['.', '../link/checkout']) {
      const { code, err } = await runWith(['--trail', place]);
      expect({ place, code }).toEqual({ place, code: 2 });
      expect(err).toMatch(
        /The folder of the audit trail cannot be the checkout itself, \S+\. Name a folder outside/,
      );
    }
    expect(await readdir(checkout)).toEqual(['.github']);
  });

  test.each(['.git/x', '.GIT', '../link/x'])(
    'is never where git keeps its own files: %s',
    async (place) => {
      await mkdir(join(checkout, '.git'));
      await symlink(join(checkout, '.git'), join(folder, 'link'));
      const { code, err } = await runWith(['--trail', place]);
      expect({ code, err }).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          /^The audit trail cannot be in \S+, where git keeps its own files\. Name/,
        ),
      });
      expect(await readdir(join(checkout, '.git'))).toEqual([]);
    },
  );

  test('is never where git keeps the files that a linked work tree shares', async () => {
    const [main, linked] = [join(folder, 'main'), join(folder, 'linked')];
    git(folder, 'init', '--quiet', '--bare', 'main');
    const commit = git(main, 'commit-tree', '-m', 'a', '4b825dc642cb6eb9a060e54bf8d69288fbee4904');
    git(main, 'worktree', 'add', '--quiet', linked, String(commit).trim());
    for (const place of ['../main/x', '../main/worktrees/linked/x', '../main']) {
      const { code, err } = await cli(
        ['run', 'Go', '--model', 'scripted:../script.json', '--trail', place],
        { cwd: linked },
      );
      expect({ place, code, err }).toMatchObject({
        code: 2,
        err: expect.stringContaining('where git keeps its own files. Name a folder outside'),
      });
    }
    expect(existsSync(join(main, 'x'))).toBe(false);
  });

  test('is never beside that of another run', async () => {
    await writeFile(join(folder, 'script.json'), JSON.stringify({ turns: [{ blocks: [FINISH] }] }));
    expect((await runWith(['--trail', '../trail'])).code).toBe(0);
    const { code, err } = await runWith(['--trail', '../trail']);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^The folder \S+ already has the audit trail of another run\. Name a folder for this run alone with --trail\. \(input-invalid\)$/m,
    );
    expect((await countersign(['audit', 'verify', '../trail', '--require-end'])).code).toBe(0);
  });

  test('cannot be reached by a tool where it lies in the checkout', async () => {
    const calls = [
      ['fs_write', { path: 'trail/blobs/x', content: 'forged' }],
      ['fs_write', { path: 'trail/audit.jsonl', content: 'forged' }],
      ['fs_read', { path: 'trail/audit.jsonl' }],
      [
        'bash_run',
        { command: 'echo forged >> trail/audit.jsonl; echo x > trail/blobs/x; ls; mv trail t' },
      ],
    ].map(([name, input]) => ({ blocks: [{ type: 'tool_use', name, input }] }));
    await writeFile(
      join(folder, 'script.json'),
      JSON.stringify({ turns: [...calls, { blocks: [FINISH] }] }),
    );
    await writeFile(join(folder, 'policy.yml'), 'version: 1\nmode: auto\n');
    const places = ['--trail', 'trail', '--policy', '../policy.yml', '--approvals', 'fail'];
    await runWith(places, { TMPDIR: folder });
    expect(await readdir(join(checkout, 'trail'))).toContain('audit.jsonl');
    expect(await readdir(join(checkout, 'trail/blobs'))).not.toContain('x');
    expect((await countersign(['audit', 'verify', 'trail', '--require-end'])).code).toBe(0);
    const { out: shown } = await countersign(['audit', 'show', 'trail']);
    expect(shown.match(/c[1-3] FAILED|c[1-3] DENIED/g)).toHaveLength(3);
  });

  test('is not shown to commands where it lies in a folder of the runner', async () => {
    const command = 'cat temp/trail/audit.jsonl';
    await writeFile(
      join(folder, 'script.json'),
      JSON.stringify({
        turns: [
          { blocks: [{ type: 'tool_use', name: 'bash_run', input: { command } }] },
          { blocks: [FINISH] },
        ],
      }),
    );
    await writeFile(join(folder, 'policy.yml'), 'version: 1\nmode: auto\n');
    const places = ['--trail', 'temp/trail', '--policy', '../policy.yml', '--approvals', 'fail'];
    await runWith(places, { TMPDIR: folder, RUNNER_TEMP: join(checkout, 'temp') });
    const trail = await readFile(join(checkout, 'temp/trail/audit.jsonl'), 'utf8');
    expect(trail).toMatch(/"result":"exit code 1\\n[^"]*No such file|"state":"DENIED"/);
  });

  test('lies in a temporary folder of the user where no place is named, also where TMPDIR is empty', async () => {
    const named = await runWith([], { TMPDIR: folder });
    expect(named.out).toContain(`Audit trail: ${join(folder, OWN)}/run-`);
    const { code, out } = await runWith(['--json'], { TMPDIR: '' });
    expect(code).toBe(0);
    const { trailFolder } = JSON.parse(out) as { trailFolder: string };
    expect(trailFolder).toContain(join(tmpdir(), OWN, 'run-'));
    await rm(trailFolder, { recursive: true });
  });
});

test('a TMPDIR that is no folder is named, also where the trail is elsewhere', async () => {
  const TMPDIR = join(folder, 'none');
  for (const args of [[], ['--trail', join(folder, 'trail')]]) {
    const { code, err } = await runWith(args, { TMPDIR });
    expect(code).toBe(2);
    expect(err).toContain(`TMPDIR is "${TMPDIR}", which is not a folder. Create it`);
  }
});

test('requests go to the address of --anthropic-base-url, before that of the environment', async () => {
  const server = await startAnthropicServer({ script: { turns: [{ blocks: [FINISH] }] } });
  try {
    const environment = {
      ANTHROPIC_API_KEY: 'sk-ant-test',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
    };
    const args = [
      'run',
      'Go',
      '--trail',
      join(folder, 'trail'),
      '--anthropic-base-url',
      server.url,
    ];
    const { code, out } = await countersign(args, environment);
    expect(code, out).toBe(0);
    expect(server.requests).toHaveLength(1);
  } finally {
    await server.close();
  }
});

describe('files of the checkout that are no files', () => {
  test('a policy that is there and cannot be read stops every command that needs it', async () => {
    await mkdir(join(checkout, '.github/countersign.yml/x'), { recursive: true });
    const trail = ['--trail', join(folder, 'trail')];
    for (const args of [
      ['run', 'Go', '--model', 'scripted:../script.json', ...trail],
      ['policy', 'check'],
      ['policy', 'explain', '--command', 'ls'],
    ]) {
      const { code, err } = await countersign(args);
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(err).toContain('.github/countersign.yml cannot be read:');
    }
  });

  test('a folder by the name of an instruction file is none', async () => {
    await mkdir(join(checkout, 'AGENTS.md'));
    const { code, err } = await runWith(['--trail', join(folder, 'trail')]);
    expect(code, err).toBe(0);
  });

  test('a policy that is not there is the built-in one', async () => {
    const { code, err } = await runWith(['--trail', join(folder, 'trail')]);
    expect(code, err).toBe(0);
  });
});

test('what a tool read is shown without anything that a terminal obeys', async () => {
  await writeFile(join(checkout, 'a.txt'), 'a\u001b[2J\u009b31m\u202eb');
  const { code, out } = await countersign([
    'tools',
    'call',
    'fs_read',
    '--input',
    '{"path":"a.txt"}',
  ]);
  expect(code).toBe(0);
  expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(JSON.stringify(JSON.parse(out))).toContain('\u202e');
});

test('the demo works in an empty folder only', async () => {
  for (const place of ['../script.json', '.']) {
    const { code, err } = await countersign(['demo', '--out', place]);
    expect({ place, code }).toEqual({ place, code: 2 });
    expect(err).toContain('Name an empty folder');
  }
});

test('the demo and doctor name a temporary folder that does not exist, with what to set', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'gone'));
  try {
    expect(await countersign(['demo'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/temporary folder .*gone cannot be written.* TMPDIR /) as string,
    });
    const { findings } = JSON.parse((await countersign(['doctor', '--json'])).out) as {
      findings: readonly { check: string; change: string }[];
    };
    expect(findings.find(({ check }) => check === 'sandbox')?.change).toBe(
      'Set TMPDIR to a folder that can be written.',
    );
  } finally {
    vi.unstubAllEnvs();
  }
});

test.skipIf(!existsSync('/dev/full'))(
  'an answer that cannot be written is no answer, and a reader that has seen enough is no error',
  async () => {
    await runWith(['--trail', '../trail']);
    const line = `"$0" "${COMMAND_LINE}" audit verify ../trail`;
    const countersignRun = (rest: string): Promise<{ code: unknown; err: string }> =>
      new Promise((resolve) => {
        const options = { cwd: checkout, env: { ...process.env, ...KEEP_COMPILED } };
        const args = ['-o', 'pipefail', '-c', line + rest, process.execPath];
        execFile('bash', args, options, (error, _, err) =>
          resolve({ code: error?.code ?? 0, err }),
        );
      });
    expect(await countersignRun('')).toEqual({ code: 0, err: '' });
    expect(await countersignRun(' > /dev/full')).toEqual({
      code: 2,
      err: 'Standard output cannot be written: the disk is full.\n',
    });
    expect(await countersignRun(' | head -c 1')).toEqual({ code: 0, err: '' });
  },
);

test.skipIf(!existsSync('/dev/full'))(
  'a run whose report cannot be written says on standard error where its audit trail is',
  async () => {
    const line = `"$0" "${COMMAND_LINE}" run Go --model scripted:../script.json --trail ../trail > /dev/full`;
    const child = spawnSync('bash', ['-c', line, process.execPath], {
      cwd: checkout,
      env: { ...process.env, ...KEEP_COMPILED },
      encoding: 'utf8',
    });
    expect(child.status).toBe(2);
    expect(child.stderr).toMatch(
      /Standard output cannot be written: the disk is full\.\nAudit trail: .*\/trail \(\d+ entries, head hash [0-9a-f]{64}\)\n$/,
    );
  },
);

test.skipIf(process.platform !== 'linux')(
  'a current folder that was removed is named',
  async () => {
    const line = `mkdir gone; cd gone; rmdir ../gone; "$0" "${COMMAND_LINE}" doctor`;
    const child = spawnSync('bash', ['-c', line, process.execPath], {
      cwd: checkout,
      env: { ...process.env, ...KEEP_COMPILED },
      encoding: 'utf8',
    });
    expect(child).toMatchObject({
      status: 2,
      stderr: 'The current folder was removed. Change into one that exists. (input-invalid)\n',
    });
  },
);

test('the key of the Foundry resource comes before that of the Anthropic API, and messages name its variable', async () => {
  const server = await startAnthropicServer({ script: { turns: [{ blocks: [FINISH] }] } });
  try {
    const variables = { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_FOUNDRY_API_KEY: 'of-foundry' };
    const foundry = ['--provider', 'foundry', '--anthropic-base-url', server.url];
    const args = ['run', 'Go', ...foundry];
    const trail = ['--trail', join(folder, 'trail')];
    const { code, err } = await countersign([...args, ...trail], variables);
    expect(code, err).toBe(0);
    expect(server.requests[0]?.headers).toMatchObject({ 'x-api-key': 'of-foundry' });
    const spaced = await countersign(args, { ANTHROPIC_FOUNDRY_API_KEY: 'of foundry' });
    expect(spaced.err).toContain(
      'On the command line and in a program, set ANTHROPIC_FOUNDRY_API_KEY.',
    );
    const none = await countersign(args, {});
    expect(none.err).toMatch(/^No login for Foundry is set\. .*set ANTHROPIC_FOUNDRY_API_KEY/);
  } finally {
    await server.close();
  }
});

test('the token for a gateway, which other programs use too, is in the way of no other run', async () => {
  const server = await startAnthropicServer({ script: { turns: [{ blocks: [FINISH] }] } });
  try {
    const variables = { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_AUTH_TOKEN: 'token-of-others' };
    const trail = ['--trail', join(folder, 'trail')];
    const foundry = ['--provider', 'foundry', '--anthropic-base-url', server.url];
    const { code, err } = await countersign(['run', 'Go', ...trail, ...foundry], variables);
    expect(code, err).toBe(0);
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
    const noKey = await countersign(['run', 'Go'], {
      ANTHROPIC_AUTH_TOKEN: 'token-of-others',
      ANTHROPIC_BASE_URL: '',
    });
    expect(noKey.err).toMatch(
      /^No API key is set\. .* On the command line and in a program, set ANTHROPIC_API_KEY\./,
    );
  } finally {
    await server.close();
  }
});

test('no error of a run or of a called tool prints a secret of the environment', async () => {
  const secret = 's3cr3tV4lueQx9-of-the-shell';
  await writeFile(join(checkout, 'bad.yml'), `version: 1\nauto: ["${secret}(("]\n`);
  const commands = [
    ['run', 'Go', '--provider', secret],
    ['run', 'Go', '--max-turns', secret],
    ['run', 'Go', '--model', `scripted:${secret}.json`],
    ['run', 'Go', '--policy', `${secret}.yml`],
    ['run', 'Go', '--policy', 'bad.yml'],
    ['run', 'Go', '--output-schema', `${secret}.json`],
    ['run', 'Go', '--workspace', secret],
    ['run', 'Go', `--${secret}`],
    ['tools', 'call', secret, '--input', '{}'],
    ['tools', 'call', 'fs_read', '--input', `{"path":"${secret}"}`],
  ];
  for (const command of commands) {
    const { code, out, err } = await countersign(command, { DEPLOY_TOKEN: secret });
    expect(code, err).toBeGreaterThan(0);
    expect(`${out}${err}`, command.join(' ')).toContain('[redacted:env-deploy-token:');
    expect(`${out}${err}`, command.join(' ')).not.toContain(secret);
  }
});

test('no error of a run, and nothing that a called tool reads, prints what the patterns of the policy match', async () => {
  await writeFile(
    join(checkout, '.github', 'countersign.yml'),
    'version: 1\nredact: { patterns: ["CUSTOMER-[0-9]+"] }\n',
  );
  await writeFile(join(checkout, 'notes.txt'), 'for CUSTOMER-4711\n');
  const commands = [
    ['run', 'Go', '--provider', 'CUSTOMER-4711'],
    ['run', 'Go', '--model', 'scripted:CUSTOMER-4711.json'],
    ['run', 'Go', '--output-schema', 'CUSTOMER-4711.json'],
    ['tools', 'call', 'CUSTOMER-4711', '--input', '{}'],
    ['tools', 'call', 'fs_read', '--input', '{"path":"notes.txt"}', '--yes'],
  ];
  for (const command of commands) {
    const { out, err } = await countersign(command);
    expect(`${out}${err}`, command.join(' ')).toContain('[redacted:policy:');
    expect(`${out}${err}`, command.join(' ')).not.toContain('CUSTOMER-4711');
  }
});
