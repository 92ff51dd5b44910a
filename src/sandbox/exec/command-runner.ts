import { join } from 'node:path';
import { CountersignError, errorText } from '../../common/index.ts';
import { backgroundCommand, RollingLog } from './background-command.ts';
import type { SandboxedCommand, SandboxBackend } from './sandbox-backend.ts';
import { absentRedirects, findGit, removeRedirects } from '../git/read/git-paths.ts';
import { type CommandProfile, PROGRAM_PROFILE } from '../../policy/index.ts';
import type { NetworkUse } from '../network/index.ts';
import type { PrivateTempDir } from './private-tempdir.ts';
import { argvOf, findProgram, notFoundText, runProcess } from './run-process.ts';
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
import { placeholdersFor, removePlaceholders } from './protected-paths.ts';
import type { Descriptor } from './spawn-process.ts';
import { startInteractive } from './interactive-process.ts';

/** How many background commands may run at once. */
export const MAX_BACKGROUND = 8;
/** How many programs may be talked to at once. */
const MAX_INTERACTIVE = 32;

export interface RunnerSetup {
  readonly workspace: Workspace;
  readonly tempDir: PrivateTempDir;
  readonly backend: SandboxBackend;
  readonly childEnv: Readonly<Record<string, string>>;
  /** Whether what a command of a reading profile may not do was tried, and did not work. Asked for when all was tried. */
  readonly contains?: () => boolean;
  /** Undoes what was changed on the machine to get the sandbox. */
  readonly restore: () => Promise<void>;
}

interface RunOptions extends CommandOptions {
  /** It lives on beside other calls. */
  readonly lasting?: boolean;
  readonly onOpen?: (enclosed: SandboxedCommand) => void;
}

/** A runner over one workspace. All its commands share one environment and, where there is one, one sandbox. */
export function createRunner(parts: RunnerSetup): CommandRunner {
  const { workspace, backend, tempDir } = parts;
  const running = new Map<string, BackgroundCommand>();
  const talking = new Set<InteractiveProcess>();
  const inFlight = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const git = findGit(workspace.root);
  const absent = git === null ? [] : absentRedirects(git);
  const placeholders = placeholdersFor(workspace.root, backend.protect);
  let started = 0;

  const execute = async (line: CommandLine, options: RunOptions): Promise<CommandResult> => {
    if (closing.signal.aborted) return refused('The run is over; no command starts any more.');
    const signal = AbortSignal.any([options.signal, closing.signal]);
    const ran = runInSandbox(parts, line, { ...options, signal });
    inFlight.add(ran);
    const result = await ran.finally(() => inFlight.delete(ran));
    const swept = backend.kind === 'none' ? [] : removeRedirects(absent);
    return swept.length === 0 ? result : withNote(result, swept);
  };
  return {
    sandbox: backend.kind,
    get contains() {
      return parts.contains?.() ?? false;
    },
    run: execute,
    start: async (line, options) => {
      const alive = [...running.values()].filter((command) => command.state() === 'running');
      if (alive.length >= MAX_BACKGROUND) {
        throw new CountersignError(
          'command-refused',
          `${MAX_BACKGROUND} background commands run already.`,
          { fix: 'End one of them first.' },
        );
      }
      started += 1;
      const command = inBackground(`b${started}`, options, (more) =>
        execute(line, { ...options, ...more, lasting: true }),
      );
      running.set(command.id, command);
      return command;
    },
    startInteractive: async (argv, options) => {
      if (closing.signal.aborted) throw notStarted(argv[0], 'the run is over');
      if (talking.size >= MAX_INTERACTIVE)
        throw notStarted(argv[0], `${MAX_INTERACTIVE} such programs run already`);
      const held: { process: InteractiveProcess | null } = { process: null };
      const onEnd = (because: string): void => {
        if (held.process !== null) talking.delete(held.process);
        options.onEnd(because);
      };
      // The end of the run waits for one that is only being started, and ends it.
      const ready = startInSandbox(parts, argv, { ...options, onEnd }).then(async (process) => {
        held.process = process;
        talking.add(process);
        if (!closing.signal.aborted) return process;
        await process.close();
        throw notStarted(argv[0], 'the run is over');
      });
      inFlight.add(ready);
      return await ready.finally(() => inFlight.delete(ready));
    },
    close: async () => {
      closing.abort();
      await Promise.all([...talking].map(async (process) => process.close()));
      await Promise.all([...running.values()].map(async (command) => command.kill()));
      await Promise.allSettled(inFlight);
      removePlaceholders(workspace.root, placeholders);
      await parts.restore();
      tempDir.remove();
    },
  };
}

function notStarted(program: string, why: string): CountersignError {
  return new CountersignError('command-refused', `${program} was not started: ${why}.`);
}

/** A command that runs on; `execute` runs it with what is added here. */
function inBackground(
  id: string,
  options: Pick<CommandOptions, 'onOutput'>,
  execute: (more: Pick<RunOptions, 'signal' | 'onOutput' | 'onOpen'>) => Promise<CommandResult>,
): BackgroundCommand {
  const log = new RollingLog();
  const stop = new AbortController();
  const opened: SandboxedCommand[] = [];
  const ran = execute({
    signal: stop.signal,
    onOutput: (text) => {
      log.add(text);
      options.onOutput?.(text);
    },
    onOpen: (enclosed) => void opened.push(enclosed),
  });
  // Nobody may be waiting for it.
  const finish = ran.catch((error: unknown) => refused(errorText(error)));
  return backgroundCommand({
    id,
    log,
    finish,
    stop: () => stop.abort(),
    network: () => opened[0]?.network() ?? [],
  });
}

async function runInSandbox(
  parts: RunnerSetup,
  line: CommandLine,
  options: RunOptions,
): Promise<CommandResult> {
  const { workspace, backend, childEnv } = parts;
  let enclosed: SandboxedCommand;
  try {
    const cwd = await folderOf(workspace, options.cwd);
    const argv = argvOf(line);
    // Without config the file that is started is looked for just before.
    if (backend.kind !== 'none' && findProgram(argv[0], { env: childEnv, cwd }) === null)
      return refused(notFoundText(argv[0]));
    enclosed = await backend.prepare({
      argv,
      cwd,
      profile: options.profile ?? PROGRAM_PROFILE,
      lasting: options.lasting === true,
    });
  } catch (error) {
    return refused(errorText(error));
  }
  options.onOpen?.(enclosed);
  try {
    return await runPrepared(enclosed, childEnv, options);
  } finally {
    await enclosed.close();
  }
}

async function runPrepared(
  enclosed: SandboxedCommand,
  childEnv: Readonly<Record<string, string>>,
  options: CommandOptions,
): Promise<CommandResult> {
  const said: string[] = [];
  const ended: string[] = [];
  const result = await runProcess({
    line: { argv: enclosed.argv },
    cwd: enclosed.cwd,
    env: { ...childEnv, ...options.env, ...enclosed.env },
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    maxOutputBytes: options.maxOutputBytes,
    descriptors: ['none', ...enclosed.descriptors],
    watch: (process, end) =>
      enclosed.watch(process, (because) => {
        ended.push(because);
        end();
      }),
    onExit: () => enclosed.sweep(),
    ...(options.onOutput === undefined ? {} : { onOutput: options.onOutput }),
    ...(enclosed.speaksOnStderr ? { onStderr: (text: string) => void said.push(text) } : {}),
  });
  if (result.ended === 'exited' && !enclosed.started(said.join('')))
    return refused(`The sandbox could not be set up: ${said.join('').trim()}`);
  const network = enclosed.network();
  const settled = result.ended === 'not-started' ? null : enclosed.settle(result);
  const notes = [
    ...ended.map((because) => `ended the command: ${because}`),
    ...refusedConnectionNotes(network),
    ...(settled?.notes ?? []),
  ];
  return {
    ...result,
    output: result.output + notes.map((note) => `\n[countersign ${note}]\n`).join(''),
    ...(network.length === 0 ? {} : { network }),
    ...(settled === null ? {} : { sandbox: settled.report }),
  };
}

/** Said where the command can be read, since a refused connection looks like one that failed. */
function refusedConnectionNotes(network: readonly NetworkUse[]): string[] {
  const places = network.filter(({ verdict }) => verdict === 'refused').map(({ to }) => to);
  return places.length === 0
    ? []
    : [
        `refused connections to ${places.join(', ')}: the policy's sandbox.network does not list them`,
      ];
}

/** A program that lives on reads, and writes what it was given to write; what the policy's hosts are for it may reach. */
function interactiveProfile(write: readonly string[]): CommandProfile {
  const name = write.length === 0 ? 'reading' : 'writing';
  return { name, write, show: [], network: true };
}

/** Standard error has no reader here, and must not get between the lines of standard output. */
const STDERR_DISCARDED = ['/bin/sh', '-c', 'exec "$@" 2>/dev/null', 'sh'] as const;

async function startInSandbox(
  parts: RunnerSetup,
  argv: readonly [string, ...string[]],
  options: InteractiveOptions,
): Promise<InteractiveProcess> {
  const { workspace, backend, childEnv } = parts;
  const cwd = workspace.root;
  if (findProgram(argv[0], { env: childEnv, cwd }) === null) {
    throw new CountersignError(
      'command-refused',
      `The program ${JSON.stringify(argv[0])} was not found.`,
    );
  }
  const enclosed = await backend.prepare({
    argv: backend.kind === 'none' ? argv : [...STDERR_DISCARDED, ...argv],
    cwd,
    profile: interactiveProfile(options.write ?? []),
    lasting: true,
    exact: true,
    channel: options.channel === true,
    show: options.show ?? [],
  });
  const channel: Descriptor = options.channel === true ? 'socket' : 'none';
  const what = {
    argv: enclosed.argv,
    cwd: enclosed.cwd,
    env: { ...childEnv, ...options.env, ...enclosed.env },
    descriptors: [channel, ...enclosed.descriptors],
  };
  const onGone = (): void => {
    enclosed.sweep();
    void enclosed.close();
  };
  try {
    return startInteractive(what, { ...options, watch: enclosed.watch, onGone });
  } catch (error) {
    await enclosed.close();
    throw error;
  }
}

async function folderOf(workspace: Workspace, path: string): Promise<string> {
  const entry = await workspace.stat(path);
  if (entry?.kind !== 'directory') {
    throw new CountersignError(
      'command-refused',
      `${JSON.stringify(path)} is not a folder of the workspace.`,
      {
        fix: 'Give a folder from the workspace root, or "." for the root.',
      },
    );
  }
  return join(workspace.root, workspace.relative(path));
}

function refused(reason: string): CommandResult {
  return {
    exitCode: null,
    signal: null,
    output: reason,
    outputBytes: 0,
    truncated: false,
    durationMs: 0,
    ended: 'not-started',
  };
}

function withNote(result: CommandResult, swept: readonly string[]): CommandResult {
  const note = `\n[countersign removed ${swept.join(', ')}: it would have led git to another configuration]\n`;
  return { ...result, output: result.output + note };
}
