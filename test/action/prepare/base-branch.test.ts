import { expect, test } from 'vitest';
import { requireChosenBase, requireSameBase } from '../../../src/action/prepare/base-branch.ts';
import { trustBy } from '../../../src/action/prepare/trust-by.ts';
import { parseTrigger } from '../../../src/github/index.ts';
import { repositoryJson } from '../../../src/testing/github-server/repository-json.ts';
import { issueAt } from '../../../src/testing/github-server/server.ts';
import { accountOf } from '../../../src/testing/github-server/state.ts';
import { context, errorOf, type TestContext } from '../../github/context.ts';
import { pullEvent } from '../../testing/github-server/events.ts';

const PULL = {
  headRef: 'topic',
  headRepository: 'eve/octo-repo',
  draft: false,
  commitAuthors: ['eve'],
};

/** A comment of a maintainer on a pull request of a fork, into this base branch. */
async function asked(baseRef: string) {
  const setup = await context();
  setup.server.person('ann', 'write');
  const { number } = setup.server.pull({
    author: 'eve',
    title: 'A change',
    pull: { ...PULL, headSha: setup.head, baseRef },
  });
  const { id, createdAt } = setup.server.comment({
    login: 'ann',
    issue: number,
    body: '/countersign',
  });
  const payload = setup.server.commentEvent(id, 'created');
  const trigger = parseTrigger({ eventName: 'issue_comment', payload });
  return { ...setup, number, trigger, createdAt };
}

/** Its author chooses another base branch, as GitHub shows it from then on. */
function changeBase({ server }: TestContext, number: number, to: string, time: string): void {
  const issue = issueAt(server.state, number);
  const { pull } = issue;
  if (pull === null) throw new Error(`#${number} is no pull request.`);
  issue.pull = { ...pull, baseRef: to, baseChange: { at: time, from: pull.baseRef } };
}

async function problemOf(question: Awaited<ReturnType<typeof asked>>) {
  const { baseRef: trustedRef } = await question.github.pullRequest(question.number);
  return await errorOf(requireSameBase(question.github, question.trigger, { trustedRef }));
}

async function check(question: Awaited<ReturnType<typeof asked>>): Promise<void> {
  const { baseRef: trustedRef } = await question.github.pullRequest(question.number);
  await requireSameBase(question.github, question.trigger, { trustedRef });
}

test('a base branch that was chosen after the comment gives no run its policy', async () => {
  const question = await asked('main');
  changeBase(
    question,
    question.number,
    'old-release',
    new Date(Date.parse(question.createdAt) + 1000).toISOString(),
  );
  expect(await problemOf(question)).toMatchObject({
    code: 'base-changed',
    message: `The base branch of pull request #${question.number} was changed from main to old-release after the run was asked for.`,
  });
});

test('a change in the second of the comment counts as a later one', async () => {
  const question = await asked('main');
  changeBase(question, question.number, 'old-release', question.createdAt);
  expect(await problemOf(question)).toMatchObject({ code: 'base-changed' });
});

test('a base branch that was there, or chosen, before the comment is the trusted branch', async () => {
  const question = await asked('next');
  await check(question);
  changeBase(question, question.number, 'release', '2020-01-01T00:00:00Z');
  await check(question);
});

test('the default branch is no exception', async () => {
  const question = await asked('release');
  changeBase(
    question,
    question.number,
    'main',
    new Date(Date.parse(question.createdAt) + 1000).toISOString(),
  );
  expect(await problemOf(question)).toMatchObject({ code: 'base-changed' });
  const unchanged = await asked('main');
  await check(unchanged);
});

test('if GitHub does not tell the last change, the run is refused', async () => {
  const question = await asked('next');
  question.server.fail({
    match: /graphql/,
    status: 403,
    body: { message: 'Forbidden' },
    times: 100,
  });
  expect(await problemOf(question)).toMatchObject({ code: 'github-permission' });
  const other = await asked('next');
  const body = { data: { repository: { pullRequest: { timelineItems: { nodes: [null] } } } } };
  other.server.fail({ match: /graphql/, status: 200, body, times: 100 });
  expect(await problemOf(other)).toMatchObject({ code: 'github-unreachable' });
});

test('an event that names the base branch is compared with it', async () => {
  const question = await asked('next');
  const payload = pullEvent(question.server, question.number, 'opened');
  const trigger = parseTrigger({ eventName: 'pull_request_target', payload });
  await check({ ...question, trigger });
  changeBase(question, question.number, 'main', '2020-01-01T00:00:00Z');
  expect(await problemOf({ ...question, trigger })).toMatchObject({ code: 'base-changed' });
  // An issue has none.
  await check({ ...question, trigger: { ...trigger, isPullRequest: false } });
});

/** Whose pull request, between two branches of the repository unless it is of a fork, and into which branch. */
interface Opened {
  readonly author: string;
  readonly baseRef: string;
  readonly headRepository?: string;
}

/** Such a pull request, and how a run starts on it. */
async function opened({ author, baseRef, headRepository = 'octo-org/octo-repo' }: Opened) {
  const { server, github, head } = await context();
  server.person('ann', 'write');
  server.person('tri', 'triage');
  const pull = { ...PULL, headRepository, headSha: head, baseRef };
  const { number } = server.pull({ author, title: 'A change', pull });
  const repository = repositoryJson(server.state);
  const workflow_run = {
    head_sha: head,
    head_branch: 'topic',
    head_repository: repository,
    pull_requests: [{ number, base: { ref: baseRef } }],
  };
  const { baseRef: trustedRef, author: pullAuthor } = await github.pullRequest(number);
  const start = async (
    starter: string,
    eventName: string,
    payload: unknown,
    allowActors: readonly string[] = [],
  ): Promise<void> => {
    const trigger = parseTrigger({ eventName, payload });
    const by = { account: accountOf(server.state, starter), permission: null, because: 'they may' };
    const choosers = { by, trusts: trustBy(github), allowActors };
    await requireChosenBase(trigger, { trustedRef, pullAuthor }, choosers);
  };
  return {
    /** The workflow run of its branch has ended. */
    afterCi: async (starter: string, allowActors?: readonly string[]) => {
      const payload = { action: 'completed', workflow_run, repository };
      await start(starter, 'workflow_run', payload, allowActors);
    },
    /** Something was done to it. */
    after: async (
      starter: string,
      eventName: string,
      action: string,
      allowActors?: readonly string[],
    ) => {
      await start(starter, eventName, pullEvent(server, number, action), allowActors);
    },
  };
}

test.each(['eve', 'tri'])(
  'a pull request that %s, without write access, opened between two branches gives no workflow run the policy of an old one',
  async (author) => {
    const { afterCi } = await opened({ author, baseRef: 'old-release' });
    expect(await errorOf(afterCi('ann'))).toMatchObject({
      code: 'base-untrusted',
      message: expect.stringMatching(`is into old-release, .* no write access of @${author}`),
    });
  },
);

test.each([
  ['pull_request', 'octo-org/octo-repo'],
  ['pull_request_target', 'octo-org/octo-repo'],
  ['pull_request_target', 'eve/octo-repo'],
])(
  'nor does one give it to the push of somebody who may not know of it: %s, head in %s',
  async (eventName, headRepository) => {
    const { after } = await opened({ author: 'eve', baseRef: 'old-release', headRepository });
    expect(await errorOf(after('ann', eventName, 'synchronize'))).toMatchObject({
      code: 'base-untrusted',
    });
    // Whoever gives it a label has seen it.
    await after('ann', eventName, 'labeled');
    const own = await opened({ author: 'ann', baseRef: 'old-release', headRepository });
    await own.after('bob', eventName, 'synchronize');
  },
);

test('a base branch counts if it is the default one, or its author can write or started the run', async () => {
  await (await opened({ author: 'eve', baseRef: 'main' })).afterCi('ann');
  await (await opened({ author: 'ann', baseRef: 'old-release' })).afterCi('bob');
  await (await opened({ author: 'tri', baseRef: 'old-release' })).afterCi('tri');
});

test('a base branch that a bot of allow-actors chose counts, whoever runs its CI again', async () => {
  const { afterCi } = await opened({ author: 'renovate[bot]', baseRef: 'develop' });
  await afterCi('ann', ['Renovate[bot]']);
  expect(await errorOf(afterCi('ann', ['dependabot[bot]']))).toMatchObject({
    code: 'base-untrusted',
  });
});

test.each(['opened', 'labeled'])(
  'a bot of allow-actors, which sees no base branch, gives nobody the policy of an old one: %s',
  async (action) => {
    const bots = ['labeler[bot]', 'renovate[bot]'];
    const by = async (author: string, baseRef: string, starter = 'labeler[bot]') => {
      const { after } = await opened({ author, baseRef, headRepository: 'eve/octo-repo' });
      await after(starter, 'pull_request_target', action, bots);
    };
    expect(await errorOf(by('eve', 'old-release'))).toMatchObject({ code: 'base-untrusted' });
    await by('eve', 'main');
    await by('ann', 'old-release');
    await by('renovate[bot]', 'develop');
    await by('renovate[bot]', 'develop', 'renovate[bot]');
  },
);

test('with run-for: anyone, the base branch that whoever opens a pull request chose counts', async () => {
  const { after } = await opened({
    author: 'eve',
    baseRef: 'old',
    headRepository: 'eve/octo-repo',
  });
  await after('eve', 'pull_request_target', 'opened');
});
