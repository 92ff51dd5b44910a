import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Probe } from '../probes/isolation-probes.ts';
import { runTrusted } from '../exec/trusted-program.ts';
import { realOr } from '../files/real-path.ts';
import { isHostedRunner } from './hosted-runner.ts';

/**
 * GitHub's hosted Ubuntu 24.04 forbids user namespaces to programs without an AppArmor profile. There, and only there, bubblewrap
 * is given one for the length of the run; where that does not help, the one switch for all programs is turned. Both are undone
 * before the job continues. This file does I/O.
 */
const SWITCH = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const SYSCTL = 'kernel.apparmor_restrict_unprivileged_userns';
const PARSER = '/usr/sbin/apparmor_parser';
const SUDO_TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 10_000;
const PROFILE_NAME = 'countersign-bwrap';
/** In a path of a profile anything else would be a pattern. */
const PLAIN_PATH = /^\/[\w./+-]+$/u;

export interface Enabled {
  readonly probe: Probe;
  readonly restore: () => Promise<void>;
}

export interface HostedMachine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The path of bubblewrap. */
  readonly program: string;
  /** Where a profile can be written; the parent's own. */
  readonly folder: string;
  /** Runs a program of the system and says whether it ended well. Absent: really. */
  readonly run?: (argv: readonly [string, ...string[]]) => Promise<boolean>;
  /** The file that says whether user namespaces are forbidden. Absent: the kernel's. */
  readonly switchFile?: string;
}

/** Lets bubblewrap make user namespaces where it may not and that may be changed; `null` where nothing is in the way. */
export async function enableUserNamespaces(machine: HostedMachine): Promise<Enabled | null> {
  const { environment, run = runSystem, switchFile = SWITCH } = machine;
  if (!restrictsUserNamespaces(switchFile)) return null;
  if (await canCreateNamespace(machine, run)) return null;
  if (!isHostedRunner(environment))
    return failed(`${SYSCTL} is 1, and this is no hosted runner, so it was not changed`);
  return (await allowByProfile(machine, run)) ?? (await allowBySysctl(run));
}

/** Whether AppArmor allows user namespaces only to programs with a profile. */
export function restrictsUserNamespaces(switchFile: string = SWITCH): boolean {
  return existsSync(switchFile) && readFileSync(switchFile, 'utf8').trim() !== '0';
}

/** The machine may have a profile for bubblewrap already. */
async function canCreateNamespace(
  { program }: HostedMachine,
  run: NonNullable<HostedMachine['run']>,
): Promise<boolean> {
  return await run([program, '--unshare-user', '--ro-bind', '/', '/', '/bin/true']);
}

async function allowByProfile(
  machine: HostedMachine,
  run: NonNullable<HostedMachine['run']>,
): Promise<Enabled | null> {
  const { folder } = machine;
  // A profile is about the file that a link leads to.
  const program = realOr(machine.program);
  if (!PLAIN_PATH.test(program)) return null;
  const file = join(folder, PROFILE_NAME);
  writeFileSync(
    file,
    `abi <abi/4.0>,\nprofile ${PROFILE_NAME} ${program} flags=(unconfined) {\n  userns,\n}\n`,
  );
  const restore = async (): Promise<void> => {
    await run(['sudo', '-n', PARSER, '-R', file]);
  };
  if (!(await run(['sudo', '-n', PARSER, '-r', '-K', file]))) return null;
  if (!(await canCreateNamespace(machine, run))) {
    await restore();
    return null;
  }
  const detail = `an AppArmor profile lets ${program}, and nothing else, make user namespaces during this run`;
  return { probe: { probe: 'user-namespaces', held: true, detail }, restore };
}

async function allowBySysctl(run: NonNullable<HostedMachine['run']>): Promise<Enabled> {
  const set = (value: '0' | '1') => run(['sudo', '-n', 'sysctl', '-q', '-w', `${SYSCTL}=${value}`]);
  if (!(await set('0'))) return failed(`${SYSCTL} is 1 and could not be set to 0 with sudo`);
  const detail = `${SYSCTL} was set from 1 to 0 for this run`;
  return {
    probe: { probe: 'user-namespaces', held: true, detail },
    restore: async () => {
      await set('1');
    },
  };
}

function failed(detail: string): Enabled {
  return {
    probe: { probe: 'user-namespaces', held: false, detail },
    restore: async () => undefined,
  };
}

async function runSystem(argv: readonly [string, ...string[]]): Promise<boolean> {
  const result = await runTrusted({
    argv,
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    timeoutMs: SUDO_TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  return result.exitCode === 0;
}
