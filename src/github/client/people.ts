import * as z from 'zod';
import { CountersignError } from '../../common/index.ts';
import {
  allGraphqlPages,
  allPages,
  type ClientCore,
  pageInfo,
  readAs,
  tooMany,
} from './transport/core.ts';
import { githubRefused } from './transport/classify-reply.ts';
import { roleOf } from '../events/permission.ts';
import {
  type Account,
  type GitHub,
  type Person,
  pull,
  type PullRequestCommit,
} from '../ports/github.ts';
import { account, nonEmpty } from '../ports/fields.ts';

/** GitHub gives an empty object, too, where it knows no account. */
const commitAccount = z.union([z.strictObject({}).transform(() => null), account]);

const pullCommits = z.array(
  z.looseObject({
    sha: z.string(),
    author: commitAccount,
    committer: commitAccount,
    commit: z.looseObject({ message: z.string() }),
  }),
);

const gitAuthor = z.looseObject({
  user: z.looseObject({ login: z.string(), databaseId: z.number() }).nullable(),
});

/** The authors of commits by GraphQL, those of `Co-authored-by` lines included. */
const commitAuthors = z.looseObject({
  pageInfo,
  nodes: z.array(
    z.looseObject({
      commit: z.looseObject({
        oid: z.string(),
        authors: z.looseObject({ totalCount: z.number(), nodes: z.array(gitAuthor) }),
      }),
    }),
  ),
});

const permission = z.looseObject({
  permission: z.string(),
  role_name: z.string().nullish(),
  user: account,
});

const viewer = z.looseObject({ login: nonEmpty, databaseId: z.number().nullish() });

/** GitHub lists at most this many commits of a pull request. */
const MAX_PULL_COMMITS = 250;
const MAX_COMMIT_PAGES = 4;
/** The authors of one commit that are looked up. A commit with more is refused. */
const MAX_COMMIT_AUTHORS = 50;
const CO_AUTHOR = /^co-authored-by:/im;
const CO_AUTHORS = `query($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) {
    commits(first: 100, after: $after) { pageInfo { hasNextPage endCursor }
      nodes { commit { oid authors(first: ${MAX_COMMIT_AUTHORS}) {
        totalCount nodes { user { login databaseId } } } } } } } } }`;
const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*)(?:\[bot\])?$/;
const SLUG = /^[\w.-]+$/;

/** The token's account, people's permissions, and the commits of pull requests. */
export function peopleClient(core: ClientCore) {
  let self: Promise<Account | null> | undefined;
  return {
    self: () => {
      // A failed look-up is not cached.
      self ??= readSelf(core).catch((error: unknown) => {
        self = undefined;
        throw error;
      });
      return self;
    },
    permissionOf: (person) => permissionOf(core, person),
    accountsOf: async (logins) => {
      const found = await Promise.all(logins.map((login) => accountOf(core, login)));
      return found.filter((person) => person !== null);
    },
    isTeamMember: (team, login) => isTeamMember(core, team, login),
    pullRequest: async (number) => {
      const { commits: _commits, ...state } = await readPullRequest(core, number);
      return state;
    },
    pullRequestCommits: (number) => readCommits(core, number),
  } satisfies Partial<GitHub>;
}

/** GraphQL answers for every kind of token, a workflow's own included. If it does not, REST answers for a person's token. */
async function readSelf(core: ClientCore): Promise<Account | null> {
  const doing = 'say which account the token belongs to';
  try {
    const { login, databaseId } = await core.request({
      route: 'POST /graphql',
      body: { query: '{ viewer { login databaseId } }' },
      doing,
      needs: '',
      read: readAs(viewer, 'data', 'viewer'),
    });
    // An account without an id cannot be recognised in what it wrote.
    if (typeof databaseId === 'number')
      return { login, id: databaseId, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
  } catch (error) {
    const isRefusal = error instanceof CountersignError && REFUSALS.has(error.code);
    if (!isRefusal) throw error;
  }
  return await core.request({
    route: 'GET /user',
    doing,
    needs: '',
    answers: [403, 404],
    read: (reply) => (reply.status === 200 ? readAs(account)(reply) : null),
  });
}

/** The errors by which GitHub refuses the look-up, as opposed to an outage. */
const REFUSALS = new Set<string>(['github-permission', 'github-not-found', 'github-refused']);

/** GitHub is asked by login, so its answer may be about an account that has taken the login. The id decides. */
async function permissionOf(core: ClientCore, { login, id }: Person) {
  const name = validate(login, LOGIN, 'login');
  const answer = await core.request({
    route: `GET ${core.base}/collaborators/${encodeURIComponent(name)}/permission`,
    doing: `say which permission @${name} has`,
    needs: 'metadata=read',
    read: readAs(permission),
  });
  const role = roleOf(answer.permission, answer.role_name);
  if (role === undefined) {
    const given = JSON.stringify(answer.permission);
    throw githubRefused(`GitHub's answer about the permission of @${name} is invalid (${given}).`);
  }
  if (answer.user?.id !== id) {
    const whose = answer.user === null ? 'no account' : `account ${answer.user.id}`;
    throw githubRefused(
      `GitHub's answer about the permission of @${name} is about ${whose}, not about account ${id}.`,
      'The login may have changed hands: write a new comment.',
    );
  }
  return role;
}

async function accountOf(core: ClientCore, login: string): Promise<Person | null> {
  const name = validate(login, LOGIN, 'login');
  return core.request({
    route: `GET /users/${encodeURIComponent(name)}`,
    doing: `show the account @${name}`,
    needs: '',
    answers: [404],
    read: (reply) => (reply.status === 404 ? null : readAs(account)(reply)),
  });
}

async function isTeamMember(core: ClientCore, team: { org: string; slug: string }, login: string) {
  const org = validate(team.org, SLUG, 'organization');
  const slug = validate(team.slug, SLUG, 'team');
  const name = validate(login, LOGIN, 'login');
  const path = `/orgs/${org}/teams/${slug}`;
  const needs = 'members=read';
  const state = await core.request({
    route: `GET ${path}/memberships/${encodeURIComponent(name)}`,
    doing: `say whether @${name} is in the team ${org}/${slug}`,
    needs,
    answers: [404],
    read: (reply) => (reply.status === 404 ? null : readAs(nonEmpty, 'state')(reply)),
  });
  if (state !== null) return state === 'active';
  // 404 also means that the token cannot see the team. If it can, the person is not a member.
  await core.request({
    route: `GET ${path}`,
    doing: `show the team ${org}/${slug}`,
    needs,
    read: () => true,
  });
  return false;
}

function readPullRequest(core: ClientCore, number: number) {
  return core.request({
    route: `GET ${core.base}/pulls/${number}`,
    doing: `show pull request #${number}`,
    needs: 'pull_requests=read',
    read: readAs(pull),
  });
}

async function readCommits(
  core: ClientCore,
  number: number,
): Promise<readonly PullRequestCommit[]> {
  const doing = `list the commits of pull request #${number}`;
  const commits = await allPages(core, {
    route: `GET ${core.base}/pulls/${number}/commits`,
    doing,
    needs: 'pull_requests=read',
    read: readAs(pullCommits),
    maxPages: MAX_COMMIT_PAGES,
  });
  if (commits.length >= MAX_PULL_COMMITS) {
    const total = (await readPullRequest(core, number)).commits;
    if (total === null || total > commits.length) {
      throw githubRefused(
        `Pull request #${number} has ${total ?? 'more than 250'} commits and GitHub lists only ${commits.length} of them.`,
        'Squash the pull request, or split it, so that every author can be known.',
      );
    }
  }
  const hasCoAuthors = commits.some(({ commit }) => CO_AUTHOR.test(commit.message));
  const coAuthors = hasCoAuthors ? await readCoAuthors(core, number) : new Map<string, never>();
  return commits.map(({ sha, author, committer }) => ({
    sha,
    author,
    committer,
    coAuthors: coAuthors.get(sha) ?? [],
  }));
}

/** The authors of each commit, by its SHA. Only GraphQL knows whose the addresses of `Co-authored-by` lines are. */
async function readCoAuthors(
  core: ClientCore,
  number: number,
): Promise<ReadonlyMap<string, readonly Person[]>> {
  const commits = await allGraphqlPages(core, {
    query: CO_AUTHORS,
    number,
    doing: `list the co-authors of pull request #${number}`,
    needs: 'pull_requests=read',
    maxPages: MAX_COMMIT_PAGES,
    read: readAs(commitAuthors, 'data', 'repository', 'pullRequest', 'commits'),
  });
  return new Map(
    commits.map(({ commit: { oid, authors } }) => {
      if (authors.totalCount > MAX_COMMIT_AUTHORS)
        throw tooMany(`list as authors of commit ${oid}`, MAX_COMMIT_AUTHORS);
      const people = authors.nodes.map(({ user }) => user).filter((user) => user !== null);
      return [oid, people.map(({ login, databaseId: id }) => ({ login, id }))];
    }),
  );
}

function validate(value: string, pattern: RegExp, kind: string): string {
  if (!pattern.test(value)) {
    throw new CountersignError('input-invalid', `${JSON.stringify(value)} is not a valid ${kind}.`);
  }
  return value;
}
