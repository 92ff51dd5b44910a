/** How the local GitHub writes accounts, Apps and repositories: whole, as GitHub's description has them. Pure. */
import type { Account } from '../../github/index.ts';
import type { GitHubState } from './state.ts';

export const WEB = 'https://github.com';
/** Addresses of accounts are those of GitHub itself: nobody follows them here. */
const API = 'https://api.github.com';
/** When everything was made that was there before. */
export const MADE_AT = '2020-01-01T00:00:00Z';
const OWNER_ID = 2;
export const REPOSITORY_ID = 1;
export const FORK_ID = 99;
const ACTIONS_APP_ID = 15_368;
const OTHER_APP_ID = 770_001;

const ACCOUNT_LINKS = {
  followers_url: '/followers',
  following_url: '/following{/other_user}',
  gists_url: '/gists{/gist_id}',
  starred_url: '/starred{/owner}{/repo}',
  subscriptions_url: '/subscriptions',
  organizations_url: '/orgs',
  repos_url: '/repos',
  events_url: '/events{/privacy}',
  received_events_url: '/received_events',
};

function linksUnder(url: string, ends: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(ends).map(([name, end]) => [name, `${url}${end}`]));
}

export function accountJson(account: Account): object {
  const url = `${API}/users/${encodeURIComponent(account.login)}`;
  return {
    login: account.login,
    id: account.id,
    node_id: `U_${account.id}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${account.id}?v=4`,
    gravatar_id: '',
    url,
    html_url: `${WEB}/${account.login.replace(/^(.*)\[bot\]$/, 'apps/$1')}`,
    ...linksUnder(url, ACCOUNT_LINKS),
    type: account.type,
    site_admin: false,
  };
}

/** An account as its own page has it. */
export function publicUserJson(account: Account): object {
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

export function ownerJson(state: GitHubState): object {
  return accountJson({ login: state.owner, id: OWNER_ID, type: 'Organization' });
}

export function appJson(slug: string): object {
  const id = slug === 'github-actions' ? ACTIONS_APP_ID : OTHER_APP_ID;
  return {
    id,
    slug,
    node_id: `A_${id}`,
    owner: accountJson({ login: 'github', id: 9919, type: 'Organization' }),
    name: slug,
    description: null,
    external_url: WEB,
    html_url: `${WEB}/apps/${slug}`,
    created_at: MADE_AT,
    updated_at: MADE_AT,
    permissions: { issues: 'write', metadata: 'read' },
    events: [],
  };
}

const REPOSITORY_LINKS = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
};

/** The address of the repository in the API. */
export function apiUrl(state: GitHubState): string {
  return `${state.url}/repos/${state.owner}/${state.repo}`;
}

/** The repository as a part of other objects; `fork` is the name of one of its forks. */
export function minimalRepositoryJson(state: GitHubState, fork?: string): object {
  const fullName = fork ?? `${state.owner}/${state.repo}`;
  const [owner = '', name = ''] = fullName.split('/');
  const id = fork === undefined ? REPOSITORY_ID : FORK_ID;
  const url = `${state.url}/repos/${fullName}`;
  return {
    id,
    node_id: `R_${id}`,
    name,
    full_name: fullName,
    private: state.isPrivate,
    owner: fork === undefined ? ownerJson(state) : accountJson({ login: owner, id, type: 'User' }),
    html_url: `${WEB}/${fullName}`,
    description: null,
    fork: fork !== undefined,
    url,
    ...linksUnder(url, REPOSITORY_LINKS),
  };
}

export function repositoryJson(state: GitHubState, fork?: string): object {
  const fullName = fork ?? `${state.owner}/${state.repo}`;
  const open = [...state.issues.values()].filter((issue) => issue.state === 'open').length;
  return {
    ...minimalRepositoryJson(state, fork),
    default_branch: state.defaultBranch,
    created_at: MADE_AT,
    updated_at: MADE_AT,
    pushed_at: MADE_AT,
    clone_url: `${WEB}/${fullName}.git`,
    git_url: `git://github.com/${fullName}.git`,
    ssh_url: `git@github.com:${fullName}.git`,
    svn_url: `${WEB}/${fullName}`,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    size: 0,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    open_issues: open,
    open_issues_count: open,
    has_issues: state.hasIssues,
    has_projects: false,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    archived: false,
    disabled: false,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: state.isPrivate ? 'private' : 'public',
  };
}

/** The repository as its own page has it. */
export function fullRepositoryJson(state: GitHubState): object {
  return { ...repositoryJson(state), network_count: 0, subscribers_count: 0 };
}

export function teamJson(state: GitHubState, org: string, slug: string): object {
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
