import { describe, expect, test } from 'vitest';
import type { ServedPull } from '../../src/testing/index.ts';
import { type PullRequestTrust, trustOfPullRequestFiles } from '../../src/github/index.ts';
import { trustBy } from '../../src/action/prepare/trust-by.ts';
import { context } from './context.ts';

const OWN = 'octo-org/octo-repo';
type Commits = NonNullable<ServedPull['commits']>;

/** What is said of the files of a pull request by `ann`, who may write, with these commits. */
async function standing(
  commits: Commits,
  over: {
    readonly author?: string;
    readonly headRepository?: string;
    readonly headSha?: string;
  } = {},
): Promise<{ readonly standing: PullRequestTrust; readonly asked: readonly string[] }> {
  const { server, github, head } = await context();
  for (const writer of ['ann', 'bob']) server.person(writer, 'write');
  server.person('eve', 'read');
  const { number } = server.pull({
    title: 'Mine',
    author: over.author ?? 'ann',
    pull: {
      headRef: 'x',
      headSha: head,
      headRepository: over.headRepository ?? OWN,
      baseRef: 'main',
      draft: false,
      commitAuthors: [],
      commits,
    },
  });
  const asked: string[] = [];
  const trusts = trustBy({
    permissionOf: (person) => {
      asked.push(person.login);
      return github.permissionOf(person);
    },
  });
  const pull = await github.pullRequest(number);
  const wanted = { ...pull, headSha: over.headSha ?? pull.headSha };
  return { standing: await trustOfPullRequestFiles(wanted, { github, trusts }), asked };
}

const by = (author: string | null, committer: string | null = author) => ({ author, committer });

describe('files of a pull request are trusted where people with write access alone wrote its commits', () => {
  test.each<readonly [string, Commits]>([
    ['its author', [by('ann'), by('ann')]],
    ['other people with write access', [by('ann'), by('bob'), by('bob', 'ann')]],
    ['the website in their name', [by('ann', 'web-flow')]],
    ['a workflow in their name', [by('ann', 'github-actions[bot]')]],
    ['the account of the run', [by('ann'), by('github-actions[bot]')]],
  ])('%s', async (_, commits) => {
    expect((await standing(commits)).standing).toEqual({
      trusted: true,
      because: 'permission write',
    });
  });

  test('its repository is written in other letters', async () => {
    const { standing: found } = await standing([by('ann')], { headRepository: OWN.toUpperCase() });
    expect(found.trusted).toBe(true);
  });

  test('each person is asked about once', async () => {
    const { asked } = await standing([
      by('ann'),
      by('bob'),
      by('ann', 'bob'),
      by('bob', 'web-flow'),
    ]);
    expect(asked).toEqual(['ann', 'bob']);
  });
});

describe('and else they are not', () => {
  test.each<readonly [string, Commits, string]>([
    ['an author who may only read', [by('eve'), by('ann')], 'is by @eve (permission read)'],
    ['an author nobody knows', [by('mallory'), by('ann')], 'is by @mallory (permission none)'],
    ['a committer who may only read', [by('ann', 'eve')], 'is by @eve (permission read)'],
    ['one who used the website', [by('eve', 'web-flow')], 'is by @eve'],
    ['one whom a workflow committed for', [by('eve', 'github-actions[bot]')], 'is by @eve'],
    ['the website as the author', [by('web-flow')], 'is by @web-flow'],
    ['a bot', [by('dependabot[bot]', 'web-flow')], 'is by @dependabot[bot]'],
    [
      'an address of no account',
      [by(null, 'ann'), by('ann')],
      'has an e-mail address of no account',
    ],
    ['a committer of no account', [by('ann', null)], 'has an e-mail address of no account'],
    [
      'an address of no account by the website',
      [by(null, 'web-flow')],
      'e-mail address of no account',
    ],
    ['no commit at all', [], 'its commits have changed'],
  ])('%s', async (_, commits, because) => {
    const { standing: found } = await standing(commits);
    expect(found).toEqual({ trusted: false, because: expect.stringContaining(because) });
  });

  test('where the pull request is of a fork or by somebody without write access', async () => {
    expect((await standing([by('ann')], { headRepository: 'ann/x' })).standing.because).toBe(
      'its head is in a fork',
    );
    expect((await standing([by('ann')], { author: 'eve' })).standing).toEqual({
      trusted: false,
      because: 'no write access of its author is known (permission read)',
    });
  });

  test('where the head that is worked on is not among the commits', async () => {
    const { standing: found } = await standing([by('ann')], { headSha: 'f'.repeat(40) });
    expect(found.trusted).toBe(false);
  });

  test('where more people have commits in it than are looked up, or more commits than are listed', async () => {
    const { server, github, head } = await context();
    const people = Array.from({ length: 31 }, (_, index) => `ann${index}`);
    for (const person of ['ann', ...people]) server.person(person, 'write');
    const pull = {
      headRef: 'x',
      headSha: head,
      headRepository: OWN,
      baseRef: 'main',
      draft: false,
      commitAuthors: people,
    };
    const { number } = server.pull({ title: 'Mine', author: 'ann', pull });
    const trusts = trustBy(github);
    const found = await trustOfPullRequestFiles(await github.pullRequest(number), {
      github,
      trusts,
    });
    expect(found).toMatchObject({
      trusted: false,
      because: expect.stringContaining('more than 30'),
    });
  });

  test('where GitHub does not say who wrote its commits', async () => {
    const { server, github, head } = await context();
    server.person('ann', 'write');
    const pull = {
      headRef: 'x',
      headSha: head,
      headRepository: OWN,
      baseRef: 'main',
      draft: false,
      commitAuthors: ['ann'],
    };
    const { number } = server.pull({ title: 'Mine', author: 'ann', pull });
    const read = await github.pullRequest(number);
    server.fail({ match: /\/commits/, times: 9, status: 404, body: { message: 'Not Found' } });
    const found = await trustOfPullRequestFiles(read, { github, trusts: trustBy(github) });
    expect(found).toMatchObject({
      trusted: false,
      because: expect.stringContaining('could not be read'),
    });
  });
});
