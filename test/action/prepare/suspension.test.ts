import { expect, test } from 'vitest';
import { readActionEnvironment } from '../../../src/action/inputs/environment.ts';
import { readInputs } from '../../../src/action/inputs/inputs.ts';
import { githubRunner } from '../../../src/action/inputs/runner.ts';
import {
  checkpointSecret,
  suspensionOf,
  whyNotSuspended,
} from '../../../src/action/prepare/suspension.ts';

/** The inputs of a step. Their masks would be read by whatever runs these tests. */
const inputsWith = (variables: Readonly<Record<string, string>>) =>
  readInputs({ ...githubRunner(variables), secret: () => undefined });

const NONE = { stateKey: null, anthropicApiKey: null, anthropicAuthToken: null, apiKey: null };

test('the secret of checkpoints is the state key, else the key of the model, and never the token of a job', () => {
  const githubToken = 'token-of-the-job';
  expect(checkpointSecret({ ...NONE, githubToken })).toBeNull();
  expect(checkpointSecret({ ...NONE, githubToken, apiKey: 'key' })).toBe('key');
  expect(checkpointSecret({ ...NONE, githubToken, apiKey: githubToken })).toBeNull();
  const given = { ...NONE, githubToken, anthropicApiKey: 'one', stateKey: 'state' };
  expect(checkpointSecret(given)).toBe('state');
  expect(checkpointSecret({ ...given, stateKey: null })).toBe('one');
});

test('a run that cannot be suspended is told why', () => {
  const workflow = '.github/workflows/agent.yml';
  const serverUrl = 'https://github.com';
  expect(whyNotSuspended({ serverUrl, workflow })).toContain('`state-key`');
  expect(whyNotSuspended({ serverUrl, workflow: null })).toContain('no workflow');
  expect(whyNotSuspended({ serverUrl: 'https://ghe.example', workflow })).toContain('artifacts');
});

test('a run can be suspended with a secret, a workflow file to resume in, and a server that keeps artifacts', () => {
  const environment = readActionEnvironment({
    GITHUB_EVENT_NAME: 'issue_comment',
    GITHUB_EVENT_PATH: '/nowhere',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_WORKSPACE: '/nowhere',
    GITHUB_WORKFLOW_REF: 'o/r/.github/workflows/agent.yml@refs/heads/main',
  });
  const inputs = inputsWith({ 'INPUT_STATE-KEY': 'a-key-of-the-test' });
  expect(suspensionOf({ inputs, environment })).toEqual({
    secret: 'a-key-of-the-test',
    workflow: '.github/workflows/agent.yml',
  });
  const without = (over: Partial<typeof environment>) =>
    suspensionOf({ inputs, environment: { ...environment, ...over } });
  expect(without({ workflow: null })).toBeNull();
  expect(without({ serverUrl: 'https://github.example.com' })).toBeNull();
  expect(suspensionOf({ inputs: inputsWith({}), environment })).toBeNull();
});
