import { type Answer, type ApprovalRequest, Withdrawn } from '../../approvals/index.ts';

/** A listener's refusal of a call that people are asked about. A listener cannot approve: only a person can. */
type Respond = (approval: string, answer: { readonly deny: string }) => boolean;

/** What listeners refuse while people are asked. */
interface EventVetoes {
  readonly respond: Respond;
  /** Aborts once every request was refused. */
  readonly allRefused: AbortSignal;
  /** Replaces people's answers by the vetoes, and accepts no more vetoes. */
  apply(answers: readonly Answer[]): readonly Answer[];
}

export function createEventVetoes(requests: readonly ApprovalRequest[]): EventVetoes {
  const refused = new Map<string, string>();
  const allRefused = new AbortController();
  let isOpen = true;
  return {
    allRefused: allRefused.signal,
    respond: (approval, { deny }) => {
      if (!isOpen || requests.every(({ id }) => id !== approval)) return false;
      refused.set(approval, deny);
      if (requests.every(({ id }) => refused.has(id)))
        allRefused.abort(new Withdrawn('every request was refused before anybody answered'));
      return true;
    },
    apply: (answers) => {
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
