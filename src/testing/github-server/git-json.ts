/** How the local GitHub writes commits, trees, refs and files. Pure. */
import type { GitCommit, GitEntry, GitPerson } from './git.ts';
import { COMMITTER } from './git.ts';
import { accountJson, apiUrl, WEB } from './repository-json.ts';
import { accountOf, type GitHubState } from './state.ts';

function page(state: GitHubState): string {
  return `${WEB}/${state.owner}/${state.repo}`;
}

function treeLink(state: GitHubState, sha: string): object {
  return { sha, url: `${apiUrl(state)}/git/trees/${sha}` };
}

/** GitHub signs what is committed through its API, and nothing else is signed here. */
function verificationJson(commit: GitCommit): object {
  return commit.committer.email === COMMITTER.email
    ? {
        verified: true,
        reason: 'valid',
        signature: '-----BEGIN PGP SIGNATURE-----\n-----END PGP SIGNATURE-----\n',
        payload: `tree ${commit.tree}\n`,
        verified_at: commit.committer.date,
      }
    : { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };
}

/** A commit as a git object. */
export function gitCommitJson(state: GitHubState, sha: string, commit: GitCommit): object {
  return {
    sha,
    node_id: `C_${sha}`,
    url: `${apiUrl(state)}/git/commits/${sha}`,
    html_url: `${page(state)}/commit/${sha}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    tree: treeLink(state, commit.tree),
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${apiUrl(state)}/git/commits/${parent}`,
      html_url: `${page(state)}/commit/${parent}`,
    })),
    verification: verificationJson(commit),
  };
}

/** A commit with the accounts of its authors, by their e-mail addresses. */
export function commitJson(state: GitHubState, sha: string, commit: GitCommit): object {
  const url = `${apiUrl(state)}/commits/${sha}`;
  return {
    sha,
    node_id: `C_${sha}`,
    url,
    html_url: `${page(state)}/commit/${sha}`,
    comments_url: `${url}/comments`,
    commit: {
      url: `${apiUrl(state)}/git/commits/${sha}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      comment_count: 0,
      tree: treeLink(state, commit.tree),
      verification: verificationJson(commit),
    },
    author: accountBehind(state, commit.author),
    committer: accountBehind(state, commit.committer),
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${apiUrl(state)}/commits/${parent}`,
      html_url: `${page(state)}/commit/${parent}`,
    })),
  };
}

/** `ID+LOGIN@users.noreply.github.com` is an account; any other address has no account here. */
function accountBehind(state: GitHubState, person: GitPerson): object | null {
  const login = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(person.email)?.[1];
  return login === undefined ? null : accountJson(accountOf(state, login));
}

export function refJson(state: GitHubState, ref: string, sha: string): object {
  return {
    ref,
    node_id: `REF_${ref}`,
    url: `${apiUrl(state)}/git/${ref}`,
    object: { type: 'commit', sha, url: `${apiUrl(state)}/git/commits/${sha}` },
  };
}

/** A file, folder, link or submodule at a commit, without its content. */
export function entryJson(state: GitHubState, commit: string, entry: GitEntry): object {
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const self = `${apiUrl(state)}/contents/${path}?ref=${commit}`;
  const kind = entry.type === 'dir' ? 'tree' : 'blob';
  const git = `${apiUrl(state)}/git/${kind}s/${entry.sha}`;
  const html = `${page(state)}/${kind}/${commit}/${path}`;
  const raw = `https://raw.githubusercontent.com/${state.owner}/${state.repo}/${commit}/${path}`;
  return {
    type: entry.type,
    name: entry.name,
    path: entry.path,
    sha: entry.sha,
    size: entry.size,
    url: self,
    git_url: git,
    html_url: html,
    download_url: entry.type === 'file' || entry.type === 'symlink' ? raw : null,
    _links: { self, git, html },
  };
}
