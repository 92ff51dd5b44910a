import type { Outcome } from '../base/index.ts';
import type { Remark } from '../tell/index.ts';

/**
 * The workflow runner as the action sees it. The one vendor behind it is @actions/core; nothing else reads the
 * step's inputs or writes its outputs, state, summary and log.
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

/** The runner through @actions/core, loaded when it is first needed. */
export async function githubRunner(): Promise<Runner> {
  const core = await import('@actions/core');
  return {
    input: (name) => core.getInput(name),
    output: (name, value) => core.setOutput(name, value),
    secret: (value) => core.setSecret(value),
    saveState: (name, value) => core.saveState(name, value),
    state: (name) => core.getState(name),
    info: (line) => core.info(line),
    warning: (message) => core.warning(message),
    error: (message) => core.error(message),
    annotate: ({ path, line, level, title, message }) => {
      const at = { title, file: path, ...(line === null ? {} : { startLine: line }) };
      core[COMMAND_OF[level]](message === '' ? title : message, at);
    },
    startGroup: (title) => core.startGroup(title),
    endGroup: () => core.endGroup(),
    summary: async (markdown) => {
      await core.summary.addRaw(markdown, true).write();
    },
    fail: (message) => core.setFailed(message),
  };
}

/** True where this outcome is to fail the step. */
export function fails(outcome: Outcome, failOn: readonly Outcome[]): boolean {
  return failOn.includes(outcome);
}
