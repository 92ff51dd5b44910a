import * as z from 'zod';
import {
  account,
  listOf,
  positive,
  renamed,
  repositoryName,
  textOrNull,
  textUnder,
} from './fields.ts';

/** A workflow run. */
export const ciRun = renamed({
  id: ['id', positive],
  name: ['name', textOrNull],
  /** The workflow file as GitHub names it: several workflows may have one name. It adds `@ref` if another workflow calls it. */
  path: ['path', z.string()],
  event: ['event', z.string()],
  /** GitHub's status, such as `completed`. */
  status: ['status', textOrNull.transform((status) => status ?? 'unknown')],
  /** `success`, `failure`, `cancelled` …; `null` until it is completed. */
  conclusion: ['conclusion', z.string().nullable()],
  /** Its newest attempt, from 1. */
  attempt: ['run_attempt', positive.default(1)],
  headSha: ['head_sha', z.string()],
  /** `owner/name`; `null` if GitHub does not say. */
  repository: ['repository', repositoryName],
  /** `owner/name` of the head's repository; `null` for a deleted fork. */
  headRepository: ['head_repository', repositoryName],
  actor: ['triggering_actor', account],
  url: ['html_url', z.string()],
}).transform((run) => ({
  ...run,
  name: run.name ?? run.path,
  /** The same without a ref, such as `.github/workflows/agent.yml`. */
  workflow: run.path.split('@', 1)[0] ?? run.path,
}));
export type CiRun = Readonly<z.output<typeof ciRun>>;

const step = renamed({
  number: ['number', z.number().int()],
  name: ['name', z.string()],
  conclusion: ['conclusion', z.string().nullable()],
  startedAt: ['started_at', textOrNull],
  completedAt: ['completed_at', textOrNull],
});
export type CiStep = z.output<typeof step>;

export const ciJob = renamed({
  id: ['id', positive],
  runId: ['run_id', positive],
  name: ['name', z.string()],
  status: ['status', z.string()],
  conclusion: ['conclusion', z.string().nullable()],
  steps: ['steps', listOf(step)],
});
export type CiJob = z.output<typeof ciJob>;

/** A check run on a commit by any App. */
export const listedCheckRun = renamed({
  id: ['id', positive],
  name: ['name', z.string()],
  status: ['status', z.string()],
  conclusion: ['conclusion', z.string().nullable()],
  /** The App that created it; GitHub Actions creates one for each job. */
  app: ['app', textUnder('slug')],
  /** The App's result in one line. */
  title: ['output', textUnder('title')],
});
export type CheckRun = z.output<typeof listedCheckRun>;

/** A commit status, as services without an App set it. */
export const commitStatus = renamed({
  context: ['context', z.string()],
  /** `success`, `failure`, `error` or `pending`. */
  state: ['state', z.string()],
  description: ['description', textOrNull],
});
export type CommitStatus = z.output<typeof commitStatus>;

/** The end of a job's log. */
export interface JobLog {
  readonly text: string;
  /** The number of bytes before the text that were omitted. */
  readonly omittedBytes: number;
}

/** Checks, workflow runs and jobs. Errors are those of `GitHub`. */
export interface GitHubCi {
  /** The newest check run of each name and App. Needs `checks: read`. */
  checkRuns(sha: string): Promise<readonly CheckRun[]>;
  /** The newest status of each context. Needs `statuses: read`. */
  statuses(sha: string): Promise<readonly CommitStatus[]>;
  /** The workflow runs on a commit, the newest first. This and the following methods need `actions: read`. */
  ciRuns(sha: string): Promise<readonly CiRun[]>;
  ciRun(id: number): Promise<CiRun>;
  /** The jobs of a run's newest attempt. */
  ciJobs(runId: number): Promise<readonly CiJob[]>;
  ciJob(id: number): Promise<CiJob>;
  /** `null` if the job is in progress or its log was deleted. */
  jobLog(jobId: number): Promise<JobLog | null>;
  /** Reruns the failed jobs of a completed run, and those that depend on them. Needs `actions: write`. */
  rerunFailed(run: CiRun): Promise<void>;
}
