/** How a check run may conclude, of GitHub's own list those that a run has a use for. */
export const CHECK_CONCLUSIONS = [
  'success',
  'failure',
  'neutral',
  'cancelled',
  'timed_out',
  'action_required',
] as const;
export type CheckConclusion = (typeof CHECK_CONCLUSIONS)[number];

/** A button of a check run. GitHub takes a label of 20 characters, a description of 40, an identifier of 20. */
export interface CheckButton {
  readonly label: string;
  readonly description: string;
  readonly identifier: string;
}

/** A remark of a check run on lines of a file. */
export interface CheckAnnotation {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly level: 'notice' | 'warning' | 'failure';
  readonly title: string;
  readonly message: string;
}

/** What a check run says. */
export interface CheckFace {
  /** `null`: it goes on; then it has no buttons. */
  readonly conclusion: CheckConclusion | null;
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** The page behind "Details"; `null` where there is none. */
  readonly detailsUrl: string | null;
  /** At most three. */
  readonly buttons: readonly CheckButton[];
  /** Sent fifty at a time, as GitHub takes them. */
  readonly annotations: readonly CheckAnnotation[];
}

export interface NewCheckRun {
  readonly name: string;
  readonly headSha: string;
  /** Ours to choose, never shown to people, and given back with every event of the check run. */
  readonly externalId: string;
  readonly face: CheckFace;
}

/** A check run as GitHub tells of it. */
export interface CheckRunState {
  readonly id: number;
  readonly url: string;
  /** The App that made it, and alone may change it. */
  readonly app: { readonly id: number; readonly slug: string };
  readonly headSha: string;
  readonly externalId: string;
  /** In GitHub's words, of which there may be more than ours; `null` while it goes on. */
  readonly conclusion: string | null;
}

/**
 * Check runs. Only a GitHub App can make them: a workflow's own token is one of the App `github-actions`. Texts are
 * redacted and cut before they are sent; failures are those of `GitHub`.
 */
export interface GitHubChecks {
  /** Makes a check run. Asked again after an answer was lost, it gives the one that was made. */
  createCheckRun(check: NewCheckRun): Promise<CheckRunState>;
  /** Gives a check run another face. Annotations are added to those that it has. */
  updateCheckRun(id: number, face: CheckFace): Promise<CheckRunState>;
  /** The newest check run of a name on a commit that carries this id; `null` where there is none. */
  findCheckRun(
    wanted: Pick<NewCheckRun, 'name' | 'headSha' | 'externalId'>,
  ): Promise<CheckRunState | null>;
  /** `null` where there is none. */
  checkRun(id: number): Promise<CheckRunState | null>;
}
