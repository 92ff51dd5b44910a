import { sha256 } from '../../common/index.ts';
import type { CallPreview } from '../../tools/index.ts';
import { endsOf, exact, foreignLetters, withoutLongRuns } from './markdown.ts';

const FOREIGN_MAX = 16;
const TAB_COLUMNS = 8;
/** Least length of the beginning and of the end that is shown of a preview. */
const LEAST_SHOWN_CHARACTERS = 240;

/** A preview as it is displayed. Cached, because each answer renders the request again. */
export interface DisplayedCall {
  /** With every invisible character escaped. */
  readonly shown: string;
  /** The same for a long comment: long runs of backticks are escaped, too. */
  readonly tight: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Non-ASCII letters. */
  readonly letters: readonly string[];
  readonly lines: number;
  /** Columns of the widest line. */
  readonly wide: number;
}

const KNOWN = new WeakMap<CallPreview, DisplayedCall>();

export function displayedCall(preview: CallPreview): DisplayedCall {
  const known = KNOWN.get(preview);
  if (known !== undefined) return known;
  const { text } = preview;
  const shown = exact(text);
  const lines = shown.split('\n');
  const made = {
    shown,
    tight: withoutLongRuns(shown),
    sha256: sha256(text),
    bytes: Buffer.byteLength(text),
    letters: foreignLetters(text, FOREIGN_MAX),
    lines: lines.length,
    wide: lines.reduce((most, line) => Math.max(most, columnsOf(line)), 0),
  };
  KNOWN.set(preview, made);
  return made;
}

function columnsOf(line: string): number {
  return line.length + (TAB_COLUMNS - 1) * (line.split('\t').length - 1);
}

/** A preview as the approval request shows it, with invisible characters escaped. */
export interface ShownPreview {
  readonly text: string;
  /** How many characters of the middle are left out, and digest and size of the whole; `null` if it is shown whole. */
  readonly cut: { readonly left: number; readonly sha256: string; readonly bytes: number } | null;
}

export type ShownPreviews = ReadonlyMap<CallPreview, ShownPreview>;

/**
 * Shares `room` characters among previews. Short ones stay whole; long ones share the rest and show their beginning and
 * end, with the digest and size of the whole.
 */
export function cutPreviews(previews: readonly CallPreview[], room: number): ShownPreviews {
  const isTight = Number.isFinite(room);
  const textOf = (preview: CallPreview): string =>
    isTight ? displayedCall(preview).tight : displayedCall(preview).shown;
  const lengths = previews.map((preview) => textOf(preview).length);
  const limit = Math.max(2 * LEAST_SHOWN_CHARACTERS, fairLimit(lengths, room));
  return new Map(
    previews.map((preview) => {
      const { text, left } = endsOf(textOf(preview), limit, leftOut);
      const { sha256: digest, bytes } = displayedCall(preview);
      return [preview, { text, cut: left === 0 ? null : { left, sha256: digest, bytes } }];
    }),
  );
}

function leftOut(characters: number): string {
  return `\n[… ${characters} characters are left out here …]\n`;
}

/** The greatest length that each may have so that all together stay within `room`. */
function fairLimit(lengths: readonly number[], room: number): number {
  let left = room;
  const sorted = [...lengths].sort((one, other) => one - other);
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}
