import { expect, test } from 'vitest';
import { checkpointSecret, whyNotSuspended } from '../../../src/action/prepare/suspension.ts';

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
