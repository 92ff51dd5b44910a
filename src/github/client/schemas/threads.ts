import * as z from 'zod';
import { isOutsider } from '../../events/permission.ts';
import { actor } from '../actor.ts';
import type { LinkedItem, Review, ReviewThread, ThreadComment } from '../../ports/threads.ts';
import { account, text } from './schemas.ts';

const threadComment = z
  .looseObject({
    fullDatabaseId: z.union([z.string(), z.number()]),
    author: actor,
    body: z.string(),
    createdAt: z.string(),
    lastEditedAt: z.string().nullable(),
  })
  .transform(
    (raw): ThreadComment => ({
      id: Number(raw.fullDatabaseId),
      author: raw.author,
      body: raw.body,
      createdAt: raw.createdAt,
      edited: raw.lastEditedAt !== null,
    }),
  );

const thread = z
  .looseObject({
    isResolved: z.boolean(),
    isOutdated: z.boolean(),
    path: z.string(),
    line: z.number().nullable(),
    comments: z.looseObject({ totalCount: z.number(), nodes: z.array(threadComment) }),
  })
  .transform(
    (raw): ReviewThread => ({
      path: raw.path,
      line: raw.line,
      resolved: raw.isResolved,
      outdated: raw.isOutdated,
      comments: raw.comments.nodes,
      omittedComments: raw.comments.totalCount - raw.comments.nodes.length,
    }),
  );

export const threadPage = z.looseObject({
  data: z.looseObject({
    repository: z.looseObject({
      pullRequest: z.looseObject({
        reviewThreads: z.looseObject({
          pageInfo: z.looseObject({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
          nodes: z.array(thread),
        }),
      }),
    }),
  }),
});

export type ThreadPage = z.output<
  typeof threadPage
>['data']['repository']['pullRequest']['reviewThreads'];

/** A review comment as REST has it: without the thread that it is in. */
export const reviewComments = z.array(
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
export type ReviewCommentRow = z.output<typeof reviewComments>[number];

export const pullReviews = z.array(
  z
    .looseObject({
      id: z.number(),
      user: account,
      state: z.string(),
      body: text,
      submitted_at: z.string().nullish(),
      commit_id: z.string().nullish(),
      html_url: z.string(),
      author_association: z.string().nullish(),
    })
    .transform(
      (raw): Review => ({
        id: raw.id,
        author: raw.user,
        state: raw.state,
        body: raw.body,
        submittedAt: raw.submitted_at ?? '',
        commitSha: raw.commit_id ?? null,
        byOutsider: isOutsider(raw.author_association),
        url: raw.html_url,
      }),
    ),
);

const linked = z
  .looseObject({
    number: z.number().int().positive(),
    state: z.string(),
    repository: z.looseObject({ nameWithOwner: z.string() }),
  })
  .transform(
    (raw): LinkedItem => ({
      number: raw.number,
      open: raw.state === 'OPEN',
      repository: raw.repository.nameWithOwner,
    }),
  );
const links = z.looseObject({ nodes: z.array(linked) }).optional();

export const linkedPage = z
  .looseObject({
    data: z.looseObject({
      repository: z.looseObject({
        issueOrPullRequest: z.looseObject({
          closingIssuesReferences: links,
          closedByPullRequestsReferences: links,
        }),
      }),
    }),
  })
  .transform(({ data }): readonly LinkedItem[] => {
    const found = data.repository.issueOrPullRequest;
    const page = found.closingIssuesReferences ?? found.closedByPullRequestsReferences;
    return page?.nodes ?? [];
  });
