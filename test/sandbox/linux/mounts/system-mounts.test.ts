import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { isWithin } from '../../../../src/sandbox/files/lexical-path.ts';
import { kernelMounts, systemMounts } from '../../../../src/sandbox/linux/mounts/system-mounts.ts';
import { restrictedBelow } from '../../../../src/sandbox/linux/mounts/restricted-paths.ts';
import { useDisk } from '../../../on-disk.ts';
import { tempFolder } from '../../support.ts';

useDisk();

/** A folder of the system, which every user can write on a hosted runner, and only root on other machines. */
function folderInOpt(): string | null {
  try {
    return mkdtempSync('/opt/countersign-test-');
  } catch {
    return null;
  }
}

afterEach(() => void vi.unstubAllEnvs());

const opt = folderInOpt();
afterAll(() => {
  if (opt !== null) rmSync(opt, { recursive: true });
});

/** Whether a command sees a path of the machine: the last mount above it counts. */
function isShown(path: string, parentEnv: Readonly<Record<string, string>>): boolean {
  const mounts = systemMounts({
    parentEnv,
    childEnv: parentEnv,
    workspace: '/nowhere',
    emptyFile: '/dev/null',
  });
  const above = mounts.findLast((mount) => 'to' in mount && isWithin(mount.to, path));
  return above?.kind === 'read' && above.from === above.to;
}

function write(root: string, path: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'text\n', { mode: 0o755 });
  return file;
}

describe.skipIf(opt === null)('below a folder of the system, commands see', () => {
  const root = opt ?? '';

  test('nothing of a home but the tools that PATH names', () => {
    const home = join(root, 'home');
    const [key, tool] = [write(home, '.ssh/id'), write(home, '.local/bin/tool')];
    const environment = { HOME: home, PATH: `${home}/.local/bin:${home}/bin` };
    expect(isShown(key, environment)).toBe(false);
    expect(isShown(write(home, 'bin/other'), environment)).toBe(false);
    expect(isShown(tool, environment)).toBe(true);
    expect(isShown(write(root, 'beside/tool'), environment)).toBe(true);
  });

  test('nothing of a self-hosted runner but its tools, at any depth', () => {
    const runner = join(root, 'github/runner');
    const key = write(runner, '.credentials');
    const tool = write(runner, '_work/_tool/node/24/bin/node');
    const environment = {
      RUNNER_TEMP: join(runner, '_work/_temp'),
      RUNNER_TOOL_CACHE: join(runner, '_work/_tool'),
      PATH: `${dirname(tool)}:${runner}`,
    };
    expect(isShown(key, environment)).toBe(false);
    expect(isShown(tool, environment)).toBe(true);
  });

  test.each(['.runner', '.credentials', '.credentials_rsaparams'])(
    'nothing of the folder that holds the %s of a runner',
    (name) => {
      const other = write(root, 'bin/listener');
      expect(isShown(other, {})).toBe(true);
      const file = write(root, name);
      expect([file, other].map((path) => isShown(path, {}))).toEqual([false, false]);
      rmSync(file);
    },
  );

  test.each(['ENV', 'PATH', 'OUTPUT', 'STATE', 'STEP_SUMMARY'])(
    'nothing of the folder that GITHUB_%s names a file of',
    (name) => {
      const file = write(root, `commands-${name}/file`);
      expect(isShown(file, {})).toBe(true);
      expect(isShown(file, { [`GITHUB_${name}`]: file })).toBe(false);
    },
  );

  test('nothing of the temporary folder of the runner, nor of its logs', () => {
    const environment = { RUNNER_TEMP: join(root, 'runner/work/_temp') };
    const files = ['runner/work/_temp/event.json', 'runner/_diag/Worker.log'];
    for (const file of files) expect(isShown(write(root, file), environment)).toBe(false);
    expect(isShown(write(root, 'runner/beside'), environment)).toBe(true);
  });

  test('tools to which a link of a folder of the system leads', () => {
    const elsewhere = tempFolder();
    vi.stubEnv('TMPDIR', '/var/tmp');
    const tool = write(elsewhere, 'node/24/bin/node');
    const cache = join(root, 'cache');
    symlinkSync(elsewhere, cache);
    const environment = { RUNNER_TOOL_CACHE: cache, PATH: join(cache, 'node/24/bin') };
    expect(isShown(tool, environment)).toBe(true);
    expect(isShown(tool, { ...environment, HOME: dirname(elsewhere) })).toBe(true);
  });

  test("nothing of this program's temporary files", () => {
    vi.stubEnv('TMPDIR', join(root, 'tmp'));
    expect(isShown(write(root, 'tmp/countersign-1/state/config'), {})).toBe(false);
  });
});

test("commands see the tools of a runner's cache in a home, and nothing beside them", () => {
  const home = tempFolder();
  // Nothing in the folder for temporary files is shown.
  vi.stubEnv('TMPDIR', '/var/tmp');
  const tool = write(home, 'runner/_work/_tool/node/24/bin/node');
  const environment = {
    HOME: home,
    RUNNER_TEMP: join(home, 'runner/_work/_temp'),
    RUNNER_TOOL_CACHE: join(home, 'runner/_work/_tool'),
    PATH: dirname(tool),
  };
  expect(isShown(tool, environment)).toBe(true);
  expect(isShown(write(home, 'runner/.credentials'), environment)).toBe(false);
});

test('commands see nothing of a home through a link that PATH names', () => {
  const [base, elsewhere] = [tempFolder(), tempFolder()];
  vi.stubEnv('TMPDIR', '/var/tmp');
  const link = join(elsewhere, 'link');
  symlinkSync(base, link);
  const environment = { HOME: join(base, 'home'), PATH: link };
  write(base, 'home/.ssh/id');
  expect(isShown(join(link, 'home/.ssh/id'), environment)).toBe(false);
});

test('a command can change no switch of the kernel, and reads none of its memory, keys and messages', () => {
  const mounts = kernelMounts('/empty');
  expect([mounts[0], mounts.at(-1)]).toEqual([{ kind: 'proc' }, { kind: 'dev' }]);
  const seen = new Map(
    mounts.flatMap((mount) => (mount.kind === 'read' ? [[mount.to, mount.from]] : [])),
  );
  const switches = ['sys', 'fs', 'acpi', 'scsi', 'driver'].map((name) => `/proc/${name}`);
  for (const path of switches.filter((each) => existsSync(each))) expect(seen.get(path)).toBe(path);
  const files = ['sysrq-trigger', 'mtrr', 'kcore', 'kmsg', 'keys', 'timer_list'];
  for (const path of files.map((name) => `/proc/${name}`).filter((each) => existsSync(each)))
    expect([path, seen.get(path)]).toEqual([path, '/empty']);
});

test('of what the system keeps secret, commands see an empty file or folder', () => {
  const secrets = ['/etc/shadow', '/etc/gshadow', '/etc/sudoers', '/etc/ssl/private', '/etc/ssh'];
  // What other users may not read is none of a command's, either.
  const there = [...secrets.filter((path) => existsSync(path)), ...restrictedBelow('/etc')];
  for (const path of there) expect([path, isShown(path, {})]).toEqual([path, false]);
});
