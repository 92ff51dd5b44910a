import * as z from 'zod';
import { CountersignError } from '../../common/index.ts';
import { requireRequestError } from './transport/classify-reply.ts';
import { allGraphqlPages, allPages, type ClientCore, pageInfo, readAs } from './transport/core.ts';
import type { GitHub } from '../ports/github.ts';
import {
  type GitHubThreads,
  linkedItem,
  type LinkedItem,
  pullReview,
  type ReviewThread,
  threadComment,
} from '../ports/threads.ts';
import { account, ACTOR_FIELDS, text } from '../ports/fields.ts';

const thread = z
  .looseObject({
    isResolved: z.boolean(),
    isOutdated: z.boolean(),
    path: z.string(),
    line: z.number().nullable(),
    comments: z.looseObject({ totalCount: z.number(), nodes: z.array(threadComment) }),
  })
  .transform(
    ({ path, line, isResolved, isOutdated, comments: { nodes, totalCount } }): ReviewThread => ({
      path,
      line,
      resolved: isResolved,
      outdated: isOutdated,
      comments: nodes,
      omittedComments: totalCount - nodes.length,
    }),
  );

const threadPage = z.looseObject({ pageInfo, nodes: z.array(thread) });

/** A review comment as REST has it: without the thread that it is in. */
const reviewComments = z.array(
  z.looseObject({
    id: z.number(),
    user: account,
    body: text,
    path: z.string(),
    line: z.number().nullish(),
    subject_type: z.string().nullish(),
    in_reply_to_id: z.number().nullish(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
);
type ReviewCommentRow = z.output<typeof reviewComments>[number];

/** `null` for an item that the token may not see. */
const links = z.looseObject({ nodes: z.array(linkedItem.nullable()) }).optional();

const linkedPage = z
  .looseObject({ closingIssuesReferences: links, closedByPullRequestsReferences: links })
  .transform((found): readonly LinkedItem[] => {
    const page = found.closingIssuesReferences ?? found.closedByPullRequestsReferences;
    return (page?.nodes ?? []).filter((node) => node !== null);
  });

/** What mentioned an issue: only a pull request that closes it when it is merged is linked with it. */
const mention = z.looseObject({
  willCloseTarget: z.boolean(),
  source: z.union([linkedItem, z.null(), z.strictObject({}).transform(() => null)]),
});

const mentionedPage = z
  .looseObject({
    closingIssuesReferences: links,
    timelineItems: z.looseObject({ nodes: z.array(mention.nullable()) }).optional(),
  })
  .transform((found): readonly LinkedItem[] => {
    const mentions = (found.timelineItems?.nodes ?? []).flatMap((node) =>
      node?.willCloseTarget === true ? [node.source] : [],
    );
    const nodes = found.closingIssuesReferences?.nodes ?? mentions;
    return nodes.filter((node) => node !== null);
  });

const MAX_PAGES = 20;
const THREADS_PER_PAGE = 50;
const COMMENTS_PER_THREAD = 50;
const MAX_LINKED = 25;
const MAX_MENTIONS = 100;
const NEEDS = 'pull_requests=read';

const THREADS = `query($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) {
    reviewThreads(first: ${THREADS_PER_PAGE}, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { isResolved isOutdated path line comments(first: ${COMMENTS_PER_THREAD}) {
        totalCount nodes { fullDatabaseId author { ${ACTOR_FIELDS} } body createdAt lastEditedAt }
      } }
    } } } }`;

const ITEM = 'number state repository { nameWithOwner }';
const linkedQuery = (ofIssue: string) =>
  `query($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) { issueOrPullRequest(number: $number) {
    ... on PullRequest { closingIssuesReferences(first: ${MAX_LINKED}) { nodes { ${ITEM} } } }
    ... on Issue { ${ofIssue} }
  } } }`;
const LINKED = linkedQuery(
  `closedByPullRequestsReferences(first: ${MAX_LINKED}, includeClosedPrs: true) { nodes { ${ITEM} } }`,
);
/** For servers without that field. */
const MENTIONED =
  linkedQuery(`timelineItems(last: ${MAX_MENTIONS}, itemTypes: [CROSS_REFERENCED_EVENT]) {
      nodes { ... on CrossReferencedEvent { willCloseTarget source { ... on PullRequest { ${ITEM} } } } } }`);

/** Review threads, reviews and links. */
export function threadsClient(core: ClientCore): GitHubThreads & Pick<GitHub, 'pullReviews'> {
  return {
    reviewThreads: async (pull) => {
      try {
        return await allGraphqlPages(core, {
          query: THREADS,
          number: pull,
          doing: `list the review threads of pull request #${pull}`,
          needs: NEEDS,
          maxPages: MAX_PAGES,
          read: readAs(threadPage, 'data', 'repository', 'pullRequest', 'reviewThreads'),
        });
      } catch (error) {
        if (!isWithoutGraphql(error)) throw error;
        return await threadsByRest(core, pull);
      }
    },
    pullReviews: (pull) =>
      allPages(core, {
        route: `GET ${core.base}/pulls/${pull}/reviews`,
        doing: `list the reviews of pull request #${pull}`,
        needs: NEEDS,
        read: readAs(z.array(pullReview)),
        maxPages: MAX_PAGES,
        known: core.known.reviews,
      }),
    linkedItems: async (number) => {
      try {
        return await linked(core, number, { query: LINKED, page: linkedPage });
      } catch (error) {
        if (!WITHOUT_FIELD.test(requireRequestError(error).message)) throw error;
        return await linked(core, number, { query: MENTIONED, page: mentionedPage });
      }
    },
  };
}

async function linked(
  core: ClientCore,
  number: number,
  { query, page }: { readonly query: string; readonly page: z.ZodType<readonly LinkedItem[]> },
): Promise<readonly LinkedItem[]> {
  const { owner, repo } = core;
  return await core.request({
    route: 'POST /graphql',
    body: { query, variables: { owner, repo, number } },
    doing: `show the items linked with #${number}`,
    needs: `issues=read;${NEEDS}`,
    read: readAs(page, 'data', 'repository', 'issueOrPullRequest'),
  });
}

/** How GraphQL refuses a query with a field, or an argument of a field, that the server does not have. */
const WITHOUT_FIELD = /doesn't exist on type|doesn't accept argument/i;

/** Older servers and some tokens have no GraphQL, or not these fields. Rate limits and cancelled runs are other errors. */
function isWithoutGraphql(error: unknown): boolean {
  if (!(error instanceof CountersignError)) return false;
  return ['github-permission', 'github-refused', 'github-not-found', 'github-unreachable'].includes(
    error.code,
  );
}

/** Groups review comments by the comment that they reply to. REST does not say whether a thread is resolved. */
async function threadsByRest(core: ClientCore, number: number): Promise<readonly ReviewThread[]> {
  const rows = await allPages(core, {
    route: `GET ${core.base}/pulls/${number}/comments`,
    doing: `list the review comments of pull request #${number}`,
    needs: NEEDS,
    read: readAs(reviewComments),
    maxPages: MAX_PAGES,
  });
  const threads = Map.groupBy(rows, (row) => row.in_reply_to_id ?? row.id);
  return [...threads.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [threadOf(first, rest)],
  );
}

function threadOf(first: ReviewCommentRow, rest: readonly ReviewCommentRow[]): ReviewThread {
  const line = first.line ?? null;
  return {
    path: first.path,
    line,
    resolved: null,
    outdated: line === null && first.subject_type !== 'file',
    comments: [first, ...rest].map((row) => ({
      id: row.id,
      author: row.user,
      body: row.body,
      createdAt: row.created_at,
      edited: row.updated_at !== row.created_at,
    })),
    omittedComments: 0,
  };
}
