/** The action installs bubblewrap where a hosted runner has none, and says why where it does not. */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../../src/sandbox/index.ts';
import { nightly } from '../properties.ts';
import { entriesOf, expectEnd, finish, openRepository, statesOf, turn } from './harness.ts';
import { canHideBubblewrap, DOWNLOADED, HOSTED, withoutBubblewrap } from './without-bubblewrap.ts';

const POLICY = 'version: 1\nmode: ask\nauto: [bash_run, finish]\nsandbox: preferred\n';
const TURNS = [turn('', ['bash_run', { command: 'echo in the sandbox' }]), finish('Ran.')];

describe.runIf(canHideBubblewrap())('on a hosted runner without bubblewrap', () => {
  test.concurrent('the run installs a sandbox, and the trail says where it comes from', async () => {
    await using repository = await openRepository({ policy: POLICY });
    const through = await withoutBubblewrap(repository, DOWNLOADED);
    const end = await repository.runStep({ turns: TURNS, environment: HOSTED, through });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(statesOf(end, 'c1').at(-1)).toBe('COMPLETED');
    const [probed] = entriesOf(end, 'sandbox.probe');
    expect(probed).toMatchObject({ sandbox: 'bubblewrap' });
    expect(probed?.results[0]).toMatchObject({ probe: 'install', held: true });
    expect(probed?.results[0]?.detail).toContain('/var/lib/countersign/bwrap (SHA-256 ');
  });

  nightly.concurrent(
    'a run whose installation fails continues without a sandbox, and says so',
    async () => {
      await using repository = await openRepository({ policy: POLICY });
      const through = await withoutBubblewrap(repository, 'echo "no route to host" >&2; exit 100');
      const end = await repository.runStep({
        turns: [finish('Looked.')],
        environment: HOSTED,
        through,
      });
      await expectEnd(end, { outcome: 'done', exitCode: 0 });
      expect(entriesOf(end, 'sandbox.probe')[0]).toMatchObject({ sandbox: 'none' });
      expect(end.summary).toContain('bubblewrap was not installed');
      expect(end.summary).toContain('no route to host');
    },
  );
});

test.runIf(process.platform === 'linux')(
  'nothing is installed on another machine or with sandbox-install: never, the summary says why, and a run that requires a sandbox ends',
  async () => {
    await using repository = await openRepository({ policy: POLICY });
    const bin = join(repository.folder, 'bin');
    await mkdir(bin);
    for (const name of ['git', 'sh', 'bash']) {
      const file = findProgram(name, { env: { PATH: '/usr/bin:/bin' }, cwd: '/' });
      if (file !== null) await symlink(file, join(bin, name));
    }
    const act = async (kind: string, inputs: Readonly<Record<string, string>>) =>
      await repository.runStep({
        turns: [finish('Looked.')],
        environment: { PATH: bin, RUNNER_ENVIRONMENT: kind },
        inputs,
      });
    const other = await act('self-hosted', {});
    expect(other.summary).toContain('install bubblewrap on this machine');
    const never = await act('github-hosted', { 'sandbox-install': 'never' });
    expect(never.summary).toContain('the input sandbox-install is never');
    for (const end of [other, never]) {
      await expectEnd(end, { outcome: 'done', exitCode: 0 });
      expect(entriesOf(end, 'sandbox.probe')[0]).toMatchObject({ sandbox: 'none' });
    }
    const required = await act('github-hosted', {
      'sandbox-install': 'never',
      sandbox: 'required',
    });
    await expectEnd(required, { outcome: 'error', exitCode: 1 });
    expect(required.outputs['summary']).toContain('the input sandbox-install is never');
  },
);
