import { CountersignError } from '../../common/index.ts';
import { sameBody } from '../publish/body-limit.ts';
import { ACTOR_FIELDS } from './actor.ts';
import { allPages, cleanTitle, type ClientCore, cursorOf, PER_PAGE } from './transport/core.ts';
import type {
  CommentEdits,
  CommentList,
  GitHub,
  IssueComment,
  Issue,
  Reaction,
  ThreadState,
} from '../ports/github.ts';
import {
  comment,
  commentEdits,
  comments,
  issue,
  issues,
  readAs,
  threadState,
} from './schemas/schemas.ts';

const MAX_COMMENT_PAGES = 50;
/** How far back a comment is searched for after a lost answer. GitHub's clock and ours differ by less. */
const RECOVER_WINDOW_MS = 5 * 60_000;
const NEEDS_WRITE = 'issues=write;pull_requests=write';
const NEEDS_READ = 'issues=read;pull_requests=read';
/** `state` is of another type on issues than on pull requests, so each has a name of its own. */
const THREAD_STATE = `query($owner: String!, $repo: String!, $number: Int!, $ids: [ID!]!) {
  nodes(ids: $ids) { id ... on Comment { body lastEditedAt editor { ${ACTOR_FIELDS} } } }
  repository(owner: $owner, name: $repo) { issueOrPullRequest(number: $number) {
    ... on Issue { issueState: state } ... on PullRequest { pullState: state headRefOid } } } }`;
const MAX_NODES = 100;

const MAX_EDITS = 100;
const EDITS = `query($id: ID!) { node(id: $id) {
  ... on Comment { userContentEdits(first: ${MAX_EDITS}) { totalCount nodes {
    editedAt deletedAt diff editor { ${ACTOR_FIELDS} }
  } } }
} }`;

type Comments = Pick<
  GitHub,
  | 'issue'
  | 'createIssue'
  | 'createComment'
  | 'updateComment'
  | 'comment'
  | 'comments'
  | 'react'
  | 'threadState'
  | 'commentEdits'
>;

/** Issues, comments and reactions. */
export function commentsClient(core: ClientCore): Comments {
  return {
    issue: (number) =>
      core.request({
        route: `GET ${core.base}/issues/${number}`,
        doing: `show issue #${number}`,
        needs: NEEDS_READ,
        read: readAs(issue),
      }),
    createIssue: (title, body) => createIssue(core, title, body),
    createComment: (number, body) => createComment(core, { number, body }),
    updateComment: (id, body) =>
      core.withBody(body, (text) =>
        core.request({
          route: `PATCH ${core.base}/issues/comments/${id}`,
          body: { body: text },
          doing: `update comment ${id}`,
          needs: NEEDS_WRITE,
          read: readAs(comment),
        }),
      ),
    comment: (id) =>
      core.request({
        route: `GET ${core.base}/issues/comments/${id}`,
        doing: `show comment ${id}`,
        needs: NEEDS_READ,
        answers: [404],
        read: (reply) => (reply.status === 404 ? null : readAs(comment)(reply)),
      }),
    comments: (number, cursor) => listComments(core, { number, cursor }),
    react: (id, reaction) => react(core, id, reaction),
    threadState: (number, nodeIds) => readThreadState(core, number, nodeIds),
    commentEdits: (nodeId) => readEdits(core, nodeId),
  };
}

function createComment(
  core: ClientCore,
  { number, body: text }: { readonly number: number; readonly body: string },
): Promise<IssueComment> {
  const since = core.clock.now().getTime() - RECOVER_WINDOW_MS;
  return core.withBody(text, async (body) => {
    const created = await core.request({
      route: `POST ${core.base}/issues/${number}/comments`,
      body: { body },
      doing: `comment on #${number}`,
      needs: NEEDS_WRITE,
      read: readAs(comment),
      // After a lost answer the comment may exist. Sending it again would post the same approval request twice.
      recover: async () => {
        const recent = await core.request({
          route: `GET ${core.base}/issues/${number}/comments`,
          query: { since: new Date(since).toISOString(), per_page: PER_PAGE },
          doing: `list the comments of #${number}`,
          needs: NEEDS_READ,
          read: readAs(comments),
        });
        const matches = (found: IssueComment) =>
          !core.created.has(found.id) &&
          Date.parse(found.createdAt) >= since &&
          sameBody(found.body, body);
        return recent.find(matches) ?? null;
      },
    });
    core.created.add(created.id);
    return created;
  });
}

async function createIssue(core: ClientCore, title: string, body: string): Promise<Issue> {
  const since = new Date(core.clock.now().getTime() - RECOVER_WINDOW_MS).toISOString();
  const titleSent = await cleanTitle(core, title);
  return core.withBody(body, (text) =>
    core.request({
      route: `POST ${core.base}/issues`,
      body: { title: titleSent, body: text },
      doing: 'create an issue',
      needs: 'issues=write',
      read: readAs(issue),
      recover: async () => {
        const recent = await core.request({
          route: `GET ${core.base}/issues`,
          query: { state: 'all', since, sort: 'created', direction: 'desc', per_page: PER_PAGE },
          doing: 'list the issues',
          needs: 'issues=read',
          read: readAs(issues),
        });
        return (
          recent.find((found) => found.title === titleSent && sameBody(found.body, text)) ?? null
        );
      },
    }),
  );
}

/** A new comment after a full page is found, because pages are read until one is not full. */
async function listComments(
  core: ClientCore,
  wanted: { readonly number: number; readonly cursor: string | undefined },
): Promise<CommentList> {
  const all = await allPages(core, {
    route: `GET ${core.base}/issues/${wanted.number}/comments`,
    doing: `list the comments of #${wanted.number}`,
    needs: NEEDS_READ,
    read: readAs(comments),
    maxPages: MAX_COMMENT_PAGES,
    known: core.known.comments,
  });
  const cursor = cursorOf(all);
  return { comments: all, cursor, changed: cursor !== wanted.cursor };
}

/** GitHub answers 201 for a new reaction and 200 for an existing one. After a lost answer both are 200. */
async function react(
  core: ClientCore,
  id: number,
  reaction: Reaction,
): ReturnType<GitHub['react']> {
  let isLost = false;
  const created = await core.request({
    route: `POST ${core.base}/issues/comments/${id}/reactions`,
    body: { content: reaction },
    doing: `react to comment ${id}`,
    needs: NEEDS_WRITE,
    recover: () => {
      isLost = true;
      return Promise.resolve(null);
    },
    read: (reply) => reply.status === 201,
  });
  return isLost && !created ? { created, isLost } : { created };
}

async function readEdits(core: ClientCore, nodeId: string): Promise<CommentEdits> {
  const found = await core.request({
    route: 'POST /graphql',
    body: { query: EDITS, variables: { id: nodeId } },
    doing: 'show the edits of a comment',
    needs: NEEDS_READ,
    read: readAs(commentEdits),
  });
  return found.data.node.userContentEdits;
}

async function readThreadState(
  core: ClientCore,
  number: number,
  ids: readonly string[],
): Promise<ThreadState> {
  if (ids.includes('') || ids.length > MAX_NODES) {
    throw new CountersignError('input-invalid', `These comments cannot be looked up at once.`, {
      fix: `Give at most ${MAX_NODES} node ids, none of them empty.`,
    });
  }
  return await core.request({
    route: 'POST /graphql',
    body: {
      query: THREAD_STATE,
      variables: { owner: core.owner, repo: core.repo, number, ids: [...new Set(ids)] },
    },
    doing: `show #${number} and when its comments were edited`,
    needs: NEEDS_READ,
    mayMissNodes: true,
    read: readAs(threadState),
  });
}
