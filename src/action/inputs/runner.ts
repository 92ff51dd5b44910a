import * as core from '@actions/core';
import {
  errorText,
  escapeWorkflowCommands,
  type Environment,
  memoize,
  type PatternedRedactor,
  type RedactedText,
} from '../../common/index.ts';
import type { Annotation } from '../../reporting/index.ts';
import { inputRedactor } from './input-redactor.ts';

/**
 * The workflow runner as the action sees it. The one vendor behind it is @actions/core; nothing else reads the
 * step's inputs or writes its outputs, state, summary and log. Everything that it writes is redacted, and what it logs is
 * escaped: no text of a model or a person becomes a workflow command.
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
  /** The redactor of the step, for every secret in its inputs and its environment. */
  redactor(): PatternedRedactor;
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

/** Writes a line of the log, or an annotation. */
type WriteLine = (
  line: RedactedText,
  place?: { title?: RedactedText; file?: RedactedText; startLine?: number },
) => void;

/** What a step writes with. Of its texts, each takes only those that a redactor returned. */
const exits: {
  readonly setOutput: (name: string, value: RedactedText) => void;
  readonly setFailed: (message: RedactedText) => void;
  readonly error: WriteLine;
  readonly warning: WriteLine;
  readonly notice: WriteLine;
  readonly info: (line: RedactedText) => void;
  readonly startGroup: (title: RedactedText) => void;
  readonly summary: {
    addRaw(
      text: RedactedText,
      addNewline: boolean,
    ): {
      write(options: { readonly overwrite: boolean }): Promise<unknown>;
    };
  };
} = core;

/** The workflow command of each level of an annotation. */
const ANNOTATE = { failure: exits.error, warning: exits.warning, notice: exits.notice } as const;

/** A digest, the SHA of a commit, or a number. */
const OWN_VALUE = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|\d{1,20}(?:\.\d{1,20})?)$/;

/** The workflow runner through @actions/core. Inputs and state are variables of `environment`. */
export function githubRunner(environment: Environment): Runner {
  let hasAbandoned = false;
  let hasLostOutputs = false;
  const input = (name: string): string =>
    (environment[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim();
  const redactor = memoize(() => inputRedactor(input, environment));
  const clean = (text: string): RedactedText => redactor().redact(text);
  /** Digests and numbers are the step's own: a pattern that finds them must not break the steps that read them. */
  const outputOf = (value: string): RedactedText =>
    OWN_VALUE.test(value) ? redactor().redactKnown(value) : clean(value);
  const logged = (text: string): RedactedText => redactor().redact(text, escapeWorkflowCommands);
  return {
    input,
    state: (name) => environment[`STATE_${name}`] ?? '',
    redactor,
    output: (name, value) => {
      try {
        exits.setOutput(name, outputOf(value));
      } catch (error) {
        if (hasLostOutputs) return;
        hasLostOutputs = true;
        exits.setFailed(
          logged(`The outputs of the step could not be written: ${errorText(error)}`),
        );
      }
    },
    secret: (value) => core.setSecret(value),
    saveState: (name, value) => core.saveState(name, value),
    info: (line) => exits.info(logged(line)),
    warning: (message) => exits.warning(logged(message)),
    error: (message) => exits.error(logged(message)),
    annotate: ({ path, line, level, title, message }) => {
      const shownTitle = logged(title);
      const place = {
        title: shownTitle,
        file: clean(path),
        ...(line === null ? {} : { startLine: line }),
      };
      ANNOTATE[level](message === '' ? shownTitle : logged(message), place);
    },
    startGroup: (title) => exits.startGroup(logged(title)),
    endGroup: () => core.endGroup(),
    summary: async (markdown) => {
      try {
        await exits.summary.addRaw(clean(markdown), true).write({ overwrite: true });
      } catch (error) {
        core.summary.emptyBuffer();
        exits.warning(logged(`The job summary could not be written: ${errorText(error)}`));
      }
    },
    fail: (message) => exits.setFailed(logged(message)),
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
