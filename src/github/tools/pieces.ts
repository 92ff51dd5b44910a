import { type JsonObject, truncateMiddle } from '../../base/index.ts';
import { type GitHubToolWorld, redacted } from './world.ts';

const MAX_TEXT_CHARS = 8000;

/** A text that somebody wrote on GitHub. */
export interface Piece {
  /** Such as `comment 123`: what it is, in words of this program alone. */
  readonly source: string;
  readonly author: string | null;
  readonly text: string;
  /** Changed after it was written, by whoever could: then its author's standing says nothing. */
  readonly edited: boolean;
  readonly at: string | null;
}

/** Pieces as the model reads them. */
export interface PiecesTold {
  readonly parts: readonly string[];
  /** For a result's metadata: that text by strangers is there, and whose is the first. */
  readonly metadata: JsonObject;
}

/** The texts under each other, each with who wrote it and how they stand; what strangers wrote stands between marks. */
export async function tellPieces(
  world: Pick<GitHubToolWorld, 'trusts' | 'mark' | 'redact'>,
  pieces: readonly Piece[],
): Promise<PiecesTold> {
  const parts: string[] = [];
  let stranger: Piece | null = null;
  for (const piece of pieces) {
    const standing = await world.trusts(piece.author);
    const trusted = standing.trusted && !piece.edited;
    if (!trusted) stranger ??= piece;
    const text = truncateMiddle(await redacted(world, piece.text), MAX_TEXT_CHARS);
    const edited = piece.edited ? ', edited since' : '';
    const by = `${piece.source} by ${nameOf(piece.author)}`;
    parts.push(
      `--- ${by}${piece.at === null ? '' : ` at ${piece.at}`} (${standing.because}${edited})`,
    );
    parts.push(trusted ? text : world.mark(text, by));
  }
  return { parts, metadata: stranger === null ? {} : strangerFacts(stranger) };
}

/** What a result says that holds text by a stranger between marks. */
export function strangerFacts(of: {
  readonly source: string;
  readonly author: string | null;
}): JsonObject {
  return { untrustedSource: of.source, untrustedAuthor: of.author, untrustedMarked: true };
}

export function nameOf(author: string | null): string {
  return author === null ? 'an account that is gone' : `@${author}`;
}
