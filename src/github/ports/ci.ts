import type { Account } from './account.ts';

/** A workflow run. */
export interface CiRun {
  readonly id: number;
  readonly name: string;
  /** The workflow file. Several workflows may have one name. */
  readonly workflow: string;
  readonly event: string;
  /** GitHub's status, such as `completed`. */
  readonly status: string;
  /** `success`, `failure`, `cancelled` …; `null` until it is completed. */
  readonly conclusion: string | null;
  readonly attempt: number;
  readonly headSha: string;
  /** `owner/name` of the head's repository; `null` for a deleted fork. */
  readonly headRepository: string | null;
  /** Who started it. */
  readonly actor: Account | null;
  readonly url: string;
}

export interface CiStep {
  readonly number: number;
  readonly name: string;
  readonly conclusion: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
}

export interface CiJob {
  readonly id: number;
  readonly runId: number;
  readonly name: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly steps: readonly CiStep[];
}

/** A check run on a commit by any App. */
export interface CheckRun {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly conclusion: string | null;
  /** The App that created it; GitHub Actions creates one for each job. */
  readonly app: string | null;
  /** The App's result in one line. */
  readonly title: string | null;
}

/** A commit status, as services without an App set it. */
export interface CommitStatus {
  readonly context: string;
  /** `success`, `failure`, `error` or `pending`. */
  readonly state: string;
  readonly description: string | null;
}

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
