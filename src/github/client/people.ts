import { CountersignError } from '../../common/index.ts';
import { allPages, type ClientCore } from './core.ts';
import { roleOf } from '../events/permission.ts';
import type { Account, GitHub, PullRequestCommit } from '../ports/github.ts';
import { membership, permission, pull, pullCommits, readAs, viewer, account } from './schemas.ts';

/** GitHub lists at most this many commits of a pull request. */
const MAX_PULL_COMMITS = 250;
const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*)(?:\[bot\])?$/;
const SLUG = /^[\w.-]+$/;

type People = Pick<
  GitHub,
  'self' | 'permissionOf' | 'isTeamMember' | 'pullRequest' | 'pullRequestCommits'
>;

/** The token's account, people's permissions, and the commits of pull requests. */
export function peopleClient(core: ClientCore): People {
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
    permissionOf: (login) => permissionOf(core, login),
    isTeamMember: (team, login) => isTeamMember(core, team, login),
    pullRequest: async (number) => {
      const { commits: _commits, ...state } = await readPullRequest(core, number);
      return state;
    },
    pullRequestCommits: (number) => readCommits(core, number),
  };
}

/** GraphQL answers for every kind of token, a workflow's own included. If it does not, REST answers for a person's token. */
async function readSelf(core: ClientCore): Promise<Account | null> {
  const doing = 'say which account the token belongs to';
  try {
    const { login, databaseId } = await core.request({
      route: 'POST /graphql',
      graphql: true,
      body: { query: '{ viewer { login databaseId } }' },
      doing,
      needs: '',
      read: (reply) => readAs(viewer)(reply)?.data.viewer,
    });
    return { login, id: databaseId ?? 0, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
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

async function permissionOf(core: ClientCore, login: string) {
  const name = validate(login, LOGIN, 'login');
  const answer = await core.request({
    route: `GET ${core.base}/collaborators/${encodeURIComponent(name)}/permission`,
    doing: `say which permission @${name} has`,
    needs: 'metadata=read',
    read: readAs(permission),
  });
  const role = roleOf(answer.permission, answer.role_name);
  const answered = answer.user?.login ?? name;
  // An answer about another person, or with an unknown permission, is invalid.
  if (role === undefined || answered.toLowerCase() !== name.toLowerCase()) {
    throw new CountersignError(
      'github-refused',
      `GitHub's answer about the permission of @${name} is invalid (${JSON.stringify(answer.permission)} for @${answered}).`,
    );
  }
  return role;
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
    read: (reply) => (reply.status === 404 ? null : readAs(membership)(reply)?.state),
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
    maxPages: 4,
  });
  if (commits.length >= MAX_PULL_COMMITS) {
    const total = (await readPullRequest(core, number)).commits;
    if (total === null || total > commits.length) {
      throw new CountersignError(
        'github-refused',
        `Pull request #${number} has ${total ?? 'more than 250'} commits and GitHub lists only ${commits.length} of them.`,
        { fix: 'Squash the pull request, or split it, so that every author can be known.' },
      );
    }
  }
  return commits.map(({ sha, author, committer }) => ({ sha, author, committer }));
}

function validate(value: string, pattern: RegExp, kind: string): string {
  if (!pattern.test(value)) {
    throw new CountersignError('input-invalid', `${JSON.stringify(value)} is not a valid ${kind}.`);
  }
  return value;
}
