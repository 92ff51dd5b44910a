/** A run of a workflow, as its page shows it. */
export interface CiRun {
  readonly id: number;
  readonly name: string;
  readonly event: string;
  /** `completed`, or how far it is, in GitHub's words. */
  readonly status: string;
  /** `success`, `failure`, `cancelled` …; `null` while it is not completed. */
  readonly conclusion: string | null;
  readonly attempt: number;
  readonly headSha: string;
  /** `owner/name` that the head lives in; `null` where that fork is gone. */
  readonly headRepository: string | null;
  /** Who started it. */
  readonly actor: string | null;
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

/** A check of a commit by any App. */
export interface CheckRun {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly conclusion: string | null;
  /** The App that made it; GitHub Actions makes one for each job. */
  readonly app: string | null;
  /** One line of what the App found. */
  readonly title: string | null;
}

/** A status of a commit, as services without an App set it. */
export interface CommitStatus {
  readonly context: string;
  /** `success`, `failure`, `error` or `pending`. */
  readonly state: string;
  readonly description: string | null;
}

/** The end of a job's log. */
export interface JobLog {
  readonly text: string;
  /** Bytes before it that were let go because the log is larger than is kept. */
  readonly leftOutBytes: number;
}

/** What ran on a commit. Failures are those of `GitHub`. */
export interface GitHubCi {
  /** The newest check run of each name and App. Needs `checks: read`. */
  checkRuns(sha: string): Promise<readonly CheckRun[]>;
  /** The newest status of each context. Needs `statuses: read`. */
  statuses(sha: string): Promise<readonly CommitStatus[]>;
  /** The workflow runs on a commit, the newest first. Needs `actions: read`, as what follows. */
  ciRuns(sha: string): Promise<readonly CiRun[]>;
  ciRun(id: number): Promise<CiRun>;
  /** The jobs of a run's newest attempt. */
  ciJobs(runId: number): Promise<readonly CiJob[]>;
  ciJob(id: number): Promise<CiJob>;
  /** `null` where there is none: the job goes on, or its log was deleted. */
  jobLog(jobId: number): Promise<JobLog | null>;
  /** Runs the failed jobs of a completed run again, and those that depend on them. Needs `actions: write`. */
  rerunFailed(run: CiRun): Promise<void>;
}
