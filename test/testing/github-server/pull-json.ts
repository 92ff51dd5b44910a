/** How the local GitHub writes pull requests and what belongs to them. Pure. */
import {
  issueUrl,
  commentsOn,
  reviewNodeIdOf,
  threadJson,
} from '../../../src/testing/github-server/json.ts';
import {
  accountJson,
  apiUrl,
  ownerJson,
  repositoryJson,
} from '../../../src/testing/github-server/repository-json.ts';
import {
  accountOf,
  type GitHubState,
  type ServedIssue,
  type ServedPull,
  type ServedReview,
} from '../../../src/testing/github-server/state.ts';

const ZERO_SHA = '0'.repeat(40);

/** A pull request as a list has it. */
export function listedPullJson(state: GitHubState, issue: ServedIssue, pull: ServedPull): object {
  const url = `${apiUrl(state)}/pulls/${issue.number}`;
  const page = issueUrl(state, issue);
  const links = {
    issue_url: `${apiUrl(state)}/issues/${issue.number}`,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${apiUrl(state)}/pulls/comments{/number}`,
    statuses_url: `${apiUrl(state)}/statuses/${pull.headSha}`,
  };
  return {
    id: 20_000 + issue.number,
    node_id: `PR_${issue.number}`,
    ...threadJson(state, issue),
    url,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    ...links,
    merged_at: null,
    merge_commit_sha: null,
    requested_reviewers: [],
    requested_teams: [],
    head: headJson(state, pull),
    base: {
      label: `${state.owner}:${pull.baseRef}`,
      ref: pull.baseRef,
      sha: state.git.resolve(pull.baseRef) ?? ZERO_SHA,
      user: ownerJson(state),
      repo: repositoryJson(state),
    },
    _links: {
      self: { href: url },
      html: { href: page },
      issue: { href: links.issue_url },
      comments: { href: `${links.issue_url}/comments` },
      review_comments: { href: links.review_comments_url },
      review_comment: { href: links.review_comment_url },
      commits: { href: links.commits_url },
      statuses: { href: links.statuses_url },
    },
    auto_merge: null,
    draft: pull.draft,
  };
}

/** A pull request as its own page has it. */
export function pullJson(state: GitHubState, issue: ServedIssue, pull: ServedPull): object {
  const files = pull.files ?? [];
  const sum = (key: 'additions' | 'deletions'): number =>
    files.reduce((total, file) => total + (file[key] ?? 0), 0);
  return {
    ...listedPullJson(state, issue, pull),
    merged: false,
    mergeable: null,
    rebaseable: null,
    mergeable_state: 'unknown',
    merged_by: null,
    comments: commentsOn(state, issue),
    review_comments: 0,
    maintainer_can_modify: false,
    commits: Math.max(1, commitsOf(pull).length),
    additions: sum('additions'),
    deletions: sum('deletions'),
    changed_files: files.length,
  };
}

function headJson(state: GitHubState, pull: ServedPull): object {
  const { headRef: ref, headSha: sha, headRepository: name } = pull;
  if (name === null) return { label: `unknown:${ref}`, ref, sha, user: null, repo: null };
  const [owner = ''] = name.split('/');
  const own = name === `${state.owner}/${state.repo}`;
  return {
    label: `${owner}:${ref}`,
    ref,
    sha,
    user: own ? ownerJson(state) : accountJson(accountOf(state, owner)),
    repo: repositoryJson(state, own ? undefined : name),
  };
}

/** The last commit is the head. */
export function shaOf(pull: ServedPull, index: number, count: number): string {
  return index === count - 1 ? pull.headSha : String(index).padStart(40, '0');
}

export function commitsOf(pull: ServedPull): NonNullable<ServedPull['commits']> {
  return pull.commits ?? pull.commitAuthors.map((login) => ({ author: login, committer: login }));
}

export function reviewJson(state: GitHubState, issue: ServedIssue, review: ServedReview): object {
  const pull = `${apiUrl(state)}/pulls/${issue.number}`;
  const page = `${issueUrl(state, issue)}#pullrequestreview-${review.id}`;
  return {
    id: review.id,
    node_id: reviewNodeIdOf(review.id),
    user: accountJson(review.author),
    body: review.body,
    state: review.state,
    commit_id: review.commitId,
    html_url: page,
    pull_request_url: pull,
    _links: { html: { href: page }, pull_request: { href: pull } },
    author_association: 'OWNER',
    ...(review.state === 'PENDING' ? {} : { submitted_at: review.submittedAt }),
  };
}
