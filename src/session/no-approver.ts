import { createFailApprover } from '../approvals/index.ts';
import type { Trail } from '../audit/index.ts';
import type { Approvals } from './job.ts';

/** Asks nobody: denies each call that needs approval, with the approval that it would have needed. */
export function noApprover(trail: Trail, because: string): Approvals {
  return {
    approver: createFailApprover({ trail, because }),
    claim: () => Promise.resolve('Nobody was asked.'),
    suspendedRequest: () => null,
    ended: () => null,
  };
}
