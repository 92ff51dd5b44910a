import { readdirSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { orNull } from '../../../common/index.ts';
import type { BubblewrapProgram } from './args.ts';
import { findBubblewrapOnPath, inspectBubblewrap } from './find.ts';
import { findGit, kindOf } from '../../git/read/git-paths.ts';
import { gitViews } from '../../git/view/git-views.ts';
import { NOTHING_DENIED } from '../../limits/denied-paths.ts';
import type { IsHidden } from '../../limits/limited-paths.ts';
import { enableUserNamespaces } from '../user-namespaces.ts';
import { highestId, type SupervisorProtection, TREE_LIMITS } from '../../exec/limits.ts';
import { commandNetwork } from '../../network/index.ts';
import { createWhiteout } from '../overlay/whiteout-layer.ts';
import { writeConfigWithoutCredentials } from '../../exec/private-tempdir.ts';
import {
  describeFailed,
  type Probe,
  type ProbedRunner,
  probeReadingProfile,
  probeIsolation,
  SUPERVISOR_PROBE,
  isSandboxUsable,
  type BackendAttempt,
  unavailable,
} from '../../probes/isolation-probes.ts';
import { findProgramIn } from '../../exec/processes/run-process.ts';
import { SYSTEM_PATH } from '../../exec/trusted-program.ts';
import { createRunner, type RunnerOptions, type RunnerSetup } from '../../exec/command-runner.ts';
import { placeholderRemover, protectedPathsOf, writablePaths } from '../../exec/protected-paths.ts';
import { isMountedElsewhere } from '../mounts/mounted-elsewhere.ts';
import { bubblewrapBackend, type BubblewrapConfig } from './backend.ts';
import { findPackageCaches } from '../mounts/package-caches.ts';
import { type ViewOptions, workspaceViews } from '../mounts/workspace-view.ts';

/**
 * The bubblewrap backend of Linux: finds bubblewrap, allows user namespaces, and probes the sandbox with the strongest
 * settings first. This file does I/O.
 */
/** Returns a runner with a probed bubblewrap sandbox, or the failed probes after restoring the machine. */
export async function tryBubblewrap(
  options: RunnerOptions,
  unsandboxed: RunnerSetup,
): Promise<BackendAttempt> {
  const bubblewrap = await findBubblewrap(options, unsandboxed.childEnv);
  if (typeof bubblewrap === 'string') return unavailable(bubblewrap);
  const config = await prepareConfig(options, { unsandboxed, bubblewrap });
  const enabled = await enableUserNamespaces({
    environment: options.environment,
    program: bubblewrap.program,
    folder: unsandboxed.tempDir.sandboxFiles().state,
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
    const setup = { ...unsandboxed, restoreMachine };
    const { runner, probes } = await probeWithNetwork(options, setup, config);
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
  options: RunnerOptions,
  setup: RunnerSetup,
  config: BubblewrapConfig,
): Promise<ProbedRunner> {
  if (options.network.length === 0) return await probeProtections(setup, config);
  const network = commandNetwork({
    entries: options.network,
    folder: setup.tempDir.sandboxFiles().network,
    node: process.execPath,
    resolve: options.resolve,
  });
  const connected = await probeProtections(setup, { ...config, network });
  const failed = connected.probes.find(
    ({ probe, held }) => !held && (probe === 'start' || probe === 'network-hosts'),
  );
  if (failed === undefined) return connected;
  const isolated = await probeProtections(setup, config);
  const detail = `the policy lists ${options.network.join(', ')}, but commands get no network at all: ${failed.detail}`;
  return {
    ...isolated,
    probes: [...isolated.probes, { probe: 'network-hosts', held: false, detail }],
  };
}

/**
 * Probes the strongest protections first and takes the first that pass. If a command can reach its supervisor with all of
 * them, the first that start are taken.
 */
async function probeProtections(
  setup: RunnerSetup,
  config: BubblewrapConfig,
): Promise<ProbedRunner> {
  let best = await probeOnce(setup, config);
  for (const weaker of weakerProtections(config)) {
    const cannotStart = isFailed(best, 'start');
    if (!cannotStart && !isFailed(best, SUPERVISOR_PROBE)) break;
    const other = await probeOnce(setup, { ...config, ...weaker });
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
  highestIdFile: file,
}: BubblewrapConfig): readonly Pick<BubblewrapConfig, 'protection' | 'highestIdFile'>[] {
  const setpriv = findProgramIn(SYSTEM_PATH, 'setpriv');
  const protections: readonly SupervisorProtection[] = [
    unreadable,
    ...(setpriv === null ? [] : [{ kind: 'capability' as const, setpriv }]),
    { kind: 'none' },
  ];
  const all = protections.flatMap((protection) =>
    (file === null ? [null] : [file, null]).map((highestIdFile) => ({ protection, highestIdFile })),
  );
  return all.slice(1);
}

async function probeOnce(
  unsandboxed: RunnerSetup,
  { network, ...options }: BubblewrapConfig,
): Promise<ProbedRunner> {
  const childEnv = {
    ...unsandboxed.childEnv,
    ...options.packages.environment,
    TMPDIR: '/tmp',
    ...network?.environment,
  };
  const config = { ...options, childEnv, network };
  const setup = { ...unsandboxed, childEnv };
  const context = {
    ...config,
    protect: [...config.protect, ...deniedSample(config)],
    hasGit: config.git !== null,
    sandbox: 'bubblewrap' as const,
    hosts: network?.hosts ?? null,
    hasFilter: config.tempDir.sandboxFiles().seccompFilter !== null,
    highestId: config.highestIdFile === null ? null : highestId(config.processes, thisSystem()),
  };
  const [probes, reading] = await Promise.all([
    probeIsolation(createRunner({ ...setup, backend: bubblewrapBackend(config) }), context),
    probeReading(setup, config),
  ]);
  const runner = createRunner({
    ...setup,
    backend: bubblewrapBackend({ ...config, hasOverlay: reading.hasOverlay }),
    contains: reading.probes.every(({ held, probe }) => held || probe === SUPERVISOR_PROBE),
  });
  return { runner, probes: [...probes, ...reading.probes] };
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
async function probeReading(setup: RunnerSetup, config: BubblewrapConfig): Promise<ReadingProfile> {
  const hiddenFile = probeFileIn(config.root);
  const probe = async (hasOverlay: boolean): Promise<readonly Probe[]> => {
    const view = workspaceViews({
      ...viewOptions(config),
      isHidden: (path) => path === hiddenFile,
      folder: join(config.tempDir.sandboxFiles().masks, `probe-${hasOverlay ? 'layer' : 'mount'}`),
    });
    const backend = bubblewrapBackend({ ...config, network: null, hasOverlay, view });
    return await probeReadingProfile(createRunner({ ...setup, backend }), {
      root: config.root,
      home: config.tempDir.home,
      hiddenFile,
      hasOverlay,
    });
  };
  if (!config.hasOverlay) return { hasOverlay: false, probes: await probe(false) };
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

/** The bubblewrap for the run's commands and its features, or why there is none. */
async function findBubblewrap(
  { workspace, installed = null }: RunnerOptions,
  env: Readonly<Record<string, string>>,
): Promise<Omit<BubblewrapProgram, 'protection' | 'mount'> | string> {
  const program = installed?.program ?? findBubblewrapOnPath(env['PATH'], workspace.root);
  if (program === null) return 'bubblewrap (bwrap) is not installed';
  const features = await inspectBubblewrap(program);
  return typeof features === 'string' ? features : { program, ...features };
}

async function prepareConfig(
  options: RunnerOptions,
  parts: {
    readonly unsandboxed: RunnerSetup;
    readonly bubblewrap: Omit<BubblewrapProgram, 'protection' | 'mount'>;
  },
): Promise<BubblewrapConfig> {
  const { bubblewrap } = parts;
  const { tempDir, childEnv } = parts.unsandboxed;
  const { workspace, environment: parentEnv, isHidden = HIDES_NOTHING } = options;
  const { deniedWrites = null } = options;
  const { root } = workspace;
  const git = findGit(root);
  if (git !== null) await writeConfigWithoutCredentials(git, tempDir);
  const files = tempDir.sandboxFiles();
  const mount = findProgramIn(SYSTEM_PATH, 'mount');
  const processes = options.processes ?? TREE_LIMITS.processes;
  const whiteout = mount === null ? null : await createWhiteout(files.masks);
  const config = {
    ...bubblewrap,
    protection: { kind: 'unreadable' as const, shell: files.supervisorShell },
    mount: mount ?? 'mount',
    processes,
    highestIdFile: writeHighestId(processes, files.state),
    root,
    git,
    tempDir,
    parentEnv,
    childEnv,
    network: null,
    protect: protectedPathsOf(root, options),
    write: writablePaths(root, options.write ?? ['.']),
    writers: { changes: 0, running: 0, known: NOTHING_DENIED },
    workspace,
    packages: findPackageCaches(parentEnv, tempDir.home),
    whiteout,
    hasOverlay: whiteout !== null,
    isHidden,
    deniedWrites,
    gitViews: gitViews({
      git,
      isMasked: isHidden,
      folder: files.masks,
      bubblewrap: bubblewrap.program,
      shownConfig: files.repositoryConfig,
    }),
  };
  return { ...config, view: workspaceViews(viewOptions(config)) };
}

function thisSystem(): { readonly uid: number | undefined; readonly release: string } {
  return { uid: process.getuid?.(), release: release() };
}

function writeHighestId(processes: number, folder: string): string | null {
  const highest = highestId(processes, thisSystem());
  if (highest === null) return null;
  const file = join(folder, 'highest-id');
  writeFileSync(file, `${highest}\n`);
  return file;
}

const HIDES_NOTHING: IsHidden = () => false;

function viewOptions(config: Omit<BubblewrapConfig, 'view'>): ViewOptions {
  const { writers, workspace, tempDir } = config;
  return {
    ...config,
    folder: tempDir.sandboxFiles().masks,
    revision: () => (writers.running > 0 ? null : `${workspace.changes()}.${writers.changes}`),
  };
}
