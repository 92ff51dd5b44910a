import { join } from 'node:path';
import { CountersignError, errorText } from '../../common/index.ts';
import { type RunOptions, startInBackground } from './background-command.ts';
import type { SandboxedCommand, SandboxBackend } from './sandbox-backend.ts';
import { absentRedirects, findGit, removeRedirects } from '../git/read/git-paths.ts';
import {
  type CommandProfile,
  type DeniedWrites,
  keepsChanges,
  PROGRAM_PROFILE,
} from '../../policy/index.ts';
import type { IsHidden } from '../limits/limited-paths.ts';
import type { BubblewrapInstallation } from '../linux/bubblewrap/install.ts';
import type { Resolve } from '../network/index.ts';
import type { PrivateTempDir } from './private-tempdir.ts';
import {
  argvOf,
  findProgram,
  notFoundText,
  notStartedResult,
  runProcess,
} from './processes/run-process.ts';
import type {
  BackgroundCommand,
  CommandLine,
  CommandOptions,
  CommandResult,
  CommandRunner,
  InteractiveProcess,
  InteractiveOptions,
  Workspace,
} from '../ports.ts';
import type { Descriptor } from './processes/spawn-process.ts';
import { startInteractive } from './processes/interactive-process.ts';

const MAX_BACKGROUND = 8;
const MAX_INTERACTIVE = 32;

export interface RunnerOptions {
  readonly workspace: Workspace;
  /** `required`: no run without a sandbox. `preferred`: without one, commands run unsandboxed and need approval. `off`: no sandbox. */
  readonly mode: 'required' | 'preferred' | 'off';
  /** Hosts that the policy lets commands reach, as `sandbox.network` lists them. Empty: no network at all. */
  readonly network: readonly string[];
  /** The environment of this process. Children get only what `childEnvironment` allows. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Paths from the root that commands cannot write, existing or not. No globs. Absent: only `.github`. */
  readonly protect?: readonly string[];
  /** Folders from the root that commands can write. Absent: `.`, the whole workspace except `.github`, which must be listed. */
  readonly write?: readonly string[];
  /** Which paths are hidden from commands. Absent: none. */
  readonly isHidden?: IsHidden;
  /** Which paths commands cannot write by the rules of the policy. Absent or `null`: none. */
  readonly deniedWrites?: DeniedWrites | null;
  /** The bubblewrap that was installed for this run, or why it was not. Absent or `null`: nothing had to be installed. */
  readonly installed?: BubblewrapInstallation | null;
  /** The most processes of one command at once, on Linux. Absent: 4096. */
  readonly processes?: number;
  /** Resolves listed hosts. Absent: the system's resolver. */
  readonly resolve?: Resolve;
}

/** What a runner is made from: `createCommandRunner` chooses the backend, `createRunner` runs commands with it. */
export interface RunnerSetup {
  readonly workspace: Workspace;
  readonly tempDir: PrivateTempDir;
  readonly backend: SandboxBackend;
  readonly childEnv: Readonly<Record<string, string>>;
  /** Whether the reading profile passed its probes. Absent: it did not. */
  readonly contains?: boolean;
  /** Undoes what the sandbox changed on the machine and in the workspace. */
  readonly restoreMachine: () => Promise<void>;
}

/**
 * Creates the runner of one workspace. Its commands share one environment and one backend, which prepares a sandbox for
 * each of them.
 */
export function createRunner(setup: RunnerSetup): CommandRunner {
  const { workspace, backend, tempDir } = setup;
  const background = new Map<string, BackgroundCommand>();
  const writers = new Set<BackgroundCommand>();
  const interactive = new Set<InteractiveProcess>();
  const inFlight = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const git = findGit(workspace.root);
  const absent = git === null ? [] : absentRedirects(git);
  let started = 0;

  const execute = async (line: CommandLine, options: RunOptions): Promise<CommandResult> => {
    if (closing.signal.aborted)
      return notStartedResult('The run is over; no command starts any more.');
    const signal = AbortSignal.any([options.signal, closing.signal]);
    const running = runInSandbox(setup, line, { ...options, signal });
    inFlight.add(running);
    const result = await running.finally(() => inFlight.delete(running));
    const removed = backend.kind === 'none' ? [] : removeRedirects(absent);
    return removed.length === 0 ? result : withRemovalNote(result, removed);
  };
  return {
    sandbox: backend.kind,
    contains: setup.contains ?? false,
    run: async (line, options) => {
      const isBesideWriter = [...writers].some((command) => command.state() === 'running');
      const result = await execute(line, options);
      return isBesideWriter ? { ...result, besideWriter: true } : result;
    },
    start: async (line, options) => {
      const alive = [...background.values()].filter((command) => command.state() === 'running');
      if (alive.length >= MAX_BACKGROUND) {
        throw new CountersignError(
          'command-refused',
          `${MAX_BACKGROUND} background commands run already.`,
          { fix: 'End one of them first.' },
        );
      }
      started += 1;
      const command = startInBackground(`b${started}`, options, (added) =>
        execute(line, { ...options, ...added, isBackground: true }),
      );
      background.set(command.id, command);
      if (keepsChanges(options.profile ?? PROGRAM_PROFILE)) writers.add(command);
      return command;
    },
    startInteractive: async (argv, options) => {
      if (closing.signal.aborted) throw notStarted(argv[0], 'the run is over');
      if (interactive.size >= MAX_INTERACTIVE)
        throw notStarted(argv[0], `${MAX_INTERACTIVE} such programs run already`);
      const current: { process: InteractiveProcess | null } = { process: null };
      const onEnd = (because: string): void => {
        if (current.process !== null) interactive.delete(current.process);
        options.onEnd(because);
      };
      // `close` waits for a program that is still being started; the program is then ended here.
      const ready = startInSandbox(setup, argv, { ...options, onEnd }).then(async (process) => {
        current.process = process;
        interactive.add(process);
        if (!closing.signal.aborted) return process;
        await process.close();
        throw notStarted(argv[0], 'the run is over');
      });
      inFlight.add(ready);
      return await ready.finally(() => inFlight.delete(ready));
    },
    close: async () => {
      closing.abort();
      const ended = await Promise.allSettled([
        ...[...interactive].map(async (process) => process.close()),
        ...[...background.values()].map(async (command) => command.kill()),
      ]);
      await Promise.allSettled(inFlight);
      try {
        await setup.restoreMachine();
      } finally {
        tempDir.remove();
      }
      const failed = ended.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}

function notStarted(program: string, why: string): CountersignError {
  return new CountersignError('command-refused', `${program} was not started: ${why}.`);
}

async function runInSandbox(
  setup: RunnerSetup,
  line: CommandLine,
  options: RunOptions,
): Promise<CommandResult> {
  const { workspace, backend, childEnv } = setup;
  let command: SandboxedCommand;
  try {
    const cwd = await folderOf(workspace, options.cwd);
    const argv = argvOf(line);
    // Without a sandbox, `runProcess` checks that the program exists.
    if (backend.kind !== 'none' && findProgram(argv[0], { env: childEnv, cwd }) === null)
      return notStartedResult(notFoundText(argv[0]));
    command = await backend.prepare({
      argv,
      cwd,
      profile: options.profile ?? PROGRAM_PROFILE,
      isBackground: options.isBackground === true,
    });
  } catch (error) {
    return notStartedResult(errorText(error));
  }
  options.onPrepared?.(command);
  try {
    return await runPrepared(command, childEnv, options);
  } finally {
    await command.close();
  }
}

async function runPrepared(
  command: SandboxedCommand,
  childEnv: Readonly<Record<string, string>>,
  options: CommandOptions,
): Promise<CommandResult> {
  const sandboxErrors: string[] = [];
  const endReasons: string[] = [];
  const result = await runProcess({
    argv: command.argv,
    cwd: command.cwd,
    env: { ...childEnv, ...options.env, ...command.env },
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    maxOutputBytes: options.maxOutputBytes,
    descriptors: ['none', ...command.descriptors],
    watch: (process, end) =>
      command.watch?.(process, (because) => {
        endReasons.push(because);
        end();
      }),
    onExit: command.endLeftovers,
    onOutput: options.onOutput,
    onStderr: command.startProblem && ((text) => void sandboxErrors.push(text)),
  });
  const startProblem = command.startProblem?.(sandboxErrors.join('')) ?? null;
  if (result.ended === 'exited' && startProblem !== null)
    return notStartedResult(`The sandbox could not be set up: ${startProblem.trim()}`);
  const network = command.network?.() ?? [];
  const finished = result.ended === 'not-started' ? undefined : command.finish?.(result);
  const refused = network.filter(({ verdict }) => verdict === 'refused').map(({ to }) => to);
  const notes = [
    ...endReasons.map((because) => `ended the command: ${because}`),
    // A refused connection looks like one that failed, so the output says which hosts were refused.
    refused.length > 0 &&
      `refused connections to ${refused.join(', ')}: the policy's sandbox.network does not list them, or not the private address of a name`,
    ...(finished?.notes ?? []),
  ].filter((note) => note !== false);
  return {
    ...result,
    output: result.output + notes.map((note) => `\n[countersign ${note}]\n`).join(''),
    ...(network.length === 0 ? {} : { network }),
    ...(finished === undefined ? {} : { sandbox: finished.report }),
  };
}

/** An interactive program reads, writes only the paths it was given, and reaches the hosts that the policy lists. */
function interactiveProfile(write: readonly string[]): CommandProfile {
  const name = write.length === 0 ? 'reading' : 'writing';
  return { name, write, show: [], network: true };
}

async function startInSandbox(
  setup: RunnerSetup,
  argv: readonly [string, ...string[]],
  options: InteractiveOptions,
): Promise<InteractiveProcess> {
  const { workspace, backend, childEnv } = setup;
  const cwd = workspace.root;
  if (findProgram(argv[0], { env: childEnv, cwd }) === null) {
    throw new CountersignError(
      'command-refused',
      `The program ${JSON.stringify(argv[0])} was not found.`,
    );
  }
  const command = await backend.prepare({
    argv,
    cwd,
    profile: interactiveProfile(options.write ?? []),
    isBackground: true,
    createsWriteFolders: true,
    channel: options.channel === true,
    // It must not mix with the lines of standard output.
    separateErrors: true,
    show: options.show ?? [],
  });
  const channel: Descriptor = options.channel === true ? 'socket' : 'none';
  const program = {
    argv: command.argv,
    cwd: command.cwd,
    env: { ...childEnv, ...options.env, ...command.env },
    descriptors: [channel, ...command.descriptors],
  };
  const cleanUp = async (): Promise<void> => {
    command.endLeftovers?.();
    await command.close();
  };
  try {
    return startInteractive(program, { ...options, watch: command.watch, cleanUp });
  } catch (error) {
    await command.close();
    throw error;
  }
}

async function folderOf(workspace: Workspace, path: string): Promise<string> {
  const entry = await workspace.stat(path);
  if (entry?.kind !== 'directory') {
    throw new CountersignError(
      'command-refused',
      `${JSON.stringify(path)} is not a folder of the workspace.`,
      { fix: 'Give a folder from the workspace root, or "." for the root.' },
    );
  }
  return join(workspace.root, workspace.relative(path));
}

function withRemovalNote(result: CommandResult, removed: readonly string[]): CommandResult {
  const note = `\n[countersign removed ${removed.join(', ')}: it would have led git to another configuration]\n`;
  return { ...result, output: result.output + note };
}
