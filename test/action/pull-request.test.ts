import { expect, test } from 'vitest';
import { pushTarget } from '../../src/action/prepare/github-setting.ts';
import { pullRequestFooter } from '../../src/action/prepare/tools-on-github.ts';
import { pullTemplate } from '../../src/action/prepare/pull-template.ts';
import { createTally } from '../../src/reporting/index.ts';
import { FILES, context } from '../github/context.ts';

test.each([
  ['countersign/{about}', 7, false, 'countersign/issue-7', 'countersign/'],
  ['countersign/{about}', 7, true, 'countersign/pull-7', 'countersign/'],
  ['countersign/{about}', null, false, 'countersign/r-1', 'countersign/'],
  ['bots/{number}-{run}', 7, false, 'bots/7-r-1', 'bots/'],
  ['agent-{number}', null, false, 'agent-r-1', 'agent-'],
  ['updates', 7, false, 'updates', 'updates'],
])('%s on %s is %s %s', (template, number, isPullRequest, branch, branchPrefix) => {
  const commits = { fork: true, headRef: 'topic' };
  expect(pushTarget({ number, isPullRequest }, { run: 'r-1', commits, template })).toEqual({
    branch,
    branchPrefix,
    pushesToPullRequest: false,
  });
});

test('the pull request of a branch of this repository is pushed to, whatever the template', () => {
  const commits = { fork: false, headRef: 'topic' };
  const trigger = { number: 7, isPullRequest: true };
  expect(pushTarget(trigger, { run: 'r-1', commits, template: 'bots/{run}' })).toEqual({
    branch: 'topic',
    branchPrefix: 'bots/',
    pushesToPullRequest: true,
  });
});

async function templates(files: Readonly<Record<string, string>>) {
  const { github, git } = await context();
  const trustedSha = git.commit('main', { ...FILES, ...files });
  git.commit('main', { ...FILES, '.github/pull_request_template.md': 'of a later commit' });
  const pins = {
    headSha: trustedSha,
    headRef: null,
    trustedRef: 'main',
    trustedSha,
    pullAuthor: null,
    fork: false,
  };
  return (await pullTemplate(github, pins)).map(({ source, text }) => ({
    path: source.replace('template for pull requests ', ''),
    text: text.split('\n\n').slice(1).join('\n\n'),
  }));
}

test.each([
  ['.github/PULL_REQUEST_TEMPLATE.md'],
  ['.github/pull_request_template.md'],
  ['pull_request_template.txt'],
  ['docs/Pull_Request_Template.md'],
])('the template %s of the trusted commit is found', async (path) => {
  expect(await templates({ [path]: '## Why\n' })).toEqual([{ path, text: '## Why\n' }]);
});

test('the first three templates of a folder are listed', async () => {
  const folder = '.github/PULL_REQUEST_TEMPLATE';
  const found = await templates({
    [`${folder}/bug.md`]: 'bug',
    [`${folder}/feature.md`]: 'feature',
    [`${folder}/picture.png`]: 'x',
  });
  expect(found.map(({ path }) => path)).toEqual([`${folder}/bug.md`, `${folder}/feature.md`]);
});

test('the one in .github counts before others; none and an empty one are nothing', async () => {
  const both = { 'docs/pull_request_template.md': 'b', '.github/pull_request_template.md': 'a' };
  expect((await templates(both)).map(({ text }) => text)).toEqual(['a']);
  expect(await templates({})).toEqual([]);
  expect(await templates({ 'pull_request_template.md': ' \n' })).toEqual([]);
});

test('under a pull request stand who asked, calls by verdict, who approved what, and the head of the trail', () => {
  const tally = createTally();
  const calls = new Map(tally.calls);
  calls.set('c1', {
    call: 'c1',
    turn: 1,
    parent: null,
    tool: 'github_push_branch',
    inputPreview: '',
    verdict: 'requireApproval',
    because: '',
    state: 'COMPLETED',
    decidedBy: '@ann',
    approval: 'ap-7K3M9QZD',
    rules: [],
  });
  const counts = { auto: 3, approved: 1, denied: 2, failed: 0, total: 6 };
  const note = pullRequestFooter({
    run: 'r-1',
    requester: 'ann',
    jobUrl: 'https://github.com/o/r/actions/runs/1',
    tally: { ...tally, calls, counts: () => counts },
    head: { count: 9, hash: 'abc' },
  });
  expect(note).toBe(
    [
      'Made by Countersign, run `r-1`, asked for by `ann` in [this job](https://github.com/o/r/actions/runs/1).',
      'Calls so far: 6 (3 auto, 1 approved, 2 denied).',
      'Approvals:\n- `ap-7K3M9QZD` `github_push_branch` by `@ann`',
      "Audit trail: 9 entries, head hash `abc`. The job's artifact contains it.",
    ].join('\n\n'),
  );
});
