import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Probe } from '../probes/isolation-probes.ts';
import { runSystemProgram } from '../exec/trusted-program.ts';
import { realOr } from '../files/regular-file.ts';

/**
 * GitHub's hosted Ubuntu 24.04 forbids user namespaces to programs without an AppArmor profile. On these machines only, bubblewrap
 * gets a profile during the run; if that does not help, the kernel's switch for all programs is changed. Both are undone
 * before the job continues. This file does I/O.
 */
const SWITCH = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const SYSCTL = 'kernel.apparmor_restrict_unprivileged_userns';
const PARSER = '/usr/sbin/apparmor_parser';
const SUDO_TIMEOUT_MS = 10_000;
const PROFILE_NAME = 'countersign-bwrap';
/** A profile would read any other character of a path as part of a pattern. */
const PLAIN_PATH = /^\/[\w./+-]+$/u;

interface Enabled {
  readonly probe: Probe;
  readonly restore: () => Promise<void>;
}

interface HostedMachine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The path of bubblewrap. */
  readonly program: string;
  /** A private folder for the profile. */
  readonly folder: string;
  /** Runs a program of the system and returns whether it succeeded. Absent: `runSystemProgram`. */
  readonly run?: (argv: readonly [string, ...string[]]) => Promise<boolean>;
  /** The file that tells whether user namespaces are restricted. Absent: the kernel's. */
  readonly switchFile?: string;
}

/** Lets bubblewrap create user namespaces on a hosted runner that forbids them; `null` if it can create them already. */
export async function enableUserNamespaces(given: HostedMachine): Promise<Enabled | null> {
  const machine = { run: runSystem, ...given };
  if (!restrictsUserNamespaces(machine.switchFile)) return null;
  if (await canCreateNamespace(machine)) return null;
  if (!isHostedRunner(machine.environment))
    return failed(`${SYSCTL} is 1 and was not changed, because this is not a hosted runner`);
  return (await allowByProfile(machine)) ?? (await allowBySysctl(machine));
}

/**
 * Whether this is one of GitHub's own virtual machines, which are ephemeral. Only such a machine is ever
 * changed. The runner sets both variables. Pure.
 */
export function isHostedRunner(environment: Readonly<Record<string, string | undefined>>): boolean {
  return (
    environment['GITHUB_ACTIONS'] === 'true' &&
    environment['RUNNER_ENVIRONMENT'] === 'github-hosted'
  );
}

/** Whether AppArmor allows user namespaces only to programs with a profile. */
export function restrictsUserNamespaces(switchFile: string = SWITCH): boolean {
  return existsSync(switchFile) && readFileSync(switchFile, 'utf8').trim() !== '0';
}

type Machine = HostedMachine & Required<Pick<HostedMachine, 'run'>>;

/** The machine may already have a profile for bubblewrap. */
async function canCreateNamespace({ program, run }: Machine): Promise<boolean> {
  return await run([program, '--unshare-user', '--ro-bind', '/', '/', '/bin/true']);
}

async function allowByProfile(machine: Machine): Promise<Enabled | null> {
  const { folder, run } = machine;
  // A profile applies to the file that a link leads to.
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
  if (!(await canCreateNamespace(machine))) {
    await restore();
    return null;
  }
  const detail = `an AppArmor profile lets ${program}, and nothing else, make user namespaces during this run`;
  return { probe: probeOf(true, detail), restore };
}

async function allowBySysctl({ run }: Machine): Promise<Enabled> {
  const set = (value: '0' | '1') => run(['sudo', '-n', 'sysctl', '-q', '-w', `${SYSCTL}=${value}`]);
  if (!(await set('0'))) return failed(`${SYSCTL} is 1 and could not be set to 0 with sudo`);
  const detail = `${SYSCTL} was set from 1 to 0 for this run`;
  return { probe: probeOf(true, detail), restore: async () => void (await set('1')) };
}

function failed(detail: string): Enabled {
  return { probe: probeOf(false, detail), restore: async () => undefined };
}

function probeOf(held: boolean, detail: string): Probe {
  return { probe: 'user-namespaces', held, detail };
}

async function runSystem(argv: readonly [string, ...string[]]): Promise<boolean> {
  return (await runSystemProgram(argv, SUDO_TIMEOUT_MS)).exitCode === 0;
}
