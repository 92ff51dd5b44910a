import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { readActionEnvironment } from '../../../src/action/inputs/environment.ts';

const VARIABLES = {
  GITHUB_EVENT_NAME: 'issues',
  GITHUB_EVENT_PATH: '/e',
  GITHUB_REPOSITORY: 'octo/repo',
  GITHUB_WORKSPACE: '/w',
  GITHUB_SHA: 'a'.repeat(40),
  GITHUB_WORKFLOW_REF: 'octo/repo/.github/workflows/agent.yml@refs/heads/main',
};

test('the input repository is another one than the workflow\u2019s, or the same in any spelling', () => {
  for (const same of [null, 'octo/repo', 'Octo/Repo'])
    expect(readActionEnvironment(VARIABLES, same)).toMatchObject({
      owner: 'octo',
      repo: 'repo',
      isElsewhere: false,
      workflow: '.github/workflows/agent.yml',
    });
  expect(readActionEnvironment(VARIABLES, 'octo/other')).toMatchObject({
    owner: 'octo',
    repo: 'other',
    isElsewhere: true,
    sha: null,
    workflow: null,
  });
});

test('the page of the job is in the repository of its workflow, wherever the step works', () => {
  for (const repository of [null, 'octo/other'])
    expect(readActionEnvironment({ ...VARIABLES, GITHUB_RUN_ID: '7' }, repository).jobUrl).toBe(
      'https://github.com/octo/repo/actions/runs/7',
    );
});

test.each(['repo', 'octo/', 'a/b/c', 'octo/re po'])(
  'a repository that is not OWNER/NAME is refused with its value: %s',
  (repository) => {
    expect(() => readActionEnvironment({ ...VARIABLES, GITHUB_REPOSITORY: repository })).toThrow(
      `GITHUB_REPOSITORY is invalid: "${repository}"`,
    );
  },
);

test.each([
  ['90', 90],
  ['0', null],
  ['many', null],
])('a retention is a number of days, and any other text is none: %s', (days, read) => {
  const { retentionDays } = readActionEnvironment({ ...VARIABLES, GITHUB_RETENTION_DAYS: days });
  expect(retentionDays).toBe(read);
});

test('a variable that is missing is named', () => {
  expect(() => readActionEnvironment({ ...VARIABLES, GITHUB_REPOSITORY: undefined })).toThrow(
    /GITHUB_REPOSITORY is not set/,
  );
});

test.each([
  ['RUNNER_TEMP', { tempFolder: tmpdir() }],
  ['GITHUB_RUN_ID', { runId: '0' }],
  ['GITHUB_RUN_ATTEMPT', { attempt: '1' }],
  ['GITHUB_JOB', { job: 'job' }],
  ['GITHUB_SHA', { sha: null }],
  ['GITHUB_WORKFLOW_REF', { workflow: null }],
])('%s may be empty, as other runners than GitHub\u2019s leave it', (name, read) => {
  expect(readActionEnvironment({ ...VARIABLES, [name]: '' })).toMatchObject(read);
});

test('a workflow file may have an @ in its name, as the ref may', () => {
  const ref = 'octo/repo/.github/workflows/a@b.yml@refs/heads/c@d.yml@e';
  const { workflow } = readActionEnvironment({ ...VARIABLES, GITHUB_WORKFLOW_REF: ref });
  expect(workflow).toBe('.github/workflows/a@b.yml');
});
