/** The GraphQL queries of the local GitHub about edits of comments, review threads and authors of commits. */
import { isJsonObject } from '../../../src/common/index.ts';
import type { Account } from '../../../src/github/index.ts';
import {
  actorNode,
  answerQuery,
  noSuchNumber,
  notFoundAt,
} from '../../../src/testing/github-server/graphql.ts';
import type { ServedReply } from '../../../src/testing/github-server/http.ts';
import { nodeIdOf } from '../../../src/testing/github-server/json.ts';
import type { Routes, RouteCall } from '../../../src/testing/github-server/routes.ts';
import {
  accountOf,
  type GitHubState,
  type ServedPull,
  type ServedThread,
} from '../../../src/testing/github-server/state.ts';
import { commitsOf, shaOf } from './pull-json.ts';

/** The most edits of a comment that one query gives. */
const MAX_EDITS = 100;
const THREADS_PER_PAGE = 50;
const COMMENTS_PER_THREAD = 50;
const COMMITS_PER_PAGE = 100;

type Variables = Readonly<Record<string, unknown>>;

function answerMoreQueries(call: RouteCall): ServedReply {
  const { state, fields } = call;
  const { query, variables } = fields;
  if (typeof query !== 'string' || !isJsonObject(variables)) return answerQuery(call);
  if (query.includes('userContentEdits')) return answerOnEdits(state, variables);
  if (query.includes('BASE_REF_CHANGED_EVENT')) return answerOnBaseChanges(state, variables);
  if (query.includes('authors(first')) return answerOnCommits(state, variables);
  if (query.includes('reviewThreads')) return answerOnThreads(state, variables);
  return answerQuery(call);
}

/** The last change of the base branch of a pull request. */
function answerOnBaseChanges(state: GitHubState, variables: Variables): ServedReply {
  const pull = state.issues.get(Number(variables['number']))?.pull ?? null;
  if (pull === null) return noSuchNumber('pullRequest', variables);
  const { baseChange } = pull;
  const nodes =
    baseChange === undefined
      ? []
      : [{ createdAt: baseChange.at, previousRefName: baseChange.from }];
  const found = { timelineItems: { nodes } };
  return { status: 200, body: { data: { repository: { pullRequest: found } } } };
}

/** The commits of a pull request with their authors. The author comes first, as on GitHub. */
function answerOnCommits(state: GitHubState, variables: Variables): ServedReply {
  const pull = state.issues.get(Number(variables['number']))?.pull ?? null;
  if (pull === null) return noSuchNumber('pullRequest', variables);
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

/** The edits of a comment, the newest first. */
function answerOnEdits(state: GitHubState, { id }: Variables): ServedReply {
  const comment = [...state.comments.values()].find((one) => nodeIdOf(one.id) === id);
  if (comment === undefined || !state.showsEdits) {
    const errors = [notFoundAt(['node'], 'Could not resolve to a node with the global id.')];
    return { status: 200, body: { data: { node: null }, errors } };
  }
  const nodes = comment.edits
    .toReversed()
    .slice(0, MAX_EDITS)
    .map(({ at, editor, body, deletedAt }) => ({
      editedAt: at,
      deletedAt,
      diff: deletedAt === null ? body : null,
      editor: editor === null ? null : actorNode(editor),
    }));
  const userContentEdits = { totalCount: comment.edits.length, nodes };
  return { status: 200, body: { data: { node: { userContentEdits } } } };
}

function answerOnThreads(state: GitHubState, variables: Variables): ServedReply {
  const issue = state.issues.get(Number(variables['number']));
  if (issue === undefined || issue.pull === null) return noSuchNumber('pullRequest', variables);
  const found = threadsOf(state, issue.pull, variables);
  return { status: 200, body: { data: { repository: { pullRequest: found } } } };
}

function threadsOf(state: GitHubState, pull: ServedPull, variables: Variables): object {
  const all = pull.threads ?? [];
  const from = Number(variables['after'] ?? 0);
  const to = Math.min(all.length, from + THREADS_PER_PAGE);
  return {
    reviewThreads: {
      pageInfo: { hasNextPage: to < all.length, endCursor: to === from ? null : String(to) },
      nodes: all.slice(from, to).map((thread) => threadNode(state, thread)),
    },
  };
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

/** When a comment of a thread was written: by default before everything else. */
export function threadTime(comment: ServedThread['comments'][number]): string {
  return comment.createdAt ?? '2026-01-01T00:00:00Z';
}

export const graphqlRoutes: Routes = {
  'POST /graphql': { needs: '', answer: answerMoreQueries },
};
