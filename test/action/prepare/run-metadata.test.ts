/** What the audit trail records of the origin of a run. */
import { expect, test } from 'vitest';
import { readActionEnvironment } from '../../../src/action/inputs/environment.ts';
import { jobMetadata, runMetadata } from '../../../src/action/prepare/run-metadata.ts';
import { parseTrigger } from '../../../src/github/index.ts';

const [OF_STEP, OF_EVENT] = ['a'.repeat(40), 'b'.repeat(40)];
const step = readActionEnvironment({
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_EVENT_PATH: '/nowhere',
  GITHUB_REPOSITORY: 'o/r',
  GITHUB_WORKSPACE: '/nowhere',
  GITHUB_SHA: OF_STEP,
  GITHUB_RUN_ID: '70',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_JOB: 'agent',
});
const workflow = {
  runId: '70',
  attempt: '2',
  job: 'agent',
  url: 'https://github.com/o/r/actions/runs/70',
};

function opened(sender: object | null) {
  const repository = { id: 7, full_name: 'o/r', default_branch: 'main' };
  return parseTrigger({
    eventName: 'pull_request',
    payload: {
      action: 'opened',
      repository,
      sender,
      pull_request: {
        number: 5,
        title: 'T',
        body: '',
        user: sender,
        html_url: 'https://github.com/o/r/pull/5',
        head: { sha: OF_EVENT, ref: 'x', repo: repository },
        base: { ref: 'main', repo: repository },
      },
    },
  });
}

test('an event is recorded with its commit, not with that of the step, and with who caused it', () => {
  expect(runMetadata(step, opened({ login: 'ann', id: 1, type: 'User' }))).toEqual({
    repository: 'o/r',
    headSha: OF_EVENT,
    trigger: {
      event: 'pull_request',
      actor: { login: 'ann', id: 1 },
      number: 5,
      url: 'https://github.com/o/r/pull/5',
    },
    workflow,
  });
  expect(runMetadata(step, opened(null)).trigger.actor).toBeNull();
});

test('an event that was not read is recorded by its name, and names nobody', () => {
  expect(jobMetadata(step)).toEqual({
    repository: 'o/r',
    headSha: OF_STEP,
    trigger: { event: 'pull_request', actor: null, number: null, url: null },
    workflow,
  });
});
