/** The keys of `permissions:` in a workflow. Other permissions need another kind of token. */
const WORKFLOW_PERMISSIONS = new Set([
  'actions',
  'attestations',
  'checks',
  'contents',
  'deployments',
  'discussions',
  'issues',
  'models',
  'packages',
  'pages',
  'pull-requests',
  'security-events',
  'statuses',
]);

/**
 * What to write in the workflow for the permissions of `x-accepted-github-permissions`: `,` joins permissions that are
 * required together, `;` separates alternatives. Names the first alternative that a workflow can grant.
 */
export function permissionFix(accepted: string): string {
  const alternatives = accepted
    .split(';')
    .map(permissionsIn)
    .filter((one) => one.length > 0);
  const grantable = alternatives.find((one) =>
    one.every(([name]) => WORKFLOW_PERMISSIONS.has(name)),
  );
  if (grantable !== undefined) {
    return `Add to the \`permissions:\` of the job: ${linesOf(grantable)}.`;
  }
  const first = alternatives[0];
  if (first === undefined) return 'Check which repository the token belongs to and what it may do.';
  return `A workflow's own token cannot have this: set the input \`github-token\` to an App token with ${linesOf(first)}.`;
}

/** Without `metadata`, which every token has. */
function permissionsIn(list: string): readonly (readonly [string, string])[] {
  const pairs = list.matchAll(/([a-z_]+)\s*=\s*([a-z]+)/g);
  return [...pairs]
    .map((pair) => [(pair[1] ?? '').replaceAll('_', '-'), pair[2] ?? ''] as const)
    .filter(([name]) => name !== 'metadata');
}

function linesOf(permissions: readonly (readonly [string, string])[]): string {
  return permissions.map(([name, level]) => `\`${name}: ${level}\``).join(' and ');
}
