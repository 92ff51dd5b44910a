import { CountersignError } from './errors.ts';

/** How a run ended (promise 9 of SECURITY.md). `skipped` is an event that the action has no work for. */
export const OUTCOMES = [
  'done',
  'incomplete',
  'denied',
  'awaiting-approval',
  'over-budget',
  'timed-out',
  'cancelled',
  'error',
  'skipped',
] as const;

export type Outcome = (typeof OUTCOMES)[number];

/**
 * The outcome of a run whose signal was aborted: `cancelled`, unless the abort reason is an error of the program or of code
 * that it loaded.
 */
export function outcomeOfAbort({ reason }: AbortSignal): 'cancelled' | 'error' {
  return reason instanceof CountersignError && reason.code === 'internal' ? 'error' : 'cancelled';
}
