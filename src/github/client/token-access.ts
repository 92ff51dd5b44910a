import * as z from 'zod';
import { coreOf, type GitHubOptions } from './client.ts';
import type { Reply } from './classify-reply.ts';

/** Of whom a token is: an app's installation (`GITHUB_TOKEN` is one), or a person. */
export type TokenKind = 'installation' | 'fine-grained' | 'classic' | 'oauth' | 'unknown';

/** What can be known of a token without changing anything. What it may write, GitHub does not tell. */
export interface TokenAccess {
  readonly kind: TokenKind;
  /** Scopes of a classic token or an OAuth app's; `null` for the others, which have permissions instead. */
  readonly scopes: readonly string[] | null;
  /** Whether the person behind it administers the repository; `null` where it is no person's. */
  readonly isAdmin: boolean | null;
  /** Permissions by a read that needs them; `null` where the answer told nothing. */
  readonly reads: readonly { readonly permission: string; readonly allowed: boolean | null }[];
}

const PREFIXES: readonly (readonly [string, TokenKind])[] = [
  ['ghs_', 'installation'],
  ['github_pat_', 'fine-grained'],
  ['ghp_', 'classic'],
  ['gho_', 'oauth'],
  ['ghu_', 'oauth'],
];
/** A harmless question each, with the permission that it takes. `BRANCH` is the default one. */
const READS = [
  ['contents', '/commits/BRANCH'],
  ['issues', '/issues?per_page=1'],
  ['pull-requests', '/pulls?per_page=1'],
  ['actions', '/actions/runs?per_page=1'],
] as const;
const REFUSED: readonly number[] = [403, 404];
/** Nothing is there to be read: an empty repository, issues turned off. */
const EMPTY: readonly number[] = [409, 410, 422];

const repository = z.looseObject({
  default_branch: z.string(),
  permissions: z.looseObject({ admin: z.boolean() }).optional(),
});

/** Asks what the token is and what it may read. Rejects where the repository cannot be read at all. */
export async function tokenAccess(options: GitHubOptions): Promise<TokenAccess> {
  const core = coreOf(options);
  const kind = PREFIXES.find(([prefix]) => options.token.startsWith(prefix))?.[1] ?? 'unknown';
  const about = await core.request({
    route: `GET ${core.base}`,
    doing: 'read the repository',
    needs: 'metadata=read',
    read: (reply) => {
      const parsed = repository.safeParse(reply.data);
      return parsed.success ? { ...parsed.data, headers: reply.headers } : undefined;
    },
  });
  const branch = encodeURIComponent(about.default_branch);
  const reads = await Promise.all(
    READS.map(async ([permission, path]) => ({
      permission,
      allowed: await core.request({
        route: `GET ${core.base}${path.replace('BRANCH', branch)}`,
        doing: `read with the permission ${permission}`,
        needs: `${permission.replace('-', '_')}=read`,
        answers: [...REFUSED, ...EMPTY],
        read: ({ status }) => ({
          value: REFUSED.includes(status) ? false : EMPTY.includes(status) ? null : true,
        }),
      }),
    })),
  );
  return {
    kind,
    scopes: scopesOf(about.headers),
    isAdmin: kind === 'installation' ? null : (about.permissions?.admin ?? null),
    reads: reads.map(({ permission, allowed }) => ({ permission, allowed: allowed.value })),
  };
}

function scopesOf(headers: Reply['headers']): readonly string[] | null {
  const told = headers['x-oauth-scopes'];
  if (told === undefined) return null;
  return told
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '');
}
