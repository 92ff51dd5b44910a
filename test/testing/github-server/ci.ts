/** What tests add to the CI of the local GitHub. */
import type { GitHubServer } from '../../../src/testing/index.ts';
import {
  ciOf,
  type ServedCheck,
  type ServedJob,
  type ServedStatus,
  type ServedWorkflowRun,
} from './ci-state.ts';

/** Adds or changes a workflow run. */
export function addWorkflowRun({ state }: GitHubServer, run: ServedWorkflowRun): void {
  ciOf(state).workflowRuns.set(run.id, run);
}

/** Adds or changes a job. */
export function addJob({ state }: GitHubServer, job: ServedJob): void {
  ciOf(state).jobs.set(job.id, job);
}

export function addCheck({ state }: GitHubServer, check: ServedCheck): void {
  ciOf(state).checks.push(check);
}

export function addStatus({ state }: GitHubServer, status: ServedStatus): void {
  ciOf(state).statuses.push(status);
}
