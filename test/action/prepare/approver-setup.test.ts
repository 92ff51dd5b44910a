/** How a run on GitHub asks for approvals, with the real client against the local GitHub. */
import { describe, expect, test } from 'vitest';
import { openContext } from '../../../src/action/context.ts';
import { readActionEnvironment } from '../../../src/action/inputs/environment.ts';
import { readInputs } from '../../../src/action/inputs/inputs.ts';
import { githubRunner } from '../../../src/action/inputs/runner.ts';
import { approverSetup } from '../../../src/action/prepare/approver-setup.ts';
import { stepJob } from '../../../src/action/prepare/load-job.ts';
import type { Trigger } from '../../../src/github/index.ts';
import type { Policy } from '../../../src/policy/index.ts';
import { createTally } from '../../../src/reporting/index.ts';
import { createJob } from '../../../src/session/index.ts';
import { MemoryTrail, requestOf } from '../../approvals/context.ts';
import { FILES, context } from '../../github/context.ts';
import { policy } from '../../policy/helpers.ts';

const OWN = 'octo-org/octo-repo';
const PEOPLE = ['asker', 'author', 'committer', 'bystander'] as const;
const SUSPENDS = policy('approvals: { wait: 1m, then: suspend }\n');

interface Setting {
  readonly policy?: Policy;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly about?: 'pull request' | 'issue' | 'nothing';
  /** The login of the token's account. */
  readonly login?: string;
  readonly source?: string;
}

/** The approvals of a run that `asker` asked for, on a pull request of `author` with a commit of `committer`. */
async function asking(setting: Setting = {}) {
  const about = setting.about ?? 'pull request';
  const login = setting.login ?? 'github-actions[bot]';
  const { server, git, head, clock } = await context({ server: { self: login } });
  for (const name of [...PEOPLE, 'newcomer']) server.person(name, 'write');
  git.commit('topic', { ...FILES, '.github/CODEOWNERS': '* @newcomer\n' });
  const trustedSha = git.commit('main', {
    ...FILES,
    '.github/CODEOWNERS': '* @bystander\n',
  });
  const pull = {
    headRef: 'topic',
    headSha: head,
    headRepository: OWN,
    baseRef: 'main',
    draft: false,
    commitAuthors: ['committer'],
  };
  const { number } =
    about === 'pull request'
      ? server.pull({ title: 'A change', author: 'author', pull })
      : server.issue({ title: 'A bug', author: 'author' });
  const variables = {
    GITHUB_EVENT_NAME: 'issue_comment',
    GITHUB_EVENT_PATH: '/nowhere',
    GITHUB_REPOSITORY: `${server.owner}/${server.repo}`,
    GITHUB_WORKSPACE: '/nowhere',
    GITHUB_API_URL: server.url,
    GITHUB_RUN_ID: '70',
    GITHUB_WORKFLOW_REF: `${OWN}/.github/workflows/agent.yml@refs/heads/main`,
    'INPUT_GITHUB-TOKEN': server.token,
    'INPUT_STATE-KEY': 'a-key-of-the-test-that-is-long-enough',
    ...setting.variables,
    ...Object.fromEntries(
      Object.entries(setting.inputs ?? {}).map(([name, value]) => [
        `INPUT_${name.toUpperCase()}`,
        value,
      ]),
    ),
  };
  const warnings: string[] = [];
  const runner = {
    ...githubRunner(variables),
    secret: () => undefined,
    warning: (text: string) => void warnings.push(text),
  };
  const trigger = {
    event: 'issue_comment',
    actor: server.account('asker'),
    number: about === 'nothing' ? null : number,
    isPullRequest: about === 'pull request',
    url: null,
    headSha: null,
    headRef: null,
    baseRef: null,
  } as unknown as Trigger;
  const { signal } = new AbortController();
  const step = {
    inputs: readInputs(runner),
    environment: readActionEnvironment(variables),
    trigger,
  };
  const opened = openContext(step, {
    runner,
    variables,
    cwd: '/nowhere',
    clock,
    signals: { stop: signal, requests: signal },
    subAction: null,
  });
  const commits = {
    headSha: head,
    headRef: about === 'pull request' ? 'topic' : null,
    trustedRef: 'main',
    trustedSha,
    pullAuthor: about === 'pull request' ? server.account('author') : null,
    fork: false,
  };
  const { source = '.github/countersign.yml' } = setting;
  const read = {
    policy: setting.policy ?? policy('approvals: { wait: 1m, then: deny }\n'),
    source,
  };
  const trail = new MemoryTrail();
  const place = { run: trail.run, folder: '/nowhere', artifact: 'a' };
  const asker = server.account('asker');
  const job = createJob({
    ...stepJob(opened, { place, commits, read }),
    headSha: head,
    requester: asker.login,
    requesterId: asker.id,
    request: 'fix it',
    protect: [],
    askWhom: 'comment',
  });
  const tally = createTally();
  const cancelled: string[] = [];
  const create = await approverSetup(opened, { job, commits, tally });
  const approvals = create({
    trail,
    circumstances: () => ({ untrusted: [], sandbox: 'on' }),
    cancel: (because) => void cancelled.push(because),
  });
  const written = () => [...server.state.comments.values()];
  /** The answer to a request, with what people write once its approval comment is there, and that comment. */
  const ask = async (
    comments: readonly (readonly [login: string, body: string])[] = [],
    over: Parameters<typeof requestOf>[0] = {},
  ) => {
    const request = requestOf(over);
    let approvalComment: number | null = null;
    server.onComment(({ id, body, issue }) => {
      if (approvalComment !== null || !body.startsWith('<!-- countersign:approval-request')) return;
      approvalComment = id;
      for (const [person, text] of comments)
        server.comment({ login: person, issue, body: text.replace('ID', request.id) });
    });
    const [answer] = await approvals.approver.ask([request], { signal });
    if (answer === undefined) throw new Error('There is no answer.');
    const body = written().find(({ id }) => id === approvalComment)?.body ?? null;
    return { answer, body };
  };
  return { server, trail, trustedSha, approvals, cancelled, warnings, clock, written, ask };
}

describe('an approval of a run on a pull request', () => {
  test('counts from nobody who asked for the run, or wrote the pull request or its commits', async () => {
    const { ask, trail } = await asking();
    const { answer } = await ask(PEOPLE.map((person) => [person, '/approve ID'] as const));
    expect(answer).toMatchObject({ kind: 'approved' });
    expect(trail.decisions()).toEqual([
      expect.stringContaining('asker does not count: its author asked for this run'),
      expect.stringContaining('author does not count: its author wrote this pull request'),
      expect.stringContaining('committer does not count: its author wrote commits'),
      'approve by bystander counts',
    ]);
  });

  test('counts from code owners of the trusted branch, whom the pull request cannot change', async () => {
    const { ask, trail } = await asking({
      policy: policy('approvals: { from: [codeowners], wait: 1m, then: deny }\n'),
    });
    const needs = { from: [['codeowners']], count: 1, self: false, expireMs: 86_400_000 };
    const approved = ['newcomer', 'bystander'].map((person) => [person, '/approve ID'] as const);
    const { answer } = await ask(approved, { needs, paths: ['src/a.ts'] });
    expect(answer).toMatchObject({ kind: 'approved' });
    expect(trail.decisions()).toEqual([
      expect.stringContaining('newcomer does not count: its author is not a code owner'),
      'approve by bystander counts',
    ]);
  });

  test('ends the run by /cancel, with who said it', async () => {
    const { ask, cancelled } = await asking();
    await ask([['bystander', '/cancel']]);
    expect(cancelled).toEqual(['@bystander said /cancel.']);
  });

  test.each(['pull request', 'nothing'] as const)(
    'is not claimed once its comment is gone: about %s',
    async (about) => {
      const { ask, approvals, server, clock, written } = await asking({
        about,
        inputs: about === 'nothing' ? { 'approval-issue': 'create' } : {},
      });
      const { answer } = await ask([['bystander', '/approve ID']]);
      const given = written().find(({ body }) => body.startsWith('/approve'));
      server.deleteComment(given?.id ?? 0);
      await clock.sleep(60_000);
      expect(await approvals.claim(answer.request, answer)).toContain('deleted');
    },
  );
});

describe('a run asks nobody, and says why,', () => {
  test('if the input says so', async () => {
    const { ask, written } = await asking({ inputs: { approvals: 'fail' } });
    expect((await ask()).answer).toMatchObject({
      kind: 'unanswered',
      because: expect.stringContaining('The input approvals is fail: nobody is asked.'),
    });
    expect(written()).toEqual([]);
  });

  test('without an issue to ask on', async () => {
    const { ask } = await asking({ about: 'nothing' });
    expect((await ask()).answer).toMatchObject({
      kind: 'unanswered',
      because: expect.stringContaining('the input approval-issue names none'),
    });
  });
});

describe('a request that nobody answers', () => {
  test('suspends the run where the policy says so', async () => {
    const { ask, warnings, approvals } = await asking({ policy: SUSPENDS });
    expect((await ask()).answer.kind).toBe('suspended');
    expect(warnings).toEqual([]);
    expect(approvals.suspendedRequest()).not.toBeNull();
  });

  test('is denied, with a warning before, if nothing could encrypt the state of the run', async () => {
    const { ask, warnings, approvals } = await asking({
      policy: SUSPENDS,
      inputs: { 'state-key': '' },
    });
    expect((await ask()).answer.kind).toBe('unanswered');
    expect(warnings).toEqual([expect.stringContaining('set the input `state-key`')]);
    expect(approvals.suspendedRequest()).toBeNull();
  });

  test('ends the run where the policy says `then: fail`', async () => {
    const { ask, approvals, cancelled } = await asking({
      policy: policy('approvals: { wait: 1m, then: fail }\n'),
    });
    await ask();
    expect(approvals.ended()).toMatchObject({ outcome: 'denied' });
    expect(cancelled).toEqual([expect.stringContaining('The policy says `then: fail`.')]);
  });
});

describe('an approval comment', () => {
  test('links to the policy that was read, at its commit', async () => {
    const { ask, trustedSha, server } = await asking();
    const { body } = await ask();
    const { owner, repo } = server;
    expect(body).toContain(`/${owner}/${repo}/blob/${trustedSha}/.github/countersign.yml`);
  });

  test('links to no file of the built-in policy', async () => {
    const { ask } = await asking({ source: 'built-in (no .github/countersign.yml)' });
    expect((await ask()).body).not.toContain('/blob/');
  });

  test('is one on a new issue where the input asks for that', async () => {
    const { ask, trail } = await asking({
      about: 'nothing',
      inputs: { 'approval-issue': 'create' },
    });
    const { answer } = await ask([['bystander', '/approve ID']]);
    expect(answer.kind).toBe('approved');
    expect(trail.of('github.write').map(({ what }) => what)).toContain('issue to ask on');
  });

  const APP = 'signer[bot]';
  test.each([
    ['has buttons with the token of an App whose clicks resume the suspended run', {}, 1],
    [
      "has none with the workflow's own token, whose clicks start no job",
      { login: 'github-actions[bot]' },
      0,
    ],
    [
      'has none in a run that is not suspended',
      { policy: policy('approvals: { wait: 1m, then: deny }\n') },
      0,
    ],
    ['has none in a run without check runs', { inputs: { 'check-run': 'false' } }, 0],
  ])('%s', async (_, over, count) => {
    const { ask, server } = await asking({
      policy: SUSPENDS,
      login: APP,
      ...over,
    });
    await ask();
    expect(server.checkRuns().filter(({ actions }) => actions.length > 0)).toHaveLength(count);
  });
});
