import { type JsonObject, truncateMiddle } from '../../common/index.ts';
import { type GitHubToolContext, redacted } from './context.ts';

const MAX_TEXT_CHARS = 8000;

/** A text that somebody wrote on GitHub. */
export interface UntrustedPiece {
  /** Such as `comment 123`: what it is, in words of this program alone. */
  readonly source: string;
  readonly author: string | null;
  readonly text: string;
  /** Changed after it was written, by whoever could: then its author's standing says nothing. */
  readonly edited: boolean;
  readonly at: string | null;
}

/** Pieces as the model reads them. */
export interface FormattedUntrusted {
  readonly parts: readonly string[];
  /** For a result's metadata: that text by strangers is there, and whose is the first. */
  readonly metadata: JsonObject;
}

/** The texts under each other, each with who wrote it and how they stand; what strangers wrote stands between marks. */
export async function formatUntrusted(
  context: Pick<GitHubToolContext, 'trusts' | 'mark' | 'redact'>,
  pieces: readonly UntrustedPiece[],
): Promise<FormattedUntrusted> {
  const parts: string[] = [];
  let stranger: UntrustedPiece | null = null;
  for (const piece of pieces) {
    const standing = await context.trusts(piece.author);
    const trusted = standing.trusted && !piece.edited;
    if (!trusted) stranger ??= piece;
    const text = truncateMiddle(await redacted(context, piece.text), MAX_TEXT_CHARS);
    const edited = piece.edited ? ', edited since' : '';
    const by = `${piece.source} by ${nameOf(piece.author)}`;
    parts.push(
      `--- ${by}${piece.at === null ? '' : ` at ${piece.at}`} (${standing.because}${edited})`,
    );
    parts.push(trusted ? text : context.mark(text, by));
  }
  return { parts, metadata: stranger === null ? {} : untrustedAuthorFacts(stranger) };
}

/** What a result says that holds text by a stranger between marks. */
export function untrustedAuthorFacts(of: {
  readonly source: string;
  readonly author: string | null;
}): JsonObject {
  return { untrustedSource: of.source, untrustedAuthor: of.author, untrustedMarked: true };
}

export function nameOf(author: string | null): string {
  return author === null ? 'an account that is gone' : `@${author}`;
}
