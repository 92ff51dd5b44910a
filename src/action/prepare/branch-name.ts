/** The branch that a run pushes to, and how others that it may name begin. */
export interface BranchNames {
  readonly branch: string;
  readonly prefix: string;
}

/**
 * Fills the policy's template in. All that it may hold stays the same when a run is suspended and taken up: the branch
 * that people approved is the one that is pushed to.
 */
export function branchNames(
  template: string,
  of: { readonly run: string; readonly number: number | null; readonly isPullRequest: boolean },
): BranchNames {
  const number = of.number === null ? of.run : String(of.number);
  const about = of.number === null ? of.run : `${of.isPullRequest ? 'pull' : 'issue'}-${number}`;
  const branch = template
    .replaceAll('{about}', about)
    .replaceAll('{number}', number)
    .replaceAll('{run}', of.run);
  const [prefix = ''] = template.split('{');
  return { branch, prefix };
}
