import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { CountersignError, errorText } from '../base/index.ts';
import { backgroundCommand, RollingLog } from './background.ts';
import { absentIn, findGit, sweepGit } from './git-places.ts';
import type { PrivatePlace } from './private-place.ts';
import { argvOf, findProgram, runProcess } from './process.ts';
import type {
  BackgroundCommand,
  CommandLine,
  CommandOptions,
  CommandResult,
  CommandRunner,
  TalkingProcess,
  TalkOptions,
  Workspace,
} from './ports.ts';
import { placeholdersFor, removePlaceholders, sandboxedArgv, type Walls } from './sandboxed.ts';
import { endSurvivors, MARK_NAME } from './survivors.ts';
import { startTalking } from './talk.ts';

/** How many background commands may run at once. */
export const MAX_BACKGROUND = 8;
/** How many programs may be talked to at once. */
const MAX_TALKING = 32;

export interface RunnerParts {
  readonly workspace: Workspace;
  readonly place: PrivatePlace;
  readonly parentEnv: Readonly<Record<string, string | undefined>>;
  /** `null`: commands run without a sandbox. */
  readonly walls: Walls | null;
  readonly childEnv: Readonly<Record<string, string>>;
  /** Undoes what was changed on the machine to get the sandbox. */
  readonly restore: () => Promise<void>;
}

/** A runner over one workspace. All its commands share one environment and, where there is one, one sandbox. */
export function makeRunner(parts: RunnerParts): CommandRunner {
  const { workspace, walls, place } = parts;
  const running = new Map<string, BackgroundCommand>();
  const talking = new Set<TalkingProcess>();
  const closing = new AbortController();
  const git = findGit(workspace.root);
  const absent = git === null ? [] : absentIn(git);
  const placeholders = walls === null ? [] : placeholdersFor(workspace.root, walls.protect);
  let started = 0;

  const execute = async (line: CommandLine, options: CommandOptions): Promise<CommandResult> => {
    if (closing.signal.aborted) return refused('The run is over; no command starts any more.');
    const signal = AbortSignal.any([options.signal, closing.signal]);
    const result = await runOne(parts, line, { ...options, signal });
    const swept = walls === null ? [] : sweepGit(absent);
    return swept.length === 0 ? result : withNote(result, swept);
  };
  return {
    sandbox: walls === null ? 'none' : 'bubblewrap',
    run: execute,
    start: async (line, options) => {
      const alive = [...running.values()].filter((command) => command.state() === 'running');
      if (alive.length >= MAX_BACKGROUND) {
        throw new CountersignError(
          'command-refused',
          `${MAX_BACKGROUND} background commands run already.`,
          {
            fix: 'End one of them first.',
          },
        );
      }
      started += 1;
      const id = `b${started}`;
      const log = new RollingLog();
      const stop = new AbortController();
      const onOutput = (text: string): void => {
        log.add(text);
        options.onOutput?.(text);
      };
      const finish = execute(line, { ...options, signal: stop.signal, onOutput });
      const command = backgroundCommand({ id, log, finish, stop: () => stop.abort() });
      running.set(id, command);
      return command;
    },
    talk: async (argv, options) => {
      if (closing.signal.aborted || talking.size >= MAX_TALKING) {
        const why = closing.signal.aborted
          ? 'the run is over'
          : `${MAX_TALKING} such programs run already`;
        throw new CountersignError('command-refused', `${argv[0]} was not started: ${why}.`);
      }
      const held: { process: TalkingProcess | null } = { process: null };
      const onEnd = (because: string): void => {
        if (held.process !== null) talking.delete(held.process);
        options.onEnd(because);
      };
      held.process = await talkTo(parts, argv, { ...options, onEnd });
      talking.add(held.process);
      return held.process;
    },
    close: async () => {
      closing.abort();
      await Promise.all([...talking].map(async (process) => process.close()));
      await Promise.all([...running.values()].map(async (command) => command.kill()));
      removePlaceholders(workspace.root, placeholders);
      place.remove();
      await parts.restore();
    },
  };
}

async function runOne(
  parts: RunnerParts,
  line: CommandLine,
  options: CommandOptions,
): Promise<CommandResult> {
  const { workspace, walls, childEnv } = parts;
  let cwd: string;
  let argv: readonly [string, ...string[]];
  try {
    cwd = await folderOf(workspace, options.cwd);
    const inner = argvOf(line);
    if (findProgram(inner[0], { env: childEnv, cwd }) === null) return notFound(inner[0]);
    argv = walls === null ? inner : sandboxedArgv(walls, { argv: inner, cwd });
  } catch (error) {
    return refused(errorText(error));
  }
  const mark = randomBytes(16).toString('hex');
  const env = { ...childEnv, ...options.env, ...(walls === null ? { [MARK_NAME]: mark } : {}) };
  const said: string[] = [];
  const result = await runProcess({
    line: { argv },
    cwd: walls === null ? cwd : workspace.root,
    env,
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    maxOutputChars: options.maxOutputChars,
    ...(options.onOutput === undefined ? {} : { onOutput: options.onOutput }),
    ...(walls === null ? { onExit: () => void endSurvivors(mark) } : {}),
    ...(walls === null ? {} : { onStderr: (text: string) => said.push(text) }),
  });
  return setupFailed(result, said.join(''))
    ? refused(`The sandbox could not be set up: ${said.join('').trim()}`)
    : result;
}

/** Standard error has no reader here, and must not get between the lines of standard output. */
const APART = ['/bin/sh', '-c', 'exec "$@" 2>/dev/null', 'sh'] as const;

async function talkTo(
  parts: RunnerParts,
  argv: readonly [string, ...string[]],
  options: TalkOptions,
): Promise<TalkingProcess> {
  const { workspace, walls, childEnv } = parts;
  const cwd = workspace.root;
  if (findProgram(argv[0], { env: childEnv, cwd }) === null) {
    throw new CountersignError(
      'command-refused',
      `The program ${JSON.stringify(argv[0])} was not found.`,
    );
  }
  const mark = randomBytes(16).toString('hex');
  const env = { ...childEnv, ...options.env, ...(walls === null ? { [MARK_NAME]: mark } : {}) };
  const behind = walls === null ? argv : sandboxedArgv(walls, { argv: [...APART, ...argv], cwd });
  return startTalking(
    { argv: behind, cwd, env },
    { ...options, ...(walls === null ? { onGone: () => void endSurvivors(mark) } : {}) },
  );
}

/** The command's own outputs share one pipe, so whatever comes by the other is bubblewrap's. */
function setupFailed(result: CommandResult, said: string): boolean {
  return (
    result.ended === 'exited' &&
    result.exitCode !== 0 &&
    result.outputBytes === 0 &&
    /^bwrap: /mu.test(said)
  );
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

function notFound(program: string): CommandResult {
  return refused(
    `The program ${JSON.stringify(program)} was not found. Use one that is installed, or name its path.`,
  );
}

function withNote(result: CommandResult, swept: readonly string[]): CommandResult {
  const note = `\n[countersign removed ${swept.join(', ')}: it would have led git to another configuration]\n`;
  return { ...result, output: result.output + note };
}
