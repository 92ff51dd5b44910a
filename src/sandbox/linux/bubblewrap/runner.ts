import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '../../../common/index.ts';
import { createRunner, type RunnerOptions, type RunnerSetup } from '../../exec/command-runner.ts';
import type { SupervisorProtection } from '../../exec/limits.ts';
import { findProgramIn } from '../../exec/processes/run-process.ts';
import { placeholderRemover } from '../../exec/protected-paths.ts';
import { SYSTEM_PATH } from '../../exec/trusted-program.ts';
import { kindOf } from '../../git/read/git-paths.ts';
import { commandNetwork } from '../../network/index.ts';
import type { CommandRunner } from '../../ports.ts';
import {
  type BackendAttempt,
  describeFailed,
  isSandboxUsable,
  type Probe,
  type ProbedRunner,
  probeIsolation,
  probeReadingProfile,
  SUPERVISOR_PROBE,
  unavailable,
} from '../../probes/isolation-probes.ts';
import type { ProbeContext } from '../../probes/probe-script.ts';
import { isMountedElsewhere } from '../mounts/mounted-elsewhere.ts';
import { workspaceViews } from '../mounts/workspace-view.ts';
import { enableUserNamespaces } from '../user-namespaces.ts';
import { bubblewrapBackend, type BubblewrapConfig } from './backend.ts';
import { prepareConfig, viewOptions } from './config.ts';
import { findBubblewrapOnPath, inspectBubblewrap } from './find.ts';

/** The settings of a sandbox to try, and how what it changed on this machine is undone. */
type SandboxSetup = BubblewrapConfig & Pick<RunnerSetup, 'restoreMachine'>;

/**
 * The bubblewrap backend of Linux: finds bubblewrap, allows user namespaces, and probes the sandbox with the strongest
 * settings first. Returns a runner with a probed sandbox, or the failed probes after restoring the machine. This file does
 * I/O.
 */
export async function tryBubblewrap(
  options: RunnerOptions,
  unsandboxed: RunnerSetup,
): Promise<BackendAttempt> {
  const { installed, workspace, environment } = options;
  const { PATH } = unsandboxed.childEnv;
  const program = installed?.program ?? findBubblewrapOnPath(PATH, workspace.root);
  if (program === null) return unavailable('bubblewrap (bwrap) is not installed');
  const features = await inspectBubblewrap(program);
  if (typeof features === 'string') return unavailable(features);
  const config = await prepareConfig(options, unsandboxed, { program, ...features });
  const enabled = await enableUserNamespaces({
    environment,
    program,
    folder: config.tempDir.sandboxFiles().state,
  });
  const protectedPaths = [...config.protect, ...(config.deniedWrites?.folders ?? [])];
  const removePlaceholders = placeholderRemover(config.root, protectedPaths, isMountedElsewhere);
  const restoreMachine = async (): Promise<void> => {
    removePlaceholders();
    await config.gitViews.close();
    await enabled?.restore();
  };
  let isUsable = false;
  try {
    const { runner, probes } = await probeWithNetwork({ ...config, restoreMachine }, options);
    const allProbes = [...(enabled === null ? [] : [enabled.probe]), ...probes];
    isUsable = isSandboxUsable(allProbes);
    // Creates the git view now, so that the first command does not wait for it.
    if (isUsable) void config.gitViews.view();
    return { runner: isUsable ? runner : null, probes: allProbes };
  } finally {
    if (!isUsable) await restoreMachine();
  }
}

/** Probes with a proxy to the listed hosts. If the proxy fails, commands get no network at all. */
async function probeWithNetwork(
  setup: SandboxSetup,
  { network: entries, resolve }: RunnerOptions,
): Promise<ProbedRunner> {
  if (entries.length === 0) return await probeProtections(setup);
  const folder = setup.tempDir.sandboxFiles().network;
  const network = commandNetwork({ entries, folder, node: process.execPath, resolve });
  const childEnv = { ...setup.childEnv, ...network.environment };
  const connected = await probeProtections({ ...setup, childEnv, network });
  const failed = connected.probes.find(
    ({ probe, held }) => !held && (probe === 'start' || probe === 'network-hosts'),
  );
  if (failed === undefined) return connected;
  const isolated = await probeProtections(setup);
  const detail = `the policy lists ${entries.join(', ')}, but commands get no network at all: ${failed.detail}`;
  return {
    ...isolated,
    probes: [...isolated.probes, { probe: 'network-hosts', held: false, detail }],
  };
}

/**
 * Probes the strongest protections first and takes the first that pass. If a command can reach its supervisor with all of
 * them, the first that start are taken.
 */
async function probeProtections(setup: SandboxSetup): Promise<ProbedRunner> {
  let best = await probeOnce(setup);
  for (const weaker of weakerProtections(setup)) {
    const cannotStart = isFailed(best, 'start');
    if (!cannotStart && !isFailed(best, SUPERVISOR_PROBE)) break;
    const other = await probeOnce({ ...setup, ...weaker });
    const isBetter = cannotStart || !isFailed(other, SUPERVISOR_PROBE);
    if (isBetter && !isFailed(other, 'start')) best = other;
  }
  return best;
}

function isFailed({ probes }: ProbedRunner, name: string): boolean {
  return probes.some(({ probe, held }) => probe === name && !held);
}

/**
 * Some systems do not execute an unreadable shell, or let other processes inspect it, and some do not accept a highest
 * process id.
 */
function weakerProtections({
  protection: unreadable,
  highestId: highest,
}: BubblewrapConfig): readonly Pick<BubblewrapConfig, 'protection' | 'highestId'>[] {
  const setpriv = findProgramIn(SYSTEM_PATH, 'setpriv');
  const protections: readonly SupervisorProtection[] = [
    unreadable,
    ...(setpriv === null ? [] : [{ kind: 'capability' as const, setpriv }]),
    { kind: 'none' },
  ];
  const all = protections.flatMap((protection) =>
    (highest === null ? [null] : [highest, null]).map((highestId) => ({ protection, highestId })),
  );
  return all.slice(1);
}

async function probeOnce(setup: SandboxSetup): Promise<ProbedRunner> {
  const context = probeContext(setup);
  const [probes, reading] = await Promise.all([
    probeIsolation(sandboxRunner(setup), context),
    probeReading(setup),
  ]);
  const contains = reading.probes.every(({ held, probe }) => held || probe === SUPERVISOR_PROBE);
  const runner = sandboxRunner({ ...setup, hasOverlay: reading.hasOverlay }, contains);
  return { runner, probes: [...probes, ...reading.probes] };
}

function sandboxRunner(setup: SandboxSetup, contains = false): CommandRunner {
  return createRunner({ ...setup, backend: bubblewrapBackend(setup), contains });
}

function probeContext(config: BubblewrapConfig): ProbeContext {
  return {
    ...config,
    protect: [...config.protect, ...deniedSample(config)],
    hasGit: config.git !== null,
    sandbox: 'bubblewrap',
    hosts: config.network?.hosts ?? null,
    hasFilter: config.tempDir.sandboxFiles().seccompFilter !== null,
    highestId: config.highestId?.id ?? null,
  };
}

/** The most paths that are probed because a rule denies to write them. */
const MAX_PROBED_DENIALS = 8;

/** Empty if the workspace cannot be scanned: then the first probe cannot start, and says why. */
function deniedSample({ root, deniedWrites, view }: BubblewrapConfig): string[] {
  if (deniedWrites === null) return [];
  const kinds = (path: string): boolean => ['file', 'folder'].includes(kindOf(join(root, path)));
  const readOnly = orNull(() => view().readOnly.readOnly) ?? [];
  return [...readOnly].filter(kinds).slice(0, MAX_PROBED_DENIALS);
}

/** The results of the reading profile decide how the run's own commands are started. */
interface ReadingProfile {
  readonly hasOverlay: boolean;
  readonly probes: readonly Probe[];
}

/**
 * Probes the reading profile: with an overlay over the workspace, or with a read-only workspace if this kernel has no
 * overlay that passes.
 */
async function probeReading(setup: SandboxSetup): Promise<ReadingProfile> {
  const hiddenFile = probeFileIn(setup.root);
  const probe = async (hasOverlay: boolean): Promise<readonly Probe[]> => {
    const view = workspaceViews({
      ...viewOptions(setup),
      isHidden: (path) => path === hiddenFile,
      folder: join(setup.tempDir.sandboxFiles().masks, `probe-${hasOverlay ? 'layer' : 'mount'}`),
    });
    const runner = sandboxRunner({ ...setup, network: null, hasOverlay, view });
    return await probeReadingProfile(runner, {
      root: setup.root,
      home: setup.tempDir.home,
      hiddenFile,
      hasOverlay,
    });
  };
  if (!setup.hasOverlay) return { hasOverlay: false, probes: await probe(false) };
  const probes = await probe(true);
  if (probes.every(({ held }) => held)) return { hasOverlay: true, probes };
  const fallback = await probe(false);
  if (!fallback.every(({ held }) => held)) return { hasOverlay: true, probes };
  const detail = `none, the workspace is read-only: ${describeFailed(probes)}`;
  return {
    hasOverlay: false,
    probes: [...fallback, { probe: 'reading-layer', held: true, detail }],
  };
}

/** A file in the root that the probe hides; `null` if the root has no regular file. */
function probeFileIn(root: string): string | null {
  // The `.git` of a linked work tree is a file with its own mount.
  const file = readdirSync(root, { withFileTypes: true }).find(
    (entry) => entry.isFile() && entry.name !== '.git',
  );
  return file === undefined || file.name.includes('\uFFFD') ? null : file.name;
}
