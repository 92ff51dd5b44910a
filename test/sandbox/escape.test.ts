import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createCommandRunner,
  type CommandRunner,
  openWorkspace,
  type Probe,
} from '../../src/sandbox/index.ts';
import { useDisk } from '../on-disk.ts';
import { hasMoreTime, someOf } from '../properties.ts';
import { type AttemptResult, run, runAttempts, sh, tempFolder } from './support.ts';

useDisk();

/**
 * Real programs that try to get out, run in the real sandbox. Each line is one attempt; it has to leave with what it came
 * with: nothing of `SECRET` in its output, nothing changed outside, and no exit code 0 where success would be an escape.
 */
const SECRET = 'escape-secret-9f2c';
const base = tempFolder();
const root = join(base, 'work', 'repo');
const secretFile = join(base, 'secret');
const runnerTemp = join(base, 'runner', '_temp');
const environment = {
  ...process.env,
  GITHUB_TOKEN: SECRET,
  ANTHROPIC_API_KEY: SECRET,
  NODE_OPTIONS: `--title=${SECRET}`,
  RUNNER_TEMP: runnerTemp,
  GITHUB_ENV: join(runnerTemp, 'set_env'),
  GITHUB_STEP_SUMMARY: join(runnerTemp, 'summary'),
};
let runner: CommandRunner;
let probes: readonly Probe[] = [];
let server: Server;
let port = 0;
let hits = 0;
process.env['COUNTERSIGN_ESCAPE_SECRET'] = SECRET;

mkdirSync(join(root, '.github', 'workflows'), { recursive: true });
mkdirSync(join(root, 'docs'));
mkdirSync(runnerTemp, { recursive: true });
mkdirSync(join(base, 'work', 'neighbour'));
writeFileSync(secretFile, SECRET, { mode: 0o600 });
writeFileSync(join(runnerTemp, 'set_env'), '');
writeFileSync(join(base, 'work', 'neighbour', 'x'), SECRET);
writeFileSync(join(root, '.github', 'workflows', 'ci.yml'), 'on: push\n');
writeFileSync(join(root, 'docs', 'policy.yml'), 'version: 1\n');
sh(
  root,
  `git init -q -b main && git add . && git commit -qm first && git config user.name n && git config user.email e@x
  git config http.https://github.com/.extraheader "AUTHORIZATION: basic ${SECRET}" && git config remote.origin.url https://u:${SECRET}@github.com/o/r`,
);

const workspace = await openWorkspace(root);
const created = await createCommandRunner({
  workspace,
  mode: 'preferred',
  network: [],
  environment,
  protect: ['docs/policy.yml', 'locked/later.txt'],
});
runner = created.runner;
probes = created.probes;
const sandboxed = runner.sandbox === 'bubblewrap';
const reason = sandboxed ? '' : ` (skipped: ${probes.map((probe) => probe.detail).join('; ')})`;

beforeAll(async () => {
  server = createServer((_, response) => {
    hits += 1;
    response.end(SECRET);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  await runner.close();
  server.close();
});

const P = process.pid;
const NO_NETWORK = 'no network';
/** For all attempts of a clause, on a busy machine too. */
const CLAUSE_MS = 240_000;
/** A search of all that the system has takes many seconds: a usual run searches what lies near the secret, by each way to it. */
const SEARCHED = hasMoreTime ? '/' : '$B /proc/self/root$B ../.. /root /home /run /var/tmp';
/** Each must fail: an exit code of 0 would be the escape. `$S` is the secret file, `$B` the folder around the workspace. */
const mustFail: Readonly<Record<string, readonly string[]>> = {
  'the system is read-only': [
    'touch /usr/x',
    'touch /etc/x',
    'touch /opt/x',
    'echo x >> /etc/passwd',
    'echo x > /etc/ld.so.preload',
    'rm -f /bin/ls && [ ! -e /bin/ls ]',
    'chmod 777 /usr/bin',
    'mkdir /usr/local/bin/x',
    'ln -s /x /usr/lib/x',
    'cp /bin/true /usr/bin/git',
    'mv /usr/bin/env /usr/bin/env2',
    'mount -o remount,rw /usr',
    'mount -o bind,remount,rw /usr',
    'umount /etc',
    'mount --bind /tmp /etc',
    'mount -t tmpfs x /etc',
    'pivot_root . .',
    'mknod /tmp/d b 254 0 && head -c1 /tmp/d',
    'mknod d c 1 1',
    'chroot / true',
  ],
  'the kernel is out of reach': [
    'echo x > /proc/sys/kernel/core_pattern',
    'echo 1 > /proc/sys/kernel/sysrq',
    'echo h > /proc/sysrq-trigger && [ -s /proc/sysrq-trigger ]',
    'echo 0 > /proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    'echo 10 > /proc/sys/vm/swappiness',
    'head -c1 /dev/mem',
    'head -c1 /proc/kcore | grep -q .',
    'cat /proc/kmsg | head -c1 | grep -q .',
    'dmesg | grep -q .',
    'cat /proc/keys | grep -q .',
    'ls /sys/fs/cgroup | grep -q .',
    'ls /sys/kernel | grep -q .',
    'head -c1 /dev/vda',
    'insmod x',
    'sysctl -w kernel.hostname=x',
    'hostname changed',
    'date -s 2001-01-01',
    'echo 1 > /proc/mtrr && [ -s /proc/mtrr ]',
  ],
  'no new rights': [
    'sudo -n true',
    'su -c true nobody',
    'unshare -U true',
    'unshare -Ur true',
    'unshare -m true',
    'unshare -n true',
    'setpriv --reuid 12345 true',
    'chown 12345 docs/policy.yml',
    'nsenter -t 1 -m true',
    'bwrap --ro-bind / / true',
    'grep -q "NoNewPrivs:.0" /proc/self/status',
    'grep CapEff /proc/self/status | grep -qv 0000000000000000',
    'grep CapBnd /proc/self/status | grep -qv 0000000000000000',
    'python3 -c "import os; os.setuid(4242)"',
    'python3 -c "import os; os.setgroups([0, 27, 999])"',
    // keyctl(KEYCTL_DESCRIBE, the session keyring), add_key, request_key: x86-64, then arm64.
    'python3 -c "import ctypes as c; s=c.CDLL(None).syscall; exit(0 if s(250,6,-3,0,0)>=0 or s(219,6,-3,0,0)>=0 else 1)"',
    `python3 -c "import ctypes as c; s=c.CDLL(None).syscall; exit(0 if s(248,b'user',b'a',b'b',1,-3)>=0 or s(217,b'user',b'a',b'b',1,-3)>=0 else 1)"`,
    `python3 -c "import ctypes as c; s=c.CDLL(None).syscall; exit(0 if s(249,b'user',b'a',0,-3)>=0 else 1)"`,
    // The same by the second set of numbers that x86-64 has.
    'python3 -c "import ctypes as c; exit(0 if c.CDLL(None).syscall(0x40000000+250,6,-3,0,0)>=0 else 1)"',
    'keyctl show',
    "grep -q 'Seccomp:.0' /proc/self/status",
  ],
  'other processes are not there': [
    `kill -0 ${P}`,
    `kill -9 ${P}`,
    `ls /proc/${P}/environ`,
    `head -c1 /proc/${P}/mem`,
    `ls /proc/${P}/root/`,
    `ls -d /proc/${P}/cwd/`,
    `gdb -p ${P} -batch`,
    'pgrep -x systemd',
    'kill -9 1 && sleep 1 && false || ! kill -0 1',
    '[ "$(ls -d /proc/[0-9]* | wc -l)" -gt 12 ]',
    'ls /proc/1/root/home | grep -q .',
    'ls /proc/1/root/old_root | grep -q .',
    'for f in /proc/1/fd/*; do readlink $f; done | grep -v -e eventfd -e socket: -e pipe: -e /dev/null | grep -q .',
    'ls /dev/shm/* | grep -q .',
  ],
  [NO_NETWORK]: [
    'exec 3<>/dev/tcp/127.0.0.1/$PORT',
    'curl -sS -m 2 http://127.0.0.1:$PORT/',
    'curl -sS -m 2 http://localhost:$PORT/',
    'curl -sS -m 2 http://[::1]:$PORT/',
    'wget -q -T 2 -t 1 -O- http://127.0.0.1:$PORT/',
    'curl -sS -m 2 http://169.254.169.254/',
    'curl -sS -m 2 https://1.1.1.1/',
    'exec 3<>/dev/udp/8.8.8.8/53 && echo x >&3',
    'getent hosts github.com',
    'ping -c1 -W1 127.0.0.2',
    'nc -z -w1 127.0.0.1 $PORT',
    'git ls-remote https://github.com/o/r',
    'ip link set lo down',
    'ip addr add 10.0.0.1/8 dev lo',
    'python3 -c "import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW)"',
    'python3 -c "import socket; s=socket.create_connection((\'127.0.0.1\', $PORT), 2)"',
    'python3 -c "import socket; socket.socket(40, socket.SOCK_STREAM)"',
    'python3 -c "import socket; socket.socket(38, socket.SOCK_SEQPACKET)"',
    'python3 -c "import socket; socket.socket(31, socket.SOCK_RAW)"',
    'ls /run/countersign | grep -q .',
    'ls /run/systemd/resolve | grep -q .',
    'ip route | grep -q default',
    `HTTP_PROXY=http://127.0.0.1:$PORT curl -sS -m 2 http://x/`,
  ],
  'sockets and services are not there': [
    'ls /var/run/docker.sock',
    'ls /run/docker.sock',
    'ls /run/dbus',
    'ls /run/user',
    'ls /run/containerd',
    'docker ps',
    'systemctl status',
    'ls /var/run/',
    'ls /tmp/.X11-unix',
    'journalctl -q -n1 | grep -q .',
    'crontab -l',
    'echo "* * * * * x" | crontab -',
    'at now',
  ],
  'git runs nothing new': [
    'git config core.fsmonitor x',
    'git config --file .git/config a.b c',
    'echo "[core]" >> .git/config',
    'rm -f .git/config',
    'mv .git/config .git/c2',
    'ln -sf /tmp/x .git/config',
    'cp /dev/null .git/config',
    'echo x > .git/hooks/pre-commit',
    'rm -rf .git/hooks',
    'mv .git/hooks .git/h2',
    'mv .git .git2',
    'ln -s /tmp .git/hooks/x',
    'echo "* filter=x" > .git/info/attributes',
    'mkdir .git/modules/x',
    'mkdir -p .git/worktrees/x',
    'git worktree add /tmp/wt',
    'git config --worktree a.b c',
    'sed -i s/a/b/ .git/config',
    'truncate -s0 .git/config',
    'git remote add evil https://x',
  ],
  'protected paths stay as they are': [
    'echo x > docs/policy.yml',
    'rm -f docs/policy.yml',
    'mv docs d2',
    'mv docs/policy.yml docs/p2',
    'rm -rf docs',
    'ln -sf /tmp/x docs/policy.yml',
    'git mv docs/policy.yml docs/x',
    'echo x > .github/workflows/ci.yml',
    'touch .github/new',
    'rm -rf .github',
    'mv .github gh',
    'mkdir .github/actions',
    'chmod 777 .github/workflows/ci.yml',
    'touch -d 2001-01-01 docs/policy.yml',
    'echo x > locked/later.txt',
    'mv locked l2',
    'rmdir locked/later.txt',
    'sed -i s/1/2/ docs/policy.yml',
    'git -C . checkout-index -f --prefix=.github/ docs/policy.yml',
    'truncate -s 0 docs/policy.yml',
  ],
};
/** These may end as they like, but show nothing. */
const mustNotShow: Readonly<Record<string, readonly string[]>> = {
  'secrets of the parent': [
    'env',
    'export -p',
    'cat /proc/*/environ',
    'cat /proc/self/environ',
    'cat /proc/1/environ',
    'cat /proc/*/cmdline',
    'ps auxe',
    'strings /proc/1/mem',
    'cat $S',
    'cat $B/work/neighbour/x',
    'ls -laR $B | grep -v repo | cat',
    'cat ../neighbour/x',
    'cat ../../secret',
    'cat /proc/self/root$S',
    'cat /proc/self/cwd/../../secret',
    'ln -s $S l && cat l',
    'ln $S h && cat h',
    'cp -r $B/secret . && cat secret',
    'tar cf - $S',
    `grep -r escape-secret ${SEARCHED} --include=secret`,
    `find ${SEARCHED} -name secret -exec cat {} +`,
    'cat .git/config',
    'git config --list --show-origin',
    'git config --get-all http.https://github.com/.extraheader',
    'git remote -v',
    'git credential fill <<< "url=https://github.com"',
    'cat /etc/shadow /etc/sudoers',
    'cat ~/.gitconfig ~/.netrc ~/.npmrc ~/.docker/config.json',
    'cat /root/.bash_history /home/*/.ssh/*',
    'ls -l /proc/self/fd /proc/1/fd; timeout 1 cat /proc/1/fd/*',
    'node -p process.env',
    'python3 -c "import os; print(os.environ)"',
    'awk "BEGIN{for(k in ENVIRON) print ENVIRON[k]}"',
    'mount',
    'cat /proc/self/mountinfo',
    'cat $B/runner/_temp/set_env; ls $B/runner',
    'git show HEAD:docs/policy.yml; git log -p',
    'set',
    'compgen -v | while read v; do echo "$v=${!v}"; done',
    'cat /proc/self/task/*/environ',
  ],
};
const total = Object.values({ ...mustFail, ...mustNotShow }).reduce(
  (sum, list) => sum + list.length,
  0,
);

const setup = () => `S=${secretFile}; B=${base}; PORT=${port}; set -o pipefail; `;

/** Every second one of each clause in a usual run. */
const tried = (attempts: readonly string[]): readonly string[] =>
  someOf(attempts, Math.ceil(attempts.length / 2));

/** Makes these attempts before the first test of the block. */
function resultsOf(attempts: readonly string[]): (attempt: string) => AttemptResult {
  let results: readonly AttemptResult[] = [];
  beforeAll(async () => {
    results = await runAttempts(runner, attempts, { setup: setup(), timeoutMs: CLAUSE_MS });
  }, 2 * CLAUSE_MS);
  return (attempt) => results[attempts.indexOf(attempt)] ?? { exitCode: null, output: '' };
}

describe(`the sandbox${reason}`, () => {
  it('has at least 120 attempts to withstand', () => expect(total).toBeGreaterThanOrEqual(120));

  it.runIf(sandboxed)('shares no namespace and no session with this process', async () => {
    const links = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'user', 'uts'].map(
      (kind) => `/proc/self/ns/${kind}`,
    );
    const source = `readlink ${links.join(' ')}; cut -d' ' -f6 /proc/self/stat`;
    const { output } = await run(runner, source);
    const [session, ...namespaces] = output.trim().split('\n').toReversed();
    expect(namespaces).toHaveLength(links.length);
    for (const link of links) expect(namespaces).not.toContain(readlinkSync(link));
    // A session from outside of the namespace of processes has the id 0 in it.
    expect(Number(session)).toBeGreaterThan(0);
  });

  it.runIf(sandboxed)(
    'tells an attempt that succeeds, or shows something, from others',
    async () => {
      const results = await runAttempts(runner, ["echo 'shown'", 'kill -9 $$', 'printf x; exit 3']);
      expect(results).toEqual([
        { exitCode: 0, output: 'shown\n' },
        { exitCode: 137, output: expect.stringContaining('Killed') as string },
        { exitCode: 3, output: 'x' },
      ]);
      const [ended, not] = await runAttempts(runner, ['true', 'kill -9 $PPID']);
      expect([ended?.exitCode, not?.exitCode]).toEqual([0, null]);
    },
  );

  for (const [clause, attempts] of Object.entries(mustFail)) {
    describe.runIf(sandboxed)(clause, () => {
      const resultOf = resultsOf(tried(attempts));
      it.each(tried(attempts).map((text) => [text]))('%s', (attempt) => {
        const { exitCode, output } = resultOf(attempt);
        expect(exitCode, output).toBeGreaterThan(0);
        expect(output).not.toContain(SECRET);
        expect(hits).toBe(0);
      });
    });
  }
  for (const [clause, attempts] of Object.entries(mustNotShow)) {
    describe.runIf(sandboxed)(clause, () => {
      const resultOf = resultsOf(tried(attempts));
      it.each(tried(attempts).map((text) => [text]))('%s', (attempt) => {
        const { exitCode, output } = resultOf(attempt);
        expect(exitCode, output).not.toBeNull();
        expect(output).not.toContain(SECRET);
      });
    });
  }

  it.runIf(sandboxed)('left everything outside as it was', () => {
    expect(readFileSync(secretFile, 'utf8')).toBe(SECRET);
    expect(readFileSync(join(runnerTemp, 'set_env'), 'utf8')).toBe('');
    expect(readFileSync(join(root, 'docs/policy.yml'), 'utf8')).toBe('version: 1\n');
    expect(readFileSync(join(root, '.git/config'), 'utf8')).toContain(SECRET);
    expect(readdirSync(base).sort()).toEqual(['runner', 'secret', 'work']);
    expect(readdirSync(join(base, 'work')).sort()).toEqual(['neighbour', 'repo']);
    expect(existsSync('/tmp/wt')).toBe(false);
  });
});

describe.runIf(sandboxed)('what keeps working inside', () => {
  it('git, without phantom files', async () => {
    sh(root, 'git clean -fdq; git checkout -q -- . 2>/dev/null || true');
    const result = await run(
      runner,
      'set -e; git status --porcelain; echo a > "new file"; git add -A; git diff --cached --stat; git commit -qm second; git status --porcelain; git log --oneline; git stash list; git branch topic; git switch -q topic; git diff main',
      { profile: { name: 'git', write: [], show: [], network: false } },
    );
    expect(result.exitCode, result.output).toBe(0);
    expect(result.output).not.toContain('??');
    expect(result.output.match(/^[0-9a-f]{7} /gmu)).toHaveLength(2);
  });

  it('a private home with caches that last for the run, and a fresh /tmp for each command', async () => {
    const first = await run(
      runner,
      'set -e; echo kept > $npm_config_cache.x; echo gone > /tmp/x; echo gone > $TMPDIR/y; echo $HOME',
    );
    expect(first.exitCode, first.output).toBe(0);
    expect((await run(runner, 'cat $npm_config_cache.x; ls /tmp/x /tmp/y')).output).toMatch(
      /^kept\n.*No such file/su,
    );
  });

  it('both outputs come in the order in which they were written', async () => {
    const result = await run(runner, 'for i in 1 2 3; do echo o$i; echo e$i >&2; done');
    expect(result.output).toBe('o1\ne1\no2\ne2\no3\ne3\n');
  });

  it('limits of files and memory hold', async () => {
    expect((await run(runner, 'ulimit -f; ulimit -c; ulimit -n; ulimit -u')).output).toBe(
      '4194304\n0\n16384\n4096\n',
    );
    const hungry = await run(runner, `python3 -c "x = b'1' * (12 << 30)" || echo refused`);
    expect(hungry.output).toContain('refused');
  });

  it('no process survives the call, whatever it tries', async () => {
    const seconds = String(600_000 + process.pid);
    const result = await run(
      runner,
      `(setsid nohup bash -c "sleep ${seconds}; touch late" >/dev/null 2>&1 &) ; (trap "" TERM HUP; sleep ${seconds}; touch late2) & disown; echo done`,
    );
    expect(result.output).toContain('done');
    await vi.waitFor(
      () => expect(commandLines().filter((line) => line.includes(seconds))).toEqual([]),
      { timeout: 60_000, interval: 50 },
    );
  });

  it('a file that would redirect git is removed after the command', async () => {
    const result = await run(
      runner,
      'echo /tmp > .git/commondir; echo /tmp > .git/objects/info/alternates || true',
    );
    expect(result.output).toContain('commondir');
    expect(existsSync(join(root, '.git/commondir'))).toBe(false);
    expect(sh(root, 'git status --porcelain')).not.toContain('fatal');
  });

  it('links that a command makes do not show the next one more', async () => {
    await run(
      runner,
      `ln -sfn ${base} escape; ln -sfn / rootlink; mkdir -p x; ln -sfn ${secretFile} x/.github`,
    );
    expect(
      (await run(runner, 'cat escape/secret rootlink/etc/shadow x/.github')).output,
    ).not.toContain(SECRET);
    expect((await run(runner, 'true', { cwd: 'escape' })).ended).toBe('not-started');
    expect((await run(runner, 'true', { cwd: '../..' })).ended).toBe('not-started');
    expect((await run(runner, 'true', { cwd: '.git' })).ended).toBe('not-started');
  });
});

/** Of all processes of the machine. */
function commandLines(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    });
}
