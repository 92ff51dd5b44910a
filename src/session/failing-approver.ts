import type { Approver } from '../approvals/index.ts';
import { BUDGET_CALL } from '../audit/index.ts';

/** `then: fail`: an unanswered request ends the run. */
export function failingApprover(
  approver: Approver,
  end: (outcome: 'denied', summary: string) => void,
): Approver {
  return {
    ask: async (requests, options) => {
      const answers = await approver.ask(requests, options);
      // A budget extension that nobody approved ends the run by itself, over budget; a question may have a default.
      const open = answers.find(
        ({ kind, request }) =>
          kind === 'unanswered' && request.tool !== BUDGET_CALL && request.hasDefault !== true,
      );
      if (open?.kind === 'unanswered')
        end('denied', `The policy says \`then: fail\`. ${open.because}`);
      return answers;
    },
  };
}
