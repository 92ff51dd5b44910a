/** The workflow runs and checks of the local GitHub. */

/** A workflow run. Absent fields are those of a `push` by the repository's owner. */
export interface ServedWorkflowRun {
  readonly id: number;
  readonly workflow: string;
  /** GitHub's id of the workflow. Absent: 1. */
  readonly workflowId?: number;
  readonly createdAt?: string;
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
}

export interface ServedJob {
  readonly id: number;
  readonly run: number;
  readonly name: string;
  /** `null` while it is in progress. */
  readonly conclusion: string | null;
  readonly steps?: readonly ServedStep[];
  /** `null`: no log. */
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
  /** The attachments of texts, by the UUID in their address. */
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
