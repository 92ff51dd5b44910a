import { join } from 'node:path';
import type { Trail } from '../audit/index.ts';
import { type Clock, newRunId, type PatternedRedactor } from '../common/index.ts';
import {
  type Account,
  artifactName,
  type GitHub,
  type GitHubChecks,
  type GitHubWork,
  type Starter,
  type Trigger,
} from '../github/index.ts';
import type { createTally, Tally } from '../reporting/index.ts';
import type { RunBus } from '../tool-calls/index.ts';
import type { ActionEnvironment } from './inputs/environment.ts';
import type { Inputs } from './inputs/inputs.ts';
import type { CachedGitHub } from './event/cached-github.ts';
import type { Runner } from './inputs/runner.ts';
import { STATE } from './inputs/state.ts';

/** What the event came to. */
export interface ActionRequest {
  readonly inputs: Inputs;
  readonly step: ActionEnvironment;
  readonly trigger: Trigger;
  readonly decision: { readonly request: string; readonly by: Starter };
}

export interface ActionContext {
  readonly runner: Runner;
  readonly signal: AbortSignal;
  readonly redactor: PatternedRedactor;
  /** Still answers for a while after `signal`, so that cards and comments can be closed. */
  readonly github: GitHub & GitHubWork & GitHubChecks;
  readonly self: Account | null;
  /** The same for what a run begins with; some of it is on its way already. */
  readonly reads: CachedGitHub;
  readonly clock: Clock;
  /** The environment of this process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Where a run of this step keeps its trail, and under which name it is uploaded. */
export interface Place {
  readonly run: string;
  readonly folder: string;
  readonly artifact: string;
}

/** The place of a run, told to the post step before anything happens. `run` for one that is taken up. */
export function placeOf(
  { inputs, step }: Pick<ActionRequest, 'inputs' | 'step'>,
  { runner }: Pick<ActionContext, 'runner'>,
  run: string = newRunId(),
): Place {
  const folder = join(step.tempFolder, 'countersign', `${run}-${step.runId}-${step.attempt}`);
  const artifact = artifactName({
    what: 'trail',
    workflowRunId: step.runId,
    attempt: step.attempt,
    job: step.job,
    run,
  });
  runner.saveState(STATE.run, run);
  runner.saveState(STATE.folder, folder);
  runner.saveState(STATE.artifact, artifact);
  runner.saveState(STATE.retentionDays, String(inputs.retentionDays ?? ''));
  return { run, folder, artifact };
}

/** What is watched of a run for people. */
export interface ObservedRun {
  readonly bus: RunBus;
  readonly tally: Tally;
  readonly feed: ReturnType<typeof createTally>['listen'];
  readonly view: { trail: Trail | null };
}
