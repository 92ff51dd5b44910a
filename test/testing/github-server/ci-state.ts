/** The workflow runs and checks of the local GitHub, with the images of its texts and the settings of its repository. */
import type { GitHubState } from '../../../src/testing/github-server/state.ts';

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

/** The repository settings of the local GitHub. */
export interface ServedSettings {
  /** The default branch. Absent: not readable. */
  readonly isProtected?: boolean;
  /** The rules of rulesets on the default branch. */
  readonly rules?: readonly ServedRule[];
  /** How many reviews the older protection of the default branch asks for; `null`: there is no such protection. */
  readonly protectionReviews?: number | null;
  readonly workflowToken?: { readonly level: 'read' | 'write'; readonly approvesPulls: boolean };
  /** What workflows of forks get in a private repository. */
  readonly forksGet?: { readonly writeTokens: boolean; readonly secrets: boolean };
  readonly forkApproval?:
    | 'first_time_contributors_new_to_github'
    | 'first_time_contributors'
    | 'all_external_contributors';
}

export type ServedRule =
  | { readonly type: 'deletion' }
  | { readonly type: 'pull_request'; readonly reviews: number };

interface CiState {
  /** The attachments of texts, by the UUID in their address. */
  readonly attachments: Map<string, Buffer>;
  readonly workflowRuns: Map<number, ServedWorkflowRun>;
  readonly jobs: Map<number, ServedJob>;
  readonly checks: ServedCheck[];
  readonly statuses: ServedStatus[];
  /** The settings that the token may read. */
  settings: ServedSettings;
}

/** By the artifact service of a local GitHub, which all its states share. */
const STATES = new WeakMap<GitHubState['artifacts'], CiState>();

/** What tests add to the state of a local GitHub. */
export function ciOf({ artifacts }: Pick<GitHubState, 'artifacts'>): CiState {
  const known = STATES.get(artifacts) ?? {
    attachments: new Map(),
    workflowRuns: new Map(),
    jobs: new Map(),
    checks: [],
    statuses: [],
    settings: {},
  };
  STATES.set(artifacts, known);
  return known;
}
