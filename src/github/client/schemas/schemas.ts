import * as z from 'zod';
import { ZOD_OPTIONS } from '../../../common/index.ts';
import { field } from '../transport/classify-reply.ts';
import { isOutsider } from '../../events/permission.ts';
import { actor } from '../actor.ts';
import type {
  Account,
  CommentEdits,
  CommentVersion,
  IssueComment,
  Issue,
  PullRequestFile,
  PullRequest,
  ThreadState,
  WorkflowRun,
} from '../../ports/github.ts';

/**
 * The parts of GitHub's answers that are used. Other fields are ignored.
 */

/** `null` if the account was deleted: GitHub then gives `null` or leaves the field out. */
export const account = z
  .looseObject({ login: z.string().min(1), id: z.number(), type: z.string().default('User') })
  .nullish()
  .transform((user): Account | null =>
    user === null || user === undefined
      ? null
      : { login: user.login, id: user.id, type: user.type },
  );

/** GitHub gives `null` for an empty body. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** `null` where GitHub gives it or leaves the field out. */
export const orNull = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);

/** Whether GitHub gives the field at all, such as the `pull_request` of an issue that is one. */
export const isGiven = z
  .unknown()
  .optional()
  .transform((value) => value !== undefined && value !== null);

/** A SHA-256 without GitHub's prefix; `null` if GitHub does not report it. */
const sha256Digest = z
  .string()
  .nullish()
  .transform((digest) => digest?.replace(/^sha256:/, '') ?? null);

export const slugOfApp = z
  .looseObject({ slug: z.string().nullish() })
  .nullish()
  .transform((app) => (app === null || app === undefined ? null : (app.slug ?? 'unknown app')));

export const comment = z
  .looseObject({
    id: z.number(),
    node_id: z.string(),
    user: account,
    performed_via_github_app: slugOfApp,
    body: text,
    author_association: z.string().nullish(),
    created_at: z.string(),
    updated_at: z.string(),
    html_url: z.string(),
  })
  .transform(
    (raw): IssueComment => ({
      id: raw.id,
      nodeId: raw.node_id,
      author: raw.user,
      viaApp: raw.performed_via_github_app,
      body: raw.body,
      byOutsider: isOutsider(raw.author_association),
      createdAt: raw.created_at,
      updatedAt: raw.updated_at,
      url: raw.html_url,
    }),
  );

export const comments = z.array(comment);

export const issue = z
  .looseObject({
    number: z.number().int().positive(),
    title: text,
    body: text,
    user: account,
    state: z.string(),
    pull_request: isGiven,
    html_url: z.string(),
  })
  .transform(
    (raw): Issue => ({
      number: raw.number,
      title: raw.title,
      body: raw.body,
      author: raw.user,
      open: raw.state === 'open',
      isPullRequest: raw.pull_request,
      url: raw.html_url,
    }),
  );

export const issues = z.array(issue);

const repositoryName = z.looseObject({ full_name: z.string() }).nullish();

export const workflowRun = z
  .looseObject({
    id: z.number().int().positive(),
    path: z.string(),
    event: z.string(),
    status: z.string().nullable(),
    run_attempt: z.number().int().positive().default(1),
    repository: z.looseObject({ full_name: z.string() }),
    head_repository: z.looseObject({ full_name: z.string() }).nullable(),
  })
  .transform(
    (raw): WorkflowRun => ({
      id: raw.id,
      repository: raw.repository.full_name,
      headRepository: raw.head_repository?.full_name ?? null,
      // `path@ref` where the workflow is one that another calls.
      workflow: raw.path.split('@')[0] ?? raw.path,
      event: raw.event,
      attempt: raw.run_attempt,
      completed: raw.status === 'completed',
    }),
  );

export const pull = z
  .looseObject({
    number: z.number().int().positive(),
    user: account,
    state: z.string(),
    head: z.looseObject({ sha: z.string(), ref: z.string(), repo: repositoryName }),
    base: z.looseObject({ ref: z.string() }),
    commits: z.number().int().nonnegative().optional(),
  })
  .transform((raw): PullRequest & { readonly commits: number | null } => ({
    number: raw.number,
    author: raw.user,
    open: raw.state === 'open',
    headSha: raw.head.sha,
    headRef: raw.head.ref,
    headRepository: raw.head.repo?.full_name ?? null,
    baseRef: raw.base.ref,
    commits: raw.commits ?? null,
  }));

/** GitHub gives an empty object, too, where it knows no account. */
const committer = z.union([z.strictObject({}).transform(() => null), account]);

export const pullCommits = z.array(
  z.looseObject({
    sha: z.string(),
    author: committer,
    committer: committer,
    commit: z.looseObject({ message: z.string() }),
  }),
);

/** Where a page of a GraphQL connection ends. */
export const pageInfo = z.looseObject({
  hasNextPage: z.boolean(),
  endCursor: z.string().nullable(),
});

const gitAuthor = z.looseObject({
  user: z.looseObject({ login: z.string(), databaseId: z.number() }).nullable(),
});

/** The authors of commits by GraphQL, those of `Co-authored-by` lines included. */
export const commitAuthors = z.looseObject({
  pageInfo,
  nodes: z.array(
    z.looseObject({
      commit: z.looseObject({
        oid: z.string(),
        authors: z.looseObject({ totalCount: z.number(), nodes: z.array(gitAuthor) }),
      }),
    }),
  ),
});

export const nonEmpty = z.string().min(1);

/** A file's `content` is base64 with line breaks; above 1 MB it is empty and `encoding` is `none`. */
export const contentFile = z.looseObject({
  type: z.string(),
  sha: z.string(),
  size: z.number().int().nonnegative(),
  encoding: z.string().optional(),
  content: z.string().optional(),
});

export const contentFolder = z.array(z.looseObject({ type: z.string(), name: z.string() }));

export const blob = z.looseObject({ content: z.string(), encoding: z.string() });

export const permission = z.looseObject({
  permission: z.string(),
  role_name: z.string().nullish(),
  user: account,
});

export const viewer = z.looseObject({ login: nonEmpty, databaseId: z.number().nullish() });

/** `null` for a node that does not exist; without `body` for one that is no comment. */
const commentNode = z
  .looseObject({
    id: z.string(),
    body: z.string(),
    lastEditedAt: z.string().nullable(),
    editor: actor,
  })
  .nullable();

export const threadState = z
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
  const { body, lastEditedAt: at, editor } = node;
  return { body, edit: at === null ? null : { at, editor } };
}

export const commentEdits = z
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

export const commitMade = z.looseObject({
  sha: nonEmpty,
  verification: z.looseObject({ verified: z.boolean() }).nullish(),
});

export const gitTree = z.looseObject({
  tree: z.array(z.looseObject({ path: z.string(), mode: z.string() })),
  truncated: z.boolean(),
});

export const pullMade = z.looseObject({
  number: z.number().int().positive(),
  html_url: z.string(),
});

export const labels = z.array(z.looseObject({ name: z.string() }));

export const reviewMade = z.looseObject({
  id: z.number(),
  html_url: z.string(),
  body: text,
  commit_id: z.string().nullish(),
});

export const reviews = z.array(reviewMade);

export const openPulls = z.array(
  pullMade.extend({ head: z.looseObject({ repo: repositoryName }) }),
);

export const pullFiles = z.array(
  z
    .looseObject({
      filename: z.string(),
      status: z.string(),
      additions: z.number().default(0),
      deletions: z.number().default(0),
      previous_filename: z.string().nullish(),
      patch: z.string().nullish(),
    })
    .transform(
      (raw): PullRequestFile => ({
        path: raw.filename,
        status: raw.status,
        additions: raw.additions,
        deletions: raw.deletions,
        previousPath: raw.previous_filename ?? null,
        patch: raw.patch ?? null,
      }),
    ),
);

export const comparison = z.looseObject({
  merge_base_commit: z.looseObject({ sha: nonEmpty }),
  files: pullFiles.default([]),
});

const artifact = z.looseObject({
  id: z.number(),
  name: z.string(),
  size_in_bytes: z.number(),
  expired: z.boolean().nullish(),
  digest: sha256Digest,
});

export const artifacts = z.array(artifact);

/** `GET /repos/{owner}/{repo}/actions/artifacts`: the same, with the workflow run of each. */
export const repositoryArtifacts = z.looseObject({
  total_count: z.number(),
  artifacts: z.array(
    artifact.extend({
      expired: z.boolean(),
      created_at: z.string().nullable(),
      workflow_run: z
        .looseObject({
          id: z.number().optional(),
          repository_id: z.number().nullish(),
          head_repository_id: z.number().nullish(),
        })
        .nullish(),
    }),
  ),
});

/** `GET /repos/{owner}/{repo}/actions/runs/{run_id}`: which workflow it is of, and whose. */
export const workflowRunOrigin = z.looseObject({
  workflow_id: z.number(),
  event: z.string(),
  repository: z.looseObject({ id: z.number() }).nullish(),
  head_repository: z.looseObject({ id: z.number() }).nullish(),
});

/** `GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs`. */
export const workflowRuns = z.array(
  z.looseObject({
    id: z.number(),
    event: z.string(),
    status: z.string().nullable(),
    conclusion: z.string().nullable(),
    created_at: z.string(),
    html_url: z.string(),
  }),
);

/** `GET /orgs/{org}/repos`. */
export const organizationRepositories = z.array(z.looseObject({ full_name: z.string() }));

/** `GET /repos/{owner}/{repo}/attestations/{digest}`. */
export const attestations = z.array(z.looseObject({ bundle: z.unknown() }));

/** `POST /repos/{owner}/{repo}/attestations`. */
export const attestationMade = z.looseObject({ id: z.number() });

/** `read` for a requester: the parsed value at a path of the answer, or `undefined` where the answer has another shape. */
export function readAs<T>(
  schema: z.ZodType<T>,
  ...path: readonly string[]
): (reply: { readonly data: unknown }) => T | undefined {
  return ({ data }) =>
    schema.safeParse(
      path.reduce((value, key) => field(value, key), data),
      ZOD_OPTIONS,
    ).data;
}
