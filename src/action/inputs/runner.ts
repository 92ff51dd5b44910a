import * as core from '@actions/core';
import { errorText, escapeWorkflowCommands, type Environment } from '../../common/index.ts';
import type { Annotation } from '../../reporting/index.ts';

/**
 * The workflow runner as the action sees it. The one vendor behind it is @actions/core; nothing else reads the
 * step's inputs or writes its outputs, state, summary and log. Everything that it logs is escaped: no text of a model or a
 * person becomes a workflow command.
 */
export interface Runner {
  /** The input's value, trimmed; empty if it was not given. */
  input(name: string): string;
  /** Sets an output. If it cannot be written, the step fails, as what follows reads its outputs; the run is still reported. */
  output(name: string, value: string): void;
  /** From now on the runner masks this value in the log. */
  secret(value: string): void;
  /** Saved for the post step, also if this process is killed right after. */
  saveState(name: string, value: string): void;
  state(name: string): string;
  /** A line of the log. */
  info(line: string): void;
  warning(message: string): void;
  error(message: string): void;
  /** An annotation of a file, shown on the run's page. */
  annotate(annotation: Annotation): void;
  startGroup(title: string): void;
  endGroup(): void;
  /** Replaces the job summary of this step. If it cannot be written, a warning says so: the outcome of the run stays. */
  summary(markdown: string): Promise<void>;
  fail(message: string): void;
  /** Says that something which nothing can stop is not waited for any more. */
  abandon(): void;
  /** The end of the step: also ends the process if something was abandoned. */
  close(): void;
}

/** The workflow command of each level of an annotation. */
const ANNOTATE = { failure: core.error, warning: core.warning, notice: core.notice } as const;

function warn(message: string): void {
  core.warning(escapeWorkflowCommands(message));
}

/** The workflow runner through @actions/core. Inputs and state are variables of `environment`. */
export function githubRunner(environment: Environment): Runner {
  let hasAbandoned = false;
  let hasLostOutputs = false;
  return {
    input: (name) => (environment[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim(),
    state: (name) => environment[`STATE_${name}`] ?? '',
    output: (name, value) => {
      try {
        core.setOutput(name, value);
      } catch (error) {
        if (hasLostOutputs) return;
        hasLostOutputs = true;
        const message = `The outputs of the step could not be written: ${errorText(error)}`;
        core.setFailed(escapeWorkflowCommands(message));
      }
    },
    secret: (value) => core.setSecret(value),
    saveState: (name, value) => core.saveState(name, value),
    info: (line) => core.info(escapeWorkflowCommands(line)),
    warning: warn,
    error: (message) => core.error(escapeWorkflowCommands(message)),
    annotate: ({ path, line, level, title, message }) => {
      const shownTitle = escapeWorkflowCommands(title);
      const place = {
        title: shownTitle,
        file: path,
        ...(line === null ? {} : { startLine: line }),
      };
      ANNOTATE[level](message === '' ? shownTitle : escapeWorkflowCommands(message), place);
    },
    startGroup: (title) => core.startGroup(escapeWorkflowCommands(title)),
    endGroup: () => core.endGroup(),
    summary: async (markdown) => {
      try {
        await core.summary.addRaw(markdown, true).write({ overwrite: true });
      } catch (error) {
        core.summary.emptyBuffer();
        warn(`The job summary could not be written: ${errorText(error)}`);
      }
    },
    fail: (message) => core.setFailed(escapeWorkflowCommands(message)),
    abandon: () => {
      hasAbandoned = true;
    },
    close: () => {
      if (hasAbandoned) process.exit();
    },
  };
}

/** Does work that the step can do without: if it fails, a warning says what could not be done, and why. */
export async function orWarn(
  runner: Pick<Runner, 'warning'>,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    runner.warning(`${failure}: ${errorText(error)}`);
  }
}
