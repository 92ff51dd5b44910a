import { type Answer, type ApprovalRequest, Withdrawn } from '../../approvals/index.ts';

/** What listeners refuse while people are asked. A listener cannot approve: only a person can. */
export function createEventVetoes(requests: readonly ApprovalRequest[]) {
  const refused = new Map<string, string>();
  const allRefused = new AbortController();
  let isOpen = true;
  return {
    /** Refuses a call that people are asked about. */
    respond: (approval: string, { deny }: { readonly deny: string }): boolean => {
      if (!isOpen || requests.every(({ id }) => id !== approval)) return false;
      refused.set(approval, deny);
      if (requests.every(({ id }) => refused.has(id)))
        allRefused.abort(new Withdrawn('every request was refused before anybody answered'));
      return true;
    },
    /** Aborts once every request was refused. */
    allRefused: allRefused.signal,
    /** Replaces people's answers by the vetoes, and accepts no more vetoes. */
    apply: (answers: readonly Answer[]): readonly Answer[] => {
      isOpen = false;
      return answers.map((answer) => {
        const because = refused.get(answer.request.id);
        if (because === undefined) return answer;
        return {
          kind: 'unanswered',
          request: answer.request,
          because: `It was refused: ${because}`,
        };
      });
    },
  };
}
