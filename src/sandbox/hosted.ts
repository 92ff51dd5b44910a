import { existsSync, readFileSync } from 'node:fs';
import type { Probe } from './probes.ts';
import { runTrusted } from './process.ts';

/**
 * GitHub's hosted Ubuntu 24.04 forbids user namespaces to programs without an AppArmor profile. There, and only there, the
 * one switch is turned for the length of the run: the machine is thrown away after the job, and it is turned back before.
 * This file does I/O.
 */
const SWITCH = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const SYSCTL = 'kernel.apparmor_restrict_unprivileged_userns';
const SUDO_TIMEOUT_MS = 10_000;

export interface Enabled {
  readonly probe: Probe;
  readonly restore: () => Promise<void>;
}

/** Turns the switch where it is in the way and may be turned; `null` where it is not in the way. */
export async function enableUserNamespaces(
  parentEnv: Readonly<Record<string, string | undefined>>,
): Promise<Enabled | null> {
  if (!existsSync(SWITCH) || readFileSync(SWITCH, 'utf8').trim() === '0') return null;
  const hosted =
    parentEnv['GITHUB_ACTIONS'] === 'true' && parentEnv['RUNNER_ENVIRONMENT'] === 'github-hosted';
  if (!hosted) {
    return failed(`${SYSCTL} is 1, and this is no hosted runner, so it was not changed`);
  }
  if (!(await sysctl('0'))) return failed(`${SYSCTL} is 1 and could not be set to 0 with sudo`);
  return {
    probe: {
      probe: 'user-namespaces',
      held: true,
      detail: `${SYSCTL} was set from 1 to 0 for this run`,
    },
    restore: async () => {
      await sysctl('1');
    },
  };
}

function failed(detail: string): Enabled {
  return {
    probe: { probe: 'user-namespaces', held: false, detail },
    restore: async () => undefined,
  };
}

async function sysctl(value: '0' | '1'): Promise<boolean> {
  const result = await runTrusted({
    argv: ['sudo', '-n', 'sysctl', '-q', '-w', `${SYSCTL}=${value}`],
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    timeoutMs: SUDO_TIMEOUT_MS,
    maxOutputBytes: 10_000,
  });
  return result.exitCode === 0;
}
