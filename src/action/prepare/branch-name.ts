/** The branch that a run pushes to, and the prefix of other branches that it may push to. */
export interface BranchNames {
  readonly branch: string;
  readonly prefix: string;
}

/**
 * Fills in the policy's template. Its values do not change when a run is suspended and resumed: a push goes to the
 * branch that people approved.
 */
export function branchNames(
  template: string,
  options: {
    readonly run: string;
    readonly number: number | null;
    readonly isPullRequest: boolean;
  },
): BranchNames {
  const number = options.number === null ? options.run : String(options.number);
  const about =
    options.number === null ? options.run : `${options.isPullRequest ? 'pull' : 'issue'}-${number}`;
  const branch = template
    .replaceAll('{about}', about)
    .replaceAll('{number}', number)
    .replaceAll('{run}', options.run);
  const [prefix = ''] = template.split('{');
  return { branch, prefix };
}
