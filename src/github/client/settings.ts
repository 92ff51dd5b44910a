import * as z from 'zod';
import { CountersignError, errorText } from '../../common/index.ts';
import { coreOf, type GitHubOptions } from './client.ts';
import { allPages, type ClientCore, readAs } from './transport/core.ts';
import { renamed } from '../ports/fields.ts';

/** The settings of a repository that a run's safety depends on. `null`: the token may not read it. */
export interface RepositorySettings {
  readonly defaultBranch: string;
  readonly isPublic: boolean;
  /** Whether the default branch is protected or has a ruleset. */
  readonly isProtected: boolean | null;
  /** Whether a change to the default branch requires a review. */
  readonly isReviewed: boolean | null;
  /** The default permissions of `GITHUB_TOKEN`. */
  readonly tokenDefault: 'read' | 'write' | null;
  readonly mayApprovePulls: boolean | null;
  /** Whether pull requests from forks of a private repository get write tokens or secrets. */
  readonly forksGetSecrets: boolean | null;
  /** GitHub's name of the contributors whose pull requests from forks need approval to run workflows; public repositories. */
  readonly forkApproval: string | null;
  /** Why settings could not be read. */
  readonly unknown: readonly string[];
}

const repository = z.object({ default_branch: z.string(), private: z.boolean() });
const branch = z.object({ protected: z.boolean() });
const rules = z.array(
  z.looseObject({
    type: z.string(),
    parameters: z
      .looseObject({ required_approving_review_count: z.number().optional() })
      .optional(),
  }),
);
type Rules = readonly z.infer<typeof rules>[number][];
const protection = z.looseObject({
  required_pull_request_reviews: z
    .looseObject({ required_approving_review_count: z.number().optional() })
    .optional(),
});
/** The message by which GitHub's 404 distinguishes a branch without classic protection from one that the token may not read. */
const unprotected = z.looseObject({ message: z.literal('Branch not protected') });
const approval = z.object({ approval_policy: z.string() });
const workflow = renamed({
  tokenDefault: ['default_workflow_permissions', z.enum(['read', 'write'])],
  mayApprovePulls: ['can_approve_pull_request_reviews', z.boolean()],
});
/** GitHub allows 75 rulesets in a repository and as many in its organisation, each with some rules. */
const MAX_RULE_PAGES = 30;
const forks = z.object({
  send_write_tokens_to_workflows: z.boolean(),
  send_secrets_and_variables: z.boolean(),
});

/** Reads the settings. `unknown` lists those that the token may not read. Rejects if the repository itself cannot be read. */
export async function repositorySettings(options: GitHubOptions): Promise<RepositorySettings> {
  const core = coreOf(options);
  const unknown: string[] = [];
  const read = <T>(path: string, doing: string, schema: z.ZodType<T>): Promise<T> =>
    core.request({
      route: `GET ${core.base}${path}`,
      doing,
      needs: 'administration=read',
      read: readAs(schema),
    });
  const noteUnknown = (error: unknown): null => {
    unknown.push(errorText(error));
    return null;
  };
  const readOrNull = <T>(path: string, doing: string, schema: z.ZodType<T>): Promise<T | null> =>
    read(path, doing, schema).catch(noteUnknown);
  const found = await read('', 'read the repository', repository);
  const name = encodeURIComponent(found.default_branch);
  const [main, ruled, classic, token, fork, outside] = await Promise.all([
    readOrNull(`/branches/${name}`, 'read the default branch', branch),
    allPages(core, {
      route: `GET ${core.base}/rules/branches/${name}`,
      doing: 'read the rules of the default branch',
      needs: 'administration=read',
      read: readAs(rules),
      maxPages: MAX_RULE_PAGES,
    }).catch(noteUnknown),
    protectionOf(core, name).catch(noteUnknown),
    readOrNull('/actions/permissions/workflow', 'read the permissions of workflows', workflow),
    found.private
      ? readOrNull(
          '/actions/permissions/fork-pr-workflows-private-repos',
          'read the settings for forks',
          forks,
        )
      : null,
    found.private
      ? null
      : readOrNull(
          '/actions/permissions/fork-pr-contributor-approval',
          'read the approval policy for forks',
          approval,
        ),
  ]);
  const reviews = reviewsOf(ruled, classic);
  return {
    defaultBranch: found.default_branch,
    isPublic: !found.private,
    isProtected: main === null && ruled === null ? null : isProtected(main, ruled),
    isReviewed: reviews > 0 ? true : ruled === null || classic === null ? null : false,
    ...(token ?? { tokenDefault: null, mayApprovePulls: null }),
    forksGetSecrets:
      fork === null ? null : fork.send_write_tokens_to_workflows || fork.send_secrets_and_variables,
    forkApproval: outside?.approval_policy ?? null,
    unknown,
  };
}

/** The classic protection of a branch; empty if it has none. */
function protectionOf(core: ClientCore, name: string): Promise<z.infer<typeof protection>> {
  const doing = 'read the protection of the default branch';
  return core.request({
    route: `GET ${core.base}/branches/${name}/protection`,
    doing,
    needs: 'administration=read',
    answers: [404],
    read: (reply) => {
      if (reply.status !== 404) return readAs(protection)(reply);
      if (unprotected.safeParse(reply.data).success) return {};
      throw new CountersignError('github-not-found', `GitHub would not ${doing}: Not Found.`);
    },
  });
}

function isProtected(main: z.infer<typeof branch> | null, ruled: Rules | null): boolean {
  return main?.protected === true || (ruled ?? []).length > 0;
}

/** The number of required reviews, by rulesets and by the classic protection. */
function reviewsOf(ruled: Rules | null, classic: z.infer<typeof protection> | null): number {
  const counts = (ruled ?? [])
    .filter(({ type }) => type === 'pull_request')
    .map(({ parameters }) => parameters?.required_approving_review_count ?? 0);
  return Math.max(
    0,
    classic?.required_pull_request_reviews?.required_approving_review_count ?? 0,
    ...counts,
  );
}
