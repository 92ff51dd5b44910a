/** How the local GitHub writes the check runs of the token's own App. Pure. */
import { apiUrl, appJson, WEB } from './repository-json.ts';
import type { GitHubState, ServedCheckRun } from './state.ts';

/** A check run that the token's own App made. */
export function checkRunJson(state: GitHubState, check: ServedCheckRun): object {
  const { title, summary } = check;
  const url = `${apiUrl(state)}/check-runs/${check.id}`;
  return {
    id: check.id,
    node_id: `CR_${check.id}`,
    head_sha: check.headSha,
    external_id: check.externalId,
    url,
    html_url: `${WEB}/${state.owner}/${state.repo}/runs/${check.id}`,
    details_url: WEB,
    status: check.status,
    conclusion: check.conclusion,
    started_at: check.startedAt,
    completed_at: check.conclusion === null ? null : check.startedAt,
    output: {
      title,
      summary,
      text: null,
      annotations_count: check.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    name: check.name,
    check_suite: { id: 1 },
    app: appJson(state.self.login.replace(/\[bot\]$/, '')),
    pull_requests: [],
  };
}
