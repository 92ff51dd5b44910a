import { join } from 'node:path';
import { CountersignError } from '../base/index.ts';
import { GIT_ENVIRONMENT } from '../policy/index.ts';
import { childEnvironment } from './environment.ts';
import { findGit } from './git-places.ts';
import { enableUserNamespaces } from './hosted.ts';
import { makePrivatePlace, type PrivatePlace, writeShownConfig } from './private-place.ts';
import { ADVISORY_PROBES, type Probe, probeSandbox } from './probes.ts';
import { findProgram, runTrusted } from './process.ts';
import type { CommandRunner, Workspace } from './ports.ts';
import { makeRunner, type RunnerParts } from './runner.ts';
import { placeholdersFor, protectedPaths, removePlaceholders, type Walls } from './sandboxed.ts';

export interface RunnerOptions {
  readonly workspace: Workspace;
  /** `required`: no sandbox, no run. `preferred`: without one commands run bare, and the policy asks. `off`: as the policy says. */
  readonly mode: 'required' | 'preferred' | 'off';
  /** Hosts that the policy lets commands reach. Empty: none. There is no filter by host yet, so a list gives no network. */
  readonly network: readonly string[];
  /** The parent's own environment: children get what `childEnvironment` lets through, nothing else. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Paths from the root that commands cannot write, existing or not. Plain paths, no globs. Absent: none beside `.github`. */
  readonly protect?: readonly string[];
  /** Folders from the root that commands can write. Absent: `.`, all of it but `.github`, which has to be named. */
  readonly write?: readonly string[];
}

export interface CreatedRunner {
  readonly runner: CommandRunner;
  /** What was tried at the start and whether each wall held, for the trail. */
  readonly probes: readonly Probe[];
}

const PROBE_TIMEOUT_MS = 20_000;
const PROBE_OUTPUT_CHARS = 1_000_000;
const FIX =
  'Install bubblewrap (apt-get install bubblewrap) on a Linux runner that allows user namespaces, or write ' +
  '"sandbox: preferred" (commands then ask) or "sandbox: off" in the policy.';

/**
 * Makes the runner of a run's commands and proves its walls by trying them.
 * Throws `sandbox-missing` where `mode` is `required` and a wall does not hold. The caller closes the runner.
 * This file does I/O.
 */
export async function createCommandRunner(options: RunnerOptions): Promise<CreatedRunner> {
  const place = makePrivatePlace();
  try {
    return await create(options, place);
  } catch (error) {
    place.remove();
    throw error;
  }
}

async function create(options: RunnerOptions, place: PrivatePlace): Promise<CreatedRunner> {
  const { home, tmp } = place;
  const childEnv = {
    ...childEnvironment(options.environment, { home, tmp, workspace: options.workspace.root }),
    ...GIT_ENVIRONMENT,
    // The home is the children's own, and its configuration was written by this process: it says who commits.
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
  };
  const bare: RunnerParts = {
    workspace: options.workspace,
    place,
    parentEnv: options.environment,
    walls: null,
    childEnv,
    restore: async () => undefined,
  };
  if (options.mode === 'off') {
    const probe = { probe: 'sandbox', held: false, detail: 'switched off by the policy' };
    return { runner: makeRunner(bare), probes: [probe] };
  }
  const tried = await trySandbox(options, bare);
  if (tried.runner !== null) return { runner: tried.runner, probes: tried.probes };
  if (options.mode === 'required') {
    const why = tried.probes
      .filter((probe) => !probe.held)
      .map((probe) => `${probe.probe}: ${probe.detail}`);
    throw new CountersignError(
      'sandbox-missing',
      `There is no sandbox for commands (${why.join('; ')}).`,
      { fix: FIX },
    );
  }
  return { runner: makeRunner(bare), probes: tried.probes };
}

interface Tried {
  readonly runner: CommandRunner | null;
  readonly probes: readonly Probe[];
}

async function trySandbox(options: RunnerOptions, bare: RunnerParts): Promise<Tried> {
  const found = await findBubblewrap(bare.childEnv);
  if (typeof found === 'string') return without(found);
  const enabled = await enableUserNamespaces(options.environment);
  const restore = enabled?.restore ?? bare.restore;
  const walls = await makeWalls(options, { bare, found });
  const placeholders = placeholdersFor(walls.root, walls.protect);
  const childEnv = { ...bare.childEnv, TMPDIR: '/tmp' };
  const runner = makeRunner({ ...bare, walls: { ...walls, childEnv }, childEnv, restore });
  const probes = [
    ...(enabled === null ? [] : [enabled.probe]),
    ...(await proveWalls(options, { walls, runner })),
  ];
  const told = [...probes, ...networkProbe(options.network)];
  if (probes.every((probe) => probe.held || ADVISORY_PROBES.includes(probe.probe)))
    return { runner, probes: told };
  removePlaceholders(walls.root, placeholders);
  await restore();
  return { runner: null, probes: told };
}

function without(detail: string): Tried {
  return { runner: null, probes: [{ probe: 'sandbox', held: false, detail }] };
}

interface Bubblewrap {
  readonly program: string;
  readonly disableUserns: boolean;
  readonly processLimitFlag: '-p' | '-u';
}

/** The sandbox program of this machine and what it can do, or why there is none. */
async function findBubblewrap(env: Readonly<Record<string, string>>): Promise<Bubblewrap | string> {
  if (process.platform !== 'linux') return `commands run without a sandbox on ${process.platform}`;
  const program = findProgram('bwrap', { env, cwd: '/' });
  if (program === null) return 'bubblewrap (bwrap) is not installed';
  const ask = async (argv: readonly [string, ...string[]]) =>
    runTrusted({ argv, cwd: '/', env, timeoutMs: PROBE_TIMEOUT_MS, maxOutputBytes: 100_000 });
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
  const write = writablePaths(root, options.write ?? ['.']);
  const github = write.some((path) => path === '.github' || path.startsWith('.github/'))
    ? []
    : ['.github'];
  return {
    ...found,
    root,
    git,
    place: bare.place,
    parentEnv: options.environment,
    childEnv: bare.childEnv,
    protect: protectedPaths(root, [...github, ...(options.protect ?? [])]),
    write,
  };
}

function writablePaths(root: string, write: readonly string[]): string[] {
  const named = protectedPaths(root, write);
  return write.some((path) => path === '.' || path === './' || path === root)
    ? ['.', ...named]
    : named;
}

async function proveWalls(
  options: RunnerOptions,
  parts: { walls: Walls; runner: CommandRunner },
): Promise<Probe[]> {
  const { walls, runner } = parts;
  return probeSandbox({
    root: walls.root,
    parentEnv: options.environment,
    protect: walls.protect,
    hasGit: walls.git !== null,
    run: async (shell) =>
      runner.run(
        { shell },
        {
          cwd: '.',
          timeoutMs: PROBE_TIMEOUT_MS,
          signal: new AbortController().signal,
          maxOutputChars: PROBE_OUTPUT_CHARS,
        },
      ),
  });
}

/** Said out loud: hosts were listed, and commands still get no network. */
function networkProbe(network: readonly string[]): Probe[] {
  if (network.length === 0) return [];
  const detail = `the policy lists ${network.join(', ')}, but commands cannot be limited to hosts here, so they get no network at all`;
  return [{ probe: 'network-hosts', held: false, detail }];
}
