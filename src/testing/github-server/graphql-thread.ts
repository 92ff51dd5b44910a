/** The state of an issue and its comments in the local GitHub's GraphQL. */
import { actorNode } from './graphql-pulls.ts';
import type { ServedReply } from './http.ts';
import { nodeIdOf } from './json.ts';
import type { GitHubState } from './state.ts';

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
