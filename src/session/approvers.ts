import { type Approver, createFailApprover } from '../approvals/index.ts';
import { BUDGET_CALL, type Trail } from '../audit/index.ts';
import type { Policy } from '../policy/index.ts';
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

/** Adds what `then: fail` means to an approver: an unanswered request ends the run, by `cancel`. With any other `then` it adds nothing. */
export function failingApprover(
  approver: Approver,
  {
    then,
    cancel,
  }: { readonly then: Policy['approvals']['then']; readonly cancel: (because: string) => void },
): Pick<Approvals, 'approver' | 'ended'> {
  if (then !== 'fail') return { approver, ended: () => null };
  let ended: ReturnType<Approvals['ended']> = null;
  return {
    approver: {
      ask: async (requests, options) => {
        const answers = await approver.ask(requests, options);
        // A budget extension that nobody approved ends the run by itself, over budget; a question may have a default.
        const open = answers.find(
          ({ kind, request }) =>
            kind === 'unanswered' && request.tool !== BUDGET_CALL && request.hasDefault !== true,
        );
        if (open?.kind === 'unanswered') {
          const summary = `The policy says \`then: fail\`. ${open.because}`;
          ended ??= { outcome: 'denied', summary };
          cancel(summary);
        }
        return answers;
      },
    },
    ended: () => ended,
  };
}
