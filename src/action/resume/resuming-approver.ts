import {
  type Answer,
  type ApprovalRequest,
  type Approver,
  beforeResuming,
  claimRequest,
  type CommentApprover,
  storedDenial,
  type SuspendedRequest,
} from '../../approvals/index.ts';
import type { Trail } from '../../audit/index.ts';
import { errorText } from '../../common/index.ts';
import type { CheckpointState } from '../../checkpoint/index.ts';
import type { GitHub, GitHubChecks } from '../../github/index.ts';
import type { ResumedRun } from '../context.ts';
import { closeSuspendedRequest } from './close-request.ts';

const OTHER_QUESTION = 'what would be executed is no longer what was asked';
const NOT_POSSIBLE = 'no call that was asked about is possible any more';

/**
 * An approver for a resumed run. Its first approval request is the open one of the checkpoint. If the calls to execute
 * differ from that request, the old request becomes void and a new one is posted, but for the calls that somebody denied: they
 * stay denied. If none of these calls is possible any more, or the run is over, such as out of minutes, the request becomes void. A job
 * that the runner cancels leaves the request to others.
 */
export function resumingApprover(
  approver: Pick<CommentApprover, 'ask' | 'resume'>,
  resumed: Omit<ResumedRun, 'checkpoint' | 'startedBy'> & {
    readonly checkpoint: Pick<CheckpointState, 'suspendedRequest' | 'gated' | 'run'>;
    /** The workflow run of this job. */
    readonly runUrl: string | null;
    readonly trail: Trail;
    readonly github: Pick<GitHub, 'updateComment' | 'react' | 'removeReaction'> &
      Pick<GitHubChecks, 'checkRun' | 'updateCheckRun'>;
    /** Aborted if the runner ends this job. */
    readonly cancelled: AbortSignal;
  },
): Approver {
  const { checkpoint, runUrl, trail, github } = resumed;
  let first = true;
  const closeStaleRequest = async (because: string): Promise<void> => {
    try {
      const head = trail.head();
      await closeSuspendedRequest({ github, checkpoint, because, runUrl, head });
    } catch (error) {
      const message = errorText(error);
      await trail.append({ type: 'warning', code: 'approval-comment-not-updated', message });
    }
  };
  return {
    ask: async (requests, options) => {
      const { suspendedRequest, gated } = checkpoint;
      const isResuming = first && suspendedRequest !== null;
      first = false;
      if (!isResuming) return await approver.ask(requests, options);
      const { signal } = options;
      const isOver = signal.aborted && !resumed.cancelled.aborted;
      if (!isOver && isSameRequest(requests, gated)) {
        const answered = await approver.resume(suspendedRequest, requests, {
          ...options,
          click: resumed.click,
          tick: resumed.tick,
          gone: gated
            .filter(({ request }) => requests.every(({ call }) => call !== request.id))
            .map(({ approval }) => approval),
        });
        if (answered.some(({ kind }) => kind === 'unanswered')) await resumed.onVoid();
        return answered;
      }
      await beforeResuming(async () => {
        if (!isOver) signal.throwIfAborted();
        await claimRequest(trail, github, suspendedRequest);
      });
      const changed = requests.length === 0 ? NOT_POSSIBLE : OTHER_QUESTION;
      const because = isOver ? errorText(signal.reason) : changed;
      const denied = deniedBefore(requests, { suspendedRequest, gated });
      const isOpen = ({ call }: ApprovalRequest): boolean => !denied.has(call);
      for (const { approval, request } of gated) {
        if (storedDenial(suspendedRequest, approval) !== null) continue;
        await trail.append({ type: 'approval.void', approval, call: request.id, because });
      }
      await closeStaleRequest(because);
      await resumed.onVoid();
      const open = requests.filter(isOpen);
      const answers = open.length === 0 ? [] : await approver.ask(open, options);
      const byCall = new Map([
        ...denied,
        ...answers.map((one) => [one.request.call, one] as const),
      ]);
      return requests.flatMap(({ call }) => byCall.get(call) ?? []);
    },
  };
}

/** The answers to the calls that somebody denied before the run was suspended, by call. */
function deniedBefore(
  requests: readonly ApprovalRequest[],
  {
    suspendedRequest,
    gated,
  }: Pick<CheckpointState, 'gated'> & { readonly suspendedRequest: SuspendedRequest },
): ReadonlyMap<string, Answer> {
  return new Map(
    requests.flatMap((request) => {
      const asked = gated.find((call) => call.request.id === request.call);
      const denial = asked === undefined ? null : storedDenial(suspendedRequest, asked.approval);
      return denial === null
        ? []
        : [[request.call, { kind: 'denied', request, ...denial }] as const];
    }),
  );
}

function isSameRequest(
  requests: readonly ApprovalRequest[],
  gated: CheckpointState['gated'],
): boolean {
  const asked = new Set(gated.map((call) => call.digest));
  return requests.length > 0 && requests.every((request) => asked.has(request.digest));
}
