import * as z from 'zod';
import { invalidInput, sha256 } from '../../common/index.ts';
import { sameBody } from '../publish/body-limit.ts';
import { account, actor, ACTOR_FIELDS } from '../ports/fields.ts';
import { allPages, cleanTitle, type ClientCore, PER_PAGE, readAs } from './transport/core.ts';
import {
  comment,
  type CommentEdits,
  type CommentVersion,
  type GitHub,
  type IssueComment,
  type ThreadState,
} from '../ports/github.ts';
import { issue } from '../ports/issues.ts';

/** `null` for a node that does not exist; without `body` for one that is no comment. */
const commentNode = z
  .looseObject({
    id: z.string(),
    body: z.string(),
    lastEditedAt: z.string().nullable(),
    editor: actor,
    isMinimized: z.boolean().default(false),
  })
  .nullable();

const threadState = z
  .looseObject({
    nodes: z.array(commentNode),
    repository: z.looseObject({
      issueOrPullRequest: z.union([
        z.looseObject({ pullState: z.string(), headRefOid: z.string() }),
        z.looseObject({ issueState: z.string() }),
      ]),
    }),
  })
  .transform(({ nodes, repository: { issueOrPullRequest: thread } }): ThreadState => {
    const state = 'pullState' in thread ? thread.pullState : thread.issueState;
    const found = nodes.filter((node) => node !== null);
    return {
      open: state === 'OPEN',
      headSha: 'headRefOid' in thread ? String(thread.headRefOid) : null,
      comments: new Map(found.map((node) => [node.id, versionOf(node)])),
    };
  });

function versionOf(node: NonNullable<z.output<typeof commentNode>>): CommentVersion {
  const { body, lastEditedAt: at, editor, isMinimized: isHidden } = node;
  return { body, edit: at === null ? null : { at, editor }, isHidden };
}

const reactions = z.array(z.looseObject({ content: z.string(), user: account }));

const commentEdits = z
  .looseObject({
    totalCount: z.number(),
    nodes: z.array(
      z
        .looseObject({
          editedAt: z.string(),
          deletedAt: z.string().nullish(),
          diff: z.string().nullish(),
          editor: actor,
        })
        .transform((raw) => ({
          at: raw.editedAt,
          editor: raw.editor,
          body: typeof raw.deletedAt === 'string' ? null : (raw.diff ?? null),
        })),
    ),
  })
  .nullable()
  .transform(
    (history): CommentEdits => ({ total: history?.totalCount ?? 0, edits: history?.nodes ?? [] }),
  );

const MAX_COMMENT_PAGES = 50;
const MAX_REACTION_PAGES = 50;
/** How far back a comment is searched for after a lost answer, by GitHub's clock, which is known more exactly than that. */
const RECOVER_WINDOW_MS = 5 * 60_000;
const NEEDS_WRITE = 'issues=write;pull_requests=write';
const NEEDS_READ = 'issues=read;pull_requests=read';
/** `state` is of another type on issues than on pull requests, so each has a name of its own. */
const THREAD_STATE = `query($owner: String!, $repo: String!, $number: Int!, $ids: [ID!]!) {
  nodes(ids: $ids) { id ... on Comment { body lastEditedAt editor { ${ACTOR_FIELDS} } } ... on Minimizable { isMinimized } }
  repository(owner: $owner, name: $repo) { issueOrPullRequest(number: $number) {
    ... on Issue { issueState: state } ... on PullRequest { pullState: state headRefOid } } } }`;
const MAX_NODES = 100;

const MAX_EDITS = 100;
const EDITS = `query($id: ID!) { node(id: $id) {
  ... on Comment { userContentEdits(first: ${MAX_EDITS}) { totalCount nodes {
    editedAt deletedAt diff editor { ${ACTOR_FIELDS} }
  } } }
} }`;

/** Issues, comments and reactions. */
export function commentsClient(core: ClientCore) {
  return {
    issue: (number) =>
      core.request({
        route: `GET ${core.base}/issues/${number}`,
        doing: `show issue #${number}`,
        needs: NEEDS_READ,
        read: readAs(issue),
      }),
    createIssue: (given, body) => {
      const since = new Date(core.githubNowMs() - RECOVER_WINDOW_MS).toISOString();
      const title = cleanTitle(core, given);
      return core.withBody(body, (text) =>
        core.request({
          route: `POST ${core.base}/issues`,
          body: { title, body: text },
          doing: 'create an issue',
          needs: 'issues=write',
          read: readAs(issue),
          recover: async () => {
            const newest = { state: 'all', since, sort: 'created', direction: 'desc' };
            const recent = await core.request({
              route: `GET ${core.base}/issues`,
              query: { ...newest, per_page: PER_PAGE },
              doing: 'list the issues',
              needs: 'issues=read',
              read: readAs(z.array(issue)),
            });
            return recent.find((one) => one.title === title && sameBody(one.body, text)) ?? null;
          },
        }),
      );
    },
    createComment: (number, body) => createComment(core, number, body),
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
    // A new comment after a full page is found, because pages are read until one is not full.
    comments: async (number, before) => {
      const all = await allPages(core, {
        route: `GET ${core.base}/issues/${number}/comments`,
        doing: `list the comments of #${number}`,
        needs: NEEDS_READ,
        read: readAs(z.array(comment)),
        maxPages: MAX_COMMENT_PAGES,
        known: core.known.comments,
      });
      const cursor = sha256(JSON.stringify(all));
      return { comments: all, cursor, changed: cursor !== before };
    },
    // GitHub answers 201 for a new reaction and 200 for an existing one. After a lost answer both are 200.
    react: async (id, reaction) => {
      let isLost = false;
      const reacted = await core.request({
        route: `POST ${core.base}/issues/comments/${id}/reactions`,
        body: { content: reaction },
        doing: `react to comment ${id}`,
        needs: NEEDS_WRITE,
        recover: () => {
          isLost = true;
          return Promise.resolve(null);
        },
        read: (reply) => {
          const own = readAs(z.int().positive(), 'id')(reply);
          return own === undefined ? undefined : { created: reply.status === 201, id: own };
        },
      });
      return isLost && !reacted.created ? { ...reacted, isLost } : reacted;
    },
    removeReaction: async (id, reaction) => {
      await core.request({
        route: `DELETE ${core.base}/issues/comments/${id}/reactions/${reaction}`,
        doing: `remove a reaction to comment ${id}`,
        needs: NEEDS_WRITE,
        answers: [404],
        read: () => true,
      });
    },
    hasReacted: async (id, reaction, by) => {
      const all = await allPages(core, {
        route: `GET ${core.base}/issues/comments/${id}/reactions`,
        query: { content: reaction },
        doing: `list the reactions to comment ${id}`,
        needs: NEEDS_READ,
        read: readAs(reactions),
        maxPages: MAX_REACTION_PAGES,
      });
      return all.some(({ content, user }) => content === reaction && user?.id === by);
    },
    threadState: async (number, nodeIds) => {
      if (nodeIds.includes('') || nodeIds.length > MAX_NODES) {
        throw invalidInput(
          `These comments cannot be looked up at once.`,
          `Give at most ${MAX_NODES} node ids, none of them empty.`,
        );
      }
      const { owner, repo } = core;
      const variables = { owner, repo, number, ids: [...new Set(nodeIds)] };
      return await core.request({
        route: 'POST /graphql',
        body: { query: THREAD_STATE, variables },
        doing: `show #${number} and when its comments were edited`,
        needs: NEEDS_READ,
        mayMissNodes: true,
        read: readAs(threadState, 'data'),
      });
    },
    commentEdits: (nodeId) =>
      core.request({
        route: 'POST /graphql',
        body: { query: EDITS, variables: { id: nodeId } },
        doing: 'show the edits of a comment',
        needs: NEEDS_READ,
        read: readAs(commentEdits, 'data', 'node', 'userContentEdits'),
      }),
  } satisfies Partial<GitHub>;
}

function createComment(core: ClientCore, number: number, text: string): Promise<IssueComment> {
  const since = core.githubNowMs() - RECOVER_WINDOW_MS;
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
          read: readAs(z.array(comment)),
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
