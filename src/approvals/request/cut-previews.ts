import type { CallPreview } from '../../tools/index.ts';
import { endsOf } from './markdown.ts';
import { displayedCall } from './displayed-call.ts';

/** Least length of the beginning and of the end that is shown of a preview. */
const LEAST_SHOWN_CHARACTERS = 240;

/** A preview as the approval request shows it, with invisible characters escaped. */
export interface ShownPreview {
  readonly text: string;
  /** How many characters of the middle are left out, and digest and size of the whole; `null` if it is shown whole. */
  readonly cut: { readonly left: number; readonly sha256: string; readonly bytes: number } | null;
}

/**
 * Shares `room` characters among previews. Short ones stay whole; long ones share the rest and show their beginning and
 * end, with the digest and size of the whole.
 */
export function cutPreviews(
  previews: readonly CallPreview[],
  room: number,
): readonly ShownPreview[] {
  const isTight = Number.isFinite(room);
  const all = previews.map(displayedCall);
  const shown = all.map((one) => (isTight ? one.tight : one.shown));
  const lengths = shown.map((text) => text.length);
  const limit = Math.max(2 * LEAST_SHOWN_CHARACTERS, fairLimit(lengths, room));
  return shown.map((text, index) => {
    const { text: ends, left } = endsOf(text, limit, leftOut);
    if (left === 0) return { text, cut: null };
    const { sha256 = '', bytes = 0 } = all[index] ?? {};
    return { text: ends, cut: { left, sha256, bytes } };
  });
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
