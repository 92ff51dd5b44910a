/** The GraphQL queries of the local GitHub: the viewer, the state of an issue and its comments, and what would close an issue. */
import type { Account } from '../../github/index.ts';
import { isJsonObject } from '../../common/index.ts';
import type { ServedReply } from './http.ts';
import { nodeIdOf, reviewNodeIdOf } from './json.ts';
import { refused, type RouteCall } from './routes.ts';
import type { GitHubState, ServedIssue } from './state.ts';

type Variables = Readonly<Record<string, unknown>>;

export function answerQuery({ state, fields }: RouteCall): ServedReply {
  const { query, variables } = fields;
  if (typeof query !== 'string') return refused(400, 'Problems parsing JSON');
  if (query.includes('viewer')) {
    const { login, id } = state.self;
    return { status: 200, body: { data: { viewer: { login, databaseId: id } } } };
  }
  if (!isJsonObject(variables)) return refused(400, 'Problems parsing JSON');
  if (query.includes('nodes(ids:')) return answerOnThread(state, variables);
  if (query.includes('closingIssuesReferences')) return answerOnLinks(state, variables);
  return refused(400, 'This server does not know the query');
}

/** A node that does not exist is `null` and an error, as on GitHub. */
function answerOnThread(state: GitHubState, variables: Variables): ServedReply {
  const ids = Array.isArray(variables['ids']) ? variables['ids'] : [];
  const nodes = ids.map((id: unknown) => nodeOf(state, id));
  const number = Number(variables['number']);
  const issue = state.issues.get(number);
  const errors = nodes.flatMap((node, index) =>
    node === null
      ? [
          notFoundAt(
            ['nodes', index],
            `Could not resolve to a node with the global id of ${ids[index]}`,
          ),
        ]
      : [],
  );
  if (issue === undefined)
    errors.push(
      notFoundAt(['repository'], `Could not resolve to a node with the number of ${number}.`),
    );
  const open = issue?.state === 'open' ? 'OPEN' : 'CLOSED';
  const found =
    issue === undefined
      ? null
      : issue.pull === null
        ? { issueState: open }
        : { pullState: open, headRefOid: issue.pull.headSha };
  const data = { nodes, repository: { issueOrPullRequest: found } };
  return { status: 200, body: errors.length === 0 ? { data } : { data, errors } };
}

function answerOnLinks(state: GitHubState, variables: Variables): ServedReply {
  const issue = state.issues.get(Number(variables['number']));
  if (issue === undefined) return noSuchNumber('issueOrPullRequest', variables);
  return {
    status: 200,
    body: { data: { repository: { issueOrPullRequest: linksOf(state, issue) } } },
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

/** The answer to a query about an issue or pull request that does not exist. */
export function noSuchNumber(field: string, variables: Variables): ServedReply {
  const number = JSON.stringify(variables['number']);
  const message = `Could not resolve to a ${field === 'pullRequest' ? 'PullRequest' : 'node'} with the number of ${number}.`;
  const errors = [{ type: 'NOT_FOUND', path: ['repository', field], message }];
  return { status: 200, body: { data: { repository: { [field]: null } }, errors } };
}

/** As on GitHub, the login of a bot is without its `[bot]` there. */
export function actorNode({ login, id, type }: Account): object {
  return { login: login.replace(/\[bot\]$/, ''), __typename: type, databaseId: id };
}

function nodeOf(state: GitHubState, id: unknown): object | null {
  const comment = [...state.comments.values()].find((one) => nodeIdOf(one.id) === id);
  if (comment === undefined) return reviewNode(state, id);
  const { body, edit, isHidden } = comment;
  return {
    id,
    body,
    isMinimized: isHidden,
    lastEditedAt: edit?.at ?? null,
    editor: edit === null ? null : actorNode(edit.editor),
  };
}

function reviewNode(state: GitHubState, id: unknown): object | null {
  const reviews = [...state.issues.values()].flatMap((issue) => issue.reviews);
  const review = reviews.find((one) => reviewNodeIdOf(one.id) === id);
  if (review === undefined) return null;
  const { body, isHidden = false } = review;
  return { id, body, isMinimized: isHidden, lastEditedAt: null, editor: null };
}

/** An error for a part of the answer that does not exist. */
export function notFoundAt(path: readonly (string | number)[], message: string): object {
  return { type: 'NOT_FOUND', path, message };
}
