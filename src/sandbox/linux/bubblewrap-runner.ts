import { readdirSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import type { BubblewrapProgram } from './bubblewrap-args.ts';
import { findGit } from '../git/read/git-paths.ts';
import { gitViews } from '../git/view/git-views.ts';
import type { IsHidden } from './hidden-paths.ts';
import { enableUserNamespaces } from './user-namespaces.ts';
import { highestId, type SupervisorProtection, TREE_LIMITS } from '../exec/limits.ts';
import { type CommandNetwork, commandNetwork } from '../network/index.ts';
import { createWhiteout } from './whiteout-layer.ts';
import { writeConfigWithoutCredentials } from '../exec/private-tempdir.ts';
import {
  type Probe,
  probeReadingProfile,
  probeIsolation,
  SUPERVISOR_PROBE,
} from '../probes/isolation-probes.ts';
import { findProgram } from '../exec/run-process.ts';
import { runTrusted } from '../exec/trusted-program.ts';
import type { CommandRunner } from '../ports.ts';
import type { RunnerOptions } from '../exec/runner-options.ts';
import { createRunner, type RunnerSetup } from '../exec/command-runner.ts';
import { placeholdersFor, removePlaceholders } from '../exec/protected-paths.ts';
import { bubblewrapBackend, type BubblewrapConfig } from './bubblewrap-backend.ts';
import { isSandboxUsable, type BackendAttempt, unavailable } from '../probes/probe-result.ts';
import { type ViewOptions, workspaceViews } from './workspace-view.ts';
import { protectedIn, writablePaths } from '../exec/writable.ts';

/** Makes the config of Linux and tries them. This file does I/O. */

const ASK_TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 100_000;

/** A runner behind bubblewrap, its config proved; or why there is none. The machine is then as it was before. */
export async function tryBubblewrap(
  options: RunnerOptions,
  unsandboxed: RunnerSetup,
): Promise<BackendAttempt> {
  const found = await findBubblewrap(unsandboxed.childEnv);
  if (typeof found === 'string') return unavailable(found);
  const config = await prepareConfig(options, { unsandboxed, found });
  const { gitViews: views } = config;
  const enabled = await enableUserNamespaces({
    environment: options.environment,
    program: found.program,
    folder: unsandboxed.tempDir.sandboxFiles().state,
  });
  const undo = enabled?.restore ?? unsandboxed.restore;
  const restore = async (): Promise<void> => {
    await views.close();
    await undo();
  };
  const placeholders = placeholdersFor(config.root, config.protect);
  let held = false;
  try {
    const { runner, probes } = await probeWithNetwork(options, { parts: { ...unsandboxed, restore }, config });
    const told = [...(enabled === null ? [] : [enabled.probe]), ...probes];
    held = isSandboxUsable(told);
    // Made while the model thinks, and not while its first command waits.
    if (held) void views.view();
    return { runner: held ? runner : null, probes: told };
  } finally {
    if (!held) {
      removePlaceholders(config.root, placeholders);
      await restore();
    }
  }
}

interface ProbedRunner {
  readonly runner: CommandRunner;
  readonly probes: readonly Probe[];
}

interface BubblewrapSetup {
  readonly parts: RunnerSetup;
  readonly config: BubblewrapConfig;
}

/** With the way to the hosts of the policy, where it lists any; where that way does not hold, without any network. */
async function probeWithNetwork(options: RunnerOptions, made: BubblewrapSetup): Promise<ProbedRunner> {
  if (options.network.length === 0) return await probeProtections(null, made);
  const network = commandNetwork({
    entries: options.network,
    folder: made.parts.tempDir.sandboxFiles().network,
    node: process.execPath,
    resolve: options.resolve,
  });
  const open = await probeProtections(network, made);
  const fallen = open.probes.find(
    ({ probe, held }) => !held && (probe === 'start' || probe === 'network-hosts'),
  );
  if (fallen === undefined) return open;
  const closed = await probeProtections(null, made);
  const detail = `the policy lists ${options.network.join(', ')}, but commands get no network at all: ${fallen.detail}`;
  return { ...closed, probes: [...closed.probes, { probe: 'network-hosts', held: false, detail }] };
}

/** With the strongest config that hold; where a command can touch its supervisor in all of them, with the first that start. */
async function probeProtections(network: CommandNetwork | null, made: BubblewrapSetup): Promise<ProbedRunner> {
  const proved = await probeOnce(network, made);
  const isFailed = (tried: ProbedRunner, name: string): boolean =>
    tried.probes.some(({ probe, held }) => probe === name && !held);
  let best = proved;
  for (const weaker of weakerProtections(made.config)) {
    const isDown = isFailed(best, 'start');
    if (!isDown && !isFailed(best, SUPERVISOR_PROBE)) break;
    const other = await probeOnce(network, { ...made, config: { ...made.config, ...weaker } });
    const isBetter = isDown || !isFailed(other, SUPERVISOR_PROBE);
    if (isBetter && !isFailed(other, 'start')) best = other;
  }
  return best;
}

/**
 * A system may not let a shell that nobody may read be executed, or be set to let such programs be looked into; and it may not take
 * the highest process id.
 */
function weakerProtections({
  protection: unreadable,
  highestIdFile: file,
}: BubblewrapConfig): readonly Pick<BubblewrapConfig, 'protection' | 'highestIdFile'>[] {
  const setpriv = findProgram('setpriv', SYSTEM_PROGRAMS);
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

async function probeOnce(network: CommandNetwork | null, made: BubblewrapSetup): Promise<ProbedRunner> {
  const childEnv = {
    ...made.parts.childEnv,
    TMPDIR: '/tmp',
    ...(network === null ? {} : network.environment),
  };
  const config = { ...made.config, childEnv, network };
  const parts = { ...made.parts, childEnv };
  const context = {
    root: config.root,
    parentEnv: config.parentEnv,
    protect: config.protect,
    hasGit: config.git !== null,
    sandbox: 'bubblewrap' as const,
    hosts: network?.hosts ?? null,
    hasFilter: config.tempDir.sandboxFiles().seccompFilter !== null,
    processes: config.processes,
    highestId: config.highestIdFile === null ? null : highestId(config.processes, thisSystem()),
  };
  // What the probes of the reading profile find is how the run's own commands are started.
  const found: ReadingProfile = { hasOverlay: config.hasOverlay, probes: [] };
  const runner = createRunner({
    ...parts,
    backend: bubblewrapBackend({
      ...config,
      get hasOverlay() {
        return found.hasOverlay;
      },
    }),
    contains: () =>
      found.probes.length > 0 &&
      found.probes.every(({ held, probe }) => held || probe === SUPERVISOR_PROBE),
  });
  const [probes, reading] = await Promise.all([
    probeIsolation(runner, context),
    probeReading(parts, config),
  ]);
  Object.assign(found, reading);
  return { runner, probes: [...probes, ...reading.probes] };
}

interface ReadingProfile {
  hasOverlay: boolean;
  probes: readonly Probe[];
}

/** The profile of commands that only read: with a layer over the workspace, and read-only where this kernel gives none that holds. */
async function probeReading(parts: RunnerSetup, config: BubblewrapConfig): Promise<ReadingProfile> {
  const bait = probeFileIn(config.root);
  const tryIt = async (hasOverlay: boolean): Promise<readonly Probe[]> => {
    const view = workspaceViews({
      ...viewOptions(config),
      isHidden: (path) => path === bait,
      folder: join(config.tempDir.sandboxFiles().masks, `probe-${hasOverlay ? 'layer' : 'mount'}`),
    });
    const backend = bubblewrapBackend({ ...config, network: null, hasOverlay, view });
    return await probeReadingProfile(createRunner({ ...parts, backend }), {
      root: config.root,
      home: config.tempDir.home,
      bait,
      layers: hasOverlay,
    });
  };
  if (config.hasOverlay) {
    const probes = await tryIt(true);
    if (probes.every(({ held }) => held)) return { hasOverlay: true, probes };
    const fallback = await tryIt(false);
    const why = probes
      .filter(({ held }) => !held)
      .map(({ probe, detail }) => `${probe}: ${detail}`);
    const lost = { probe: 'reading-layer', held: false, detail: why.join('; ') };
    return fallback.every(({ held }) => held)
      ? {
          hasOverlay: false,
          probes: [
            ...fallback,
            { ...lost, held: true, detail: `none, the workspace is read-only: ${lost.detail}` },
          ],
        }
      : { hasOverlay: true, probes };
  }
  return { hasOverlay: false, probes: await tryIt(false) };
}

/** A file of the workspace that the probe hides; `null` where there is none at the root. */
function probeFileIn(root: string): string | null {
  // The `.git` of a linked work tree is a file, and is shown by a mount of its own.
  const file = readdirSync(root, { withFileTypes: true }).find(
    (entry) => entry.isFile() && entry.name !== '.git',
  );
  return file === undefined || file.name.includes('\uFFFD') ? null : file.name;
}

/** The sandbox program of this machine and what it can do, or why there is none. */
async function findBubblewrap(
  env: Readonly<Record<string, string>>,
): Promise<Omit<BubblewrapProgram, 'protection' | 'mount'> | string> {
  const program = findProgram('bwrap', { env, cwd: '/' });
  if (program === null) return 'bubblewrap (bwrap) is not installed';
  const ask = async (argv: readonly [string, ...string[]]) =>
    runTrusted({
      argv,
      cwd: '/',
      env,
      timeoutMs: ASK_TIMEOUT_MS,
      maxOutputBytes: MAX_ANSWER_BYTES,
    });
  const [help, limit] = await Promise.all([
    ask([program, '--help']),
    ask(['/bin/sh', '-c', 'ulimit -u 100']),
  ]);
  const features = help.stdout.toString('utf8') + help.stderr.toString('utf8');
  if (!features.includes('--perms') || !features.includes('--size')) {
    return 'bubblewrap is older than 0.7';
  }
  return {
    program,
    disableUserns: features.includes('--disable-userns'),
    processLimitFlag: limit.exitCode === 0 ? '-u' : '-p',
  };
}

async function prepareConfig(
  options: RunnerOptions,
  parts: { unsandboxed: RunnerSetup; found: Omit<BubblewrapProgram, 'protection' | 'mount'> },
): Promise<BubblewrapConfig> {
  const { unsandboxed, found } = parts;
  const root = options.workspace.root;
  const git = findGit(root);
  if (git !== null) await writeConfigWithoutCredentials(git, unsandboxed.tempDir);
  const mount = findProgram('mount', SYSTEM_PROGRAMS);
  const processes = options.processes ?? TREE_LIMITS.processes;
  const whiteout = mount === null ? null : await createWhiteout(unsandboxed.tempDir.sandboxFiles().masks);
  const config = {
    ...found,
    protection: { kind: 'unreadable' as const, shell: unsandboxed.tempDir.sandboxFiles().supervisorShell },
    mount: mount ?? 'mount',
    processes,
    highestIdFile: writeHighestId(processes, unsandboxed.tempDir.sandboxFiles().state),
    root,
    git,
    tempDir: unsandboxed.tempDir,
    parentEnv: options.environment,
    childEnv: unsandboxed.childEnv,
    network: null,
    protect: protectedIn(root, options),
    write: writablePaths(root, options.write ?? ['.']),
    writers: { begun: 0, running: 0, looks: 0 },
    workspace: options.workspace,
    whiteout,
    hasOverlay: whiteout !== null,
    isHidden: options.isHidden ?? HIDES_NOTHING,
    gitViews: gitViews({
      git,
      isMasked: options.isHidden ?? HIDES_NOTHING,
      folder: unsandboxed.tempDir.sandboxFiles().masks,
      bubblewrap: found.program,
      configFile: unsandboxed.tempDir.sandboxFiles().repositoryConfig,
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

/** Programs of the system itself, whatever the PATH of commands is. */
const SYSTEM_PROGRAMS = { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }, cwd: '/' };

function viewOptions(config: Omit<BubblewrapConfig, 'view'>): ViewOptions {
  const { root, whiteout, isHidden, writers, workspace, tempDir } = config;
  return {
    root,
    isHidden,
    whiteout,
    folder: tempDir.sandboxFiles().masks,
    replaced: () => new Map(),
    revision: () => {
      // While something can write, each look is a new one.
      if (writers.running > 0) writers.looks += 1;
      return `${workspace.changes()}.${writers.begun}.${writers.looks}`;
    },
  };
}
