import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStep } from '../../../src/action/inputs/read-step.ts';
import { githubRunner } from '../../../src/action/inputs/runner.ts';
import { isRunUnfinished } from '../../../src/action/inputs/state.ts';

const FORK = {
  action: 'opened',
  number: 3,
  pull_request: {
    number: 3,
    title: 'a',
    body: 'b',
    state: 'open',
    html_url: 'https://github.test/octo/demo/pull/3',
    user: { login: 'mona', id: 5, type: 'User' },
    head: { sha: 'a'.repeat(40), ref: 'x', repo: { id: 2, full_name: 'mona/demo', fork: true } },
    base: { sha: 'b'.repeat(40), ref: 'main', repo: { id: 1, full_name: 'octo/demo' } },
  },
  repository: { id: 1, full_name: 'octo/demo', default_branch: 'main' },
  sender: { login: 'mona', id: 5, type: 'User' },
};
const MANUAL = {
  ref: 'refs/heads/main',
  inputs: {},
  repository: { id: 1, full_name: 'octo/demo', default_branch: 'main' },
  sender: { login: 'mona', id: 5, type: 'User' },
};

async function stepOf(
  eventName: string,
  payload: object,
  inputs: Readonly<Record<string, string>> = {},
) {
  const file = join(mkdtempSync(join(tmpdir(), 'countersign-step-')), 'event.json');
  writeFileSync(file, JSON.stringify(payload));
  const given = Object.entries(inputs).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ]);
  const variables = {
    GITHUB_EVENT_NAME: eventName,
    GITHUB_EVENT_PATH: file,
    GITHUB_REPOSITORY: 'octo/demo',
    GITHUB_WORKSPACE: '/work',
    GITHUB_SHA: 'c'.repeat(40),
    ...Object.fromEntries(given),
  };
  const runner = { ...githubRunner(variables), secret: () => undefined };
  return await readStep(runner, variables, null);
}

const KEY = { 'anthropic-api-key': 'key-0123456789' };

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['no key', {}, true],
  ['a key', KEY, false],
  ['a token of a gateway', { 'anthropic-auth-token': 'token-0123456789' }, false],
  ['a server of this machine', { 'anthropic-base-url': 'http://127.0.0.1:1' }, false],
  ['a scripted model', { model: 'scripted:steps.yml' }, false],
  ['a header', { 'extra-headers': 'x-key: key-0123456789' }, false],
  ['a header without its value', { ...KEY, 'extra-headers': 'x-key:' }, true],
  ['another provider without its key', { ...KEY, provider: 'openai', model: 'm' }, true],
  ['another provider', { provider: 'openai', model: 'm', 'api-key': 'key-0123456789' }, false],
  [
    'another provider on this machine',
    { provider: 'openai', model: 'm', 'base-url': 'http://127.0.0.1:1' },
    false,
  ],
  ['a provider without a key of its own', { provider: 'bedrock', model: 'm' }, false],
  ['a mode without a model', { mode: 'policy-diff' }, false],
])(
  'a step of a fork that GitHub gave no secrets says so if it needs one: %s',
  async (_what, inputs, lacks) => {
    const { noSecretsBecause } = await stepOf('pull_request', FORK, inputs);
    expect(noSecretsBecause).toEqual(
      lacks ? expect.stringContaining('from a fork (mona/demo)') : null,
    );
  },
);

test('a key that is missing without a fork was never set', async () => {
  expect((await stepOf('workflow_dispatch', MANUAL)).noSecretsBecause).toBeNull();
});

test('a step for another repository keeps who started it, and nothing of this one', async () => {
  const other = { repository: 'octo/other' };
  const { trigger } = await stepOf('workflow_dispatch', MANUAL, other);
  expect(trigger).toMatchObject({
    event: 'workflow_dispatch',
    actor: { login: 'mona' },
    repository: 'octo/other',
    headRepository: 'octo/other',
    defaultBranch: null,
    headSha: null,
    baseRef: null,
    fork: null,
  });
  const own = await stepOf('workflow_dispatch', MANUAL, { repository: 'Octo/Demo' });
  expect(own.trigger).toMatchObject({ repository: 'octo/demo', headSha: 'c'.repeat(40) });
  await expect(stepOf('pull_request', FORK, { ...KEY, ...other })).rejects.toThrow(
    'The input repository is octo/other, and the event pull_request is about this one.',
  );
});

test('a run is unfinished once it has a trail, until its end was told', () => {
  const folder = { 'STATE_trail-folder': '/tmp/trail' };
  expect(isRunUnfinished({})).toBe(false);
  expect(isRunUnfinished(folder)).toBe(true);
  expect(isRunUnfinished({ ...folder, STATE_finished: 'true' })).toBe(false);
});
