import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  enableUserNamespaces,
  isHostedRunner,
} from '../../../src/sandbox/linux/user-namespaces.ts';
import { tempFolder } from '../support.ts';

const HOSTED = { GITHUB_ACTIONS: 'true', RUNNER_ENVIRONMENT: 'github-hosted' };

/** A machine whose programs are played: `works` says which command lines end well, given what ran before. */
function machine(
  works: (line: string, before: readonly string[]) => boolean,
  { value = '1', bubblewrap = '/usr/bin/bwrap' } = {},
) {
  const folder = tempFolder();
  const switchFile = join(folder, 'switch');
  writeFileSync(switchFile, `${value}\n`);
  const ran: string[] = [];
  const profiles: string[] = [];
  const enable = (environment: Readonly<Record<string, string>>) =>
    enableUserNamespaces({
      environment,
      program: bubblewrap,
      folder,
      switchFile,
      run: async (argv) => {
        const line = argv.join(' ');
        const file = argv.at(-1) ?? '';
        if (line.includes('apparmor_parser') && existsSync(file))
          profiles.push(readFileSync(file, 'utf8'));
        const ended = works(line, ran);
        ran.push(line);
        return Promise.resolve(ended);
      },
    });
  return { enable, ran, profiles };
}

const hasProfile = (before: readonly string[]): boolean =>
  before.some((line) => line.includes('apparmor_parser -r'));

describe('user namespaces on a hosted machine', () => {
  it('are allowed only for bubblewrap by a profile, which is removed later', async () => {
    const { enable, ran, profiles } = machine((line, before) =>
      line.includes('/usr/bin/bwrap') ? hasProfile(before) : line.includes('apparmor_parser'),
    );
    const enabled = await enable(HOSTED);
    expect(enabled?.probe).toMatchObject({ probe: 'user-namespaces', held: true });
    expect(profiles[0]).toMatch(
      /^profile \S+ \/usr\/bin\/bwrap flags=\(unconfined\) \{\n {2}userns,\n\}$/mu,
    );
    expect(ran.some((line) => line.includes('sysctl'))).toBe(false);
    await enabled?.restore();
    expect(ran.at(-1)).toContain('apparmor_parser -R');
  });

  it('are let to the copy that the action installed by a profile for its path', async () => {
    const bubblewrap = '/var/lib/countersign/bwrap';
    const { enable, profiles } = machine(
      (line, before) =>
        line.startsWith(bubblewrap) ? hasProfile(before) : line.includes('apparmor_parser'),
      { bubblewrap },
    );
    expect((await enable(HOSTED))?.probe.detail).toContain(`lets ${bubblewrap}, and nothing else`);
    expect(profiles[0]).toContain(` ${bubblewrap} flags=(unconfined) {`);
  });

  it('are allowed for all programs by the sysctl if a profile does not help, which is reset later', async () => {
    const { enable, ran } = machine((line) => line.startsWith('sudo'));
    const enabled = await enable(HOSTED);
    expect(enabled?.probe.detail).toContain('set from 1 to 0');
    expect(ran.findIndex((line) => line.includes('-R'))).toBeLessThan(
      ran.findIndex((line) => line.includes('userns=0')),
    );
    await enabled?.restore();
    expect(ran.at(-1)).toContain('userns=1');
  });

  it('are reported as missing without sudo', async () => {
    const { enable } = machine(() => false);
    expect((await enable(HOSTED))?.probe).toMatchObject({ held: false });
  });

  it.each([
    {},
    { GITHUB_ACTIONS: 'true', RUNNER_ENVIRONMENT: 'self-hosted' },
    { GITHUB_ACTIONS: 'true' },
  ])('are never changed on another machine: %o', async (environment) => {
    const { enable, ran } = machine(() => false);
    expect((await enable(environment))?.probe.held).toBe(false);
    expect(ran.every((line) => !line.includes('sudo'))).toBe(true);
  });

  it('stay unchanged if they work already', async () => {
    const free = machine(() => false, { value: '0' });
    expect(await free.enable(HOSTED)).toBeNull();
    expect(free.ran).toEqual([]);
    const allowed = machine((line) => line.startsWith('/usr/bin/bwrap'));
    expect(await allowed.enable({})).toBeNull();
  });
});

it('a machine is one of GitHub only if the runner says so by both of its variables', () => {
  expect(isHostedRunner(HOSTED)).toBe(true);
  for (const name of ['GITHUB_ACTIONS', 'RUNNER_ENVIRONMENT']) {
    expect(isHostedRunner({ ...HOSTED, [name]: undefined })).toBe(false);
    expect(isHostedRunner({ ...HOSTED, [name]: 'self-hosted' })).toBe(false);
  }
});
