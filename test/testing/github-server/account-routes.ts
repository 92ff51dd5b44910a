/** The routes of the local GitHub for the repository itself, accounts and teams. */
import type { Account } from '../../../src/github/index.ts';
import type { ServedReply } from '../../../src/testing/github-server/http.ts';
import {
  accountJson,
  API,
  MADE_AT,
  OWNER_ID,
  repositoryJson,
  WEB,
} from '../../../src/testing/github-server/repository-json.ts';
import {
  notFound,
  ok,
  refused,
  type Routes,
  type RouteCall,
} from '../../../src/testing/github-server/routes.ts';
import type { GitHubState } from '../../../src/testing/github-server/state.ts';

/** An account as its own page has it. */
function publicUserJson(account: Account): object {
  return {
    ...accountJson(account),
    name: null,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: MADE_AT,
    updated_at: MADE_AT,
  };
}

/** The repository as its own page has it. */
function fullRepositoryJson(state: GitHubState): object {
  return { ...repositoryJson(state), network_count: 0, subscribers_count: 0 };
}

function teamJson(state: GitHubState, org: string, slug: string): object {
  const url = `${state.url}/orgs/${org}/teams/${slug}`;
  const members = state.teams.get(`${org}/${slug}`)?.size ?? 0;
  return {
    id: OWNER_ID,
    node_id: `T_${slug}`,
    url,
    html_url: `${WEB}/orgs/${org}/teams/${slug}`,
    name: slug,
    slug,
    description: null,
    privacy: 'closed',
    notification_setting: 'notifications_enabled',
    permission: 'pull',
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    parent: null,
    members_count: members,
    repos_count: 0,
    created_at: MADE_AT,
    updated_at: MADE_AT,
    type: 'organization',
    organization: organizationJson(org),
  };
}

function organizationJson(login: string): object {
  const url = `${API}/orgs/${login}`;
  return {
    login,
    id: OWNER_ID,
    node_id: `O_${OWNER_ID}`,
    url,
    html_url: `${WEB}/${login}`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${OWNER_ID}?v=4`,
    description: null,
    has_organization_projects: true,
    has_repository_projects: true,
    public_repos: 1,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: MADE_AT,
    updated_at: MADE_AT,
    archived_at: null,
    type: 'Organization',
  };
}

function teamMembership(call: RouteCall): ServedReply {
  const team = call.state.teams.get(`${call.parts['org']}/${call.parts['slug']}`);
  if (team?.has((call.parts['login'] ?? '').toLowerCase()) !== true) return notFound;
  const url = `${call.state.url}${call.request.path}`;
  return ok({ state: 'active', role: 'member', url });
}

export const accountRoutes: Routes = {
  'GET /user': {
    needs: '',
    answer: ({ state }) =>
      state.installation
        ? refused(403, 'Resource not accessible by integration')
        : ok(publicUserJson(state.self)),
  },
  'GET REPO': {
    needs: '',
    answer: ({ state }) => ({
      ...ok(fullRepositoryJson(state)),
      headers: state.scopes === null ? {} : { 'x-oauth-scopes': state.scopes },
    }),
  },
  'GET /orgs/:org/teams/:slug/memberships/:login': {
    needs: 'members=read',
    answer: teamMembership,
  },
  'GET /orgs/:org/teams/:slug': {
    needs: 'members=read',
    answer: ({ state, parts }) =>
      state.teams.has(`${parts['org']}/${parts['slug']}`)
        ? ok(teamJson(state, parts['org'] ?? '', parts['slug'] ?? ''))
        : notFound,
  },
  'GET /users/:login': {
    needs: '',
    answer: ({ state, parts }) => {
      const account = state.accounts.get((parts['login'] ?? '').toLowerCase());
      return account === undefined ? notFound : ok(publicUserJson(account));
    },
  },
};
