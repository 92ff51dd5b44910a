/** The part of the time so far that a pause has. */
const PART = 20;

/**
 * The pause before the next of repeated requests: a twentieth of the time that has passed since the first, within limits. The
 * number of requests grows with the logarithm of the time, until the pauses are the longest.
 */
export function growingPauseMs(
  elapsedMs: number,
  { minMs, maxMs }: { readonly minMs: number; readonly maxMs: number },
): number {
  return Math.max(minMs, Math.min(maxMs, elapsedMs / PART));
}
