import { join } from 'node:path';
import type { ReceivedClick, Tick } from '../approvals/index.ts';
import type { Trail, TrailHead } from '../audit/index.ts';
import type { CheckpointState } from '../checkpoint/index.ts';
import {
  type Clock,
  memoize,
  newRunId,
  type PatternedRedactor,
  type Environment,
} from '../common/index.ts';
import {
  type Account,
  type ArtifactStore,
  artifactName,
  createArtifactStore,
  createGitHub,
  type GitHub,
  type GitHubChecks,
  type GitHubWork,
  type RetryWait,
  type Starter,
  type Trigger,
  type TriggerFacts,
} from '../github/index.ts';
import type { Model } from '../model/index.ts';
import type { Tally } from '../reporting/index.ts';
import { type BubblewrapInstallation, installBubblewrap } from '../sandbox/index.ts';
import { type BaselineClient, type Job, secretsIn } from '../session/index.ts';
import type { Hook, RunBus } from '../tool-calls/index.ts';
import { type CachedGitHub, cachedGitHub } from './event/cached-github.ts';
import type { Commits } from './event/pinned-commits.ts';
import { requireGithubToken } from './inputs/inputs.ts';
import type { Step } from './inputs/read-step.ts';
import type { Runner } from './inputs/runner.ts';
import { STATE } from './inputs/state.ts';
import type { SubAction } from './inputs/sub-actions.ts';

/** A request for work, by somebody who may start it. */
export interface ActionRequest {
  readonly request: string;
  readonly by: Starter;
}

/**
 * The number of the issue or pull request on which a run asks for approvals and reports; `create` to open an issue for the
 * first approval request; `null` for neither.
 */
export function approvalIssue({
  inputs,
  trigger,
}: Pick<ActionRunContext, 'inputs' | 'trigger'>): number | 'create' | null {
  return trigger.number ?? inputs.approvalIssue;
}

/** An answer that started this step. */
export type ResumingAnswer =
  /** `mayResume`: whoever wrote it may start a run. */
  | { readonly kind: 'comment'; readonly id: number; readonly mayResume: boolean }
  /** A review of the pull request, which the resumed run reads itself. */
  | { readonly kind: 'review' }
  /** A ticked box of an approval comment by the run's own account. */
  | { readonly kind: 'tick'; readonly tick: Tick }
  | { readonly kind: 'click'; readonly click: ReceivedClick };

/** A step that an answer started: with the issue or pull request of its approval request. */
export interface AnswerContext extends ActionContext {
  readonly trigger: Trigger & { readonly number: number };
  readonly answer: ResumingAnswer;
}

/** What a step is asked to do, and what it works with: the workflow runner, GitHub, time, and the signal that ends it. */
export interface ActionContext extends ActionRunContext {
  readonly trigger: Trigger;
}

/** The same for a run. What triggered a resumed one names what the run is about, which is not always where the answer is. */
export interface ActionRunContext extends Pick<Step, 'inputs' | 'environment'> {
  readonly trigger: TriggerFacts & Pick<Trigger, 'event'>;
  readonly runner: Runner;
  /** Aborted when the process gets a signal to end. */
  readonly signal: AbortSignal;
  readonly redactor: PatternedRedactor;
  /** Works for some seconds after `signal` is aborted, so that comments can be closed. */
  readonly github: GitHub & GitHubWork & GitHubChecks;
  readonly artifacts: ArtifactStore;
  /** The same for the start of a run: caches each answer. */
  readonly cachedGithub: CachedGitHub;
  /** Reads a repository that a baseline lies in, with the token for baselines. */
  readonly baselineClient: (
    repository: Pick<GitHub, 'owner' | 'repo'>,
  ) => BaselineClient & Pick<GitHub, 'defaultBranch'>;
  /** The account of the token; `null` if GitHub does not say. */
  readonly self: () => Promise<Account | null>;
  /** Installs bubblewrap if this machine needs it, once. Never rejects. */
  readonly installSandbox: () => Promise<BubblewrapInstallation | null>;
  readonly clock: Clock;
  /** The environment variables of this process. */
  readonly variables: Environment;
  readonly cwd: string;
}

/** The process that a step runs in. */
export interface StepProcess extends Pick<ActionContext, 'runner' | 'variables' | 'cwd' | 'clock'> {
  readonly signals: {
    /** Aborted when the process gets a signal to end. */
    readonly stop: AbortSignal;
    /** Ends open requests to GitHub: some seconds after `stop`, and at the end of the step. */
    readonly requests: AbortSignal;
  };
  /** Which action beside the main one the step uses; `null` for the main one. */
  readonly subAction: SubAction | null;
}

/** Masks the secrets of this step in its log and opens the GitHub client. Throws `input-invalid` without a token. */
export function openContext(
  { inputs, environment, trigger }: Pick<Step, 'inputs' | 'environment' | 'trigger'>,
  { runner, signals, variables, cwd, clock }: StepProcess,
): ActionContext {
  const token = requireGithubToken(inputs);
  const redactor = runner.redactor();
  for (const secret of secretsIn(variables)) runner.secret(secret);
  const { apiUrl, owner, repo } = environment;
  const connection = {
    apiUrl,
    redactor,
    clock,
    signal: signals.requests,
    environment: variables,
    onWait: ({ because, waitMs }: RetryWait) =>
      runner.info(`Waiting ${Math.ceil(waitMs / 1000)} s for GitHub: ${because}`),
  } satisfies Partial<Parameters<typeof createGitHub>[0]>;
  const github = createGitHub({ ...connection, token, owner, repo });
  return {
    inputs,
    environment,
    trigger,
    runner,
    signal: signals.stop,
    redactor,
    github,
    artifacts: createArtifactStore({ environment: variables, owner, repo, token, clock }),
    cachedGithub: cachedGitHub(github, inputs.policyPath),
    baselineClient: (repository) =>
      createGitHub({ ...connection, ...repository, token: inputs.baselineToken ?? token }),
    self: memoize(async () => await github.self()),
    installSandbox: memoize(
      async () =>
        await installBubblewrap({
          mode: inputs.sandboxInstall,
          environment: variables,
          workspace: environment.workspace,
          signal: AbortSignal.any([signals.stop, signals.requests]),
        }),
    ),
    clock,
    variables,
    cwd,
  };
}

/** Where a run of this step keeps its audit trail, and the name of the artifact that it is uploaded as. */
export interface Place {
  readonly run: string;
  readonly folder: string;
  readonly artifact: string;
}

/** Chooses the trail's folder and artifact name, and saves them for the post step. `run` for a run that resumes. */
export function choosePlace(
  { inputs, environment, runner }: ActionContext,
  run: string = newRunId(),
): Place {
  const folder = trailFolderOf(environment, run);
  const artifact = artifactName(environment, run);
  runner.saveState(STATE.run, run);
  runner.saveState(STATE.folder, folder);
  runner.saveState(STATE.artifact, artifact);
  runner.saveState(STATE.retentionDays, String(inputs.retentionDays ?? ''));
  return { run, folder, artifact };
}

/** The folder of a run's audit trail in this job. */
export function trailFolderOf(
  { tempFolder, runId, attempt }: ActionContext['environment'],
  run: string,
): string {
  return join(tempFolder, 'countersign', `${run}-${runId}-${attempt}`);
}

/** A job with the facts that only this step knows. */
export interface LoadedJob {
  readonly job: Job;
  readonly commits: Commits;
  /** Replaces the model that the inputs name. */
  readonly model?: Model;
  /** Hooks after those of the policy. Absent: none. */
  readonly hooks?: readonly Hook[];
  /** Absent for a run that this job starts. */
  readonly resumed?: ResumedRun;
}

/** What an answer resumes, and how it was given. */
export interface ResumedRun {
  readonly checkpoint: CheckpointState;
  /** The event that started the run. */
  readonly startedBy: Pick<Job['trigger'], 'event' | 'url'>;
  /** The button that was clicked; `null` for another answer. */
  readonly click: ReceivedClick | null;
  /** The box that was ticked; `null` for another answer. */
  readonly tick: Tick | null;
  /** Called once a request of the open comment is closed without an answer that counts. */
  readonly onVoid: () => Promise<void>;
}

/** A run's events as people see them. */
export interface ObservedRun {
  readonly bus: RunBus;
  readonly tally: Tally;
  /** Called once the trail of the run is open. */
  readonly onTrail: (trail: Trail) => void;
  /** The head of that trail now; `null` before it is open. */
  readonly head: () => TrailHead | null;
}
