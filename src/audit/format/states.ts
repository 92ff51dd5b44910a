export const CALL_STATES = [
  'PENDING',
  'APPROVAL_REQUIRED',
  'APPROVED',
  'EXECUTING',
  'COMPLETED',
  'FAILED',
  'DENIED',
  'SEALED',
] as const;
export type CallState = (typeof CALL_STATES)[number];

/** The call that the run itself makes when a limit is reached, to ask for a budget extension. No model can make it. */
export const BUDGET_CALL = 'budget_extend';

/**
 * Which state may follow which. A call begins as `PENDING`; the last four are final. `SEALED` is an interrupted call: the
 * run crashed while it was open, and what it did is unknown.
 */
export const TRANSITIONS: Readonly<Record<CallState, readonly CallState[]>> = {
  PENDING: ['APPROVAL_REQUIRED', 'APPROVED', 'DENIED', 'FAILED', 'SEALED'],
  APPROVAL_REQUIRED: ['APPROVED', 'DENIED', 'FAILED', 'SEALED'],
  APPROVED: ['APPROVAL_REQUIRED', 'EXECUTING', 'DENIED', 'FAILED', 'SEALED'],
  EXECUTING: ['COMPLETED', 'FAILED', 'SEALED'],
  COMPLETED: [],
  FAILED: [],
  DENIED: [],
  SEALED: [],
};

/** True for a state that no other follows. */
export function isFinal(state: CallState): boolean {
  return TRANSITIONS[state].length === 0;
}

/** True if `to` may directly follow `from` (`null`: the call has no state yet). */
export function mayFollow(from: CallState | null, to: CallState): boolean {
  return from === null ? to === 'PENDING' : TRANSITIONS[from].includes(to);
}
