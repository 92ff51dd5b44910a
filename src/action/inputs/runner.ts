import { errorText, escapeWorkflowCommands, memoize, type Outcome } from '../../common/index.ts';
import type { Annotation } from '../../reporting/index.ts';

/**
 * The workflow runner as the action sees it. The one vendor behind it is @actions/core; nothing else reads the
 * step's inputs or writes its outputs, state, summary and log.
 */
export interface Runner {
  /** From when this resolves, whatever is said is with the runner at once; everything that was said before is, too. */
  ready(): Promise<void>;
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
  annotate(remark: Annotation): void;
  startGroup(title: string): void;
  endGroup(): void;
  /** One that cannot be written is told in the log: the run ended as it did all the same. */
  summary(markdown: string): Promise<void>;
  fail(message: string): void;
}

/** The workflow command of each level. */
const COMMAND_OF = { failure: 'error', warning: 'warning', notice: 'notice' } as const;

type Toolkit = typeof import('@actions/core');

/**
 * The runner through @actions/core. Loading that takes as long as a look-up at GitHub, so it is loaded beside the first ones:
 * what is said until then waits, and is said in its order. What the runner gives are variables, which are there at once.
 */
export function githubRunner(environment: Readonly<Record<string, string | undefined>>): Runner {
  const waiting: ((core: Toolkit) => void)[] = [];
  let toolkit: Toolkit | null = null;
  const load = memoize(async () => {
    const core = await import('@actions/core');
    toolkit = core;
    for (const say of waiting.splice(0)) say(core);
    return core;
  });
  const tell = (say: (core: Toolkit) => void): void => {
    if (toolkit === null) waiting.push(say);
    else say(toolkit);
  };
  return {
    ready: async () => void (await load()),
    input: (name) => (environment[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim(),
    state: (name) => environment[`STATE_${name}`] ?? '',
    output: (name, value) => tell((core) => core.setOutput(name, value)),
    secret: (value) => tell((core) => core.setSecret(value)),
    saveState: (name, value) => tell((core) => core.saveState(name, value)),
    info: (line) => tell((core) => core.info(line)),
    warning: (message) => tell((core) => core.warning(message)),
    error: (message) => tell((core) => core.error(message)),
    annotate: ({ path, line, level, title, message }) => {
      const at = { title, file: path, ...(line === null ? {} : { startLine: line }) };
      tell((core) => core[COMMAND_OF[level]](message === '' ? title : message, at));
    },
    startGroup: (title) => tell((core) => core.startGroup(title)),
    endGroup: () => tell((core) => core.endGroup()),
    summary: async (markdown) => {
      const { summary, warning } = await load();
      try {
        await summary.addRaw(markdown, true).write();
      } catch (error) {
        summary.emptyBuffer();
        warning(
          escapeWorkflowCommands(`The job summary could not be written: ${errorText(error)}`),
        );
      }
    },
    fail: (message) => tell((core) => core.setFailed(message)),
  };
}

/** True where this outcome is to fail the step. */
export function fails(outcome: Outcome, failOn: readonly Outcome[]): boolean {
  return failOn.includes(outcome);
}
