import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCommandRunner, findProgram, openWorkspace } from '../../../../src/sandbox/index.ts';
import { replacedMount } from '../../../../src/sandbox/linux/mounts/mount-table.ts';
import { BUBBLEWRAP_WORKS } from '../../../bubblewrap.ts';
import { run, tempFolder } from '../../support.ts';

/** The fields of a table that matter: the device, the path in it, and the mount point. */
function table(...mounts: readonly (readonly [string, string, string])[]): string {
  return mounts
    .map(
      ([device, source, mountPoint], index) =>
        `${index + 2} 1 ${device} ${source} ${mountPoint} rw,nosuid - ext4 /dev/vda rw\n`,
    )
    .join('');
}

const BASE = [
  ['0:40', '/', '/'],
  ['254:0', '/home/me/w', '/w'],
] as const;

describe('a folder that is mounted over itself', () => {
  it.each([
    ['in the workspace', table(...BASE, ['254:0', '/home/me/w/a', '/w/a']), '/w/a'],
    [
      'in another such folder',
      table(...BASE, ['254:0', '/home/me/w/a', '/w/a'], ['254:0', '/home/me/w/a/b', '/w/a/b']),
      '/w/a/b',
    ],
    [
      'with blanks in its name',
      table(...BASE, ['254:0', String.raw`/home/me/w/a\040b`, String.raw`/w/a\040b`]),
      '/w/a b',
    ],
    [
      'in a workspace over another mount',
      table(...BASE, ['8:1', '/x', '/w'], ['8:1', '/x/a', '/w/a']),
      '/w/a',
    ],
    ['at the top of a file system', table(['8:1', '/', '/w'], ['8:1', '/a', '/w/a']), '/w/a'],
    [
      'that is a file system of its own on the machine',
      table(...BASE, ['8:1', '/', '/w/a'], ['8:1', '/', '/w/a']),
      '/w/a',
    ],
  ])('is the one that was asked for: %s', (_, mounts, path) => {
    expect(replacedMount(mounts, [path])).toBeNull();
  });

  it.each([
    ['another folder', table(...BASE, ['254:0', '/home/me/.ssh', '/w/a'])],
    ['another file system', table(...BASE, ['8:1', '/home/me/w/a', '/w/a'])],
    ['a folder of the same beginning', table(...BASE, ['254:0', '/home/me/w/ab', '/w/a'])],
    ['a removed folder', table(...BASE, ['254:0', '/home/me/w/a//deleted', '/w/a'])],
    ['a mount elsewhere', table(...BASE, ['254:0', '/tmp', '/tmp'])],
    [
      'another folder over a file system of its own on the machine',
      table(...BASE, ['8:1', '/', '/w/a'], ['254:0', '/home/me/.ssh', '/w/a']),
    ],
    [
      'another folder over the right one',
      table(...BASE, ['254:0', '/home/me/w/a', '/w/a'], ['254:0', '/home/me/.ssh', '/w/a']),
    ],
    [
      'a folder of a workspace that another mount covers',
      table(...BASE, ['8:1', '/x', '/w'], ['254:0', '/home/me/w/a', '/w/a']),
    ],
    ['a folder with nothing around it', table(['254:0', '/home/me/w/a', '/w/a'])],
    ['no mount', table(...BASE)],
    ['no table', ''],
  ])('is noticed as replaced: %s', (_, mounts) => {
    expect(replacedMount(mounts, ['/w/a'])).toBe('/w/a');
  });
});

const path = process.env['PATH'] ?? '';
const bubblewrap = findProgram('bwrap', { env: { PATH: path }, cwd: '/' }) ?? '';

/** A bubblewrap before which another process replaces the folder `$1/new` by a link, once `$1/go` exists. */
function racedBubblewrap(root: string): string {
  const folder = join(tempFolder(), 'bin');
  mkdirSync(folder);
  const file = join(folder, 'bwrap');
  writeFileSync(
    file,
    `#!/bin/bash
if [ -e ${root}/go ]; then mv ${root}/new ${root}/old; ln -s ${relative(root, '/tmp')} ${root}/new; fi
exec ${bubblewrap} "$@"
`,
  );
  chmodSync(file, 0o755);
  return folder;
}

describe.runIf(BUBBLEWRAP_WORKS)('a folder of the workspace that becomes a link', () => {
  it('while the sandbox is set up shows a command nothing outside: the command does not start', async () => {
    const root = tempFolder();
    const { runner } = await createCommandRunner({
      workspace: await openWorkspace(root),
      mode: 'required',
      network: [],
      environment: { PATH: `${racedBubblewrap(root)}:${path}` },
      isHidden: (name) => name === 'new/.env',
    });
    mkdirSync(join(root, 'new'));
    writeFileSync(join(root, 'new/.env'), 'x');
    expect((await run(runner, 'touch go; ls -A new')).output).toBe('.env\n');
    const raced = await run(runner, 'ls -A /tmp');
    expect(raced.ended).toBe('not-started');
    expect(raced.output).toContain(`${join(root, 'new')} was replaced`);
    rmSync(join(root, 'go'));
    rmSync(join(root, 'new'));
    renameSync(join(root, 'old'), join(root, 'new'));
    expect((await run(runner, 'ls -A /tmp new')).ended).toBe('exited');
    await runner.close();
  });

  it('is not writable, although the policy lists a path through it', async () => {
    const [root, outside] = [tempFolder(), tempFolder()];
    mkdirSync(join(outside, 'out'));
    mkdirSync(join(root, 'out'));
    symlinkSync(outside, join(root, 'link'));
    symlinkSync('..', join(root, 'up'));
    const { runner } = await createCommandRunner({
      workspace: await openWorkspace(root),
      mode: 'required',
      network: [],
      write: ['out', 'link/out', `up/${outside.split('/').at(-1)}`],
      environment: { PATH: path },
    });
    const name = outside.split('/').at(-1);
    const { output } = await run(
      runner,
      `touch out/x && echo yes; touch link/out/x up/${name}/x 2>/dev/null || echo no; ls up/${name} 2>/dev/null || echo hidden`,
    );
    expect(output).toBe('yes\nno\nhidden\n');
    await runner.close();
  });
});
