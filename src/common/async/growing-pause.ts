/** The part of the time so far that a pause has. */
const PART = 20;

/**
 * The pause until something is done again that goes on for minutes or hours: a twentieth of the time that has passed, within
 * limits. The number of times grows with the logarithm of the time, until the pauses are the longest.
 */
export function growingPauseMs(
  elapsedMs: number,
  { minMs, maxMs }: { readonly minMs: number; readonly maxMs: number },
): number {
  return Math.max(minMs, Math.min(maxMs, elapsedMs / PART));
}
