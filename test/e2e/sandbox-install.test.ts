/** The action installs bubblewrap where a hosted runner has none, and says why where it does not. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../../src/sandbox/index.ts';
import { entriesOf, expectEnd, finish, type Scene, scene, statesOf, turn } from './harness.ts';

const POLICY = 'version: 1\nmode: ask\nauto: [bash_run, finish]\nsandbox: preferred\n';
const HOSTED = { RUNNER_ENVIRONMENT: 'github-hosted' };
const REPLACED = ['/usr/bin/bwrap', '/usr/bin/apt-get', '/usr/bin/dpkg-deb'];

/** Whether this machine can be seen without bubblewrap by one process alone. */
function canHide(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  if (!REPLACED.every((file) => existsSync(file))) return false;
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
    return true;
  } catch {
    return false;
  }
}

/** This machine without bubblewrap, with an empty `/var/lib`, and with package programs that bring the real one. */
async function withoutBubblewrap({ folder }: Scene, aptGet: string): Promise<readonly string[]> {
  const own = join(folder, 'machine');
  await mkdir(own);
  await copyFile('/usr/bin/bwrap', join(own, 'package'));
  const sources = {
    bwrap: '',
    'apt-get': `#!/bin/sh\n${aptGet.replace('PACKAGE', join(own, 'package'))}\n`,
    'dpkg-deb': '#!/bin/sh\nmkdir -p "$3/usr/bin" && cp "$2" "$3/usr/bin/bwrap"\n',
  };
  const binds: string[] = [];
  for (const [name, source] of Object.entries(sources)) {
    await writeFile(join(own, name), source);
    if (source !== '') await chmod(join(own, name), 0o755);
    binds.push(`mount --bind ${join(own, name)} /usr/bin/${name}`);
  }
  const source = ['mount -t tmpfs tmpfs /var/lib', ...binds, 'exec "$@"'].join(' && ');
  // Unlike sh, bash hands on variables with a dash in their name.
  return ['unshare', '--mount', 'bash', '-c', source, 'bash'];
}

const TURNS = [turn('', ['bash_run', { command: 'echo in the sandbox' }]), finish('Ran.')];

describe.runIf(canHide())('on a hosted runner without bubblewrap', () => {
  test.concurrent('the run installs a sandbox, and the trail says where it comes from', async () => {
    await using at = await scene({ policy: POLICY });
    const through = await withoutBubblewrap(at, 'cp PACKAGE bubblewrap_0.9.0-1_amd64.deb');
    const end = await at.act({ turns: TURNS, environment: HOSTED, through });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(statesOf(end, 'c1').at(-1)).toBe('COMPLETED');
    const [probed] = entriesOf(end, 'sandbox.probe');
    expect(probed).toMatchObject({ sandbox: 'bubblewrap' });
    expect(probed?.results[0]).toMatchObject({ probe: 'install', held: true });
    expect(probed?.results[0]?.detail).toContain('/var/lib/countersign/bwrap (SHA-256 ');
  });

  test.concurrent('a run whose installation fails continues without a sandbox, and says so', async () => {
    await using at = await scene({ policy: POLICY });
    const through = await withoutBubblewrap(at, 'echo "no route to host" >&2; exit 100');
    const end = await at.act({ turns: [finish('Looked.')], environment: HOSTED, through });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(entriesOf(end, 'sandbox.probe')[0]).toMatchObject({ sandbox: 'none' });
    expect(end.summary).toContain('bubblewrap was not installed');
    expect(end.summary).toContain('no route to host');
  });

  test.concurrent('a run that requires a sandbox ends, and says why it was not installed', async () => {
    await using at = await scene({ policy: POLICY });
    const through = await withoutBubblewrap(at, 'echo "no route to host" >&2; exit 100');
    const inputs = { sandbox: 'required' };
    const end = await at.act({ turns: [finish('Looked.')], environment: HOSTED, inputs, through });
    await expectEnd(end, { outcome: 'error', exitCode: 1 });
    expect(end.outputs['summary']).toContain('no route to host');
  });

  test.concurrent('nothing is installed with sandbox-install: never', async () => {
    await using at = await scene({ policy: POLICY });
    const through = await withoutBubblewrap(at, 'cp PACKAGE bubblewrap_0.9.0-1_amd64.deb');
    const inputs = { 'sandbox-install': 'never' };
    const end = await at.act({ turns: [finish('Looked.')], environment: HOSTED, inputs, through });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(entriesOf(end, 'sandbox.probe')[0]).toMatchObject({ sandbox: 'none' });
    expect(end.summary).toContain('the input sandbox-install is never');
  });
});

describe('on another machine without bubblewrap', () => {
  test.runIf(process.platform === 'linux')(
    'nothing is installed, and the summary says what to do',
    async () => {
      await using at = await scene({ policy: POLICY });
      const bin = join(at.folder, 'bin');
      await mkdir(bin);
      for (const name of ['git', 'sh', 'bash']) {
        const file = findProgram(name, { env: { PATH: '/usr/bin:/bin' }, cwd: '/' });
        if (file !== null) await symlink(file, join(bin, name));
      }
      const environment = { PATH: bin, RUNNER_ENVIRONMENT: 'self-hosted' };
      const end = await at.act({ turns: [finish('Looked.')], environment });
      await expectEnd(end, { outcome: 'done', exitCode: 0 });
      expect(entriesOf(end, 'sandbox.probe')[0]).toMatchObject({ sandbox: 'none' });
      expect(end.summary).toContain('install bubblewrap on this machine');
    },
  );

  test.concurrent('another value of sandbox-install ends the step with what to write', async () => {
    await using at = await scene();
    const end = await at.act({ turns: [finish('')], inputs: { 'sandbox-install': 'always' } });
    await expectEnd(end, { outcome: 'error', exitCode: 1 });
    expect(end.outputs['summary']).toContain('Write one of: auto, never.');
  });
});
