import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type IsolatedGit,
  findBubblewrapForGit,
  mustRunGit,
  runGit,
} from '../../../src/sandbox/git/isolated-git.ts';
import { codeOf, messageOf, sh, tempFolder } from '../support.ts';

const bubblewrap = await findBubblewrapForGit();

/** A bare store with one commit, and a file beside it that git is not shown. */
function store() {
  const base = tempFolder();
  sh(base, 'git init -q -b main work && cd work && echo a > a && git add a && git commit -qm a');
  sh(base, 'git clone -q --bare work store');
  writeFileSync(join(base, 'beside'), 'not for git\n');
  return { base, git: join(base, 'store'), head: sh(join(base, 'work'), 'git rev-parse HEAD') };
}

/** A program of git's own naming that tries everything that a bubblewrap is to keep it from. */
const attempt = (command: string): readonly string[] => ['-c', `alias.try=!${command}`, 'try'];

describe.each([
  ['in a bubblewrap', bubblewrap],
  ['without one', null],
])('git of the action, %s', (_, prefix) => {
  it('answers from the store it is given', async () => {
    const { git, head } = store();
    const asked: IsolatedGit = {
      bubblewrap: prefix,
      args: ['rev-parse', 'HEAD'],
      mounts: [{ path: git, access: 'read' }],
      env: { GIT_DIR: git },
    };
    expect((await mustRunGit(asked)).toString().trim()).toBe(head);
    const piped = { ...asked, args: ['cat-file', '--batch-check'], stdin: `${head}\n` };
    expect((await mustRunGit(piped)).toString()).toMatch(/^[0-9a-f]{40} commit \d+\n$/u);
  });

  it('reads no configuration but that of the store, and nothing of the environment of the action', async () => {
    const { git } = store();
    process.env['GIT_CONFIG_PARAMETERS'] = "'user.name'='environment'";
    try {
      const asked: IsolatedGit = {
        bubblewrap: prefix,
        args: ['config', '--get', 'user.name'],
        mounts: [{ path: git, access: 'read' }],
        env: { GIT_DIR: git },
      };
      expect((await runGit(asked)).stdout.toString()).toBe('');
    } finally {
      delete process.env['GIT_CONFIG_PARAMETERS'];
    }
  });

  it('ends what takes too long and what puts out too much', async () => {
    const late = await runGit({
      bubblewrap: prefix,
      args: attempt('sleep 20'),
      mounts: [],
      timeoutMs: 200,
    });
    expect(late.problem).toBe('timed-out');
    const much = await runGit({
      bubblewrap: prefix,
      args: attempt('yes'),
      mounts: [],
      maxOutputBytes: 10_000,
    });
    expect(much.problem).toBe('too-much-output');
    expect(much.stdout.length).toBeLessThanOrEqual(10_000);
  });

  it('reports a failure on one line without control characters', async () => {
    const args = attempt(String.raw`printf 'a\033[2Jb\nc\342\200\256d' >&2; false`);
    const said = await messageOf(() => mustRunGit({ bubblewrap: prefix, args, mounts: [] }));
    expect(said).toContain('a [2Jb c d');
    expect(await codeOf(() => mustRunGit({ bubblewrap: prefix, args, mounts: [] }))).toBe(
      'worktree-refused',
    );
  });
});

describe.skipIf(bubblewrap === null)('the bubblewrap', () => {
  it('shows git the named folders only, and lets it write only where it may', async () => {
    const { base, git } = store();
    const mounts = [{ path: git, access: 'read' as const }];
    const tries = async (command: string) =>
      (await runGit({ bubblewrap, args: attempt(command), mounts })).exitCode;
    expect(await tries(`test -f ${git}/HEAD`)).toBe(0);
    for (const command of [
      `test -e ${base}/beside`,
      `ls ${base}/work`,
      `touch ${git}/new`,
      'ls /proc/1',
      'ls /etc/passwd',
      'ls /home',
      'ls /run',
      'touch /usr/new',
      'ls /dev/mem /dev/tty',
    ])
      expect(await tries(command), command).not.toBe(0);
    mkdirSync(join(base, 'out'));
    const written = await runGit({
      bubblewrap,
      args: attempt(`touch ${base}/out/new`),
      mounts: [...mounts, { path: join(base, 'out'), access: 'write' }],
    });
    expect(written.exitCode).toBe(0);
    expect(existsSync(join(base, 'out/new'))).toBe(true);
  });

  it('has no network and none of the variables of the action', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    const args = attempt(`bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}'`);
    expect((await runGit({ bubblewrap: null, args, mounts: [] })).exitCode).toBe(0);
    expect((await runGit({ bubblewrap, args, mounts: [] })).exitCode).not.toBe(0);
    server.close();
    process.env['COUNTERSIGN_BOX_TEST'] = 'of the action';
    try {
      const listed = await runGit({ bubblewrap, args: attempt('env'), mounts: [] });
      expect(listed.stdout.toString()).not.toContain('of the action');
      expect(listed.stdout.toString()).toContain('GIT_ALLOW_PROTOCOL=\n');
    } finally {
      delete process.env['COUNTERSIGN_BOX_TEST'];
    }
  });

  it('is missing without user namespaces, bubblewrap or git', async () => {
    const folder = tempFolder();
    expect(await findBubblewrapForGit(folder)).toBeNull();
    writeFileSync(join(folder, 'bwrap'), '#!/bin/sh\necho No permissions >&2; exit 1\n', {
      mode: 0o755,
    });
    expect(await findBubblewrapForGit(folder)).toBeNull();
  });

  it('is tried again after it failed, and only once when it works', async () => {
    const folder = tempFolder();
    const runs = () => sh(folder, 'cat runs 2>/dev/null | wc -l');
    const script = (exitCode: number): string =>
      `#!/bin/sh\necho run >> ${join(folder, 'runs')}; exit ${exitCode}\n`;
    writeFileSync(join(folder, 'bwrap'), script(1), { mode: 0o755 });
    expect([await findBubblewrapForGit(folder), runs()]).toEqual([null, '1']);
    writeFileSync(join(folder, 'bwrap'), script(0));
    const both = await Promise.all([findBubblewrapForGit(folder), findBubblewrapForGit(folder)]);
    expect([...both, await findBubblewrapForGit(folder)]).toEqual(
      Array.from({ length: 3 }, () => join(folder, 'bwrap')),
    );
    expect(runs()).toBe('2');
  });
});
