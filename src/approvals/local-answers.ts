/** Records and returns answers that do not come from GitHub: typed at a terminal, or given by the program that embeds the run. */
import type { Trail } from '../audit/index.ts';
import { type Clock, defined } from '../common/index.ts';
import type { Answer, ApprovalRequest, DecisionBy } from './approver.ts';

/** How people are asked. It is also their permission in the audit trail: GitHub does not know them. */
type LocalChannel = 'terminal' | 'callback';

const BECAUSE: Readonly<Record<LocalChannel, string>> = {
  terminal: 'answered at the terminal',
  callback: 'answered by the program that embeds the run',
};

/** A decision that counts. `people` are all who made it; `words` are a note, a reason or an answer, or empty. */
interface LocalDecision {
  readonly via: LocalChannel;
  readonly decision: 'approve' | 'deny';
  readonly people: readonly string[];
  readonly words: string;
}

/** Records that people were asked, or that nobody can be. `count` is how many have to approve each of the requests. */
export async function recordAskedLocally(
  trail: Trail,
  requests: readonly ApprovalRequest[],
  { via, count }: { readonly via: LocalChannel | 'nobody'; readonly count: number },
): Promise<void> {
  await trail.append({
    type: 'approval.asked',
    card: null,
    via,
    count,
    expires: null,
    requests: requests.map(({ id, call, digest, plan }) => ({
      approval: id,
      call,
      digest,
      ...defined({ plan }),
    })),
  });
}

/** Records one decision for each person. */
export async function recordLocalDecision(
  { trail, clock }: { readonly trail: Trail; readonly clock: Clock },
  request: ApprovalRequest,
  { via, decision, people, words }: LocalDecision,
): Promise<Answer> {
  const note = words === '' ? {} : { note: words };
  for (const login of people) {
    await trail.append({
      type: 'approval.decision',
      approval: request.id,
      call: request.call,
      decision,
      counted: true,
      because: BECAUSE[via],
      by: { login, id: null },
      permission: via,
      comment: null,
      ...note,
    });
  }
  const at = clock.now().toISOString();
  const decidedBy = (login: string): DecisionBy => {
    return { login, id: null, permission: via, commentId: null, commentUrl: null, at };
  };
  return decision === 'deny'
    ? { kind: 'denied', request, by: decidedBy(people[0] ?? 'ghost'), reason: words }
    : { kind: 'approved', request, by: people.map(decidedBy), ...note };
}

/** Records that nothing counts as an answer to a request. */
export async function recordUnanswered(
  trail: Trail,
  request: ApprovalRequest,
  because: string,
): Promise<Answer> {
  const { id: approval, call } = request;
  await trail.append({ type: 'approval.void', approval, call, because });
  return { kind: 'unanswered', request, because };
}
