/** Review threads and closing references of the local GitHub's GraphQL. */
import type { Account } from '../../github/index.ts';
import type { ServedReply } from './http.ts';
import { commitsOf, shaOf } from './pull-json.ts';
import { accountOf, type GitHubState, type ServedIssue, type ServedThread } from './state.ts';

const THREADS_PER_PAGE = 50;
const COMMENTS_PER_THREAD = 50;
const COMMITS_PER_PAGE = 100;

type Variables = Readonly<Record<string, unknown>>;

/** `null` for other queries. */
export function answerOnPulls(
  state: GitHubState,
  query: string,
  variables: Variables,
): ServedReply | null {
  if (query.includes('authors(first')) return answerOfCommits(state, variables);
  const threads = query.includes('reviewThreads');
  if (!threads && !query.includes('closingIssuesReferences')) return null;
  const issue = state.issues.get(Number(variables['number']));
  const field = threads ? 'pullRequest' : 'issueOrPullRequest';
  if (issue === undefined || (threads && issue.pull === null)) return missing(field, variables);
  const found = threads ? threadsOf(state, issue, variables) : linksOf(state, issue);
  return { status: 200, body: { data: { repository: { [field]: found } } } };
}

/** The commits of a pull request with their authors. The author comes first, as on GitHub. */
function answerOfCommits(state: GitHubState, variables: Variables): ServedReply {
  const pull = state.issues.get(Number(variables['number']))?.pull ?? null;
  if (pull === null) return missing('pullRequest', variables);
  const all = commitsOf(pull).map(({ author, coAuthors = [] }, index, { length }) => {
    const people = [author, ...coAuthors].map((login) => ({
      user: login === null ? null : userNode(accountOf(state, login)),
    }));
    const oid = shaOf(pull, index, length);
    return { commit: { oid, authors: { totalCount: people.length, nodes: people } } };
  });
  const from = Number(variables['after'] ?? 0);
  const to = Math.min(all.length, from + COMMITS_PER_PAGE);
  const commits = {
    pageInfo: { hasNextPage: to < all.length, endCursor: to === from ? null : String(to) },
    nodes: all.slice(from, to),
  };
  return { status: 200, body: { data: { repository: { pullRequest: { commits } } } } };
}

function userNode({ login, id }: Account): object {
  return { login, databaseId: id };
}

function missing(field: string, variables: Variables): ServedReply {
  const number = JSON.stringify(variables['number']);
  const message = `Could not resolve to a ${field === 'pullRequest' ? 'PullRequest' : 'node'} with the number of ${number}.`;
  const errors = [{ type: 'NOT_FOUND', path: ['repository', field], message }];
  return { status: 200, body: { data: { repository: { [field]: null } }, errors } };
}

function threadsOf(state: GitHubState, issue: ServedIssue, variables: Variables): object {
  const all = issue.pull?.threads ?? [];
  const from = Number(variables['after'] ?? 0);
  const to = Math.min(all.length, from + THREADS_PER_PAGE);
  return {
    reviewThreads: {
      pageInfo: { hasNextPage: to < all.length, endCursor: to === from ? null : String(to) },
      nodes: all.slice(from, to).map((thread) => threadNode(state, thread)),
    },
  };
}

/** As on GitHub, the login of a bot is without its `[bot]` there. */
export function actorNode({ login, id, type }: Account): object {
  return { login: login.replace(/\[bot\]$/, ''), __typename: type, databaseId: id };
}

function threadNode(state: GitHubState, thread: ServedThread): object {
  const comments = thread.comments.slice(0, COMMENTS_PER_THREAD).map((comment) => ({
    fullDatabaseId: String(comment.id),
    author: actorNode(accountOf(state, comment.author)),
    body: comment.body,
    createdAt: threadTime(comment),
    lastEditedAt: comment.edited === true ? '2026-12-31T00:00:00Z' : null,
  }));
  return {
    isResolved: thread.resolved === true,
    isOutdated: thread.line === null,
    path: thread.path,
    line: thread.line,
    comments: { totalCount: thread.comments.length, nodes: comments },
  };
}

function linksOf(state: GitHubState, issue: ServedIssue): object {
  const nameWithOwner = `${state.owner}/${state.repo}`;
  const node = (one: ServedIssue): object => ({
    number: one.number,
    state: one.state === 'open' ? 'OPEN' : 'CLOSED',
    repository: { nameWithOwner },
  });
  const all = [...state.issues.values()];
  const closes = issue.pull?.closes ?? [];
  if (issue.pull !== null) {
    const nodes = all.filter((one) => closes.includes(one.number)).map(node);
    return { closingIssuesReferences: { nodes } };
  }
  const nodes = all.filter((one) => one.pull?.closes?.includes(issue.number) === true).map(node);
  return { closedByPullRequestsReferences: { nodes } };
}

type Comment = ServedThread['comments'][number];

/** When a comment of a thread was written: by default before everything else. */
export function threadTime(comment: Comment): string {
  return comment.createdAt ?? '2026-01-01T00:00:00Z';
}
