import * as z from 'zod';
import { checkRun } from '../ports/checks.ts';
import {
  account,
  byOutsider,
  isGiven,
  listOf,
  orNull,
  positive,
  slugOfApp,
  text,
  textOrNull,
} from '../ports/fields.ts';

/** The used parts of webhook payloads. They are required: a payload without one is invalid. Other fields are ignored. */

const sha = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, 'not a commit SHA');

const repository = z.looseObject({
  id: z.number().optional(),
  full_name: z.string(),
  default_branch: z.string().optional(),
});

const base = z.looseObject({ action: textOrNull, sender: account, repository: orNull(repository) });

/** What every text that may request a run has. */
const written = {
  body: text,
  user: account,
  created_at: textOrNull,
  updated_at: textOrNull,
  html_url: textOrNull,
  author_association: byOutsider,
};
const writtenByApp = { ...written, performed_via_github_app: slugOfApp };

const issue = z.looseObject({
  ...writtenByApp,
  number: positive,
  title: text,
  pull_request: isGiven,
});

const pull = z.looseObject({
  ...written,
  number: positive,
  title: text,
  head: z.looseObject({ sha, ref: z.string(), repo: orNull(repository) }),
  base: z.looseObject({ ref: z.string(), repo: orNull(repository) }),
});

export const issuesPayload = z.looseObject({ ...base.shape, issue });

export const issueCommentPayload = z.looseObject({
  ...base.shape,
  issue,
  comment: z.looseObject({ ...writtenByApp, id: z.number() }),
  /** What the comment was before an edit; absent where its text did not change. */
  changes: z.looseObject({ body: z.looseObject({ from: text }).nullish() }).nullish(),
});

export const pullPayload = z.looseObject({ ...base.shape, pull_request: pull });

export const reviewPayload = z.looseObject({
  ...base.shape,
  pull_request: pull,
  review: z.looseObject({
    ...writtenByApp,
    id: z.number(),
    submitted_at: textOrNull,
    state: textOrNull,
  }),
});

export const reviewCommentPayload = z.looseObject({
  ...base.shape,
  pull_request: pull,
  comment: z.looseObject({ ...writtenByApp, id: z.number() }),
});

export const workflowDispatchPayload = z.looseObject({ ...base.shape, ref: textOrNull });

export const repositoryDispatchPayload = z.looseObject({ ...base.shape, branch: textOrNull });

export const pushPayload = z.looseObject({
  ...base.shape,
  ref: z.string(),
  after: sha,
  deleted: z.boolean().default(false),
  compare: textOrNull,
});

/** A workflow run describes the repository of a pull request by its id. */
const baseRepository = orNull(z.looseObject({ id: z.number().optional() }));

export const workflowRunPayload = z.looseObject({
  ...base.shape,
  workflow_run: z.looseObject({
    head_sha: sha,
    head_branch: textOrNull,
    head_repository: orNull(repository),
    html_url: textOrNull,
    pull_requests: listOf(
      z.looseObject({
        number: positive,
        base: z.looseObject({ ref: z.string(), repo: baseRepository }),
      }),
    ),
  }),
});

export const releasePayload = z.looseObject({
  ...base.shape,
  release: z.looseObject({ name: textOrNull, html_url: textOrNull }),
});

export const checkRunPayload = z.looseObject({
  ...base.shape,
  check_run: checkRun,
  requested_action: z
    .looseObject({ identifier: z.string() })
    .nullish()
    .transform((button) => button?.identifier ?? null),
});

export const anyPayload = base;

export type Written = z.infer<z.ZodObject<typeof writtenByApp>>;
export type AnyPayload = z.infer<typeof base>;
export type PullPayload = z.infer<typeof pull>;
export type IssuePayload = z.infer<typeof issue>;
export type Repository = z.infer<typeof repository>;
