import { REQUESTS_MAX } from '../request/approval-comment.ts';
import { closeRequest, staysOpen } from './close-request.ts';
import { acknowledgeClaimed } from '../answers/acknowledgements.ts';
import { claimRequest } from '../answers/claim-approval.ts';
import { restoreSession, type SuspendedRequest, suspendSession } from './suspended-request.ts';
import {
  type Answer,
  type ApprovalRequest,
  type Approver,
  beforeResuming,
  Withdrawn,
} from '../approver.ts';
import type { ApprovalSession, CommentApproverOptions } from './approval-session.ts';
import { parseApprovers } from '../answers/approvers.ts';
import type { ReceivedClick, Tick } from '../answers/answer-source.ts';
import { pollRequest, type PollEnd, withdrawnSince } from './poll-request.ts';
import { sendMessage } from '../notify/notify.ts';
import { longestExpireMs, postRequest } from './post-request.ts';

const CANCELLED = 'the run was cancelled';

/** Asks by comment, and can resume an approval comment that an earlier job left open. */
export interface CommentApprover extends Approver {
  /** The approval comment that the last `ask` or `resume` left open, for the checkpoint; `null` if it is closed. */
  suspendedRequest(): SuspendedRequest | null;
  /** Why a request that was approved here no longer is (`withdrawnSince`); `null` if it still is. */
  withdrawn(request: ApprovalRequest): Promise<string | null>;
  /**
   * Reads the answers to a suspended approval comment once, and answers as `ask` does: `suspended` for all requests
   * unless every request is decided. Only the checkpoint's copy counts, not what the comment says. Before it says what counts,
   * this job claims the comment. Rejects with `NotResumed` if that fails, or if another job was first.
   */
  resume(
    suspended: SuspendedRequest,
    requests: readonly ApprovalRequest[],
    options: {
      readonly signal: AbortSignal;
      readonly click?: ReceivedClick | null;
      readonly tick?: Tick | null;
      /** The ids of calls that are no longer possible, so that they are not among the requests. Absent: none. */
      readonly gone?: readonly string[];
    },
  ): Promise<readonly Answer[]>;
}

/**
 * Asks people by one approval comment on an issue or pull request and polls their answers (the contract of `Approver`).
 * If the comment cannot be posted, every request is `unanswered` with what to change. Throws `policy-invalid` for
 * `approvals.from` that names nobody.
 */
export function createCommentApprover(options: CommentApproverOptions): CommentApprover {
  parseApprovers(options.settings.from);
  let suspended: SuspendedRequest | null = null;
  const closed = new WeakMap<ApprovalRequest, ApprovalSession>();
  const close = async (
    session: ApprovalSession,
    end: PollEnd,
    isOpen?: boolean,
  ): Promise<readonly Answer[]> => {
    const answers = await closeRequest(session, end, isOpen);
    for (const { request } of answers) closed.set(request, session);
    suspended = answers.some(({ kind }) => kind === 'suspended') ? suspendSession(session) : null;
    return answers;
  };
  return {
    ask: async (requests, { signal, cannotSuspend = false }) => {
      signal.throwIfAborted();
      const askable = askableRequests(requests);
      if (askable.length === 0) return requests.map(tooMany);
      const own = cannotSuspend ? withoutSuspending(options) : options;
      const session = await postRequest(own, askable);
      if (typeof session === 'string') {
        const because = `This call needs an approval, and ${session}`;
        return requests.map((request) => ({ kind: 'unanswered', request, because }));
      }
      const waitMs = Math.min(options.settings.waitMs, longestExpireMs(askable));
      // While people are notified, they can answer.
      const sent = sendMessage(session, 'asked', signal);
      sent.catch(() => undefined);
      const answers = await close(session, await pollUntilEnd(session, waitMs, signal));
      await sent;
      return requests.map(
        (request) => answers.find((answer) => answer.request === request) ?? tooMany(request),
      );
    },
    suspendedRequest: () => suspended,
    withdrawn: async (request) => {
      const session = closed.get(request);
      return session === undefined ? 'nobody was asked' : await withdrawnSince(session, request);
    },
    resume: async (stored, requests, { signal, click = null, tick = null, gone = [] }) => {
      const session = restoreSession(options, stored, { requests, click, tick, gone });
      const { end, isOpen } = await beforeResuming(async () => {
        const polled = await pollRequest(session, { waitMs: 0, signal });
        signal.throwIfAborted();
        session.claim = await claimRequest(options.trail, options.github, stored);
        return { end: polled, isOpen: staysOpen(session, polled) };
      });
      await acknowledgeClaimed(session);
      return close(session, end, isOpen);
    },
  };
}

function withoutSuspending(options: CommentApproverOptions): CommentApproverOptions {
  const { settings } = options;
  return settings.then === 'suspend'
    ? { ...options, settings: { ...settings, then: 'deny' } }
    : options;
}

async function pollUntilEnd(
  session: ApprovalSession,
  waitMs: number,
  signal: AbortSignal,
): Promise<PollEnd> {
  try {
    return await pollRequest(session, { waitMs, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    const because = signal.reason instanceof Withdrawn ? signal.reason.message : CANCELLED;
    await closeRequest(session, { kind: 'void', because });
    throw signal.reason;
  }
}

/** Leaves out requests that share an id: an answer would mean both of them. */
function askableRequests(requests: readonly ApprovalRequest[]): readonly ApprovalRequest[] {
  const times = (id: string) => requests.filter((request) => request.id === id).length;
  return requests.filter(({ id }) => times(id) === 1).slice(0, REQUESTS_MAX);
}

function tooMany(request: ApprovalRequest): Answer {
  return {
    kind: 'unanswered',
    request,
    because:
      `One approval comment can ask for at most ${REQUESTS_MAX} calls, each with its own id; this call was not asked for. ` +
      'Make fewer calls in one turn.',
  };
}
