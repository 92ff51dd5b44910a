/** How the local GitHub writes commits as JSON. Pure. */
import type { GitCommit, GitPerson } from '../../../src/testing/github-server/git.ts';
import { repositoryPage } from '../../../src/testing/github-server/git-routes.ts';
import { accountJson, apiUrl } from '../../../src/testing/github-server/repository-json.ts';
import { accountOf, type GitHubState } from '../../../src/testing/github-server/state.ts';
import { COMMITTER } from './writable-git.ts';

export function treeLink(state: GitHubState, sha: string): object {
  return { sha, url: `${apiUrl(state)}/git/trees/${sha}` };
}

/** GitHub signs what is committed through its API, and nothing else is signed here. */
export function verificationJson(commit: GitCommit): object {
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

/** A commit with the accounts of its authors, by their e-mail addresses. */
export function commitJson(state: GitHubState, sha: string, commit: GitCommit): object {
  const url = `${apiUrl(state)}/commits/${sha}`;
  return {
    sha,
    node_id: `C_${sha}`,
    url,
    html_url: `${repositoryPage(state)}/commit/${sha}`,
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
    parents: parentLinks(state, commit, 'commits'),
  };
}

export function parentLinks(state: GitHubState, { parents }: GitCommit, path: string): object[] {
  return parents.map((sha) => ({
    sha,
    url: `${apiUrl(state)}/${path}/${sha}`,
    html_url: `${repositoryPage(state)}/commit/${sha}`,
  }));
}

/** `ID+LOGIN@users.noreply.github.com` is an account; any other address has no account here. */
function accountBehind(state: GitHubState, person: GitPerson): object | null {
  const login = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(person.email)?.[1];
  return login === undefined ? null : accountJson(accountOf(state, login));
}
