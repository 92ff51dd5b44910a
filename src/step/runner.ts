/** I/O: the runner's files, and the log. */
import { appendFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { EOL } from 'node:os';
import { CountersignError, type Outcome } from '../base/index.ts';
import type { Remark } from '../tell/index.ts';
import { commandLine, fileBlock } from './runner-commands.ts';

/**
 * The workflow runner as the action sees it: nothing else reads the step's inputs or writes its outputs, state, summary
 * and log.
 */
export interface Runner {
  /** The input's value, trimmed; empty where it was not given. */
  input(name: string): string;
  output(name: string, value: string): void;
  /** From now on the runner masks this value in the log. */
  secret(value: string): void;
  /** Kept for the post step, also when this process is killed right after. */
  saveState(name: string, value: string): void;
  state(name: string): string;
  /** A line of the log. Whoever calls has made the text safe. */
  info(line: string): void;
  warning(message: string): void;
  error(message: string): void;
  /** A remark on a file, shown with it and on the run's page. Whoever calls has made the text safe. */
  annotate(remark: Remark): void;
  startGroup(title: string): void;
  endGroup(): void;
  summary(markdown: string): Promise<void>;
  fail(message: string): void;
}

/** The workflow command of each level. */
const COMMAND_OF = { failure: 'error', warning: 'warning', notice: 'notice' } as const;
/** The variables that name the runner's files. */
const FILE_OF = { output: 'GITHUB_OUTPUT', state: 'GITHUB_STATE' } as const;
const SUMMARY = 'GITHUB_STEP_SUMMARY';

/**
 * GitHub's runner, which gives and takes everything by variables, files and lines of the log. Where it names no file for
 * outputs or state it is one of old, which takes both from the log.
 */
export function githubRunner(environment: Readonly<Record<string, string | undefined>>): Runner {
  const command = (...of: Parameters<typeof commandLine>): void => line(commandLine(...of));
  const keep = (of: 'output' | 'state', name: string, value: string): void => {
    const file = environment[FILE_OF[of]] ?? '';
    if (file === '') command(of === 'output' ? 'set-output' : 'save-state', value, { name });
    else appendFileSync(file, fileBlock(name, value));
  };
  return {
    input: (name) =>
      variable(environment, `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`).trim(),
    output: (name, value) => keep('output', name, value),
    secret: (value) => command('add-mask', value),
    saveState: (name, value) => keep('state', name, value),
    state: (name) => variable(environment, `STATE_${name}`),
    info: line,
    warning: (message) => command('warning', message),
    error: (message) => command('error', message),
    annotate: ({ path, line: at, level, title, message }) => {
      const place = { title, file: path, line: at };
      command(COMMAND_OF[level], message === '' ? title : message, place);
    },
    startGroup: (title) => command('group', title),
    endGroup: () => command('endgroup', ''),
    summary: async (markdown) => {
      await appendFile(summaryFile(environment), `${markdown}${EOL}`);
    },
    fail: (message) => {
      process.exitCode = 1;
      command('error', message);
    },
  };
}

function line(text: string): void {
  process.stdout.write(`${text}${EOL}`);
}

function variable(environment: Readonly<Record<string, string | undefined>>, name: string): string {
  return environment[name] ?? '';
}

function summaryFile(environment: Readonly<Record<string, string | undefined>>): string {
  const file = variable(environment, SUMMARY);
  if (file !== '') return file;
  throw new CountersignError('event-invalid', `The environment variable ${SUMMARY} is empty.`, {
    fix: 'Run this as a step of a GitHub workflow, or use the command line: countersign run.',
  });
}

/** True where this outcome is to fail the step. */
export function fails(outcome: Outcome, failOn: readonly Outcome[]): boolean {
  return failOn.includes(outcome);
}
