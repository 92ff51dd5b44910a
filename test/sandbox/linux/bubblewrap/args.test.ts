import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
  type BubblewrapProgram,
  bubblewrapArgv,
  type Mount,
  mountArgs,
  pinned,
  readOnly,
  START_DESCRIPTOR,
  withOverlays,
} from '../../../../src/sandbox/linux/bubblewrap/args.ts';
import { LIMITS } from '../../../../src/sandbox/exec/limits.ts';

/** What the sandbox promises by its arguments, also on a machine that has no bubblewrap. */
const BWRAP: BubblewrapProgram = {
  program: '/usr/bin/bwrap',
  disableUserns: true,
  sizedTmpfs: true,
  protection: { kind: 'none' },
  mount: '/bin/mount',
};
const SPEC = {
  limits: LIMITS,
  hasFilter: true,
  hasChannel: false,
  separateErrors: false,
  hasHighestId: false,
} as const;
const COMMAND = { argv: ['make', '--all'], cwd: '/work/a' };

function argvOf(
  over: {
    readonly sandbox?: Partial<BubblewrapProgram>;
    readonly spec?: Partial<typeof SPEC> | { readonly [Key in keyof typeof SPEC]?: boolean };
    readonly mounts?: readonly Mount[];
  } = {},
) {
  const spec = { ...SPEC, mounts: over.mounts ?? [], ...over.spec, limits: LIMITS };
  const argv = bubblewrapArgv({ ...BWRAP, ...over.sandbox }, spec, COMMAND);
  const end = argv.indexOf('--');
  return { program: argv[0], options: argv.slice(1, end), started: argv.slice(end + 1) };
}

/** Whether the options contain these words, one directly behind the other. */
const has = (options: readonly string[], words: string): boolean =>
  ` ${options.join(' ')} `.includes(` ${words} `);

describe('each sandbox', () => {
  test.each([
    '--unshare-user',
    '--unshare-ipc',
    '--unshare-pid',
    '--unshare-net',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--disable-userns',
    '--new-session',
    '--die-with-parent',
    '--as-pid-1',
    '--cap-drop ALL',
    '--hostname sandbox',
    '--seccomp 4',
    '--json-status-fd 5',
    `--uid ${process.getuid?.()}`,
    `--gid ${process.getgid?.()}`,
    '--chdir /work/a',
  ])('has %s', (words) => {
    expect(has(argvOf().options, words)).toBe(true);
  });

  test('has no filter of system calls without one, and forbids no namespaces if bubblewrap cannot', () => {
    const { options } = argvOf({ sandbox: { disableUserns: false }, spec: { hasFilter: false } });
    expect(options).not.toContain('--seccomp');
    expect(options).not.toContain('--disable-userns');
  });

  test('keeps a capability only where that protects its supervisor', () => {
    for (const kind of ['none', 'unreadable'] as const)
      expect(
        argvOf({ sandbox: { protection: { kind, shell: '/copy/sh' } } }).options,
      ).not.toContain('--cap-add');
    const protection = { kind: 'capability', setpriv: '/bin/setpriv' } as const;
    const { options, started } = argvOf({ sandbox: { protection } });
    expect(has(options, '--cap-drop ALL --cap-add CAP_SETPCAP')).toBe(true);
    expect(options.filter((word) => word === '--cap-add')).toHaveLength(1);
    expect(started[2]).toContain('/bin/setpriv --inh-caps=-all');
  });

  test('starts the supervisor with the command as its arguments', () => {
    const { program, started } = argvOf();
    expect(program).toBe('/usr/bin/bwrap');
    const [shell, option, script, ...others] = started;
    expect([shell, option, ...others]).toEqual(['/bin/sh', '-c', 'sh', 'make', '--all']);
    expect(script).toContain(' 3>&-');
    expect(script).toContain(
      `read -r go <&${START_DESCRIPTOR} || exit 125; echo >&${START_DESCRIPTOR};`,
    );
    expect(argvOf({ spec: { hasChannel: true } }).started[2]).not.toContain('3>&-');
    expect(argvOf({ spec: { separateErrors: true } }).started[2]).not.toContain('2>&1');
  });

  test('starts an unreadable supervisor from a copy that no mount covers', () => {
    const protection = { kind: 'unreadable', shell: '/copy/sh' } as const;
    const mounts = [pinned('/run')];
    const { options, started } = argvOf({ sandbox: { protection }, mounts });
    expect(has(options, '--bind /run /run --ro-bind /copy/sh /run/supervisor/sh')).toBe(true);
    expect(started[0]).toBe('/run/supervisor/sh');
  });
});

describe('a mount', () => {
  test.each<[string, Mount, string]>([
    ['to read', readOnly('/a'), '--ro-bind /a /a'],
    ['to read elsewhere', { kind: 'read', from: '/a', to: '/b' }, '--ro-bind /a /b'],
    ['to write', pinned('/a'), '--bind /a /a'],
    ['of a link', { kind: 'link', from: 'usr/bin', to: '/bin' }, '--symlink usr/bin /bin'],
    [
      'of an empty folder',
      { kind: 'empty', to: '/tmp', maxBytes: 7 },
      '--perms 0755 --size 7 --tmpfs /tmp',
    ],
    ['of a hidden folder', { kind: 'closed', to: '/x' }, '--perms 0755 --tmpfs /x --remount-ro /x'],
    ['of processes', { kind: 'proc' }, '--proc /proc'],
    [
      'of devices',
      { kind: 'dev' },
      '--dev /dev --perms 0755 --size 2147483648 --tmpfs /dev/shm --remount-ro /dev',
    ],
  ])('%s', (_what, mount, words) => {
    expect(mountArgs(BWRAP, mount).join(' ')).toBe(words);
  });

  test('has no size where bubblewrap cannot limit it', () => {
    const mount = { kind: 'empty', to: '/tmp', maxBytes: 7 } as const;
    expect(mountArgs({ sizedTmpfs: false }, mount).join(' ')).toBe('--perms 0755 --tmpfs /tmp');
  });

  test('comes in the order that is asked for, with the highest process id directly behind the processes', () => {
    const mounts: readonly Mount[] = [readOnly('/a'), { kind: 'proc' }, readOnly('/proc/sys')];
    const words = (spec: { readonly hasHighestId: boolean }): readonly string[] =>
      argvOf({ mounts, spec }).options;
    const behind = '--ro-bind /proc/sys /proc/sys --chdir /work/a';
    expect(
      has(
        words({ hasHighestId: true }),
        `--ro-bind /a /a --proc /proc --file 7 /proc/sys/kernel/pid_max ${behind}`,
      ),
    ).toBe(true);
    expect(has(words({ hasHighestId: false }), `--ro-bind /a /a --proc /proc ${behind}`)).toBe(
      true,
    );
  });
});

const SANDBOXED = ['bwrap', '--', 'sh', '-c', 'x'] as const;
const wrapped = (over: Partial<BubblewrapProgram> = {}) =>
  withOverlays(
    { ...BWRAP, ...over },
    {
      overlayRoot: '/l:1',
      overlays: [
        { name: 'workspace', lowerDirs: ['/white', String.raw`/w,o\r:k`] },
        { name: 'home', lowerDirs: ['/home'] },
      ],
    },
    [...SANDBOXED],
  );

/** Starts what the outer sandbox starts, with another program in place of `mount`. */
const startWith = (mount: string) => {
  const argv = wrapped({ mount });
  const [shell = '', ...others] = argv.slice(argv.indexOf('--') + 1);
  const words = others.slice(0, -SANDBOXED.length);
  const { stdout, status } = spawnSync(shell, [...words, 'echo', 'started'], {
    encoding: 'utf8',
  });
  return { lines: stdout.trim().split('\n'), status };
};

describe('overlays', () => {
  test('are mounted by a sandbox around the sandbox, in memory of a limited size', () => {
    const argv = wrapped();
    const options = argv.slice(1, argv.indexOf('--'));
    expect(argv[0]).toBe('/usr/bin/bwrap');
    for (const words of [
      '--unshare-user --uid 0 --gid 0 --die-with-parent --cap-drop ALL',
      '--dev-bind / / --size 1073741824 --tmpfs /l:1',
      '--dir /l:1/workspace --dir /l:1/workspace-upper --dir /l:1/workspace-work',
      '--dir /l:1/home --dir /l:1/home-upper --dir /l:1/home-work',
    ])
      expect(has(options, words), words).toBe(true);
    const added = options.filter((_, index) => options[index - 1] === '--cap-add');
    expect(added.toSorted()).toEqual([
      'CAP_DAC_OVERRIDE',
      'CAP_FOWNER',
      'CAP_SETFCAP',
      'CAP_SYS_ADMIN',
    ]);
    expect(wrapped({ sizedTmpfs: false })).not.toContain('--size');
  });

  test('name their directories so that no character of a path ends one', () => {
    const argv = wrapped();
    const mounts = argv.slice(argv.indexOf('sh') + 1, -SANDBOXED.length - 1);
    expect(mounts).toEqual([
      String.raw`lowerdir=/white:/w\,o\\r\:k,upperdir=/l\:1/workspace-upper,workdir=/l\:1/workspace-work,userxattr`,
      '/l:1/workspace',
      String.raw`lowerdir=/home,upperdir=/l\:1/home-upper,workdir=/l\:1/home-work,userxattr`,
      '/l:1/home',
    ]);
  });

  test('are all mounted before the sandbox starts, which does not start without one', () => {
    const { lines, status } = startWith('echo');
    expect(status).toBe(0);
    expect(lines).toEqual([
      expect.stringMatching(/^-nit overlay overlay -o lowerdir=\/white:.* \/l:1\/workspace$/),
      expect.stringMatching(/^-nit overlay overlay -o lowerdir=\/home,.* \/l:1\/home$/),
      'started',
    ]);
    expect(startWith('false')).toEqual({ lines: [''], status: 1 });
  });
});
