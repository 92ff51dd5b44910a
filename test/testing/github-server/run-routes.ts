/** The routes of the local GitHub for workflow runs, jobs, checks and statuses. */
import { checkJson, headShaOf, jobJson, statusJson, workflowRunJson } from './ci-json.ts';
import { ciOf, type ServedCheck, type ServedJob, type ServedWorkflowRun } from './ci-state.ts';
import { checkRunJson } from '../../../src/testing/github-server/check-routes.ts';
import type { ServedReply } from '../../../src/testing/github-server/http.ts';
import { minimalRepositoryJson } from '../../../src/testing/github-server/repository-json.ts';
import {
  notFound,
  ok,
  paged,
  refused,
  type Routes,
  type RouteCall,
} from '../../../src/testing/github-server/routes.ts';
import type { GitHubState } from '../../../src/testing/github-server/state.ts';

const BAD: ReadonlySet<string> = new Set(['failure', 'timed_out', 'cancelled']);

function runOf(call: RouteCall): ServedWorkflowRun | undefined {
  return ciOf(call.state).workflowRuns.get(Number(call.parts['id']));
}

function jobsOf(state: GitHubState, run: ServedWorkflowRun): readonly ServedJob[] {
  return [...ciOf(state).jobs.values()].filter((job) => job.run === run.id);
}

function listRuns(call: RouteCall): ServedReply {
  const { query } = call.request;
  const fits = (name: string, value: string): boolean => (query.get(name) ?? value) === value;
  const { workflow } = call.parts;
  const runs = [...ciOf(call.state).workflowRuns.values()]
    .filter((run) => workflow === undefined || String(run.workflowId ?? 1) === workflow)
    .filter((run) => fits('head_sha', headShaOf(call.state, run)) && fits('event', run.event))
    .sort((a, b) => b.id - a.id)
    .map((run) => workflowRunJson(call.state, run));
  return { ...paged(call, runs), body: listed('workflow_runs', runs, call) };
}

function listed(name: string, list: readonly object[], call: RouteCall): object {
  return { total_count: list.length, [name]: paged(call, list).body };
}

function listJobs(call: RouteCall): ServedReply {
  const run = runOf(call);
  if (run === undefined) return notFound;
  const jobs = jobsOf(call.state, run).map((job) => jobJson(call.state, job, run));
  return { ...paged(call, jobs), body: listed('jobs', jobs, call) };
}

function showJob(call: RouteCall): ServedReply {
  const job = ciOf(call.state).jobs.get(Number(call.parts['id']));
  const run = ciOf(call.state).workflowRuns.get(job?.run ?? 0);
  return job === undefined || run === undefined ? notFound : ok(jobJson(call.state, job, run));
}

function redirectToLog(call: RouteCall): ServedReply {
  const job = ciOf(call.state).jobs.get(Number(call.parts['id']));
  if (job === undefined || job.conclusion === null) return notFound;
  if (job.log === null) return refused(410, 'Gone');
  const location = `${call.state.url}/_storage/logs/${job.id}?sig=at%3Aonce&se=2026-01-01T00:01:00Z`;
  return { status: 302, headers: { location } };
}

function rerunFailed(call: RouteCall): ServedReply {
  const run = runOf(call);
  if (run === undefined) return notFound;
  if (!run.completed) return refused(403, 'This workflow is already running');
  const failed = jobsOf(call.state, run).filter(({ conclusion }) => BAD.has(conclusion ?? ''));
  if (failed.length === 0)
    return refused(403, 'This workflow run cannot be retried: it has no failed jobs');
  run.completed = false;
  run.conclusion = null;
  run.attempt = (run.attempt ?? 1) + 1;
  for (const job of failed) ciOf(call.state).jobs.set(job.id, { ...job, conclusion: null });
  return ok({}, 201);
}

/** The checks of GitHub Actions are the jobs, listed with those of other Apps. */
function listChecks(call: RouteCall): ServedReply {
  const { state } = call;
  const sha = state.git.resolve(call.parts['ref'] ?? '');
  if (sha === null) return refused(422, 'No commit found');
  const own = [...ciOf(state).jobs.values()].flatMap((job) => {
    const run = ciOf(state).workflowRuns.get(job.run);
    if (run === undefined || headShaOf(state, run) !== sha) return [];
    const check: ServedCheck = {
      sha,
      name: job.name,
      app: 'github-actions',
      conclusion: job.conclusion,
    };
    return [checkJson(state, check, { id: job.id, suite: run.id })];
  });
  const others = ciOf(state)
    .checks.filter((check) => check.sha === sha)
    .map((check, index) => checkJson(state, check, { id: 9000 + index, suite: 9000 }));
  const made = [...state.checkRuns.values()]
    .filter((check) => check.headSha === sha)
    .map((check) => checkRunJson(state, check));
  const all = [...own, ...others, ...made];
  return { ...paged(call, all), body: listed('check_runs', all, call) };
}

function combinedStatus(call: RouteCall): ServedReply {
  const { state } = call;
  const sha = state.git.resolve(call.parts['ref'] ?? '');
  if (sha === null) return notFound;
  const statuses = ciOf(state).statuses.filter((one) => one.sha === sha);
  const bad = statuses.some((one) => one.state === 'failure' || one.state === 'error');
  const waits = statuses.length === 0 || statuses.some((one) => one.state === 'pending');
  const url = `${state.url}/repos/${state.owner}/${state.repo}/commits/${sha}`;
  const all = statuses.map((one, index) => statusJson(state, one, 8000 + index));
  return {
    ...paged(call, all),
    body: {
      state: bad ? 'failure' : waits ? 'pending' : 'success',
      sha,
      total_count: all.length,
      statuses: paged(call, all).body,
      repository: minimalRepositoryJson(state),
      commit_url: url,
      url: `${url}/status`,
    },
  };
}

export const runRoutes: Routes = {
  'GET REPO/actions/runs': { needs: 'actions=read', answer: listRuns },
  'GET REPO/actions/workflows/:workflow/runs': { needs: 'actions=read', answer: listRuns },
  'GET REPO/actions/runs/:id': {
    needs: 'actions=read',
    answer: (call) => {
      const run = runOf(call);
      return run === undefined ? notFound : ok(workflowRunJson(call.state, run));
    },
  },
  'GET REPO/actions/runs/:id/jobs': { needs: 'actions=read', answer: listJobs },
  'POST REPO/actions/runs/:id/rerun-failed-jobs': { needs: 'actions=write', answer: rerunFailed },
  'GET REPO/actions/jobs/:id': { needs: 'actions=read', answer: showJob },
  'GET REPO/actions/jobs/:id/logs': { needs: 'actions=read', answer: redirectToLog },
  'GET REPO/commits/:ref/check-runs': { needs: 'checks=read', answer: listChecks },
  'GET REPO/commits/:ref/status': { needs: 'statuses=read', answer: combinedStatus },
};
