import { readdirSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import type { SandboxProgram } from './bubblewrap-args.ts';
import { findGit } from '../git/read/git-paths.ts';
import { gitViews } from '../git/view/git-views.ts';
import type { IsHidden } from './hidden-paths.ts';
import { enableUserNamespaces } from './user-namespaces.ts';
import { highestId, type SupervisorProtection, TREE_LIMITS } from '../exec/limits.ts';
import { type CommandNetwork, commandNetwork } from '../network/index.ts';
import { makeWhiteout } from './whiteout-layer.ts';
import { writeShownConfig } from '../exec/private-tempdir.ts';
import {
  type Probe,
  proveReadingProfile,
  proveIsolation,
  SUPERVISOR_PROBE,
} from '../probes/isolation-probes.ts';
import { findProgram } from '../exec/run-process.ts';
import { runTrusted } from '../exec/trusted-program.ts';
import type { CommandRunner } from '../ports.ts';
import type { RunnerOptions } from '../exec/runner-options.ts';
import { makeRunner, type RunnerParts } from '../exec/command-runner.ts';
import { placeholdersFor, removePlaceholders } from '../exec/protected-paths.ts';
import { bubblewrapBackend, type SandboxParts } from './bubblewrap-backend.ts';
import { allHeld, type ProbeResult, without } from '../probes/probe-result.ts';
import { type ViewOptions, workspaceViews } from './workspace-view.ts';
import { protectedIn, writablePaths } from '../exec/writable.ts';

/** Makes the walls of Linux and tries them. This file does I/O. */

const ASK_TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 100_000;

/** A runner behind bubblewrap, its walls proved; or why there is none. The machine is then as it was before. */
export async function tryBubblewrap(
  options: RunnerOptions,
  bare: RunnerParts,
): Promise<ProbeResult> {
  const found = await findBubblewrap(bare.childEnv);
  if (typeof found === 'string') return without(found);
  const walls = await makeWalls(options, { bare, found });
  const { gitViews: views } = walls;
  const enabled = await enableUserNamespaces({
    environment: options.environment,
    program: found.program,
    folder: bare.place.forWalls().state,
  });
  const undo = enabled?.restore ?? bare.restore;
  const restore = async (): Promise<void> => {
    await views.close();
    await undo();
  };
  const placeholders = placeholdersFor(walls.root, walls.protect);
  let held = false;
  try {
    const { runner, probes } = await prove(options, { parts: { ...bare, restore }, walls });
    const told = [...(enabled === null ? [] : [enabled.probe]), ...probes];
    held = allHeld(told);
    // Made while the model thinks, and not while its first command waits.
    if (held) void views.view();
    return { runner: held ? runner : null, probes: told };
  } finally {
    if (!held) {
      removePlaceholders(walls.root, placeholders);
      await restore();
    }
  }
}

interface Proved {
  readonly runner: CommandRunner;
  readonly probes: readonly Probe[];
}

interface Made {
  readonly parts: RunnerParts;
  readonly walls: SandboxParts;
}

/** With the way to the hosts of the policy, where it lists any; where that way does not hold, without any network. */
async function prove(options: RunnerOptions, made: Made): Promise<Proved> {
  if (options.network.length === 0) return await proveSupervised(null, made);
  const network = commandNetwork({
    entries: options.network,
    folder: made.parts.place.forWalls().network,
    node: process.execPath,
    resolve: options.resolve,
  });
  const open = await proveSupervised(network, made);
  const fallen = open.probes.find(
    ({ probe, held }) => !held && (probe === 'start' || probe === 'network-hosts'),
  );
  if (fallen === undefined) return open;
  const closed = await proveSupervised(null, made);
  const detail = `the policy lists ${options.network.join(', ')}, but commands get no network at all: ${fallen.detail}`;
  return { ...closed, probes: [...closed.probes, { probe: 'network-hosts', held: false, detail }] };
}

/** With the strongest walls that hold; where a command can touch its supervisor in all of them, with the first that start. */
async function proveSupervised(network: CommandNetwork | null, made: Made): Promise<Proved> {
  const proved = await proveWith(network, made);
  const isFailed = (tried: Proved, name: string): boolean =>
    tried.probes.some(({ probe, held }) => probe === name && !held);
  let best = proved;
  for (const weaker of weakerWalls(made.walls)) {
    const isDown = isFailed(best, 'start');
    if (!isDown && !isFailed(best, SUPERVISOR_PROBE)) break;
    const other = await proveWith(network, { ...made, walls: { ...made.walls, ...weaker } });
    const isBetter = isDown || !isFailed(other, SUPERVISOR_PROBE);
    if (isBetter && !isFailed(other, 'start')) best = other;
  }
  return best;
}

/**
 * A system may not let a shell that nobody may read be executed, or be set to let such programs be looked into; and it may not take
 * the highest process id.
 */
function weakerWalls({
  protection: unreadable,
  highestIdFile: file,
}: SandboxParts): readonly Pick<SandboxParts, 'protection' | 'highestIdFile'>[] {
  const setpriv = findProgram('setpriv', SYSTEM);
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

async function proveWith(network: CommandNetwork | null, made: Made): Promise<Proved> {
  const childEnv = {
    ...made.parts.childEnv,
    TMPDIR: '/tmp',
    ...(network === null ? {} : network.environment),
  };
  const walls = { ...made.walls, childEnv, network };
  const parts = { ...made.parts, childEnv };
  const context = {
    root: walls.root,
    parentEnv: walls.parentEnv,
    protect: walls.protect,
    hasGit: walls.git !== null,
    sandbox: 'bubblewrap' as const,
    hosts: network?.hosts ?? null,
    hasFilter: walls.place.forWalls().seccompFilter !== null,
    processes: walls.processes,
    highestId: walls.highestIdFile === null ? null : highestId(walls.processes, thisSystem()),
  };
  // What the probes of the reading profile find is how the run's own commands are started.
  const found: ReadingProfile = { hasLayers: walls.hasLayers, probes: [] };
  const runner = makeRunner({
    ...parts,
    enclosure: bubblewrapBackend({
      ...walls,
      get hasLayers() {
        return found.hasLayers;
      },
    }),
    contains: () =>
      found.probes.length > 0 &&
      found.probes.every(({ held, probe }) => held || probe === SUPERVISOR_PROBE),
  });
  const [probes, reading] = await Promise.all([
    proveIsolation(runner, context),
    proveReading(parts, walls),
  ]);
  Object.assign(found, reading);
  return { runner, probes: [...probes, ...reading.probes] };
}

interface ReadingProfile {
  hasLayers: boolean;
  probes: readonly Probe[];
}

/** The profile of commands that only read: with a layer over the workspace, and read-only where this kernel gives none that holds. */
async function proveReading(parts: RunnerParts, walls: SandboxParts): Promise<ReadingProfile> {
  const bait = baitIn(walls.root);
  const tryIt = async (hasLayers: boolean): Promise<readonly Probe[]> => {
    const view = workspaceViews({
      ...viewOptions(walls),
      isHidden: (path) => path === bait,
      folder: join(walls.place.forWalls().masks, `probe-${hasLayers ? 'layer' : 'mount'}`),
    });
    const enclosure = bubblewrapBackend({ ...walls, network: null, hasLayers, view });
    return await proveReadingProfile(makeRunner({ ...parts, enclosure }), {
      root: walls.root,
      home: walls.place.home,
      bait,
      layers: hasLayers,
    });
  };
  if (walls.hasLayers) {
    const probes = await tryIt(true);
    if (probes.every(({ held }) => held)) return { hasLayers: true, probes };
    const fallback = await tryIt(false);
    const why = probes
      .filter(({ held }) => !held)
      .map(({ probe, detail }) => `${probe}: ${detail}`);
    const lost = { probe: 'reading-layer', held: false, detail: why.join('; ') };
    return fallback.every(({ held }) => held)
      ? {
          hasLayers: false,
          probes: [
            ...fallback,
            { ...lost, held: true, detail: `none, the workspace is read-only: ${lost.detail}` },
          ],
        }
      : { hasLayers: true, probes };
  }
  return { hasLayers: false, probes: await tryIt(false) };
}

/** A file of the workspace that the probe hides; `null` where there is none at the root. */
function baitIn(root: string): string | null {
  // The `.git` of a linked work tree is a file, and is shown by a mount of its own.
  const file = readdirSync(root, { withFileTypes: true }).find(
    (entry) => entry.isFile() && entry.name !== '.git',
  );
  return file === undefined || file.name.includes('\uFFFD') ? null : file.name;
}

/** The sandbox program of this machine and what it can do, or why there is none. */
async function findBubblewrap(
  env: Readonly<Record<string, string>>,
): Promise<Omit<SandboxProgram, 'protection' | 'mount'> | string> {
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

async function makeWalls(
  options: RunnerOptions,
  parts: { bare: RunnerParts; found: Omit<SandboxProgram, 'protection' | 'mount'> },
): Promise<SandboxParts> {
  const { bare, found } = parts;
  const root = options.workspace.root;
  const git = findGit(root);
  if (git !== null) await writeShownConfig(git, bare.place);
  const mount = findProgram('mount', SYSTEM);
  const processes = options.processes ?? TREE_LIMITS.processes;
  const whiteout = mount === null ? null : await makeWhiteout(bare.place.forWalls().masks);
  const walls = {
    ...found,
    protection: { kind: 'unreadable' as const, shell: bare.place.forWalls().supervisorShell },
    mount: mount ?? 'mount',
    processes,
    highestIdFile: writeHighestId(processes, bare.place.forWalls().state),
    root,
    git,
    place: bare.place,
    parentEnv: options.environment,
    childEnv: bare.childEnv,
    network: null,
    protect: protectedIn(root, options),
    write: writablePaths(root, options.write ?? ['.']),
    writers: { begun: 0, running: 0, looks: 0 },
    workspace: options.workspace,
    whiteout,
    hasLayers: whiteout !== null,
    isHidden: options.isHidden ?? NOTHING,
    gitViews: gitViews({
      git,
      isMasked: options.isHidden ?? NOTHING,
      folder: bare.place.forWalls().masks,
      box: found.program,
      configFile: bare.place.forWalls().repositoryConfig,
    }),
  };
  return { ...walls, view: workspaceViews(viewOptions(walls)) };
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

const NOTHING: IsHidden = () => false;

/** Programs of the system itself, whatever the PATH of commands is. */
const SYSTEM = { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }, cwd: '/' };

function viewOptions(walls: Omit<SandboxParts, 'view'>): ViewOptions {
  const { root, whiteout, isHidden, writers, workspace, place } = walls;
  return {
    root,
    isHidden,
    whiteout,
    folder: place.forWalls().masks,
    replaced: () => new Map(),
    revision: () => {
      // While something can write, each look is a new one.
      if (writers.running > 0) writers.looks += 1;
      return `${workspace.changes()}.${writers.begun}.${writers.looks}`;
    },
  };
}
