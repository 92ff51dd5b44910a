import { findGit } from './git-places.ts';
import { enableUserNamespaces } from './hosted.ts';
import { type CommandNetwork, commandNetwork } from './network/index.ts';
import { writeShownConfig } from './private-place.ts';
import { type Probe, proveWalls } from './probes.ts';
import { findProgram } from './process.ts';
import { runTrusted } from './trusted.ts';
import type { CommandRunner } from './ports.ts';
import type { RunnerOptions } from './create.ts';
import { makeRunner, type RunnerParts } from './runner.ts';
import { placeholdersFor, removePlaceholders } from './protected.ts';
import { bubblewrapEnclosure, type Walls } from './sandboxed.ts';
import { allHeld, type Tried, without } from './tried.ts';
import { protectedIn, writablePaths } from './writable.ts';

/** Makes the walls of Linux and tries them. This file does I/O. */

const ASK_TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 100_000;

/** A runner behind bubblewrap, its walls proved; or why there is none. The machine is then as it was before. */
export async function tryBubblewrap(options: RunnerOptions, bare: RunnerParts): Promise<Tried> {
  const found = await findBubblewrap(bare.childEnv);
  if (typeof found === 'string') return without(found);
  const walls = await makeWalls(options, { bare, found });
  const enabled = await enableUserNamespaces({
    environment: options.environment,
    program: found.program,
    folder: bare.place.forWalls().state,
  });
  const restore = enabled?.restore ?? bare.restore;
  const placeholders = placeholdersFor(walls.root, walls.protect);
  let held = false;
  try {
    const { runner, probes } = await prove(options, { parts: { ...bare, restore }, walls });
    const told = [...(enabled === null ? [] : [enabled.probe]), ...probes];
    held = allHeld(told);
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

/** With the way to the hosts of the policy, where it lists any; where that way does not hold, without any network. */
async function prove(
  options: RunnerOptions,
  made: { readonly parts: RunnerParts; readonly walls: Walls },
): Promise<Proved> {
  if (options.network.length === 0) return await proveWith(null, made);
  const network = commandNetwork({
    entries: options.network,
    folder: made.parts.place.forWalls().network,
    node: process.execPath,
    resolve: options.resolve,
  });
  const open = await proveWith(network, made);
  const fallen = open.probes.find(
    ({ probe, held }) => !held && (probe === 'start' || probe === 'network-hosts'),
  );
  if (fallen === undefined) return open;
  const closed = await proveWith(null, made);
  const detail = `the policy lists ${options.network.join(', ')}, but commands get no network at all: ${fallen.detail}`;
  return { ...closed, probes: [...closed.probes, { probe: 'network-hosts', held: false, detail }] };
}

async function proveWith(
  network: CommandNetwork | null,
  made: { readonly parts: RunnerParts; readonly walls: Walls },
): Promise<Proved> {
  const childEnv = {
    ...made.parts.childEnv,
    TMPDIR: '/tmp',
    ...(network === null ? {} : network.environment),
  };
  const walls = { ...made.walls, childEnv, network };
  const runner = makeRunner({ ...made.parts, childEnv, enclosure: bubblewrapEnclosure(walls) });
  const probes = await proveWalls(runner, {
    root: walls.root,
    parentEnv: walls.parentEnv,
    protect: walls.protect,
    hasGit: walls.git !== null,
    sandbox: 'bubblewrap',
    hosts: network?.hosts ?? null,
    hasFilter: walls.place.forWalls().seccompFilter !== null,
  });
  return { runner, probes };
}

interface Bubblewrap {
  readonly program: string;
  readonly disableUserns: boolean;
  readonly processLimitFlag: '-p' | '-u';
}

/** The sandbox program of this machine and what it can do, or why there is none. */
async function findBubblewrap(env: Readonly<Record<string, string>>): Promise<Bubblewrap | string> {
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
  parts: { bare: RunnerParts; found: Bubblewrap },
): Promise<Walls> {
  const { bare, found } = parts;
  const root = options.workspace.root;
  const git = findGit(root);
  if (git !== null) await writeShownConfig(git, bare.place);
  return {
    ...found,
    root,
    git,
    place: bare.place,
    parentEnv: options.environment,
    childEnv: bare.childEnv,
    network: null,
    protect: protectedIn(root, options),
    write: writablePaths(root, options.write ?? ['.']),
  };
}
