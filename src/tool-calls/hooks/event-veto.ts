import { type Answer, type ApprovalRequest, Withdrawn } from '../../approvals/index.ts';

/** A listener's word on a call that people are asked about. It can only refuse: a yes is a person's, given to an approver. */
export type Respond = (approval: string, answer: { readonly deny: string }) => boolean;

/** What listeners refuse while people are asked. */
export interface EventVetoes {
  readonly respond: Respond;
  /** Aborted once every request was refused: nobody has to be waited for then. */
  readonly all: AbortSignal;
  /** The answers, with each refused request's in place of what people said. */
  over(answers: readonly Answer[]): readonly Answer[];
}

/** Open until `over` is called; what comes later is too late. */
export function createEventVetoes(requests: readonly ApprovalRequest[]): EventVetoes {
  const refused = new Map<string, string>();
  const all = new AbortController();
  let open = true;
  return {
    all: all.signal,
    respond: (approval, { deny }) => {
      if (!open || requests.every(({ id }) => id !== approval)) return false;
      refused.set(approval, deny);
      if (requests.every(({ id }) => refused.has(id)))
        all.abort(new Withdrawn('all of it was refused before anybody answered'));
      return true;
    },
    over: (answers) => {
      open = false;
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
