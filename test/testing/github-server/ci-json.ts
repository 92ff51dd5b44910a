/** How the local GitHub writes workflow runs, jobs, checks and statuses as JSON. Pure. */
import type {
  ServedCheck,
  ServedJob,
  ServedStatus,
  ServedStep,
  ServedWorkflowRun,
} from './ci-state.ts';
import {
  accountJson,
  apiUrl,
  appJson,
  MADE_AT,
  minimalRepositoryJson,
  WEB,
} from '../../../src/testing/github-server/repository-json.ts';
import { accountOf, type GitHubState } from '../../../src/testing/github-server/state.ts';

function pageOf(state: GitHubState): string {
  return `${WEB}/${state.owner}/${state.repo}`;
}

export function headShaOf(state: GitHubState, run: ServedWorkflowRun): string {
  return run.headSha ?? state.git.resolve(state.defaultBranch) ?? '0'.repeat(40);
}

export function workflowRunJson(state: GitHubState, run: ServedWorkflowRun): object {
  const own = `${state.owner}/${state.repo}`;
  const url = `${apiUrl(state)}/actions/runs/${run.id}`;
  const actor = accountJson(accountOf(state, run.actor ?? state.owner));
  const headSha = headShaOf(state, run);
  const attempt = run.attempt ?? 1;
  return {
    id: run.id,
    name: run.name ?? run.workflow,
    node_id: `WFR_${run.id}`,
    check_suite_id: run.id,
    check_suite_node_id: `CS_${run.id}`,
    head_branch: run.headBranch ?? state.defaultBranch,
    head_sha: headSha,
    path: run.workflow,
    display_title: 'Commit',
    run_number: 1,
    run_attempt: attempt,
    event: run.event,
    status: run.completed ? 'completed' : 'in_progress',
    conclusion: run.completed ? (run.conclusion ?? 'success') : null,
    workflow_id: run.workflowId ?? 1,
    url,
    html_url: `${pageOf(state)}/actions/runs/${run.id}`,
    pull_requests: [],
    created_at: run.createdAt ?? MADE_AT,
    updated_at: MADE_AT,
    run_started_at: MADE_AT,
    actor,
    triggering_actor: actor,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${apiUrl(state)}/check-suites/${run.id}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: attempt === 1 ? null : `${url}/attempts/${attempt - 1}`,
    workflow_url: `${apiUrl(state)}/actions/workflows/${run.workflowId ?? 1}`,
    head_commit: {
      id: headSha,
      tree_id: state.git.commitOf(headSha)?.tree ?? '0'.repeat(40),
      message: 'Commit',
      timestamp: MADE_AT,
      author: { name: 'Ann', email: 'ann@example.com' },
      committer: { name: 'GitHub', email: 'noreply@github.com' },
    },
    repository: minimalRepositoryJson(state),
    head_repository:
      run.headRepository === null
        ? null
        : minimalRepositoryJson(state, run.headRepository === own ? undefined : run.headRepository),
  };
}

function stepJson(step: ServedStep, index: number): object {
  return {
    name: step.name,
    status: step.conclusion === null ? 'in_progress' : 'completed',
    conclusion: step.conclusion,
    number: index + 1,
    started_at: MADE_AT,
    completed_at: step.conclusion === null ? null : MADE_AT,
  };
}

export function jobJson(state: GitHubState, job: ServedJob, run: ServedWorkflowRun): object {
  const url = `${apiUrl(state)}/actions`;
  return {
    id: job.id,
    run_id: run.id,
    run_url: `${url}/runs/${run.id}`,
    run_attempt: run.attempt ?? 1,
    node_id: `CR_${job.id}`,
    head_sha: headShaOf(state, run),
    url: `${url}/jobs/${job.id}`,
    html_url: `${pageOf(state)}/actions/runs/${run.id}/job/${job.id}`,
    status: job.conclusion === null ? 'in_progress' : 'completed',
    conclusion: job.conclusion,
    created_at: MADE_AT,
    started_at: MADE_AT,
    completed_at: job.conclusion === null ? null : MADE_AT,
    name: job.name,
    steps: (job.steps ?? []).map(stepJson),
    check_run_url: `${apiUrl(state)}/check-runs/${job.id}`,
    labels: ['ubuntu-latest'],
    runner_id: 1,
    runner_name: 'GitHub Actions 1',
    runner_group_id: 1,
    runner_group_name: 'GitHub Actions',
    workflow_name: run.name ?? run.workflow,
    head_branch: run.headBranch ?? state.defaultBranch,
  };
}

interface CheckOf {
  readonly id: number;
  readonly suite: number;
}

export function checkJson(state: GitHubState, check: ServedCheck, options: CheckOf): object {
  const url = `${apiUrl(state)}/check-runs/${options.id}`;
  return {
    id: options.id,
    head_sha: check.sha,
    node_id: `CR_${options.id}`,
    external_id: '',
    url,
    html_url: `${pageOf(state)}/runs/${options.id}`,
    details_url: `${pageOf(state)}/runs/${options.id}`,
    status: check.conclusion === null ? 'in_progress' : 'completed',
    conclusion: check.conclusion,
    started_at: MADE_AT,
    completed_at: check.conclusion === null ? null : MADE_AT,
    output: {
      title: check.title ?? null,
      summary: null,
      text: null,
      annotations_count: 0,
      annotations_url: `${url}/annotations`,
    },
    name: check.name,
    check_suite: { id: options.suite },
    app: appJson(check.app),
    pull_requests: [],
  };
}

export function statusJson(state: GitHubState, status: ServedStatus, id: number): object {
  return {
    url: `${apiUrl(state)}/statuses/${status.sha}`,
    avatar_url: 'https://avatars.githubusercontent.com/oa/1',
    id,
    node_id: `SC_${id}`,
    state: status.state,
    description: status.description ?? null,
    target_url: null,
    context: status.context,
    created_at: MADE_AT,
    updated_at: MADE_AT,
  };
}
