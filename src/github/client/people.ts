import { CountersignError } from '../../common/index.ts';
import { allPages, type ClientCore } from './core.ts';
import { roleOf } from '../events/permission.ts';
import type { Account, GitHub, PullRequestCommit } from '../ports/github.ts';
import { membership, permission, pull, pullCommits, reading, viewer, account } from './schemas.ts';

/** GitHub lists no more commits of a pull request than this. */
const MAX_PULL_COMMITS = 250;
const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*)(?:\[bot\])?$/;
const SLUG = /^[\w.-]+$/;

type People = Pick<
  GitHub,
  'self' | 'permissionOf' | 'isTeamMember' | 'pullRequest' | 'pullRequestCommits'
>;

/** Who the token is, and what people may do. */
export function peopleClient(core: ClientCore): People {
  let self: Promise<Account | null> | undefined;
  return {
    self: () => {
      // A failed look-up is not remembered: the next caller asks again.
      self ??= selfOf(core).catch((error: unknown) => {
        self = undefined;
        throw error;
      });
      return self;
    },
    permissionOf: (login) => permissionOf(core, login),
    isTeamMember: (team, login) => isTeamMember(core, team, login),
    pullRequest: async (number) => {
      const { commits: _commits, ...state } = await pullOf(core, number);
      return state;
    },
    pullRequestCommits: (number) => commitsOf(core, number),
  };
}

/** GraphQL tells every kind of token whose it is, a workflow's own among them; where it does not, a person's may ask REST. */
async function selfOf(core: ClientCore): Promise<Account | null> {
  const doing = 'say which account the token belongs to';
  try {
    const { login, databaseId } = await core.request({
      route: 'POST /graphql',
      graphql: true,
      body: { query: '{ viewer { login databaseId } }' },
      doing,
      needs: '',
      read: (reply) => reading(viewer)(reply)?.data.viewer,
    });
    return { login, id: databaseId ?? 0, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
  } catch (error) {
    const cannotTell = error instanceof CountersignError && CANNOT_TELL.has(error.code);
    if (!cannotTell) throw error;
  }
  return await core.request({
    route: 'GET /user',
    doing,
    needs: '',
    answers: [403, 404],
    read: (reply) => (reply.status === 200 ? reading(account)(reply) : null),
  });
}

/** Refusals that mean that the token may not know whose it is; trouble is none of them. */
const CANNOT_TELL = new Set<string>(['github-permission', 'github-not-found', 'github-refused']);

async function permissionOf(core: ClientCore, login: string) {
  const name = checked(login, LOGIN, 'login');
  const answer = await core.request({
    route: `GET ${core.base}/collaborators/${encodeURIComponent(name)}/permission`,
    doing: `say which permission @${name} has`,
    needs: 'metadata=read',
    read: reading(permission),
  });
  const role = roleOf(answer.permission, answer.role_name);
  const about = answer.user?.login ?? name;
  // An answer about somebody else, or one that names no known permission, is no answer.
  if (role === undefined || about.toLowerCase() !== name.toLowerCase()) {
    throw new CountersignError(
      'github-refused',
      `GitHub's answer about the permission of @${name} makes no sense (${JSON.stringify(answer.permission)} for @${about}).`,
    );
  }
  return role;
}

async function isTeamMember(core: ClientCore, team: { org: string; slug: string }, login: string) {
  const org = checked(team.org, SLUG, 'organization');
  const slug = checked(team.slug, SLUG, 'team');
  const name = checked(login, LOGIN, 'login');
  const path = `/orgs/${org}/teams/${slug}`;
  const needs = 'members=read';
  const state = await core.request({
    route: `GET ${path}/memberships/${encodeURIComponent(name)}`,
    doing: `say whether @${name} is in the team ${org}/${slug}`,
    needs,
    answers: [404],
    read: (reply) => (reply.status === 404 ? null : reading(membership)(reply)?.state),
  });
  if (state !== null) return state === 'active';
  // 404 also means that the token cannot see the team. Only where it can is it an answer about the person.
  await core.request({
    route: `GET ${path}`,
    doing: `show the team ${org}/${slug}`,
    needs,
    read: () => true,
  });
  return false;
}

function pullOf(core: ClientCore, number: number) {
  return core.request({
    route: `GET ${core.base}/pulls/${number}`,
    doing: `show pull request #${number}`,
    needs: 'pull_requests=read',
    read: reading(pull),
  });
}

async function commitsOf(core: ClientCore, number: number): Promise<readonly PullRequestCommit[]> {
  const doing = `list the commits of pull request #${number}`;
  const commits = await allPages(core, {
    route: `GET ${core.base}/pulls/${number}/commits`,
    doing,
    needs: 'pull_requests=read',
    read: reading(pullCommits),
    maxPages: 4,
  });
  if (commits.length >= MAX_PULL_COMMITS) {
    const whole = (await pullOf(core, number)).commits;
    if (whole === null || whole > commits.length) {
      throw new CountersignError(
        'github-refused',
        `Pull request #${number} has ${whole ?? 'more than 250'} commits and GitHub lists only ${commits.length} of them.`,
        { fix: 'Squash the pull request, or split it, so that every author can be known.' },
      );
    }
  }
  return commits.map(({ sha, author, committer }) => ({ sha, author, committer }));
}

function checked(value: string, pattern: RegExp, what: string): string {
  if (!pattern.test(value)) {
    throw new CountersignError(
      'input-invalid',
      `${JSON.stringify(value)} is no ${what} that GitHub could know.`,
    );
  }
  return value;
}
