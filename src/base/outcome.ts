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
