import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type CommandRunner,
  createCommandRunner,
  openWorkspace,
  runnerFoldersIn,
  type RunnerOptions,
} from '../../../src/sandbox/index.ts';
import { codeOf, messageOf, run, sh, tempFolder } from '../support.ts';

/** No bubblewrap can be found on this PATH. */
function bare(): string {
  const folder = join(tempFolder(), 'bin');
  mkdirSync(folder);
  return folder;
}

async function make(more: Partial<RunnerOptions>) {
  const root = tempFolder();
  const workspace = await openWorkspace(root);
  const made = await createCommandRunner({
    workspace,
    mode: 'preferred',
    network: [],
    environment: { PATH: '/usr/local/bin:/usr/bin:/bin', GITHUB_TOKEN: 'ghs_never-in-a-child' },
    ...more,
  });
  return { root, ...made };
}

describe('without a sandbox', () => {
  it('"required" stops with how to fix it, and leaves nothing behind', async () => {
    const temporary = tempFolder();
    vi.stubEnv('TMPDIR', temporary);
    const options = { mode: 'required' as const, environment: { PATH: bare() } };
    expect(await codeOf(() => make(options))).toBe('sandbox-missing');
    expect(await messageOf(() => make(options))).toContain('bwrap');
    expect(readdirSync(temporary).filter((name) => /^countersign-\d+\./u.test(name))).toEqual([]);
    vi.unstubAllEnvs();
  });

  it('"preferred" says so, and "off" says who switched it off', async () => {
    const preferred = await make({ environment: { PATH: bare() } });
    expect(preferred.runner.sandbox).toBe('none');
    expect(preferred.probes.every((probe) => !probe.held)).toBe(true);
    const off = await make({ mode: 'off' });
    expect(off.runner.sandbox).toBe('none');
    expect(off.probes[0]?.detail).toContain('policy');
    const result = await run(off.runner, 'env; echo $HOME; git --version');
    expect(result.output).not.toContain('ghs_never');
    expect(result.exitCode).toBe(0);
    await Promise.all([preferred.runner.close(), off.runner.close()]);
  });
});

describe.runIf(process.platform === 'linux')('what leaves its process group', () => {
  it('is ended with the call all the same', async () => {
    const { runner, root } = await make({ mode: 'off' });
    const result = await run(
      runner,
      'setsid bash -c "sleep 2; touch late" & (setsid nohup sleep 77 >/dev/null 2>&1 &); echo done',
    );
    expect(result.output).toBe('done\n');
    await new Promise((done) => setTimeout(done, 2500));
    expect(existsSync(join(root, 'late'))).toBe(false);
    await runner.close();
  });
});

describe.each(['preferred', 'off'] as const)('a runner, sandbox %s', (mode) => {
  describe('that continues', () => {
    let runner: CommandRunner;
    let root: string;
    beforeAll(async () => {
      ({ runner, root } = await make({ mode }));
    });
    afterAll(async () => await runner.close());

    it('commits without a git that tidies up in the background, which would end in the middle, with its command', async () => {
      const commit = 'GIT_TRACE=1 git -C tidy commit -q --allow-empty -m one';
      const { output } = await run(runner, `git init -q tidy; ${commit}; rm -r tidy`);
      expect(output).toContain('-m one');
      expect(output).not.toContain('maintenance');
    });

    it('says what cannot be started', async () => {
      expect(await run(runner, { argv: ['no-such-program-here'] })).toMatchObject({
        ended: 'not-started',
        exitCode: null,
      });
      expect((await run(runner, 'true', { cwd: '../x' })).ended).toBe('not-started');
      writeFileSync(join(root, 'file'), '');
      expect((await run(runner, 'true', { cwd: 'file' })).output).toContain('not a folder');
    });

    it('runs arguments as they are, with the variables that are given', async () => {
      expect((await run(runner, { argv: ['echo', '$HOME', '; id', '"q"'] })).output).toBe(
        '$HOME ; id "q"\n',
      );
      expect((await run(runner, 'echo $EXTRA', { env: { EXTRA: 'given' } })).output).toBe(
        'given\n',
      );
    });

    it('says which commands ran beside one in the background that can change files', async () => {
      const reading = { name: 'reading', write: [], show: [], network: false } as const;
      const options = { cwd: '.', timeoutMs: 60_000, maxOutputBytes: 1000 };
      const reader = await runner.start({ shell: 'sleep 50' }, { ...options, profile: reading });
      expect((await run(runner, 'true')).besideWriter).toBeUndefined();
      const writer = await runner.start({ shell: 'sleep 50' }, options);
      expect((await run(runner, 'true')).besideWriter).toBe(true);
      await writer.kill();
      expect((await run(runner, 'true')).besideWriter).toBeUndefined();
      await reader.kill();
    });

    it('continues if a background command cannot be started', async () => {
      const command = await runner.start(
        { shell: `echo ${'ä'.repeat(80_000)}` },
        { cwd: '.', timeoutMs: 60_000, maxOutputBytes: 1000 },
      );
      await expect
        .poll(() => command.state(), { timeout: 60_000 })
        .toMatchObject({ ended: 'not-started' });
      const talk = runner.startInteractive(['echo', 'ä'.repeat(80_000)], {
        onOutput: () => undefined,
        onEnd: () => undefined,
      });
      await expect(talk).rejects.toThrow('E2BIG');
    });

    it('runs at most eight background commands at once', async () => {
      const options = { cwd: '.', timeoutMs: 60_000, maxOutputBytes: 100 };
      for (let index = 0; index < 8; index += 1) await runner.start({ shell: 'sleep 50' }, options);
      expect(await codeOf(() => runner.start({ shell: 'sleep 50' }, options))).toBe(
        'command-refused',
      );
    });
  });

  it('ends a command at its time-out and at the end of the run', async () => {
    const { runner, root } = await make({ mode });
    expect((await run(runner, 'sleep 50 & sleep 50', { timeoutMs: 300 })).ended).toBe('timed-out');
    const background = await runner.start(
      { shell: 'for i in 1 2 3; do echo $i; done; sleep 50; touch late' },
      { cwd: '.', timeoutMs: 60_000, maxOutputBytes: 1000 },
    );
    await expect.poll(() => background.logs(0).text, { timeout: 60_000 }).toBe('1\n2\n3\n');
    expect(background.logs(4)).toMatchObject({ text: '3\n', next: 6 });
    expect(background.state()).toBe('running');
    const other = await runner.start(
      { shell: 'sleep 50' },
      { cwd: '.', timeoutMs: 60_000, maxOutputBytes: 1000 },
    );
    expect((await other.kill()).ended).toBe('cancelled');
    await runner.close();
    expect(background.state()).toMatchObject({ ended: 'cancelled' });
    expect((await run(runner, 'touch after')).ended).toBe('not-started');
    expect(existsSync(join(root, 'after')) || existsSync(join(root, 'late'))).toBe(false);
  });

  it('leaves nothing running at its end, not even a process that ignores signals', async () => {
    const { runner, root } = await make({ mode });
    const ran = run(runner, 'trap "" TERM; touch began; sleep 1; sleep 1; sleep 1; touch late');
    const ended: string[] = [];
    void ran.then(({ ended: how }) => ended.push(how));
    await expect.poll(() => existsSync(join(root, 'began')), { timeout: 60_000 }).toBe(true);
    await runner.close();
    await new Promise((done) => setImmediate(done));
    expect(ended).toEqual(['cancelled']);
  });

  it('starts no program to talk to that its end overtakes', async () => {
    const { runner } = await make({ mode });
    const ends: string[] = [];
    const talk = runner.startInteractive(['sleep', '50'], {
      onOutput: () => undefined,
      onEnd: (because) => ends.push(because),
    });
    const refused = expect(talk).rejects.toThrow('the run is over');
    await runner.close();
    expect(ends).toHaveLength(1);
    await refused;
  });
});

describe('the probes', () => {
  it('say whether something holds commands to the hosts that are listed', async () => {
    const network = ['api.example.com'];
    const probesOf = ({ probes }: Awaited<ReturnType<typeof make>>) =>
      probes.find(({ probe }) => probe === 'network-hosts');
    const held = await make({ network });
    expect(probesOf(held)?.held).toBe(held.runner.sandbox !== 'none');
    const none = await make({ network, environment: { PATH: bare() } });
    const off = await make({ network, mode: 'off' });
    for (const made of [none, off])
      expect(probesOf(made)?.detail).toContain('without a sandbox commands can reach any host');
    for (const { runner } of [held, none, off]) await runner.close();
  });

  it('leave no folder in the checkout', async () => {
    const { runner, root } = await make({ protect: ['a/b/c.yml'] });
    await run(runner, 'ls');
    await runner.close();
    expect(readdirSync(root)).toEqual([]);
  });

  it('hold in a linked work tree, whose .git is a file', async () => {
    const base = tempFolder();
    sh(
      base,
      'git init -q main; git -C main commit -q --allow-empty -m one; git -C main worktree add -q ../linked; echo a > linked/a.txt',
    );
    const workspace = await openWorkspace(join(base, 'linked'));
    const { runner, probes } = await make({ workspace });
    expect(probes.filter(({ held }) => runner.sandbox !== 'none' && !held)).toEqual([]);
    await runner.close();
  });

  it("see nothing of the runner's files, should they lie in the checkout", async () => {
    const root = tempFolder();
    const temp = join(root, '_temp');
    mkdirSync(temp);
    writeFileSync(join(temp, 'set_env'), 'RUNNER-FILE');
    const environment = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      RUNNER_TEMP: temp,
      GITHUB_ENV: join(temp, 'set_env'),
    };
    expect(runnerFoldersIn(root, environment)).toEqual([temp]);
    expect(runnerFoldersIn(temp, environment)).toEqual([]);
    const hidden = runnerFoldersIn(root, environment);
    const workspace = await openWorkspace(root, { hidden });
    const made = await createCommandRunner({
      workspace,
      mode: 'preferred',
      network: [],
      environment,
    });
    const seen = await run(made.runner, 'cat _temp/set_env; echo taken >> _temp/set_env');
    if (made.runner.sandbox === 'bubblewrap') {
      expect(seen.output).not.toContain('RUNNER-FILE');
      expect(readFileSync(join(temp, 'set_env'), 'utf8')).toBe('RUNNER-FILE');
    }
    expect(await codeOf(() => workspace.read('_temp/set_env', { maxBytes: 100 }))).toBe(
      'path-refused',
    );
    await made.runner.close();
  });

  it('write only where the policy lets them', async () => {
    const { runner, root } = await make({ write: ['out', '.github'] });
    mkdirSync(join(root, 'out'));
    mkdirSync(join(root, '.github'));
    const result = await run(runner, 'touch out/x .github/y; touch z');
    if (runner.sandbox === 'bubblewrap') {
      expect(result.exitCode).not.toBe(0);
      expect(readdirSync(root).sort()).toEqual(['.github', 'out']);
    }
    expect(existsSync(join(root, 'out/x')) && existsSync(join(root, '.github/y'))).toBe(true);
    await runner.close();
  });
});
