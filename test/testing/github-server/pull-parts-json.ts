/** How the local GitHub writes the files and commits of a pull request. Pure. */
import { commitsOf, shaOf } from './pull-json.ts';
import {
  accountJson,
  apiUrl,
  MADE_AT,
  WEB,
} from '../../../src/testing/github-server/repository-json.ts';
import {
  accountOf,
  type GitHubState,
  type ServedPull,
  type ServedPullFile,
} from '../../../src/testing/github-server/state.ts';

const ZERO_SHA = '0'.repeat(40);

export function pullFileJson(state: GitHubState, headSha: string, file: ServedPullFile): object {
  const { filename } = file;
  const path = filename.split('/').map(encodeURIComponent).join('/');
  const page = `${WEB}/${state.owner}/${state.repo}`;
  const { additions = 0, deletions = 0 } = file;
  return {
    sha: ZERO_SHA,
    additions,
    deletions,
    changes: additions + deletions,
    blob_url: `${page}/blob/${headSha}/${path}`,
    raw_url: `${page}/raw/${headSha}/${path}`,
    contents_url: `${apiUrl(state)}/contents/${path}?ref=${headSha}`,
    ...file,
  };
}

export function pullCommitsJson(state: GitHubState, pull: ServedPull): readonly object[] {
  const commits = commitsOf(pull);
  return commits.map(({ author, committer, coAuthors = [] }, index) => {
    const sha = shaOf(pull, index, commits.length);
    const url = `${apiUrl(state)}/commits/${sha}`;
    return {
      sha,
      node_id: `C_${sha}`,
      url,
      html_url: `${WEB}/${state.owner}/${state.repo}/commit/${sha}`,
      comments_url: `${url}/comments`,
      commit: {
        url: `${apiUrl(state)}/git/commits/${sha}`,
        author: signedBy(author),
        committer: signedBy(committer),
        message: [`Commit ${index + 1}`, '', ...coAuthors.map(coAuthoredBy)].join('\n').trim(),
        comment_count: 0,
        tree: { sha: ZERO_SHA, url: `${apiUrl(state)}/git/trees/${ZERO_SHA}` },
      },
      author: author === null ? null : accountJson(accountOf(state, author)),
      committer: committer === null ? null : accountJson(accountOf(state, committer)),
      parents: [],
    };
  });
}

function coAuthoredBy(login: string): string {
  return `Co-authored-by: ${login} <${login}@example.com>`;
}

function signedBy(login: string | null): object {
  const name = login ?? 'nobody known';
  const email = login === null ? 'me@localhost' : `${login}@users.noreply.github.com`;
  return { name, email, date: MADE_AT };
}
