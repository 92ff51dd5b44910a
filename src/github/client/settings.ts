import * as z from 'zod';
import { CountersignError, errorText, memoize } from '../../common/index.ts';
import { coreOf, type GitHubOptions } from './client.ts';
import type { ClientCore } from './core.ts';
import { reading } from './schemas.ts';

/** What a repository's settings say that a run's safety leans on. `null` where the token may not know. */
export interface RepositorySettings {
  readonly defaultBranch: string;
  readonly isPublic: boolean;
  /** Whether the default branch is protected or under a ruleset. */
  readonly isProtected: boolean | null;
  /** Whether a change to the default branch takes somebody's review. */
  readonly isReviewed: boolean | null;
  /** What `GITHUB_TOKEN` may do where a workflow does not say. */
  readonly tokenDefault: 'read' | 'write' | null;
  readonly mayApprovePulls: boolean | null;
  /** Whether pull requests from forks of a private repository get write tokens or secrets. */
  readonly forksGetSecrets: boolean | null;
  /** Whose first pull request from a fork waits for a person before workflows run, in GitHub's words; public repositories. */
  readonly forkApproval: string | null;
  /** Why something could not be looked up. */
  readonly unknown: readonly string[];
}

const repository = memoize(() => z.object({ default_branch: z.string(), private: z.boolean() }));
const branch = memoize(() => z.object({ protected: z.boolean() }));
const rules = memoize(() =>
  z.array(
    z.looseObject({
      type: z.string(),
      parameters: z
        .looseObject({ required_approving_review_count: z.number().optional() })
        .optional(),
    }),
  ),
);
const protection = memoize(() =>
  z.looseObject({
    required_pull_request_reviews: z
      .looseObject({ required_approving_review_count: z.number().optional() })
      .optional(),
  }),
);
/** By these words of its 404 GitHub tells a branch without the older protection from one that may not be seen. */
const unprotected = memoize(() => z.looseObject({ message: z.literal('Branch not protected') }));
const approval = memoize(() => z.object({ approval_policy: z.string() }));
const workflow = memoize(() =>
  z.object({
    default_workflow_permissions: z.enum(['read', 'write']),
    can_approve_pull_request_reviews: z.boolean(),
  }),
);
const forks = memoize(() =>
  z.object({
    send_write_tokens_to_workflows: z.boolean(),
    send_secrets_and_variables: z.boolean(),
  }),
);

/** Looks the settings up. What the token may not see is told as words; rejects where the repository cannot be read at all. */
export async function repositorySettings(options: GitHubOptions): Promise<RepositorySettings> {
  const core = coreOf(options);
  const unknown: string[] = [];
  const ask = <T>(path: string, doing: string, schema: () => z.ZodType<T>): Promise<T> =>
    core.request({
      route: `GET ${core.base}${path}`,
      doing,
      needs: 'administration=read',
      read: reading(schema),
    });
  const missed = (error: unknown): null => {
    unknown.push(errorText(error));
    return null;
  };
  const tried = <T>(path: string, doing: string, schema: () => z.ZodType<T>): Promise<T | null> =>
    ask(path, doing, schema).catch(missed);
  const found = await ask('', 'read the repository', repository);
  const name = encodeURIComponent(found.default_branch);
  const [main, ruled, classic, token, fork, outside] = await Promise.all([
    tried(`/branches/${name}`, 'read the default branch', branch),
    tried(`/rules/branches/${name}`, 'read the rules of the default branch', rules),
    protectionOf(core, name).catch(missed),
    tried('/actions/permissions/workflow', 'read the permissions of workflows', workflow),
    found.private
      ? tried(
          '/actions/permissions/fork-pr-workflows-private-repos',
          'read the settings for forks',
          forks,
        )
      : null,
    found.private
      ? null
      : tried(
          '/actions/permissions/fork-pr-contributor-approval',
          'read who of a fork waits for approval',
          approval,
        ),
  ]);
  const reviews = reviewsOf(ruled, classic);
  return {
    defaultBranch: found.default_branch,
    isPublic: !found.private,
    isProtected: main === null && ruled === null ? null : isHeld(main, ruled),
    isReviewed: reviews > 0 ? true : ruled === null || classic === null ? null : false,
    tokenDefault: token?.default_workflow_permissions ?? null,
    mayApprovePulls: token?.can_approve_pull_request_reviews ?? null,
    forksGetSecrets:
      fork === null ? null : fork.send_write_tokens_to_workflows || fork.send_secrets_and_variables,
    forkApproval: outside?.approval_policy ?? null,
    unknown,
  };
}

/** The older protection of a branch: empty where there is none. */
function protectionOf(
  core: ClientCore,
  name: string,
): Promise<z.infer<ReturnType<typeof protection>>> {
  const doing = 'read the protection of the default branch';
  return core.request({
    route: `GET ${core.base}/branches/${name}/protection`,
    doing,
    needs: 'administration=read',
    answers: [404],
    read: (reply) => {
      if (reply.status !== 404) return reading(protection)(reply);
      if (unprotected().safeParse(reply.data).success) return {};
      throw new CountersignError('github-not-found', `GitHub would not ${doing}: Not Found.`);
    },
  });
}

function isHeld(
  main: z.infer<ReturnType<typeof branch>> | null,
  ruled: z.infer<ReturnType<typeof rules>> | null,
): boolean {
  return main?.protected === true || (ruled ?? []).length > 0;
}

/** How many reviews a change takes by what could be seen: rulesets, and the older protection. */
function reviewsOf(
  ruled: z.infer<ReturnType<typeof rules>> | null,
  classic: z.infer<ReturnType<typeof protection>> | null,
): number {
  const counts = (ruled ?? [])
    .filter(({ type }) => type === 'pull_request')
    .map(({ parameters }) => parameters?.required_approving_review_count ?? 0);
  return Math.max(
    0,
    classic?.required_pull_request_reviews?.required_approving_review_count ?? 0,
    ...counts,
  );
}
