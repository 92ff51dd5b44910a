import { sha256, sliceWhole } from '../base/index.ts';
import type { CallPreview } from '../tools/index.ts';

/** A preview as the card shows it. */
export interface ShownPreview {
  readonly text: string;
  /** Set where `text` is only the beginning: digest and size of the whole. */
  readonly cut: { readonly sha256: string; readonly bytes: number } | null;
}

/**
 * Shares `room` characters among previews: short ones stay whole, what they leave is shared by the long ones.
 * A cut preview comes with the digest and size of the whole one.
 */
export function cutPreviews(
  previews: readonly CallPreview[],
  room: number,
): readonly ShownPreview[] {
  const limit = fairLimit(
    previews.map(({ text }) => text.length),
    room,
  );
  return previews.map(({ text }) =>
    text.length <= limit
      ? { text, cut: null }
      : {
          text: sliceWhole(text, limit),
          cut: { sha256: sha256(text), bytes: Buffer.byteLength(text) },
        },
  );
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
