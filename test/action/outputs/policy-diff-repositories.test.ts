import { expect, onTestFinished, test } from 'vitest';
import { createRedactor } from '../../../src/common/index.ts';
import { policyChangeBody } from '../../../src/action/outputs/policy-diff-body.ts';
import { repositoryDiffs } from '../../../src/action/outputs/policy-diff-repositories.ts';
import { createGitHub } from '../../../src/github/index.ts';
import { memoryGit } from '../../testing/github-server/memory-git.ts';
import { startGitHub } from '../../openapi/github.ts';

const BASELINE = { owner: 'acme', repo: 'policies', path: 'base.yml' };
const OLD = 'version: 1\nmode: defer\ndeny: ["bash_run(git push *)"]\n';
const NEW = 'version: 1\nmode: defer\nrequireApproval: ["bash_run(npm *)"]\n';

async function diffs(policies: Readonly<Record<string, string>>, before: string, after: string) {
  const others = Object.fromEntries(
    Object.entries(policies).map(([name, text]) => {
      const git = memoryGit();
      git.commit('main', text === '' ? { a: '' } : { '.github/countersign.yml': text });
      return [name, { git }];
    }),
  );
  const server = await startGitHub({ others });
  onTestFinished(() => server.close());
  return await repositoryDiffs({
    repositories: Object.keys(policies),
    baseline: { ...BASELINE, before, after },
    clientOf: (repository) =>
      createGitHub({
        redactor: createRedactor(),
        ...repository,
        token: server.token,
        apiUrl: server.url,
      }),
    serverUrl: 'https://github.com',
  });
}

test('a change of a baseline is compared by the policy of each repository that stands on it', async () => {
  const found = await diffs(
    {
      'acme/loose': 'version: 1\nextends: [Acme/policies/base.yml@v1]\nmode: auto\n',
      'acme/strict': 'version: 1\nmode: deny\n',
    },
    OLD,
    NEW,
  );
  const [loose, strict] = found.map(({ result }) => result);
  expect(loose?.kind === 'compared' && loose.diff.loosens).toBe(true);
  expect(loose?.kind === 'compared' && loose.diff.newlyAsked.map(({ call }) => call)).toContain(
    'bash_run(npm test)',
  );
  // Its own policy denies all that the baseline no longer does.
  expect(strict?.kind === 'compared' && strict.diff.loosens).toBe(false);
  const compared = { path: 'base.yml', baseRef: 'main', baseSha: 'a', headSha: 'b' };
  const body = policyChangeBody({ kind: 'same' }, compared, found);
  expect(body).toContain('### In `acme/loose`');
  expect(body).toContain('**The new policy is looser');
  expect(body).toContain('### In `acme/strict`');
});

test('a repository that cannot be read or has an invalid policy is named, and the others are compared', async () => {
  const found = await diffs({ 'acme/bad': 'version: 1\nauot: []\n', 'acme/good': '' }, OLD, NEW);
  expect(found).toMatchObject([
    { repository: 'acme/bad', result: { kind: 'failed', because: expect.stringMatching(/auot/) } },
    { repository: 'acme/good', result: { kind: 'compared' } },
  ]);
});

test('a baseline that the new text names and the old one does not is not read', async () => {
  const found = await diffs(
    { 'acme/one': 'version: 1\n' },
    OLD,
    `${NEW}extends: [acme/private/secret.yml@main]\n`,
  );
  expect(found).toMatchObject([
    { result: { kind: 'failed', because: expect.stringMatching(/not read before it is merged/) } },
  ]);
});
