/**
 * Whether this is one of GitHub's own virtual machines, which are ephemeral. Only such a machine is ever
 * changed. Both variables are set by the runner. Pure.
 */
export function isHostedRunner(environment: Readonly<Record<string, string | undefined>>): boolean {
  return (
    environment['GITHUB_ACTIONS'] === 'true' &&
    environment['RUNNER_ENVIRONMENT'] === 'github-hosted'
  );
}
