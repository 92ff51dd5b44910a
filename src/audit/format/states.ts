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

/** The call that a run makes by itself at a wall of its budget, to ask for a little more. No model can make it. */
export const BUDGET_CALL = 'budget_extend';

/**
 * Which state may follow which. A call begins as `PENDING`; the last four are final.
 * `SEALED` is what became of a call that was open when the run died: nobody knows what it did.
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

/** True where `to` may directly follow `from` (`null`: the call's first state). */
export function mayFollow(from: CallState | null, to: CallState): boolean {
  return from === null ? to === 'PENDING' : TRANSITIONS[from].includes(to);
}
