import { coreOf, type GitHubOptions } from '../client/client.ts';
import { PER_PAGE } from '../client/core.ts';
import { readAs, workflowOfRun, workflowRunList } from '../client/schemas.ts';

/** A workflow run as the list of its workflow has it. */
export interface ListedRun {
  readonly id: number;
  readonly event: string;
  /** How it ended, such as `failure`; `null` if it has not. */
  readonly conclusion: string | null;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly url: string;
}

/** The workflow runs of a repository. Needs `actions: read`. */
export interface WorkflowRuns {
  /** The id of a run's workflow; `null` if the run was deleted. */
  workflowOf(workflowRunId: number): Promise<number | null>;
  /** A page, from 1, of the runs of a workflow, newest first. */
  page(
    workflowId: number,
    number: number,
  ): Promise<{ readonly runs: readonly ListedRun[]; readonly isLast: boolean }>;
}

const NOT_FOUND = 404;

/** Errors are those of `GitHub`. */
export function createWorkflowRuns(options: GitHubOptions): WorkflowRuns {
  const core = coreOf(options);
  return {
    workflowOf: (id) =>
      core.request({
        route: `GET ${core.base}/actions/runs/${id}`,
        doing: `read workflow run ${id}`,
        needs: 'actions=read',
        answers: [NOT_FOUND],
        read: (reply) =>
          reply.status === NOT_FOUND ? null : readAs(workflowOfRun)(reply)?.workflow_id,
      }),
    page: (workflowId, number) =>
      core.request({
        route: `GET ${core.base}/actions/workflows/${workflowId}/runs`,
        query: { per_page: PER_PAGE, page: number },
        doing: `list the runs of workflow ${workflowId}`,
        needs: 'actions=read',
        read: (reply) => {
          const found = readAs(workflowRunList)(reply)?.workflow_runs;
          if (found === undefined) return undefined;
          const runs = found.map((run) => ({
            id: run.id,
            event: run.event,
            conclusion: run.status === 'completed' ? run.conclusion : null,
            createdAt: run.created_at,
            url: run.html_url,
          }));
          return { runs, isLast: found.length < PER_PAGE };
        },
      }),
  };
}
