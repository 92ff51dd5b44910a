import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createCommandRunner, findProgram, openWorkspace } from '../../../../src/sandbox/index.ts';
import {
  installBubblewrap,
  type InstallRequest,
  type InstallTarget,
} from '../../../../src/sandbox/linux/bubblewrap/install.ts';
import { run, tempFolder } from '../../support.ts';
import { BUBBLEWRAP_WORKS } from '../../../bubblewrap.ts';

const HOSTED = { GITHUB_ACTIONS: 'true', RUNNER_ENVIRONMENT: 'github-hosted' };
const REAL = findProgram('bwrap', { env: { PATH: '/usr/bin:/bin' }, cwd: '/' });
const TOOLS = ['sh', 'cp', 'mkdir', 'mv', 'install', 'true', 'sleep', 'env', 'dirname', 'sort'];

/** What the fake `apt-get` "downloads": a program instead of a package, which the fake `dpkg-deb` puts where a package has it. */
const WORKING = `#!/bin/sh\necho '--perms --size --disable-userns'\n`;
const UNPACK = 'mkdir -p "$3/usr/bin" && cp "$2" "$3/usr/bin/bwrap"';

interface Fakes {
  /** The program in the package, by its source or by the path of a real one. */
  readonly packaged?: { readonly source: string } | { readonly file: string };
  /** Shell sources; `null`: this machine has no such program. */
  readonly 'apt-get'?: string | null;
  readonly 'dpkg-deb'?: string | null;
  readonly sudo?: string | null;
}

/** A machine of its own: its system folder holds only these programs, each of which logs how it was started. */
function machine(fakes: Fakes = {}, more: Partial<InstallTarget> = {}) {
  const folder = tempFolder();
  const bin = join(folder, 'system');
  const empty = join(folder, 'path');
  const log = join(folder, 'log');
  const packaged = join(folder, 'packaged');
  for (const place of [bin, empty, join(folder, 'var')]) mkdirSync(place);
  for (const tool of TOOLS) {
    const file = findProgram(tool, { env: { PATH: '/usr/bin:/bin' }, cwd: '/' });
    if (file !== null) symlinkSync(file, join(bin, tool));
  }
  const content = fakes.packaged ?? { source: WORKING };
  if ('file' in content) copyFileSync(content.file, packaged);
  else writeFileSync(packaged, content.source);
  const sources = {
    sudo: 'shift; exec "$@"',
    'apt-get': `case "$*" in *download*) cp ${packaged} bubblewrap_0.9.0-1_amd64.deb ;; esac`,
    'dpkg-deb': UNPACK,
    ...fakes,
  };
  for (const name of ['sudo', 'apt-get', 'dpkg-deb'] as const) {
    const source = sources[name];
    if (source === null) continue;
    const line = `echo "${name} $* in $PWD with $(env | sort | tr '\\n' ' ')" >> ${log}`;
    program(join(bin, name), `#!/bin/sh\n${line}\n${source}\n`);
  }
  symlinkSync('/usr/bin/tr', join(bin, 'tr'));
  const target: InstallTarget = {
    path: bin,
    program: join(folder, 'var', 'countersign', 'bwrap'),
    owner: process.getuid?.() ?? 0,
    isOwner: false,
    timeLimitMs: 60_000,
    restriction: join(folder, 'no-restriction'),
    ...more,
  };
  const start = async (request: Partial<InstallRequest> = {}) =>
    await installBubblewrap(
      {
        mode: 'auto',
        environment: { ...HOSTED, PATH: empty },
        workspace: join(folder, 'checkout'),
        signal: new AbortController().signal,
        ...request,
      },
      target,
    );
  return { folder, target, start, log: () => (existsSync(log) ? readFileSync(log, 'utf8') : '') };
}

function program(file: string, source: string): string {
  writeFileSync(file, source);
  chmodSync(file, 0o755);
  return file;
}

describe.runIf(process.platform === 'linux')('bubblewrap on a hosted runner without it', () => {
  it('is installed where only its owner can write, and the result names its digest', async () => {
    const { start, target, folder } = machine();
    const result = await start();
    expect(result).toMatchObject({
      program: target.program,
      probe: { probe: 'install', held: true },
    });
    expect(result?.probe.detail).toMatch(/package sources .* \(SHA-256 [0-9a-f]{64}\)$/u);
    expect(statSync(target.program).mode & 0o7777).toBe(0o755);
    // Nothing else was left there.
    expect(readdirSync(join(folder, 'var', 'countersign'))).toEqual(['bwrap']);
  });

  it.runIf(BUBBLEWRAP_WORKS && REAL !== null)(
    'is what the commands of the run are then sandboxed with',
    async () => {
      const { start } = machine({ packaged: { file: REAL ?? '' } });
      const installed = await start();
      const options = {
        workspace: await openWorkspace(tempFolder()),
        mode: 'required' as const,
        network: [],
        environment: { PATH: '/usr/bin:/bin' },
      };
      const { runner, probes } = await createCommandRunner({ ...options, installed });
      expect(runner.sandbox).toBe('bubblewrap');
      expect(probes[0]).toEqual(installed?.probe);
      expect((await run(runner, 'echo sandboxed')).output).toBe('sandboxed\n');
      await runner.close();
      // The installed one alone counts, whatever PATH has.
      const gone = { ...installed, program: '/nowhere/bwrap', probe: probes[0] };
      await expect(
        createCommandRunner({ ...options, installed: gone as typeof installed }),
      ).rejects.toThrow(/does not start/u);
    },
  );

  it('is found by the next step, which installs nothing', async () => {
    const { start, log } = machine();
    await start();
    const before = log();
    const again = await start();
    expect(again?.probe).toMatchObject({
      held: true,
      detail: expect.stringContaining('earlier step'),
    });
    expect(log()).toBe(before);
  });

  it.each([
    ['that everybody can write', (file: string) => chmodSync(file, 0o757)],
    ['that has the rights of its owner', (file: string) => chmodSync(file, 0o4755)],
    [
      'that is a link',
      (file: string) => {
        renameSync(file, `${file}-elsewhere`);
        symlinkSync(`${file}-elsewhere`, file);
      },
    ],
  ])('replaces, and does not start, one %s', async (_, change) => {
    const { start, target, folder } = machine();
    const marker = join(folder, 'started');
    mkdirSync(join(folder, 'var', 'countersign'));
    program(target.program, `#!/bin/sh\n: > ${marker}\n${WORKING}`);
    change(target.program);
    const result = await start();
    expect(result?.probe.detail).toContain('package sources');
    expect(existsSync(marker)).toBe(false);
    expect(statSync(target.program).mode & 0o7777).toBe(0o755);
  });

  it('is put in place without sudo by a process that may write there', async () => {
    const { start, target, log } = machine({ sudo: null }, { isOwner: true });
    expect((await start())?.program).toBe(target.program);
    expect(log()).not.toContain('sudo');
  });

  it('is whole for each of two steps that install it at once', async () => {
    const { start, target, folder } = machine();
    const both = await Promise.all([start(), start()]);
    expect(both.map((one) => one?.program)).toEqual([target.program, target.program]);
    expect(readdirSync(join(folder, 'var', 'countersign'))).toEqual(['bwrap']);
  });

  it('is downloaded with a new index of its own where the machine has none that works', async () => {
    const { start, log } = machine({
      'apt-get': `case "$*" in
        *Dir::State::Lists*update) : > updated ;;
        *Dir::State::Lists*download*) [ -e updated ] && printf '${WORKING.replaceAll("'", '"').replaceAll('\n', '\\n')}' > bubblewrap_1_all.deb ;;
        *) exit 100 ;;
      esac`,
    });
    expect((await start())?.probe.held).toBe(true);
    expect(log().match(/^apt-get/gmu)).toHaveLength(3);
  });

  it('is installed by programs that get no variable of the job, no checkout, and sudo only to put it in place', async () => {
    const { start, log, folder } = machine();
    await start({
      environment: {
        ...HOSTED,
        PATH: `${join(folder, 'checkout')}:${join(folder, 'path')}`,
        ANTHROPIC_API_KEY: 'never-in-a-child',
        APT_CONFIG: '/tmp/evil',
        LD_PRELOAD: '/tmp/evil.so',
        DPKG_ROOT: '/tmp/evil',
      },
    });
    expect(log()).not.toMatch(/never-in-a-child|evil|checkout|HOSTED/u);
    const roots = log().match(/^sudo -n \S+/gmu);
    expect(roots).toEqual(['sudo -n true', 'sudo -n install', 'sudo -n mv']);
  });
});

describe.runIf(process.platform === 'linux')(
  'bubblewrap is not installed, and the reason is said,',
  () => {
    const refused: readonly (readonly [string, Fakes, RegExp])[] = [
      [
        'where sudo asks for a password',
        { sudo: 'echo "a password is required" >&2; exit 1' },
        /password/u,
      ],
      ['without sudo', { sudo: null }, /no sudo/u],
      ['without apt-get', { 'apt-get': null }, /no apt-get/u],
      ['without dpkg-deb', { 'dpkg-deb': null }, /no dpkg-deb/u],
      [
        'where the download fails',
        { 'apt-get': 'echo "no route to host" >&2; exit 100' },
        /no route to host/u,
      ],
      ['where nothing was downloaded', { 'apt-get': ':' }, /no package/u],
      ['where the package has no bwrap', { 'dpkg-deb': 'mkdir "$3"' }, /contains no bwrap/u],
      [
        'where the package has a link for it',
        { 'dpkg-deb': 'mkdir -p "$3/usr/bin"; ln -s /bin/true "$3/usr/bin/bwrap"' },
        /contains no bwrap|failed/u,
      ],
      [
        'where it is for another processor',
        { packaged: { source: '\u007fELF of another machine' } },
        /does not start/u,
      ],
      [
        'where it is too old',
        { packaged: { source: '#!/bin/sh\necho --tmpfs\n' } },
        /older than 0\.5/u,
      ],
    ];
    it.each(refused)('%s', async (_, fakes, why) => {
      const { start } = machine(fakes);
      const result = await start();
      expect(result).toMatchObject({ program: null, probe: { probe: 'install', held: false } });
      expect(result?.probe.detail).toMatch(why);
    });

    it('where it takes too long; what was started is ended with its children', async () => {
      const seconds = `300.${process.pid}`;
      const hangs = `sleep ${seconds} & sleep ${seconds}`;
      const { start, target } = machine({ 'apt-get': hangs }, { timeLimitMs: 3_000 });
      const result = await start();
      expect(result?.program).toBeNull();
      expect(result?.probe.detail).toContain('longer than 3 s');
      await untilGone(seconds);
      expect(existsSync(target.program)).toBe(false);
    });

    it('where the step ends meanwhile', async () => {
      const seconds = `301.${process.pid}`;
      const { start } = machine({ 'apt-get': `sleep ${seconds}` });
      const step = new AbortController();
      const result = start({ signal: step.signal });
      await untilStarted(seconds);
      step.abort();
      expect((await result)?.probe.detail).toContain('the step ended');
      await untilGone(seconds);
    });

    it.each(['which everybody can write', 'of another user'])('in a folder %s', async (kind) => {
      const { start, folder } = machine({}, { owner: 4242 });
      const place = join(folder, 'var', 'countersign');
      mkdirSync(place);
      if (kind === 'which everybody can write') chmodSync(place, 0o777);
      else if (process.getuid?.() === 0) chownSync(place, 4243, 4243);
      const result = await start();
      expect(result?.program).toBeNull();
      expect(result?.probe.detail).toContain('other users of this machine can change');
    });

    it.each([
      ['by the input', { mode: 'never' as const }, /sandbox-install is never/u],
      [
        'on a self-hosted runner',
        {
          environment: {
            GITHUB_ACTIONS: 'true',
            RUNNER_ENVIRONMENT: 'self-hosted',
            PATH: '/nowhere',
          },
        },
        /install bubblewrap on this machine/u,
      ],
      ['outside of GitHub', { environment: { PATH: '/nowhere' } }, /only GitHub-hosted runners/u],
    ])('%s, and no program is started', async (_, request, why) => {
      const { start, log } = machine();
      const result = await start(request);
      expect(result?.program).toBeNull();
      expect(result?.probe.detail).toMatch(why);
      expect(log()).toBe('');
    });
  },
);

describe.runIf(process.platform === 'linux')('a bubblewrap that is there already', () => {
  it('is used, and nothing is installed', async () => {
    const { start, log } = withProgram(WORKING);
    expect(await start()).toBeNull();
    expect(await start({ mode: 'never' })).toBeNull();
    expect(log()).toBe('');
  });

  it('stays unchanged if it is too old, and another one is installed', async () => {
    const { start, target } = withProgram('#!/bin/sh\necho --tmpfs\n');
    expect((await start())?.program).toBe(target.program);
  });

  it('is installed a second time if AppArmor denies it user namespaces, but not on a machine that must not be changed', async () => {
    const confined = `#!/bin/sh\n[ "$1" = --help ] || exit 1\necho '--perms --size'\n`;
    const { start, target } = withProgram(confined, '1');
    expect(await start({ mode: 'never' })).toBeNull();
    expect((await start())?.program).toBe(target.program);
    expect(await withProgram(WORKING, '1').start()).toBeNull();
  });

  it('does not count, and is not started, where it lies in the checkout, whatever names lead there', async () => {
    const { folder, start, target } = withProgram('', '0', 'checkout/bin');
    const marker = join(folder, 'started');
    program(join(folder, 'checkout', 'bin', 'bwrap'), `#!/bin/sh\n: > ${marker}\n${WORKING}`);
    symlinkSync(join(folder, 'checkout', 'bin'), join(folder, 'elsewhere'));
    for (const first of [join(folder, 'checkout', 'bin'), join(folder, 'elsewhere')]) {
      const environment = { ...HOSTED, PATH: `${first}:${join(folder, 'path')}` };
      expect((await start({ environment }))?.program).toBe(target.program);
    }
    expect(existsSync(marker)).toBe(false);
  });

  it('is not the sandbox of a run either where a link leads to one in the checkout', async () => {
    const root = tempFolder();
    const marker = join(tempFolder(), 'started');
    mkdirSync(join(root, 'bin'));
    program(join(root, 'bin', 'bwrap'), `#!/bin/sh\n: > ${marker}\n${WORKING}`);
    const link = join(tempFolder(), 'link');
    symlinkSync(join(root, 'bin'), link);
    const { runner, probes } = await createCommandRunner({
      workspace: await openWorkspace(root),
      mode: 'preferred',
      network: [],
      environment: { PATH: link },
    });
    expect(probes[0]?.detail).toBe('bubblewrap (bwrap) is not installed');
    expect(existsSync(marker)).toBe(false);
    await runner.close();
  });
});

/** A machine with this program as `bwrap` on PATH. */
function withProgram(source: string, restriction: '0' | '1' = '0', where = 'path') {
  const made = machine();
  mkdirSync(join(made.folder, 'checkout'), { recursive: true });
  mkdirSync(join(made.folder, where), { recursive: true });
  const file = join(made.folder, 'no-restriction');
  writeFileSync(file, restriction);
  program(join(made.folder, where, 'bwrap'), source);
  return made;
}

function running(word: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .some((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes(word);
      } catch {
        return false;
      }
    });
}

async function untilGone(word: string): Promise<void> {
  while (running(word)) await sleep(50);
}

async function untilStarted(word: string): Promise<void> {
  while (!running(word)) await sleep(50);
}
