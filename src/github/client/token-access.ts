import * as z from 'zod';
import { coreOf, type GitHubOptions } from './client.ts';
import type { Reply } from './transport/classify-reply.ts';

/** The kind of a token: an App installation's (such as `GITHUB_TOKEN`), or a person's. */
type TokenKind = 'installation' | 'fine-grained' | 'classic' | 'oauth' | 'unknown';

/** The facts about a token that reads can show. GitHub does not say what a token may write. */
export interface TokenAccess {
  readonly kind: TokenKind;
  /** The scopes of a classic or OAuth token; `null` for the others, which have permissions instead. */
  readonly scopes: readonly string[] | null;
  /** Whether its owner is an admin of the repository; `null` for an installation. */
  readonly isAdmin: boolean | null;
  /** Permissions, each tested by a read that needs it; `null`: the answer was inconclusive. */
  readonly reads: readonly { readonly permission: string; readonly allowed: boolean | null }[];
}

const PREFIXES: readonly (readonly [string, TokenKind])[] = [
  ['ghs_', 'installation'],
  ['github_pat_', 'fine-grained'],
  ['ghp_', 'classic'],
  ['gho_', 'oauth'],
  ['ghu_', 'oauth'],
];
/** Harmless reads with the permission that each needs. `BRANCH` is the default branch. */
const READS = [
  ['contents', '/commits/BRANCH'],
  ['issues', '/issues?per_page=1'],
  ['pull-requests', '/pulls?per_page=1'],
  ['actions', '/actions/runs?per_page=1'],
] as const;
const REFUSED_STATUSES: readonly number[] = [403, 404];
/** There is nothing to read: an empty repository, or disabled issues. */
const EMPTY_STATUSES: readonly number[] = [409, 410, 422];

const repository = z.looseObject({
  default_branch: z.string(),
  permissions: z.looseObject({ admin: z.boolean() }).optional(),
});

/** Finds out the kind of the token and what it may read. Rejects if the repository itself cannot be read. */
export async function tokenAccess(options: GitHubOptions): Promise<TokenAccess> {
  const core = coreOf(options);
  const kind = PREFIXES.find(([prefix]) => options.token.startsWith(prefix))?.[1] ?? 'unknown';
  const repo = await core.request({
    route: `GET ${core.base}`,
    doing: 'read the repository',
    needs: 'metadata=read',
    read: (reply) => {
      const parsed = repository.safeParse(reply.data);
      return parsed.success ? { ...parsed.data, headers: reply.headers } : undefined;
    },
  });
  const branch = encodeURIComponent(repo.default_branch);
  const reads = await Promise.all(
    READS.map(async ([permission, path]) => ({
      permission,
      allowed: await core.request({
        route: `GET ${core.base}${path.replace('BRANCH', branch)}`,
        doing: `read with the permission ${permission}`,
        needs: `${permission.replace('-', '_')}=read`,
        answers: [...REFUSED_STATUSES, ...EMPTY_STATUSES],
        read: ({ status }): boolean | null => {
          if (REFUSED_STATUSES.includes(status)) return false;
          return EMPTY_STATUSES.includes(status) ? null : true;
        },
      }),
    })),
  );
  return {
    kind,
    scopes: scopesOf(repo.headers),
    isAdmin: kind === 'installation' ? null : (repo.permissions?.admin ?? null),
    reads,
  };
}

function scopesOf(headers: Reply['headers']): readonly string[] | null {
  const scopes = headers['x-oauth-scopes'];
  if (scopes === undefined) return null;
  return scopes
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '');
}
