/** What ran on the commits of the local GitHub. */

/** A workflow run, as the API tells of it. What is absent is what a run of `push` by the repository's owner has. */
export interface ServedWorkflowRun {
  readonly id: number;
  readonly workflow: string;
  readonly event: string;
  readonly headRepository: string | null;
  completed: boolean;
  readonly name?: string;
  readonly headSha?: string;
  readonly headBranch?: string;
  conclusion?: string | null;
  attempt?: number;
  readonly actor?: string;
}

export interface ServedStep {
  readonly name: string;
  readonly conclusion: string | null;
  readonly startedAt?: string;
  readonly completedAt?: string;
}

export interface ServedJob {
  readonly id: number;
  readonly run: number;
  readonly name: string;
  /** `null` while it goes on. */
  readonly conclusion: string | null;
  readonly steps?: readonly ServedStep[];
  /** `null` where there is none (any more). */
  readonly log: string | null;
}

/** A check run by an App other than GitHub Actions, whose check runs are the jobs. */
export interface ServedCheck {
  readonly sha: string;
  readonly name: string;
  readonly app: string;
  readonly conclusion: string | null;
  readonly title?: string;
}

export interface ServedStatus {
  readonly sha: string;
  readonly context: string;
  readonly state: 'success' | 'failure' | 'error' | 'pending';
  readonly description?: string;
}

export interface CiState {
  /** What people dropped into texts, by the UUID in its address. */
  readonly attachments: Map<string, Buffer>;
  readonly workflowRuns: Map<number, ServedWorkflowRun>;
  readonly jobs: Map<number, ServedJob>;
  readonly checks: ServedCheck[];
  readonly statuses: ServedStatus[];
}

export function newCiState(): CiState {
  return {
    attachments: new Map(),
    workflowRuns: new Map(),
    jobs: new Map(),
    checks: [],
    statuses: [],
  };
}

/** What a test or the demo says that ran. */
export interface ServedCi {
  /** Makes a workflow run known, or changes what is known of it. */
  workflowRun(run: ServedWorkflowRun): void;
  job(job: ServedJob): void;
  check(check: ServedCheck): void;
  commitStatus(status: ServedStatus): void;
}

export function ciOf(state: CiState): ServedCi {
  return {
    workflowRun: (run) => {
      state.workflowRuns.set(run.id, run);
    },
    job: (job) => {
      state.jobs.set(job.id, job);
    },
    check: (check) => {
      state.checks.push(check);
    },
    commitStatus: (status) => {
      state.statuses.push(status);
    },
  };
}
