import * as z from 'zod';
import { ZOD_OPTIONS } from '../../../common/index.ts';
import { field } from '../transport/classify-reply.ts';
import { isOutsider } from '../../events/permission.ts';
import { actor } from '../actor.ts';
import type { CheckRunState } from '../../ports/checks.ts';
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

/** The parts of GitHub's answers and events that are used. Other fields are ignored. */

/** For each of our fields: GitHub's name, and the schema of its value. */
type Renamed<T> = { readonly [K in keyof T]: readonly [name: string, schema: z.ZodType<T[K]>] };

/** An object of GitHub's under our own names. */
export function renamed<T extends object>(fields: Renamed<T>): z.ZodType<T>;
export function renamed(fields: Renamed<Record<string, unknown>>): z.ZodType<object> {
  const names = Object.entries(fields);
  return z
    .looseObject(Object.fromEntries(Object.values(fields)))
    .transform((raw) => Object.fromEntries(names.map(([own, [name]]) => [own, raw[name]])));
}

/** A number by which GitHub names something: an id, or the number of an issue. */
export const positive = z.number().int().positive();

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
export const textOrNull = orNull(z.string());

/** The text under a key of an object; `null` without either. */
export const textUnder = (key: string) =>
  z
    .looseObject({ [key]: textOrNull })
    .nullish()
    .transform((holder) => holder?.[key] ?? null);

/** Whether GitHub gives the field at all, such as the `pull_request` of an issue that is one. */
export const isGiven = z
  .unknown()
  .optional()
  .transform((value) => value !== undefined && value !== null);

export const slugOfApp = z
  .looseObject({ slug: z.string().nullish() })
  .nullish()
  .transform((app) => (app === null || app === undefined ? null : (app.slug ?? 'unknown app')));

export const byOutsider = z.string().nullish().transform(isOutsider);

export const comment = renamed<IssueComment>({
  id: ['id', z.number()],
  nodeId: ['node_id', z.string()],
  author: ['user', account],
  viaApp: ['performed_via_github_app', slugOfApp],
  body: ['body', text],
  byOutsider: ['author_association', byOutsider],
  createdAt: ['created_at', z.string()],
  updatedAt: ['updated_at', z.string()],
  url: ['html_url', z.string()],
});

export const comments = z.array(comment);

const isOpen = z.string().transform((state) => state === 'open');

export const issue = renamed<Issue>({
  number: ['number', positive],
  title: ['title', text],
  body: ['body', text],
  author: ['user', account],
  open: ['state', isOpen],
  isPullRequest: ['pull_request', isGiven],
  url: ['html_url', z.string()],
});

export const issues = z.array(issue);

/** The App of a check run. GitHub gives `null` if the App was deleted, which then identifies nobody. */
const app = z
  .looseObject({ id: z.number().int(), slug: text })
  .nullish()
  .transform((raw) => (raw ? { id: raw.id, slug: raw.slug } : { id: 0, slug: '' }));

/** A check run, in answers and in event payloads alike. */
export const checkRun = renamed<CheckRunState>({
  id: ['id', positive],
  url: ['html_url', text],
  app: ['app', app],
  headSha: ['head_sha', z.string()],
  externalId: ['external_id', text],
  conclusion: ['conclusion', textOrNull],
});

/** `owner/name` of a repository; `null` if it was deleted. */
export const repositoryName = textUnder('full_name');

export const workflowRun = renamed<WorkflowRun>({
  id: ['id', positive],
  repository: [
    'repository',
    z.looseObject({ full_name: z.string() }).transform((one) => one.full_name),
  ],
  headRepository: ['head_repository', repositoryName],
  // `path@ref` where the workflow is one that another calls.
  workflow: ['path', z.string().transform((path) => path.split('@', 1)[0] ?? path)],
  event: ['event', z.string()],
  attempt: ['run_attempt', positive.default(1)],
  completed: [
    'status',
    z
      .string()
      .nullable()
      .transform((status) => status === 'completed'),
  ],
});

export const pull = z
  .looseObject({
    number: positive,
    user: account,
    state: isOpen,
    head: z.looseObject({ sha: z.string(), ref: z.string(), repo: repositoryName }),
    base: z.looseObject({ ref: z.string() }),
    commits: z.number().int().nonnegative().optional(),
  })
  .transform(({ number, user, state, head, base, commits }) => {
    const places = { headSha: head.sha, headRef: head.ref, headRepository: head.repo };
    const found: PullRequest = { number, author: user, open: state, ...places, baseRef: base.ref };
    return { ...found, commits: commits ?? null };
  });

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
  number: positive,
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
  renamed<PullRequestFile>({
    path: ['filename', z.string()],
    status: ['status', z.string()],
    additions: ['additions', z.number().default(0)],
    deletions: ['deletions', z.number().default(0)],
    previousPath: ['previous_filename', textOrNull],
    patch: ['patch', textOrNull],
  }),
);

export const comparison = z.looseObject({
  merge_base_commit: z.looseObject({ sha: nonEmpty }),
  files: pullFiles.default([]),
});

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
