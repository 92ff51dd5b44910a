import type { GitHub } from '../../github/index.ts';
import { type ApprovalSettings, globCovers } from '../../policy/index.ts';
import type { ApprovalRequest } from '../approver.ts';
import { type ApproverRule, parseApprover } from './approvers.ts';

/** GitHub reads no larger CODEOWNERS file. */
const CODEOWNERS_MAX_CHARACTERS = 3_000_000;
/** Most code owners that are mentioned, so that a call that touches many files does not notify a whole company. */
const OWNERS_MENTIONED_MAX = 10;
/** The paths that GitHub reads, in its order; the first file that exists counts. */
export const CODEOWNERS_PATHS = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;

/** The words of a line. A blank behind `\` belongs to its word. */
const WORDS = /(?:\\.|\S)+/g;
/** What a pattern without its escaped characters must not have. */
const UNREADABLE = /^!|[[\]\\]/;

interface OwnersLine {
  readonly globs: readonly string[];
  readonly owners: readonly string[];
}

/** The lines of a CODEOWNERS file. */
export type CodeOwners = readonly OwnersLine[];

/**
 * Parses a CODEOWNERS file as GitHub reads it. Patterns are gitignore's without `!`, `[…]` and `\#`; like GitHub, it
 * skips a line that uses one of those. `\` makes the next character literal, a blank too. A file larger than GitHub reads
 * has no lines. Pure.
 */
export function parseCodeOwners(text: string): CodeOwners {
  if (text.length > CODEOWNERS_MAX_CHARACTERS) return [];
  const lines: OwnersLine[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const words = raw.replace(/^\uFEFF/, '').match(WORDS) ?? [];
    const comment = words.findIndex((word) => word.startsWith('#'));
    const [pattern, ...owners] = comment === -1 ? words : words.slice(0, comment);
    if (pattern === undefined || UNREADABLE.test(pattern.replaceAll(/\\[^#]/g, 'x'))) continue;
    lines.push({ globs: globsOf(pattern), owners });
  }
  return lines;
}

/** The owners of a path by the last line that matches; empty if no line matches, or if that line names nobody. */
export function ownersOf(codeOwners: CodeOwners, path: string): readonly ApproverRule[] {
  const line = codeOwners.findLast(({ globs }) => globs.some((glob) => globCovers(glob, path)));
  return (line?.owners ?? [])
    .filter((owner) => owner.startsWith('@'))
    .map(parseApprover)
    .filter((rule) => rule !== null);
}

/** The same as the logins and teams that a comment can mention: `@user`, `@org/team`. */
export function ownerNames(codeOwners: CodeOwners, path: string): readonly string[] {
  return ownersOf(codeOwners, path).flatMap((rule) => {
    if (rule.kind === 'user') return [`@${rule.login}`];
    return rule.kind === 'team' ? [`@${rule.org}/${rule.slug}`] : [];
  });
}

/** Who is mentioned: `@user` and `@org/team`, and for `codeowners` the owners of the files that the calls touch. */
export function mentions(
  {
    settings,
    codeOwners,
  }: {
    readonly settings: Pick<ApprovalSettings, 'notify'>;
    readonly codeOwners: CodeOwners | null;
  },
  requests: readonly ApprovalRequest[],
): readonly string[] {
  const named = settings.notify.filter((entry) => entry !== 'codeowners');
  if (!settings.notify.includes('codeowners') || codeOwners === null) return named;
  const files = requests.flatMap(({ paths }) => paths ?? []);
  const owners = files.flatMap((path) => ownerNames(codeOwners, path));
  return [...new Set([...named, ...[...new Set(owners)].slice(0, OWNERS_MENTIONED_MAX)])];
}

/** Reads CODEOWNERS at a trusted commit; `null` if the repository has none. Throws GitHub's errors. */
export async function readCodeOwners(
  github: Pick<GitHub, 'fileAt'>,
  commit: string,
): Promise<CodeOwners | null> {
  for (const path of CODEOWNERS_PATHS) {
    const file = await github.fileAt(commit, path);
    if (file !== null) return parseCodeOwners(file.text);
  }
  return null;
}

/** A character that is literal in a pattern, for a glob. The `\` before an ordinary one goes. */
function escapedInGlob(found: string): string {
  if (found === '\\') return '';
  return found.startsWith('\\') ? found : `\\${found}`;
}

/** A gitignore-like pattern as globs: the path itself, and everything below it. */
function globsOf(pattern: string): readonly string[] {
  const folder = pattern.endsWith('/');
  const bare = pattern
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .replaceAll(/\\(?=[\w\s.-])|\\.|[{}()+]/g, escapedInGlob);
  // As in gitignore, a slash alone matches nothing.
  if (bare === '') return [];
  const anchored = pattern.startsWith('/') || bare.includes('/');
  const base = anchored ? bare : `**/${bare}`;
  if (folder) return [`${base}/**/*`];
  if (bare.endsWith('/**')) return [`${base}/*`];
  // In CODEOWNERS `docs/*` matches only files directly in docs, and `/*` in the root; `docs` matches everything below.
  return anchored && /(?:^|\/)\*$/.test(bare) ? [base] : [base, `${base}/**`];
}
