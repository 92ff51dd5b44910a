import * as z from 'zod';
import { coreOf, type GitHubOptions } from '../client/client.ts';
import { isLastPage, PER_PAGE, readAs } from '../client/transport/core.ts';
import { renamed } from '../ports/fields.ts';

/** Where a workflow run comes from. */
interface RunOrigin {
  readonly workflowId: number;
  /** Its workflow is one of another repository, whose people may have written it. */
  readonly isFromFork: boolean;
}

/** The workflow runs of a repository. Needs `actions: read`. */
export interface WorkflowRuns {
  /** Which workflow a run is of, and whose; `null` if the run was deleted. */
  originOf(workflowRunId: number): Promise<RunOrigin | null>;
  /** A page, from 1, of the runs of a workflow, newest first. */
  page(
    workflowId: number,
    number: number,
  ): Promise<{ readonly runs: readonly ListedRun[]; readonly isLast: boolean }>;
}

const workflowRunOrigin = z.looseObject({
  workflow_id: z.number(),
  event: z.string(),
  repository: z.looseObject({ id: z.number() }).nullish(),
  head_repository: z.looseObject({ id: z.number() }).nullish(),
});

/** A workflow run as the list of its workflow has it. */
const listedRun = renamed({
  id: ['id', z.number()],
  event: ['event', z.string()],
  status: ['status', z.string().nullable()],
  /** How it ended, such as `failure`; `null` if it has not. */
  conclusion: ['conclusion', z.string().nullable()],
  /** RFC 3339. */
  createdAt: ['created_at', z.string()],
  url: ['html_url', z.string()],
}).transform(({ status, ...run }) => (status === 'completed' ? run : { ...run, conclusion: null }));
export type ListedRun = Readonly<z.output<typeof listedRun>>;

const NOT_FOUND = 404;
/** It runs the workflow of the repository itself on a commit of a fork. */
const BASE_EVENT = 'pull_request_target';

/** Errors are those of `GitHub`. */
export function createWorkflowRuns(options: GitHubOptions): WorkflowRuns {
  const core = coreOf(options);
  return {
    originOf: (id) =>
      core.request({
        route: `GET ${core.base}/actions/runs/${id}`,
        doing: `read workflow run ${id}`,
        needs: 'actions=read',
        answers: [NOT_FOUND],
        read: (reply) => {
          if (reply.status === NOT_FOUND) return null;
          const found = readAs(workflowRunOrigin)(reply);
          if (found === undefined) return undefined;
          const { workflow_id: workflowId, event, repository: own, head_repository: head } = found;
          const isOfOther = own === null || own === undefined || head?.id !== own.id;
          return { workflowId, isFromFork: event !== BASE_EVENT && isOfOther };
        },
      }),
    page: (workflowId, number) =>
      core.request({
        route: `GET ${core.base}/actions/workflows/${workflowId}/runs`,
        query: { per_page: PER_PAGE, page: number },
        doing: `list the runs of workflow ${workflowId}`,
        needs: 'actions=read',
        read: (reply) => {
          const runs = readAs(z.array(listedRun), 'workflow_runs')(reply);
          return runs && { runs, isLast: isLastPage(reply, runs.length) };
        },
      }),
  };
}
