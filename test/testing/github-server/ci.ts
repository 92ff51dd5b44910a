/** What tests add to the CI of the local GitHub. */
import type { GitHubServer } from '../../../src/testing/index.ts';
import type {
  ServedCheck,
  ServedJob,
  ServedStatus,
  ServedWorkflowRun,
} from '../../../src/testing/github-server/ci-state.ts';

/** Adds or changes a workflow run. */
export function addWorkflowRun({ state }: GitHubServer, run: ServedWorkflowRun): void {
  state.workflowRuns.set(run.id, run);
}

/** Adds or changes a job. */
export function addJob({ state }: GitHubServer, job: ServedJob): void {
  state.jobs.set(job.id, job);
}

export function addCheck({ state }: GitHubServer, check: ServedCheck): void {
  state.checks.push(check);
}

export function addStatus({ state }: GitHubServer, status: ServedStatus): void {
  state.statuses.push(status);
}
