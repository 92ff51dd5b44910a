import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Trail } from '../../audit/index.ts';
import { markHandled, CountersignError, oneLine, memoize, sha256 } from '../../common/index.ts';
import { hiddenFromCommands, type PathResolver } from '../../policy/index.ts';
import {
  type CommandRunner,
  createCommandRunner,
  openStore,
  openWorkspace,
  persistedCredentials,
  type Probe,
  removeStore,
  type RunnerOptions,
  runnerPlacesIn,
  type TrustedStore,
  type Workspace,
  workspacePathResolver,
} from '../../sandbox/index.ts';
import type { Job, RunContext } from '../job.ts';

const MAX_NAMED_KEYS = 10;
const MAX_WHY_CHARS = 300;
/** Shorter ones are no credentials, and hiding them would hide words. */
const MIN_CREDENTIAL_CHARS = 8;
const MAX_BOUND_FILE_BYTES = 32 * 1024 * 1024;

/** What stands under commands, each wall of it tried. */
export interface Proved {
  readonly commands: CommandRunner;
  /** A sandbox stands under commands, or the policy said in so many words that none shall. */
  readonly sandboxed: boolean;
  /** For people: what stands under commands, and which walls of it did not hold when they were tried. */
  readonly sandboxWords: string;
  readonly sandbox: 'on' | 'none' | 'off';
  /** The profile of commands that only read was tried, and held. */
  readonly contained: boolean;
}

/** What of a job the ground is made of. */
type GroundOf = Pick<
  Job,
  'policy' | 'sandboxRequired' | 'root' | 'trailFolder' | 'protect' | 'resume'
>;

/** What a run stands on: the confined checkout, and the walls under commands. */
export interface RunWorkspace {
  readonly workspace: Workspace;
  readonly pathResolver: PathResolver;
  /** Commands behind the walls: the first one waits until they were tried. */
  readonly commands: Pick<CommandRunner, 'run' | 'start'>;
  /**
   * Raises the walls, tries them and writes what held into the trail, when it is first asked for. That takes as long as the
   * rest of a start, and nothing rests on it before a call is judged or people are asked. Rejects as `layGround` does.
   */
  prove(): Promise<Proved>;
  /** What was proved. Throws `internal` before that. */
  proved(): Proved;
  /** The same for the end of a run, from where on none are raised; `null` where nobody asked for any, or it failed. */
  found(): Promise<Proved | null>;
  sandboxed(): Promise<boolean>;
  fileSha256(path: string): Promise<string | null>;
  /**
   * What the checkout was before anything of the run ran, for the last look at it; `null` where it is no checkout. Nothing
   * is proved, and so nothing starts, before it is there. Rejects where it could not be made.
   */
  store(): Promise<TrustedStore | null>;
  /** Ends everything that was started; the store stays. To be called before the last look, and more than once. */
  close(): Promise<void>;
  /** Takes the store away. */
  forget(): Promise<void>;
}

/**
 * Opens the workspace, and the sandbox where the run is not to begin without one: elsewhere that waits for the first who needs
 * it. Throws `sandbox-missing` where one is required and none can be had.
 */
export async function openWorkspaceAndSandbox(
  job: GroundOf,
  context: Pick<RunContext, 'environment' | 'redactor' | 'bus'>,
  trail: Pick<Trail, 'append'>,
): Promise<RunWorkspace> {
  const { sandbox } = job.policy;
  const mode = job.sandboxRequired ? 'required' : sandbox.mode;
  const places = runnerPlacesIn(job.root, context.environment);
  const own = await trailIn(job, places);
  const workspace = await openWorkspace(job.root, {
    hidden: [...places, ...own.map((path) => join(job.root, path))],
  });
  await hideLeftCredentials(job, context, trail);
  const policyWorld = workspacePathResolver(workspace.root);
  const options = {
    workspace,
    mode,
    network: sandbox.network,
    write: sandbox.write,
    protect: [...job.protect, ...own],
    isHidden: hiddenFromCommands(job.policy, policyWorld),
    environment: context.environment,
  };
  const opening = openStore(job.root, storeOptions(workspace.root, job));
  markHandled(opening);
  const forget = async (): Promise<void> => {
    const store = await opening.catch(() => null);
    if (store !== null) removeStore(store);
  };
  const walls = wallsOf(async () => {
    const [proved] = await Promise.all([raised(options, trail), opening.catch(() => null)]);
    return proved;
  });
  if (mode !== 'preferred' || job.resume !== null) {
    await walls.prove().catch(async (error: unknown) => {
      await forget();
      throw error;
    });
  }
  return {
    workspace,
    pathResolver: policyWorld,
    ...walls,
    store: async () => await opening,
    forget,
    fileSha256: async (path) => {
      try {
        return sha256(await workspace.read(path, { maxBytes: MAX_BOUND_FILE_BYTES }));
      } catch {
        return await fingerprint(resolve(workspace.root, path));
      }
    },
  };
}

/** The walls, tried, with what held on record; none are left where the trail cannot take that. */
async function raised(options: RunnerOptions, trail: Pick<Trail, 'append'>): Promise<Proved> {
  const { runner, probes } = await createCommandRunner(options);
  const isOff = options.mode === 'off';
  try {
    const under = isOff ? 'off' : runner.sandbox;
    await trail.append({ type: 'sandbox.probe', sandbox: under, results: [...probes] });
  } catch (error) {
    await runner.close();
    throw error;
  }
  return {
    commands: runner,
    sandboxed: isOff || runner.sandbox !== 'none',
    sandbox: isOff ? 'off' : runner.sandbox === 'none' ? 'none' : 'on',
    contained: runner.contains,
    sandboxWords: isOff ? 'off by policy' : wordsFor(runner, probes),
  };
}

type Walls = Pick<RunWorkspace, 'commands' | 'prove' | 'proved' | 'found' | 'sandboxed' | 'close'>;

/** Walls that are raised when they are first asked for, and are closed where they were. */
function wallsOf(raise: () => Promise<Proved>): Walls {
  let raising: Promise<Proved> | undefined;
  let proved: Proved | null = null;
  let isOver = false;
  const prove = async (): Promise<Proved> => {
    if (isOver && raising === undefined)
      throw new CountersignError('internal', 'The walls were asked for when the run was over.');
    raising ??= raise();
    return (proved = await raising);
  };
  const found = async (): Promise<Proved | null> => {
    isOver = true;
    return (await raising?.catch(() => null)) ?? null;
  };
  return {
    commands: {
      run: async (line, options) => await (await prove()).commands.run(line, options),
      start: async (line, options) => await (await prove()).commands.start(line, options),
    },
    prove,
    proved: () => {
      if (proved !== null) return proved;
      throw new CountersignError('internal', 'A call was judged before the walls were tried.');
    },
    found,
    sandboxed: async () => (await prove()).sandboxed,
    close: memoize(async () => await (await found())?.commands.close()),
  };
}

/**
 * Where the store of a run lies, so that a later step of the job finds it: beside the trail, and never in the checkout.
 * `null`: in a place that nobody else knows.
 */
export function storeFolder(root: string, trailFolder: string): string | null {
  const folder = `${trailFolder}-store`;
  return wayBelow(root, folder) === null ? folder : null;
}

function storeOptions(root: string, { trailFolder }: GroundOf): { readonly folder?: string } {
  const folder = storeFolder(root, trailFolder);
  return folder === null ? {} : { folder };
}

/** The trail's folder from the root of the checkout, where a person put it in there: no tool may change it. */
async function trailIn(
  { root, trailFolder }: GroundOf,
  hidden: readonly string[],
): Promise<readonly string[]> {
  const [checkout, trail] = [await realOr(root), await realOr(trailFolder)];
  const way = wayBelow(checkout, trail);
  return way === null || hidden.some((place) => wayBelow(place, trail) !== null) ? [] : [way];
}

/** From a folder to what lies in it; `null` for what does not. */
function wayBelow(folder: string, path: string): string | null {
  const way = relative(folder, path);
  return way === '' || way.split(sep)[0] === '..' || isAbsolute(way) ? null : way;
}

/** What is wrong with a path is told by whoever opens it. */
async function realOr(path: string): Promise<string> {
  return await realpath(path).catch(() => path);
}

/** `bubblewrap (18 of 18 walls held)`, `none (bubblewrap (bwrap) is not installed)`. */
function wordsFor({ sandbox }: CommandRunner, probes: readonly Probe[]): string {
  const fallen = probes.filter(({ held }) => !held);
  if (sandbox === 'none') {
    const why = fallen.map(({ probe, detail }) => `${probe}: ${detail}`).join('; ');
    return `none (${oneLine(why, MAX_WHY_CHARS)})`;
  }
  const not = fallen.length === 0 ? '' : `; not: ${fallen.map(({ probe }) => probe).join(', ')}`;
  return `${sandbox} (${probes.length - fallen.length} of ${probes.length} walls held${not})`;
}

/**
 * What tells a file that the workspace does not give out (it lies outside, or is too large) from what it is later; `null`
 * where there is none. Only ever compared, never shown.
 */
async function fingerprint(path: string): Promise<string | null> {
  try {
    const about = await stat(path);
    if (!about.isFile()) return null;
    if (about.size <= MAX_BOUND_FILE_BYTES) return sha256(await readFile(path));
    return sha256(JSON.stringify([about.ino, about.size, about.mtimeMs, about.ctimeMs]));
  } catch {
    return null;
  }
}

/**
 * A checkout may leave the job's token in its git configuration, where a command outside of a sandbox can read it. From
 * here on its value is a secret, and people are told how to have none.
 */
async function hideLeftCredentials(
  job: GroundOf,
  context: Pick<RunContext, 'redactor' | 'bus'>,
  trail: Pick<Trail, 'append'>,
): Promise<void> {
  const left = persistedCredentials(job.root);
  if (left.length === 0) return;
  for (const { value } of left) {
    for (const form of formsOf(value)) context.redactor.addSecret(form, 'checkout-credential');
  }
  const keys = [...new Set(left.map(({ key }) => key))].slice(0, MAX_NAMED_KEYS).join(', ');
  const message =
    `The checkout left credentials in its git configuration (${keys}). ` +
    'Set `persist-credentials: false` on actions/checkout.';
  await trail.append({ type: 'warning', code: 'persisted-credentials', message });
  context.bus.emit({ type: 'warning', message });
}

/** A basic credential as it stands, and the password in it. */
function formsOf(value: string): readonly string[] {
  const password = Buffer.from(value, 'base64').toString('utf8').split(':').slice(1).join(':');
  return [value, password].filter((form) => form.length >= MIN_CREDENTIAL_CHARS);
}
