import * as z from 'zod';
import { memoize } from '../../common/index.ts';
import { checkRun } from '../client/schemas-checks.ts';
import { account, slugOfApp, text } from '../client/schemas.ts';

/** The used parts of webhook payloads. They are required: a payload without one is invalid. Other fields are ignored. */

const number = memoize(() => z.number().int().positive());
const sha = memoize(() => z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'not a commit SHA'));
const nullableText = memoize(() =>
  z
    .string()
    .nullish()
    .transform((value) => value ?? null),
);

const repository = memoize(() =>
  z.looseObject({
    id: z.number().optional(),
    full_name: z.string(),
    default_branch: z.string().optional(),
  }),
);

const base = memoize(() =>
  z.looseObject({
    action: nullableText(),
    sender: account(),
    repository: repository()
      .nullish()
      .transform((value) => value ?? null),
  }),
);

const issue = memoize(() =>
  z.looseObject({
    number: number(),
    title: text(),
    body: text(),
    user: account(),
    performed_via_github_app: slugOfApp(),
    pull_request: z.unknown().optional(),
    created_at: nullableText(),
    html_url: nullableText(),
    author_association: nullableText(),
  }),
);

const head = memoize(() =>
  z.looseObject({
    sha: sha(),
    ref: z.string(),
    repo: repository()
      .nullish()
      .transform((value) => value ?? null),
  }),
);

const pull = memoize(() =>
  z.looseObject({
    number: number(),
    title: text(),
    body: text(),
    user: account(),
    created_at: nullableText(),
    html_url: nullableText(),
    author_association: nullableText(),
    head: head(),
    base: z.looseObject({
      ref: z.string(),
      repo: repository()
        .nullish()
        .transform((value) => value ?? null),
    }),
  }),
);

const written = memoize(() => ({
  body: text(),
  user: account(),
  performed_via_github_app: slugOfApp(),
  html_url: nullableText(),
  author_association: nullableText(),
}));

export const issuesPayload = memoize(() => z.looseObject({ ...base().shape, issue: issue() }));

export const issueCommentPayload = memoize(() =>
  z.looseObject({
    ...base().shape,
    issue: issue(),
    comment: z.looseObject({
      ...written(),
      id: z.number(),
      created_at: nullableText(),
    }),
  }),
);

export const pullPayload = memoize(() => z.looseObject({ ...base().shape, pull_request: pull() }));

export const reviewPayload = memoize(() =>
  z.looseObject({
    ...base().shape,
    pull_request: pull(),
    review: z.looseObject({ ...written(), id: z.number(), submitted_at: nullableText() }),
  }),
);

export const reviewCommentPayload = memoize(() =>
  z.looseObject({
    ...base().shape,
    pull_request: pull(),
    comment: z.looseObject({ ...written(), id: z.number(), created_at: nullableText() }),
  }),
);

const inputs = memoize(() =>
  z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((value) => value ?? {}),
);

/** A dispatch from the web page without inputs has `inputs: null`. */
export const workflowDispatchPayload = memoize(() =>
  z.looseObject({ ...base().shape, inputs: inputs(), ref: nullableText() }),
);

export const repositoryDispatchPayload = memoize(() =>
  z.looseObject({
    ...base().shape,
    client_payload: inputs(),
    branch: nullableText(),
  }),
);

export const schedulePayload = memoize(() =>
  z.looseObject({ ...base().shape, schedule: nullableText() }),
);

export const pushPayload = memoize(() =>
  z.looseObject({
    ...base().shape,
    ref: z.string(),
    after: sha(),
    deleted: z.boolean().default(false),
    compare: nullableText(),
  }),
);

export const workflowRunPayload = memoize(() =>
  z.looseObject({
    ...base().shape,
    workflow_run: z.looseObject({
      id: z.number(),
      head_sha: sha(),
      head_branch: nullableText(),
      head_repository: repository()
        .nullish()
        .transform((value) => value ?? null),
      conclusion: nullableText(),
      html_url: nullableText(),
      pull_requests: z
        .array(z.looseObject({ number: number(), base: z.looseObject({ ref: z.string() }) }))
        .nullish()
        .transform((value) => value ?? []),
    }),
  }),
);

export const releasePayload = memoize(() =>
  z.looseObject({
    ...base().shape,
    release: z.looseObject({
      tag_name: z.string(),
      name: nullableText(),
      html_url: nullableText(),
    }),
  }),
);

export const checkRunPayload = memoize(() =>
  z.looseObject({
    ...base().shape,
    check_run: checkRun(),
    requested_action: z
      .looseObject({ identifier: z.string() })
      .nullish()
      .transform((button) => button?.identifier ?? null),
  }),
);

export const anyPayload = base;

export type AnyPayload = z.infer<ReturnType<typeof base>>;
export type PullPayload = z.infer<ReturnType<typeof pull>>;
export type IssuePayload = z.infer<ReturnType<typeof issue>>;
export type Repository = z.infer<ReturnType<typeof repository>>;
