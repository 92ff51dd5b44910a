import { CountersignError } from '../../common/index.ts';
import { ACTOR_FIELDS } from './actor.ts';
import { allPages, type ClientCore, tooMany } from './core.ts';
import type { GitHub } from '../ports/github.ts';
import type { GitHubThreads, LinkedItem, ReviewThread } from '../ports/threads.ts';
import { readAs } from './schemas/schemas.ts';
import {
  linkedPage,
  pullReviews,
  type ReviewCommentRow,
  reviewComments,
  type ThreadPage,
  threadPage,
} from './schemas/threads.ts';

const MAX_PAGES = 20;
const THREADS_PER_PAGE = 50;
const COMMENTS_PER_THREAD = 50;
const MAX_LINKED = 25;
const NEEDS = 'pull_requests=read';

const THREADS = `query($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) { pullRequest(number: $number) {
    reviewThreads(first: ${THREADS_PER_PAGE}, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { isResolved isOutdated path line comments(first: ${COMMENTS_PER_THREAD}) {
        totalCount nodes { fullDatabaseId author { ${ACTOR_FIELDS} } body createdAt lastEditedAt }
      } }
    } } } }`;

const LINKED = `query($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) { issueOrPullRequest(number: $number) {
    ... on PullRequest { closingIssuesReferences(first: ${MAX_LINKED}) {
      nodes { number state repository { nameWithOwner } } } }
    ... on Issue { closedByPullRequestsReferences(first: ${MAX_LINKED}, includeClosedPrs: true) {
      nodes { number state repository { nameWithOwner } } } }
  } } }`;

/** Review threads, reviews and links. */
export function threadsClient(core: ClientCore): GitHubThreads & Pick<GitHub, 'pullReviews'> {
  return {
    reviewThreads: async (pull) => {
      try {
        return await threadsByGraphql(core, pull);
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
        read: readAs(pullReviews),
        maxPages: MAX_PAGES,
        known: core.known.reviews,
      }),
    linkedItems: (number): Promise<readonly LinkedItem[]> =>
      core.request({
        route: 'POST /graphql',
        graphql: true,
        body: { query: LINKED, variables: { owner: core.owner, repo: core.repo, number } },
        doing: `show the items linked with #${number}`,
        needs: `issues=read;${NEEDS}`,
        read: readAs(linkedPage),
      }),
  };
}

/** Older servers and some tokens have no GraphQL, or not these fields. Rate limits and cancelled runs are other errors. */
function isWithoutGraphql(error: unknown): boolean {
  if (!(error instanceof CountersignError)) return false;
  return ['github-permission', 'github-refused', 'github-not-found', 'github-unreachable'].includes(
    error.code,
  );
}

async function threadsByGraphql(core: ClientCore, number: number) {
  const all: ReviewThread[] = [];
  let after: string | null = null;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { nodes, pageInfo } = await threadPageOf(core, number, after);
    all.push(...nodes);
    if (!pageInfo.hasNextPage) return all;
    after = pageInfo.endCursor;
  }
  throw tooMany(`list as review threads of #${number}`, MAX_PAGES * THREADS_PER_PAGE);
}

async function threadPageOf(
  core: ClientCore,
  number: number,
  after: string | null,
): Promise<ThreadPage> {
  const variables = { owner: core.owner, repo: core.repo, number, after };
  const { data } = await core.request({
    route: 'POST /graphql',
    graphql: true,
    body: { query: THREADS, variables },
    doing: `list the review threads of pull request #${number}`,
    needs: NEEDS,
    read: readAs(threadPage),
  });
  return data.repository.pullRequest.reviewThreads;
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
  const threads = new Map<number, ReviewCommentRow[]>();
  for (const row of rows) {
    const first = row.in_reply_to_id ?? row.id;
    threads.set(first, [...(threads.get(first) ?? []), row]);
  }
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
