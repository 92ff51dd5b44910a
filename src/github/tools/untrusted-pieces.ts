import { fence, type JsonObject, truncateMiddle } from '../../common/index.ts';
import type { Person } from '../ports/github.ts';
import type { GitHubToolContext } from './context.ts';

const MAX_TEXT_CHARS = 8000;

/** A text on GitHub. */
export interface UntrustedPiece {
  /** Such as `comment 123`. It contains no untrusted text. */
  readonly source: string;
  readonly author: Person | null;
  readonly text: string;
  /** Whether anybody edited it. Then its author's permission does not make it trusted. */
  readonly edited: boolean;
  readonly at: string | null;
}

/** Texts as the model gets them. */
interface FormattedUntrusted {
  readonly parts: readonly string[];
  /** For the metadata of a result: whether it contains untrusted content, and the first author of it. */
  readonly metadata: JsonObject;
}

/** Formats texts, each with its author and their permission. Untrusted content is put between marks. */
export async function formatUntrusted(
  context: Pick<GitHubToolContext, 'trusts' | 'mark' | 'redact'>,
  pieces: readonly UntrustedPiece[],
): Promise<FormattedUntrusted> {
  const parts: string[] = [];
  let untrusted: UntrustedPiece | null = null;
  for (const piece of pieces) {
    const trust = await context.trusts(piece.author);
    const trusted = trust.trusted && !piece.edited;
    if (!trusted) untrusted ??= piece;
    const text = truncateMiddle(context.redact(piece.text), MAX_TEXT_CHARS);
    const edited = piece.edited ? ', edited since' : '';
    const by = `${piece.source} by ${authorName(piece.author)}`;
    parts.push(
      `--- ${by}${piece.at === null ? '' : ` at ${piece.at}`} (${trust.because}${edited})`,
    );
    parts.push(trusted ? text : context.mark(text, by));
  }
  return { parts, metadata: untrusted === null ? {} : untrustedAuthorFacts(untrusted) };
}

/**
 * Puts a diff or a log between marks. GitHub shows it as it is, so it is marked as code: nothing in it may hide the rest
 * from the model.
 */
export function markVerbatim(
  { mark }: Pick<GitHubToolContext, 'mark'>,
  text: string,
  source: string,
): string {
  return mark(fence(text, 'text'), source);
}

/** The metadata of a result that contains untrusted content between marks. */
export function untrustedAuthorFacts({
  source,
  author,
}: Pick<UntrustedPiece, 'source' | 'author'>): JsonObject {
  return { untrustedSource: source, untrustedAuthor: author?.login ?? null, untrustedMarked: true };
}

export function authorName(author: Person | null): string {
  return author === null ? 'a deleted account' : `@${author.login}`;
}
