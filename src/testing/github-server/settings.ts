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
