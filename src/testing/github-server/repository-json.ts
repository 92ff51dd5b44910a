/** How the local GitHub writes accounts, Apps and repositories: whole, as GitHub's description has them. Pure. */
import type { Account } from '../../github/index.ts';
import type { GitHubState } from './state.ts';

export const WEB = 'https://github.com';
/** Addresses of accounts are those of GitHub itself: nobody follows them here. */
export const API = 'https://api.github.com';
/** When everything was made that was there before. */
export const MADE_AT = '2020-01-01T00:00:00Z';
export const OWNER_ID = 2;
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
