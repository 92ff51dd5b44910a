/** The routes of the local GitHub about workflow runs. */
import { notFound, type Route } from './github-server-routes.ts';

export const runRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'REPO/actions/runs/:id',
    needs: 'actions=read',
    answer: ({ state, parts }) => {
      const run = state.workflowRuns.get(Number(parts['id']));
      if (run === undefined) return notFound;
      const head = run.headRepository;
      return {
        status: 200,
        body: {
          id: run.id,
          path: run.workflow,
          event: run.event,
          status: run.completed ? 'completed' : 'in_progress',
          repository: { full_name: `${state.owner}/${state.repo}` },
          head_repository: head === null ? null : { full_name: head },
        },
      };
    },
  },
];
