import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Trail } from '../../audit/index.ts';
import { markHandled, CountersignError, oneLine, memoize, sha256 } from '../../common/index.ts';
import { deniedWrites, hiddenFromCommands, type PathResolver } from '../../policy/index.ts';
import {
  type BubblewrapInstallation,
  type CommandRunner,
  createCommandRunner,
  describeFailed,
  openStore,
  openWorkspace,
  persistedCredentials,
  type Probe,
  removeStore,
  type RunnerOptions,
  runnerFoldersIn,
  type TrustedStore,
  type Workspace,
  workspacePathResolver,
} from '../../sandbox/index.ts';
import { recordWarning } from '../../tool-calls/index.ts';
import type { Job, RunContext } from '../job.ts';
import { refuseTempFolderIn, storeFolder, trailIn } from './own-folders.ts';

const MAX_NAMED_KEYS = 10;
const MAX_WHY_CHARS = 300;
/** Shorter values are no credentials, and redacting them would hide ordinary words. */
const MIN_CREDENTIAL_CHARS = 8;
const MAX_BOUND_FILE_BYTES = 32 * 1024 * 1024;

/** The sandbox of a run's commands, after its isolation checks. */
interface SandboxStatus {
  readonly commands: CommandRunner;
  /** Commands run in a sandbox, or the policy says `sandbox: off`. */
  readonly sandboxed: boolean;
  /** For people: the sandbox, and the isolation checks that did not pass. */
  readonly description: string;
  readonly sandbox: 'on' | 'none' | 'off';
}

interface WorkspaceRun {
  readonly job: Pick<
    Job,
    'policy' | 'sandboxRequired' | 'root' | 'trailFolder' | 'protect' | 'resume' | 'workflow'
  >;
  readonly context: Pick<RunContext, 'environment' | 'redactor' | 'bus' | 'installation'>;
  readonly trail: Pick<Trail, 'append'>;
}

/** The checkout of a run, which tools cannot leave, and the sandbox of its commands. */
export interface RunWorkspace {
  readonly files: Workspace;
  readonly pathResolver: PathResolver;
  /** Runs commands in the sandbox. The first command waits for the isolation checks. */
  readonly commands: Pick<CommandRunner, 'run' | 'start'>;
  /**
   * Starts the sandbox on first use, self-tests it, and records the results. Rejects as `openWorkspaceAndSandbox` does.
   */
  ensureStarted(): Promise<SandboxStatus>;
  /** The status of the started sandbox. Throws `internal` before that. */
  status(): SandboxStatus;
  /** For the end of a run: never starts the sandbox; `null` if it was not started, or could not be. */
  statusOrNull(): Promise<SandboxStatus | null>;
  sandboxed(): Promise<boolean>;
  fileSha256(path: string): Promise<string | null>;
  /**
   * A private copy of the checkout's state from before the run started anything, to compare with at the end; `null` if the
   * folder is not a git checkout. The sandbox starts only once it is complete. Rejects if it could not be made.
   */
  store(): Promise<TrustedStore | null>;
  /** Ends every command that still runs. Call it before the checkout is read for the last time; it may be called again. */
  close(): Promise<void>;
  /** Deletes the private copy. */
  removeStore(): Promise<void>;
}

/**
 * Opens the workspace. Starts the sandbox at once if the run must not begin without one; otherwise the first use starts it.
 * Throws `sandbox-missing` if a sandbox is required and this machine has none, and `input-invalid` for a TMPDIR in the checkout.
 */
export async function openWorkspaceAndSandbox(run: WorkspaceRun): Promise<RunWorkspace> {
  const { job, context, trail } = run;
  await refuseTempFolderIn(job.root);
  const settings = job.policy.sandbox;
  const mode = job.sandboxRequired ? 'required' : settings.mode;
  const places = runnerFoldersIn(job.root, context.environment);
  const own = await trailIn(job, places);
  const files = await openWorkspace(job.root, {
    hidden: [...places, ...own.map((path) => join(job.root, path))],
  });
  await redactPersistedCredentials(run);
  const pathResolver = workspacePathResolver(files.root);
  const options = {
    workspace: files,
    mode,
    network: settings.network,
    write: settings.write,
    protect: [...job.protect, ...own],
    isHidden: hiddenFromCommands(job.policy, pathResolver),
    deniedWrites: deniedWrites(job.policy, pathResolver),
    environment: context.environment,
  };
  const installation = mode === 'off' ? undefined : context.installation;
  const opening = openStore(job.root, {
    // Only a workflow has a post step that finds it; that of any other run is a temporary folder.
    folder: job.workflow === null ? null : await storeFolder(files.root, job.trailFolder),
    bubblewrap: installation?.then((result) => result?.program ?? null),
    restored: job.resume?.workTree,
  });
  markHandled(opening);
  const deleteStore = async (): Promise<void> => {
    const store = await opening.catch(() => null);
    if (store !== null) removeStore(store);
  };
  const sandbox = sandboxHandle(async () => {
    const installed = (await installation) ?? null;
    const [status] = await Promise.all([
      startSandbox({ ...options, installed }, trail),
      opening.catch(() => null),
    ]);
    if (status.sandbox === 'none' && installed !== null)
      context.bus.emit({ type: 'warning', message: withoutSandbox(installed) });
    return status;
  });
  if (mode !== 'preferred' || job.resume !== null) {
    await sandbox.ensureStarted().catch(async (error: unknown) => {
      await deleteStore();
      throw error;
    });
  }
  return {
    files,
    pathResolver,
    ...sandbox,
    store: async () => await opening,
    removeStore: deleteStore,
    fileSha256: async (path) => {
      try {
        return sha256(await files.read(path, { maxBytes: MAX_BOUND_FILE_BYTES }));
      } catch {
        return await fingerprint(resolve(files.root, path));
      }
    },
  };
}

function withoutSandbox({ probe }: BubblewrapInstallation): string {
  return `This run has no sandbox, so every command needs approval (${probe.detail}).`;
}

/** Starts the sandbox and records its isolation checks. Closes it again if the trail cannot be written. */
async function startSandbox(
  options: RunnerOptions,
  trail: Pick<Trail, 'append'>,
): Promise<SandboxStatus> {
  const { runner, probes } = await createCommandRunner(options);
  const isOff = options.mode === 'off';
  try {
    const kind = isOff ? 'off' : runner.sandbox;
    await trail.append({ type: 'sandbox.probe', sandbox: kind, results: probes });
  } catch (error) {
    await runner.close();
    throw error;
  }
  return {
    commands: runner,
    sandboxed: isOff || runner.sandbox !== 'none',
    sandbox: isOff ? 'off' : runner.sandbox === 'none' ? 'none' : 'on',
    description: isOff ? 'off by policy' : describeSandbox(runner, probes),
  };
}

type SandboxHandle = Pick<
  RunWorkspace,
  'commands' | 'ensureStarted' | 'status' | 'statusOrNull' | 'sandboxed' | 'close'
>;

/** A sandbox that is started once, by its first use. */
function sandboxHandle(start: () => Promise<SandboxStatus>): SandboxHandle {
  let starting: Promise<SandboxStatus> | undefined;
  let status: SandboxStatus | null = null;
  let isRunOver = false;
  const ensureStarted = async (): Promise<SandboxStatus> => {
    if (isRunOver && starting === undefined)
      throw new CountersignError('internal', 'The sandbox was needed after the end of the run.');
    starting ??= start();
    return (status = await starting);
  };
  const statusOrNull = async (): Promise<SandboxStatus | null> => {
    isRunOver = true;
    return (await starting?.catch(() => null)) ?? null;
  };
  return {
    commands: {
      run: async (line, options) => await (await ensureStarted()).commands.run(line, options),
      start: async (line, options) => await (await ensureStarted()).commands.start(line, options),
    },
    ensureStarted,
    status: () => {
      if (status !== null) return status;
      throw new CountersignError('internal', 'A call was evaluated before the sandbox started.');
    },
    statusOrNull,
    sandboxed: async () => (await ensureStarted()).sandboxed,
    close: memoize(async () => await (await statusOrNull())?.commands.close()),
  };
}

/** `bubblewrap (18 of 18 isolation checks passed)`, `none (bubblewrap (bwrap) is not installed)`. */
function describeSandbox({ sandbox }: CommandRunner, probes: readonly Probe[]): string {
  if (sandbox === 'none') return `none (${oneLine(describeFailed(probes), MAX_WHY_CHARS)})`;
  const failed = probes.filter(({ held }) => !held);
  const failures =
    failed.length === 0 ? '' : `; failed: ${failed.map(({ probe }) => probe).join(', ')}`;
  return `${sandbox} (${probes.length - failed.length} of ${probes.length} isolation checks passed${failures})`;
}

/**
 * Identifies the content of a file that the workspace does not read (outside of it, or too large); `null` if there is no
 * such file. It is only compared, never shown.
 */
async function fingerprint(path: string): Promise<string | null> {
  try {
    const file = await stat(path);
    if (!file.isFile()) return null;
    if (file.size <= MAX_BOUND_FILE_BYTES) return sha256(await readFile(path));
    return sha256(JSON.stringify([file.ino, file.size, file.mtimeMs, file.ctimeMs]));
  } catch {
    return null;
  }
}

/**
 * actions/checkout can leave the job's token in the git configuration, where a command without a sandbox can read it. Its
 * value counts as a secret from here on, and a warning says how to avoid it.
 */
async function redactPersistedCredentials({ job, context, trail }: WorkspaceRun): Promise<void> {
  const left = persistedCredentials(job.root);
  if (left.length === 0) return;
  for (const { value } of left) {
    for (const form of formsOf(value)) context.redactor.addSecret(form, 'checkout-credential');
  }
  const keys = [...new Set(left.map(({ key }) => key))].slice(0, MAX_NAMED_KEYS).join(', ');
  const message =
    `The checkout left credentials in its git configuration (${keys}). ` +
    'Set `persist-credentials: false` on actions/checkout.';
  await recordWarning({ trail, bus: context.bus }, 'persisted-credentials', message);
}

/** A basic credential as it stands, and the password in it. */
function formsOf(value: string): readonly string[] {
  const password = Buffer.from(value, 'base64').toString('utf8').split(':').slice(1).join(':');
  return [value, password].filter((form) => form.length >= MIN_CREDENTIAL_CHARS);
}
