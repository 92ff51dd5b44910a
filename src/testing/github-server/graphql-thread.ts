/** The state of an issue and its comments in the local GitHub's GraphQL. */
import { actorNode } from './graphql-pulls.ts';
import type { ServedReply } from './http.ts';
import { nodeIdOf } from './json.ts';
import type { GitHubState } from './state.ts';

/** The most edits of a comment that one query gives. */
const MAX_EDITS = 100;

/** `null` for other queries. A node that does not exist is `null` and an error, as on GitHub. */
export function answerOnThread(
  state: GitHubState,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): ServedReply | null {
  if (!query.includes('nodes(ids:')) return null;
  const ids = Array.isArray(variables['ids']) ? variables['ids'] : [];
  const nodes = ids.map((id: unknown) => nodeOf(state, id));
  const number = Number(variables['number']);
  const issue = state.issues.get(number);
  const errors = nodes.flatMap((node, index) =>
    node === null
      ? [
          notFound(
            ['nodes', index],
            `Could not resolve to a node with the global id of ${ids[index]}`,
          ),
        ]
      : [],
  );
  if (issue === undefined)
    errors.push(
      notFound(['repository'], `Could not resolve to a node with the number of ${number}.`),
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

/** The edits of a comment, the newest first; `null` for other queries. */
export function answerOnEdits(
  state: GitHubState,
  query: string,
  { id }: Readonly<Record<string, unknown>>,
): ServedReply | null {
  if (!query.includes('userContentEdits')) return null;
  const comment = [...state.comments.values()].find((one) => nodeIdOf(one.id) === id);
  if (comment === undefined || !state.showsEdits) {
    const errors = [notFound(['node'], 'Could not resolve to a node with the global id.')];
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

function nodeOf(state: GitHubState, id: unknown): object | null {
  const comment = [...state.comments.values()].find((one) => nodeIdOf(one.id) === id);
  if (comment === undefined) return null;
  const { body, edit } = comment;
  return {
    id,
    body,
    lastEditedAt: edit?.at ?? null,
    editor: edit === null ? null : actorNode(edit.editor),
  };
}

function notFound(path: readonly (string | number)[], message: string): object {
  return { type: 'NOT_FOUND', path, message };
}
