import type { ClientCore } from './core.ts';
import type { GitHubWork } from '../ports/github.ts';
import { readAs, workflowRun } from './schemas/schemas.ts';

/** Workflow runs, as other jobs see them. */
export function runsClient(core: ClientCore): Pick<GitHubWork, 'workflowRun'> {
  return {
    workflowRun: (id) =>
      core.request({
        route: `GET ${core.base}/actions/runs/${id}`,
        doing: `read workflow run ${id}`,
        needs: 'actions: read',
        read: readAs(workflowRun),
      }),
  };
}
