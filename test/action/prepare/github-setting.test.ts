import { expect, test } from 'vitest';
import type { ActionContext } from '../../../src/action/context.ts';
import type { Commits } from '../../../src/action/event/pinned-commits.ts';
import { readInputs } from '../../../src/action/inputs/inputs.ts';
import { githubRunner } from '../../../src/action/inputs/runner.ts';
import { githubSetting } from '../../../src/action/prepare/github-setting.ts';
import { loadPolicy } from '../../../src/policy/index.ts';

const COMMITS: Commits = {
  headSha: 'a'.repeat(40),
  headRef: 'topic',
  trustedRef: 'main',
  trustedSha: 'b'.repeat(40),
  pullAuthor: null,
  fork: false,
};

function settingOf(commits: Partial<Commits>, isPullRequest = true) {
  const loaded = loadPolicy(Buffer.from('version: 1\n'), { file: 'policy.yml' });
  if (!loaded.ok) throw new Error('a policy that loads');
  const trigger = { isPullRequest, number: 7, headRef: null, baseRef: null };
  const environment = { serverUrl: 'https://github.com', workflow: null };
  return githubSetting(
    { inputs: readInputs(githubRunner({})), trigger, environment } as unknown as ActionContext,
    { run: 'run-a', commits: { ...COMMITS, ...commits }, policy: loaded.policy },
  );
}

test('a run on a pull request pushes to its branch', () => {
  expect(settingOf({})).toMatchObject({ branch: 'topic', pushBranch: 'topic', fork: false });
});

test('a run on the pull request of a fork pushes to a branch of its own: this repository may have one of that name', () => {
  expect(settingOf({ fork: true })).toMatchObject({
    branch: 'topic',
    pushBranch: 'countersign/pull-7',
    fork: true,
  });
});

test('a run on an issue pushes to a branch of its own', () => {
  expect(settingOf({ headRef: null, headSha: COMMITS.trustedSha }, false)).toMatchObject({
    branch: 'main',
    pushBranch: 'countersign/issue-7',
  });
});
