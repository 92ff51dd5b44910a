import type { GitHub } from '../../github/index.ts';
import { type ApproverRule, parseApprover } from './settings.ts';

/** GitHub reads no larger CODEOWNERS file. */
const CODEOWNERS_MAX_CHARACTERS = 3_000_000;
/** Where GitHub looks, in its order; the first that exists counts. */
export const CODEOWNERS_PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;

/** True where a glob (`**` any depth, `*` within one part, dot files too) covers a path from the root. */
export type GlobMatcher = (glob: string, path: string) => boolean;

interface OwnersLine {
  readonly globs: readonly string[];
  readonly owners: readonly string[];
}

/** A CODEOWNERS file, parsed, with the matcher for its globs. */
export interface CodeOwners {
  readonly lines: readonly OwnersLine[];
  readonly matches: GlobMatcher;
}

/**
 * Parses a CODEOWNERS file as GitHub reads it. Patterns are gitignore's without `!`, `[…]` and `\`; a line that uses
 * one of those is skipped, as GitHub does. A larger file than GitHub reads has no lines. Pure.
 */
export function parseCodeOwners(text: string, matches: GlobMatcher): CodeOwners {
  if (text.length > CODEOWNERS_MAX_CHARACTERS) return { lines: [], matches };
  const lines: OwnersLine[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const words = raw
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    const [pattern, ...owners] = words;
    if (pattern === undefined || pattern === '' || /^!|[[\]\\]/.test(pattern)) continue;
    lines.push({ globs: globsOf(pattern), owners });
  }
  return { lines, matches };
}

/** The owners of a path by the last line that matches; empty where none does, or where that line names nobody. */
export function ownersOf(codeOwners: CodeOwners, path: string): readonly ApproverRule[] {
  const line = codeOwners.lines.findLast(({ globs }) =>
    globs.some((glob) => codeOwners.matches(glob, path)),
  );
  return (line?.owners ?? [])
    .filter((owner) => owner.startsWith('@'))
    .map(parseApprover)
    .filter((rule) => rule !== null);
}

/** Reads CODEOWNERS at a trusted commit; `null` where the repository has none. Throws what GitHub answers. */
export async function readCodeOwners(options: {
  readonly github: Pick<GitHub, 'fileAt'>;
  readonly commit: string;
  readonly matches: GlobMatcher;
}): Promise<CodeOwners | null> {
  for (const place of CODEOWNERS_PLACES) {
    const file = await options.github.fileAt(options.commit, place);
    if (file !== null) return parseCodeOwners(file.text, options.matches);
  }
  return null;
}

/** A gitignore-like pattern as globs: what it names itself, and everything under it. */
function globsOf(pattern: string): readonly string[] {
  const folder = pattern.endsWith('/');
  const bare = pattern
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .replaceAll(/[{}()+]/g, String.raw`\$&`);
  // As in gitignore, a slash alone names nothing.
  if (bare === '') return [];
  if (bare === '**') return ['**'];
  const anchored = pattern.startsWith('/') || bare.includes('/');
  const base = anchored ? bare : `**/${bare}`;
  if (folder) return [`${base}/**/*`];
  if (bare.endsWith('/**')) return [`${base}/*`];
  // In CODEOWNERS `docs/*` is only what lies directly in docs, and `/*` in the root, while `docs` is all below it.
  return anchored && /(?:^|\/)\*$/.test(bare) ? [base] : [base, `${base}/**`];
}
