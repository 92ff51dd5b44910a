import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CommandProfile } from '../../src/policy/index.ts';
import {
  type CommandResult,
  type CommandRunner,
  createCommandRunner,
  openWorkspace,
  type Probe,
} from '../../src/sandbox/index.ts';
import { someOf } from '../properties.ts';
import { run, runAttempts, sh, tempFolder } from './support.ts';
import { BUBBLEWRAP_WORKS } from '../bubblewrap.ts';

const SECRET = 'profile-secret-5f2c';
const hidden = (path: string): boolean => /(?:^|\/)\.env|\.pem$|^private(?:\/|$)/.test(path);

/** All of them with the profile of commands that were not evaluated; some with the other one in a usual run, which is made the same way. */
const casesFor = <T>(name: CommandProfile['name'], cases: readonly T[]): readonly T[] =>
  name === 'contained' ? cases : someOf(cases, 4);

const profile = (
  name: CommandProfile['name'],
  parts: Partial<CommandProfile> = {},
): CommandProfile => ({
  name,
  write: [],
  show: [],
  network: false,
  ...parts,
});

/** A command that connects to a socket in the workspace. */
function connect(path: string): string {
  return `python3 -c "import socket; socket.socket(socket.AF_UNIX).connect('${path}')"`;
}

describe.runIf(BUBBLEWRAP_WORKS)('the sandbox of a call is made from its profile', () => {
  const base = tempFolder();
  const root = join(base, 'repo');
  let runner: CommandRunner;
  let probes: readonly Probe[];
  let socket: Server;
  let connections = 0;

  beforeAll(async () => {
    mkdirSync(root);
    sh(
      root,
      'git init -q .; mkdir -p src/deep nested; echo a > a.txt; echo b > src/b; echo d > src/deep/d; git add -A; git commit -qm first',
    );
    writeFileSync(join(root, '.env'), SECRET);
    writeFileSync(join(root, 'src/deep/key.pem'), SECRET);
    mkdirSync(join(root, 'private/inner'), { recursive: true });
    writeFileSync(join(root, 'private/inner/x'), SECRET);
    linkSync(join(root, '.env'), join(root, 'innocent'));
    symlinkSync('.env', join(root, 'link'));
    sh(join(root, 'nested'), 'git init -q .');
    writeFileSync(join(base, 'outside'), SECRET);
    socket = createServer(() => (connections += 1));
    await new Promise<void>((done) => void socket.listen(join(root, 'service.sock'), done));
    const made = await createCommandRunner({
      workspace: await openWorkspace(root),
      mode: 'required',
      network: [],
      environment: process.env,
      isHidden: hidden,
    });
    runner = made.runner;
    probes = made.probes;
  });
  afterAll(async () => {
    await runner.close();
    socket.close();
  });
  /** After a test whose command may have kept something. */
  const reset = () => sh(root, 'git reset -q --hard; rm -rf new* made d');

  const go = async (source: string, made: CommandProfile): Promise<CommandResult> =>
    await run(runner, source, { profile: made });

  it('probes the reading profile at the start and reports the result', () => {
    expect(runner.contains).toBe(true);
    for (const name of ['start', 'hidden', 'mounts', 'supervisor', 'write', 'home', 'network'])
      expect(
        probes.find(({ probe }) => probe === `reading-${name}`),
        name,
      ).toMatchObject({ held: true });
    expect(readdirSync(root).filter((name) => name.startsWith('.countersign'))).toEqual([]);
  });

  describe.each(['reading', 'contained'] as const)('%s', (name) => {
    it.each([
      [
        'files, folders, links, modes and repositories',
        [
          'echo x > new',
          'echo x >> a.txt',
          'chmod 777 a.txt',
          'ln -s /etc/passwd new-link',
          'cp /bin/sh new-shell; chmod 4755 new-shell',
          'mkfifo new-fifo; rm -f .gitignore; mkfifo .gitignore',
          String.raw`touch "$(printf '\xff\xfe')"`,
          'git add a.txt; git commit -qm x; git branch topic',
          'git init -q new-repository; git init -q src',
          'mv a.txt new-name',
          'rm -rf src',
          'echo /tmp > .git/commondir; mkdir .git/hooks; echo x > .git/hooks/pre-commit',
        ],
      ],
      [
        'a path that is too long to be named',
        ['for i in $(seq 30); do mkdir -p "$(printf x%.0s {1..200})"; cd xxx*; done; echo x > x'],
      ],
    ])('leaves nothing of %s', async (_, sources) => {
      const before = snapshot(root);
      const results = await runAttempts(runner, sources, { profile: profile(name) });
      for (const [index, { exitCode, output }] of results.entries())
        expect(exitCode, `${sources[index]}: ${output}`).toBe(0);
      expect(snapshot(root)).toEqual(before);
    });

    it('changes nothing in the background, where it has no overlay, and sees no secrets there', async () => {
      reset();
      const before = snapshot(root);
      const writes = 'echo x > new; echo x > a.txt; rm -r src; touch .git/x ~/.npmrc';
      const command = await runner.start(
        { shell: `${writes}; cat .env link innocent src/deep/key.pem private/inner/x; git status` },
        { cwd: '.', timeoutMs: 60_000, maxOutputBytes: 10_000, profile: profile(name) },
      );
      await expect.poll(() => command.state(), { timeout: 60_000 }).not.toBe('running');
      const output = command.logs(0).text;
      expect(output).toContain('On branch');
      expect(output).not.toContain(SECRET);
      expect(snapshot(root)).toEqual(before);
      expect((await go('ls -A ~', profile('program'))).output).not.toContain('.npmrc');
    });

    it('leaves nothing in the home', async () => {
      const before = snapshot(root);
      const result = await go(
        'echo "script-shell=/x" > ~/.npmrc; mkdir -p ~/.config/git; echo x > ~/.config/git/config',
        profile(name),
      );
      expect(result.ended).toBe('exited');
      expect(snapshot(root)).toEqual(before);
      const home = await go('ls -A ~', profile('program'));
      expect(home.output).not.toMatch(/\.npmrc|\.config/);
    });

    it('does not show what may not be read', async () => {
      const attempts = casesFor(name, [
        'cat .env',
        'cat innocent',
        'cat link',
        'cat /proc/self/cwd/.env',
        'cat src/deep/key.pem private/inner/x',
        'grep -r profile .',
        'mv src moved; cat moved/deep/key.pem',
        'cp -r . /tmp/all; grep -r profile /tmp/all',
        'ln .env new; cat new',
        'find . -type f -exec cat {} +',
        'tar cf - . | strings',
      ]);
      const results = await runAttempts(runner, attempts, { profile: profile(name) });
      for (const [index, { exitCode, output }] of results.entries()) {
        expect(exitCode, `${attempts[index]}: ${output}`).not.toBeNull();
        expect(output, attempts[index]).not.toContain(SECRET);
      }
    });

    it('gives no network, no unix socket of another process, and an empty /tmp', async () => {
      const result = await go(
        'python3 -c "import socket; socket.socket(socket.AF_UNIX).connect(\'service.sock\')" ; echo x > /tmp/x; ls -A /tmp; (exec 3<>/dev/tcp/127.0.0.1/1)',
        profile(name),
      );
      expect(connections, result.output).toBe(0);
      // The workspace of this test lies below it, and so may this Node.
      const [, top = '', inTemp = ''] = process.execPath.split('/');
      const left = (await go('ls -A /tmp', profile(name))).output.split('\n');
      const known = ['', top === 'tmp' ? inTemp : ''];
      expect(
        left.filter((entry) => !known.includes(entry) && !entry.startsWith('countersign-')),
      ).toEqual([]);
    });

    it('can fill no memory without a limit', async () => {
      const larger = "df --output=size / /tmp /var/tmp /dev/shm | awk 'NR > 1 && $1 > 2097152'";
      const result = await go(`${larger}; touch /dev/new; echo x > /dev/shm/new`, profile(name));
      expect(result.output).toMatch(/^touch: [^\n]*Read-only file system\n$/);
    });

    it('lets builds and tests that write run, and says that nothing was kept', async () => {
      const result = await go(
        'mkdir made && echo built > made/out && cat made/out && git status --short',
        profile(name),
      );
      expect(result).toMatchObject({
        exitCode: 0,
        sandbox: { profile: name, discarded: ['made/out'], limits: ['write'] },
      });
      expect(result.output).toContain('built');
      expect(result.output).toContain('discarded what this command wrote (made/out)');
      expect(result.output).toContain('access: "write"');
    });

    it('reports nothing if no limit was met', async () => {
      const result = await go('git status --short src; cat a.txt', profile(name));
      expect(result.output).toBe('a\n');
      expect(result.sandbox).toMatchObject({ discarded: [], limits: [] });
    });
  });

  it.each(['reading', 'contained', 'program'] as const)(
    'keeps what may not be read out of the history that %s sees, and the rest in it',
    async (name) => {
      sh(
        root,
        `mkdir -p private; echo ${SECRET}-old > private/gone; git add -f private/gone; git commit -qm tracked; git rm -q --cached private/gone; git commit -qm untracked`,
      );
      const result = await go(
        'git show HEAD~1:private/gone; git log -p --all; git cat-file --batch-all-objects --batch; git grep profile HEAD~1; git log --format=%s; git status --short src',
        profile(name),
      );
      expect(result.output).not.toContain(SECRET);
      expect(result.output).toContain('untracked\ntracked\nfirst');
      expect(result.sandbox?.git).toBe('filtered');
    },
  );

  it('says which file it does not show', async () => {
    const result = await go('cat .env', profile('contained'));
    expect(result.sandbox?.limits).toEqual(['read']);
    expect(result.output).toContain('does not show .env to commands');
  });

  it("says that a command tried a network that it does not have, by the kernel's counters", async () => {
    const result = await go(
      'python3 -c "import socket; socket.create_connection((\'192.0.2.1\', 80), 2)" 2>/dev/null; true',
      profile('contained'),
    );
    expect(result.sandbox?.limits).toEqual(['network']);
    const loopback = await go(
      '(exec 3<>/dev/tcp/127.0.0.1/9) 2>/dev/null; true',
      profile('contained'),
    );
    expect(loopback.sandbox?.limits).toEqual([]);
  });

  it('shows a hidden file to a call whose verdict was about it, and no other', async () => {
    const result = await go(
      'cat .env; cat private/inner/x src/deep/key.pem',
      profile('reading', { show: ['.env'] }),
    );
    expect(result.output.split(SECRET)).toHaveLength(2);
    const inner = await go(
      'cat private/inner/x; cat .env',
      profile('reading', { show: ['private/inner/x'] }),
    );
    expect(inner.output.split(SECRET)).toHaveLength(2);
  });

  describe('writing', () => {
    afterEach(reset);

    it('keeps exactly the writes that were evaluated', async () => {
      const result = await go(
        'mv a.txt new.txt; echo c > src/b; echo z > other; rm -rf src/deep; mkdir -p made/deep; echo m > made/deep/m',
        profile('writing', { write: ['a.txt', 'new.txt', 'made', 'src/b'] }),
      );
      expect(result.output).toContain('discarded its other writes: other, src/deep');
      expect(existsSync(join(root, 'a.txt'))).toBe(false);
      expect(readFileSync(join(root, 'new.txt'), 'utf8')).toBe('a\n');
      expect(readFileSync(join(root, 'src/b'), 'utf8')).toBe('c\n');
      expect(readFileSync(join(root, 'made/deep/m'), 'utf8')).toBe('m\n');
      expect(existsSync(join(root, 'other'))).toBe(false);
      expect(existsSync(join(root, 'src/deep/d'))).toBe(true);
      expect(result.sandbox?.kept).toEqual([
        'new.txt',
        'made',
        'made/deep',
        'made/deep/m',
        'src/b',
        'a.txt',
      ]);
    });

    it('takes a folder that was made anew for what it is, and leaves what is hidden in it', async () => {
      await go('rm -rf src; mkdir src; echo n > src/n', profile('writing', { write: ['src'] }));
      expect(readdirSync(join(root, 'src')).sort()).toEqual(['deep', 'n']);
      expect(readdirSync(join(root, 'src/deep'))).toEqual(['key.pem']);
    });

    it('says that a folder was deleted in part, because of what is hidden in it', async () => {
      const result = await go('rm -rf src', profile('writing', { write: ['src'] }));
      expect(readdirSync(join(root, 'src'))).toEqual(['deep']);
      expect(readdirSync(join(root, 'src/deep'))).toEqual(['key.pem']);
      expect(result.output).toContain('deleted src only in part');
      expect(result.output).not.toContain('discarded');
    });

    it.each([
      ['.git', 'mkdir -p .git/hooks; echo x > .git/hooks/x', ['.git', '.git/hooks/x']],
      ['a git folder below', 'mkdir -p made/.git; echo x > made/.git/config', ['made']],
      [
        'the workflows',
        'mkdir -p .github/workflows; echo x > .github/workflows/x.yml',
        ['.github'],
      ],
      ['what is hidden', 'echo x > .env; rm -f src/deep/key.pem', ['src/deep/key.pem/..']],
      ['what lies outside', 'ln -s ../outside made; echo x > made', ['../outside']],
    ])('never writes %s, whatever the verdict was', async (_, source, write) => {
      const before = snapshot(join(root, '.git'));
      await go(source, profile('writing', { write }));
      expect(snapshot(join(root, '.git'))).toEqual(before);
      expect(existsSync(join(root, 'made/.git'))).toBe(false);
      expect(existsSync(join(root, '.github/workflows'))).toBe(false);
      expect(readFileSync(join(root, '.env'), 'utf8')).toBe(SECRET);
      expect(readFileSync(join(base, 'outside'), 'utf8')).toBe(SECRET);
    });

    it('keeps a link as a link, and no FIFO, socket or set-user-id bit', async () => {
      await go(
        'ln -s /etc/passwd new1; mkfifo new2; cp /bin/true new3; chmod 6755 new3',
        profile('writing', { write: ['new1', 'new2', 'new3'] }),
      );
      expect(lstatSync(join(root, 'new1')).isSymbolicLink()).toBe(true);
      expect(existsSync(join(root, 'new2'))).toBe(false);
      expect(lstatSync(join(root, 'new3')).mode & 0o7777).toBe(0o755);
    });

    it('does not write through symlinks', async () => {
      mkdirSync(join(base, 'elsewhere'), { recursive: true });
      symlinkSync(join(base, 'elsewhere'), join(root, 'new-link'));
      await go(
        'rm -f new-link; mkdir new-link; echo x > new-link/x',
        profile('writing', { write: ['new-link/x'] }),
      );
      expect(readdirSync(join(base, 'elsewhere'))).toEqual([]);
    });

    it('says that it does not keep a file whose name is no text', async () => {
      const result = await go(
        String.raw`mkdir made; echo x > made/a; echo x > "$(printf 'made/\xff')"`,
        profile('writing', { write: ['made'] }),
      );
      expect(result.exitCode, result.output).toBe(0);
      expect(readdirSync(join(root, 'made'))).toEqual(['a']);
      expect(result.output).toContain('did not keep made/');
    });

    it.each([false, true])(
      'leaves nothing in the home for the next command, be it a background command: %s',
      async (isBackground) => {
        const mine = profile('writing', { write: ['a.txt'] });
        const shell = 'echo left-here > ~/.left && cat ~/.left';
        if (isBackground) {
          const started = await runner.start(
            { shell },
            { cwd: '.', timeoutMs: 10_000, maxOutputBytes: 10_000, profile: mine },
          );
          await new Promise((done) => void setTimeout(done, 800));
          await started.kill();
        } else expect((await go(shell, mine)).output).toContain('left-here');
        expect((await go('cat ~/.left', profile('program'))).output).not.toContain('left-here');
      },
    );

    it('keeps nothing of a command that was ended', async () => {
      const result = await run(runner, 'echo half > new.txt; sleep 30', {
        profile: profile('writing', { write: ['new.txt'] }),
        timeoutMs: 1_500,
      });
      expect(result.ended).toBe('timed-out');
      expect(existsSync(join(root, 'new.txt'))).toBe(false);
    });
  });

  describe('program', () => {
    afterEach(reset);

    it('writes the workspace, and neither .git nor one below, nor sees secrets', async () => {
      const before = snapshot(join(root, '.git'));
      const result = await go(
        'echo x > new.txt; for f in .env innocent link src/deep/key.pem private/inner/x; do cat $f; done; mv src d && cat d/deep/key.pem; ' +
          'mkdir .git/x; echo x > .git/commondir; echo x >> .git/config; mv .git git; echo x >> nested/.git/config; mv nested d; mv nested/.git x',
        profile('program'),
      );
      expect(result.output).not.toContain(SECRET);
      expect(readFileSync(join(root, 'new.txt'), 'utf8')).toBe('x\n');
      expect(snapshot(join(root, '.git'))).toEqual(before);
      expect(readFileSync(join(root, 'nested/.git/config'), 'utf8')).not.toContain('x\n');
    });
  });

  it.each(['program', 'git'] as const)(
    'a %s command reaches no process outside of the sandbox by a socket of the workspace, also after a move',
    async (name) => {
      await go(`${connect('service.sock')}; mv service.sock new.sock`, profile(name));
      await go(connect('new.sock'), profile(name));
      expect(connections).toBe(0);
      const own = `python3 -c "import socket; s = socket.socket(socket.AF_UNIX); s.bind('new.sock'); s.listen(); socket.socket(socket.AF_UNIX).connect('new.sock'); print('own')"`;
      expect((await go(own, profile(name))).output).toBe('own\n');
      reset();
    },
  );

  describe.each(['program', 'reading'] as const)('%s', (name) => {
    it('cannot write into a folder that is hidden as a whole', async () => {
      const result = await go('echo x > private/new', profile(name));
      expect(result.exitCode, result.output).not.toBe(0);
      expect(existsSync(join(root, 'private/new'))).toBe(false);
    });
  });

  describe('git', () => {
    afterEach(reset);

    it('writes git for a call of its own, and never where it would outlive the call', async () => {
      const result = await go(
        'git checkout -qb topic && echo c > new.txt && git add new.txt && git commit -qm second',
        profile('git'),
      );
      expect(result.exitCode, result.output).toBe(0);
      expect(sh(root, 'git log -1 --format=%s')).toBe('second');
      const background = await runner.start(
        { shell: 'git branch late; sleep 5' },
        { cwd: '.', timeoutMs: 10_000, maxOutputBytes: 10_000, profile: profile('git') },
      );
      await new Promise((done) => void setTimeout(done, 800));
      await background.kill();
      expect(sh(root, 'git branch --list late')).toBe('');
    });
  });

  describe('the start of a command is observed out of its reach', () => {
    it.each([
      'echo "bwrap: forged" > /proc/1/fd/2; exit 1',
      'for f in /proc/1/fd/*; do echo "bwrap: forged" > $f; done; exit 1',
      'for f in /proc/[0-9]*/fd/*; do echo "bwrap: forged" > $f; done 2>/dev/null; exit 1',
      `python3 -c "import ctypes,os; l=ctypes.CDLL(None); fd=l.syscall(434,1,0); print(fd, [l.syscall(438,fd,n,0) for n in range(12)])"; exit 1`,
      'kill -9 1; kill -TERM -1; exit 1',
    ])('%s', async (source) => {
      const result = await go(`echo effect; ${source}`, profile('program'));
      expect(result.ended).not.toBe('not-started');
      expect(result.output).toContain('effect');
      expect(result.exitCode).not.toBe(0);
    });

    it('and process 1 can be neither read nor written nor traced', async () => {
      const result = await go(
        'readlink /proc/1/fd/*; cat /proc/1/environ /proc/1/maps; head -c 1 /proc/1/mem; readlink /proc/1/root /proc/1/cwd; ' +
          'python3 -c "import ctypes; l=ctypes.CDLL(None,use_errno=True); print(l.ptrace(16,1,0,0), ctypes.get_errno())"',
        profile('contained'),
      );
      expect(result.output).toContain('-1 1');
      expect(result.output).not.toMatch(/socket:|pipe:|PATH=|r-xp/);
    });
  });
});

/** Each file of a folder with its bytes, mode and kind. */
function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const stats = lstatSync(join(folder, name));
    const bytes = stats.isFile() ? readFileSync(join(folder, name)).toString('base64') : '';
    found[name] = `${stats.mode.toString(8)} ${bytes}`;
  }
  return found;
}
