import { answerOf } from '../../../format/answers.ts';
import type { Entry, EntryOf } from '../../../format/entry.ts';
import { isRealTime } from '../../../format/format.ts';
import { MAX_OPEN } from '../../../format/limits.ts';
import { accountKey, approverFault, unmetNeed } from '../approver-needs.ts';
import { approvedChange } from './changed-calls.ts';
import { ApproverLists } from '../approver-lists.ts';
import { CountedApprovals, sourceOf } from './counted-approvals.ts';
import { layerMismatch } from '../layers.ts';
import { mayBeByHook } from '../mode.ts';
import { isPlanOf, PLAN_CALL, planFault } from './planned-calls.ts';
import { finishIn } from './finish-calls.ts';
import { limitRaiseOf } from '../limit-raises.ts';
import {
  type ApprovalState,
  type Finding,
  finding,
  type KeptVerdict,
  type OpenCallState,
  strictness,
} from '../replay-state.ts';
import type { RunFacts } from '../run-facts.ts';
import { SeenCalls } from './seen-calls.ts';
import { isFinal, mayFollow } from '../../../format/states.ts';

/** The call that an entry names; `undefined` if it is not open. */
type OpenCall = OpenCallState | undefined;

/**
 * Replays promises 1 and 2: no effect without a verdict before it or against one, and no gated effect without enough
 * approvals of exactly that call, each used once. Keeps only open calls and their approvals in memory.
 */
export class CallReplay {
  readonly open = new Map<string, OpenCallState>();
  readonly approvals = new Map<string, ApprovalState>();
  executed = 0;
  /** Executed budget extensions of the run itself, which count against no limit. */
  extensions = 0;
  /** The plan that counts: the last one that people approved. */
  #plan: EntryOf<'plan.approved'> | null = null;
  /** Questions of tools, of all calls. */
  #unanswered = 0;
  /** The highest ids of the comments, reviews and check runs that were read as answers. */
  readonly #answers = { comment: -Infinity, review: -Infinity, check: -Infinity };
  readonly #seen = new SeenCalls();
  readonly #executed = new SeenCalls();

  /** True for a call that has executed, whether or not it has ended. */
  hasExecuted(call: string): boolean {
    return this.#executed.has(call);
  }

  /** How many of the calls that the run numbered never began. */
  get missing(): number {
    return this.#seen.missing;
  }

  /** Replays the next entry about calls or approvals, and `open`, the call that it names; `null` if it is consistent with all before. */
  step(entry: Entry, open: OpenCall, run: RunFacts): Finding | null {
    switch (entry.type) {
      case 'call.state':
        return this.#state(entry, open, run.segment);
      case 'call.verdict':
        return this.#verdict(entry, open, run);
      case 'call.changed':
        return this.#changed(entry, open);
      case 'plan.approved':
        return this.#adopted(entry, open);
      case 'approval.asked':
        return this.#asked(entry);
      case 'approval.decision':
        return this.#decision(entry, open, run);
      case 'approval.consumed':
        return this.#consumed(entry);
      case 'approval.void':
        return this.#void(entry);
      case 'call.request':
        return this.#requested(entry, open, run);
      case 'call.answer':
        return this.#answered(entry, open, run);
      default:
        return null;
    }
  }

  /** Adds what an entry that breaks no rule changes of its call, once all have compared it with the call as it was. */
  take(entry: Entry, open: OpenCall, { segment }: RunFacts): void {
    if (open === undefined) return;
    if (entry.type === 'hook.ran' && entry.phase === 'preToolUse') open.wasHooked = true;
    if (entry.type === 'call.verdict') {
      open.lastArgumentsSha256 = entry.argumentsSha256;
      open.wasHooked = false;
    }
    if (entry.type !== 'call.state') return;
    open.state = entry.state;
    open.segment = segment;
    if (isFinal(entry.state)) this.#forget(open);
  }

  #state(entry: EntryOf<'call.state'>, open: OpenCall, segment: number): Finding | null {
    const { call, state } = entry;
    if (open === undefined) return this.#begin(entry, segment);
    if (!mayFollow(open.state, state)) {
      return finding(
        'illegal-transition',
        `The call ${call} must not change from ${open.state} to ${state}.`,
      );
    }
    if (open.state === 'EXECUTING' && segment !== open.segment && state !== 'SEALED') {
      const because = `The call ${call} was executing when its run crashed. It can only be marked as interrupted (SEALED), but is ${state}.`;
      return finding('ran-on-after-crash', because);
    }
    return unansweredFault(entry, open) ?? this.#entering(entry, open);
  }

  #begin(entry: EntryOf<'call.state'>, segment: number): Finding | null {
    const { call, state } = entry;
    if (state !== 'PENDING') {
      return finding('unknown-call', `The call ${call} is ${state}, but it is not open.`);
    }
    if (!this.#seen.add(call))
      return finding('duplicate-call', `The call ${call} begins a second time.`);
    if (this.open.size >= MAX_OPEN)
      return finding('too-many-open', `More than ${MAX_OPEN} calls are open.`);
    this.open.set(call, {
      call,
      tool: entry['gen_ai.tool.name'] ?? null,
      turn: entry.turn ?? null,
      parent: entry.parent ?? null,
      finish: finishIn(entry),
      argumentsSha256: entry.argumentsSha256 ?? null,
      lastArgumentsSha256: entry.argumentsSha256 ?? null,
      recorded: null,
      wasHooked: false,
      isChanged: false,
      raises: limitRaiseOf(entry),
      state,
      segment,
      verdict: null,
      verdictSegment: 0,
      asked: null,
      consumed: false,
      requests: 0,
      unanswered: new Set(),
      approvals: [],
      refusedBy: [],
    });
    return null;
  }

  #entering(entry: EntryOf<'call.state'>, open: OpenCallState): Finding | null {
    if (entry.state === 'APPROVAL_REQUIRED') open.consumed = false;
    if (entry.state !== 'APPROVED' && entry.state !== 'EXECUTING') return null;
    const { call } = entry;
    const { verdict } = open;
    if (verdict === null) {
      return finding(
        'no-verdict',
        `The call ${call} is ${entry.state} without a verdict before it.`,
      );
    }
    if (verdict.verdict === 'deny') {
      return finding(
        'denied-executed',
        `The call ${call} is ${entry.state}, but its verdict is deny.`,
      );
    }
    const unapproved = needsPeople(open) ? this.#approvedEnough(open) : null;
    if (unapproved !== null || entry.state === 'APPROVED') return unapproved;
    this.executed += 1;
    this.#executed.add(call);
    if (open.raises !== null) this.extensions += 1;
    return this.#executing(entry, open, verdict);
  }

  #executing(
    entry: EntryOf<'call.state'>,
    open: OpenCallState,
    verdict: KeptVerdict,
  ): Finding | null {
    const { call, argumentsSha256 } = entry;
    if (argumentsSha256 !== verdict.argumentsSha256) {
      const executed = argumentsSha256 ?? 'that it does not name';
      const because = `The call ${call} executes the arguments ${executed}, but its verdict is on ${verdict.argumentsSha256}.`;
      return finding('arguments-mismatch', because);
    }
    if (!needsPeople(open)) return null;
    if (!open.consumed) {
      return finding(
        'unapproved',
        `The call ${call} executes, but no approval of it was consumed before.`,
      );
    }
    const asked = this.approvals.get(open.asked ?? '');
    if (asked?.argumentsSha256 === argumentsSha256) return null;
    return finding(
      'arguments-mismatch',
      `The call ${call} executes other arguments than its approval request shows.`,
    );
  }

  #approvedEnough(open: OpenCallState): Finding | null {
    const because = this.#whyUnapproved(open);
    return because === null ? null : finding('unapproved', because);
  }

  #whyUnapproved({ call, asked: approval, refusedBy, verdict }: OpenCallState): string | null {
    const asked = this.approvals.get(approval ?? '');
    if (asked === undefined) return `The call ${call} needs approval, and nobody was asked.`;
    if (asked.status === 'denied' || asked.status === 'void')
      return `The approval ${approval} of the call ${call} is ${asked.status}.`;
    const [by] = refusedBy;
    return by === undefined
      ? unmetNeed(asked, verdict)
      : `${by.login} denied the call ${call} before.`;
  }

  #verdict(
    entry: EntryOf<'call.verdict'>,
    open: OpenCall,
    { segment, policy, endedEarly }: RunFacts,
  ): Finding | null {
    if (open === undefined)
      return finding('unknown-call', `A verdict names the call ${entry.call}, which is not open.`);
    if (open.state === 'EXECUTING') {
      return finding('verdict-late', `The verdict on ${entry.call} follows its execution.`);
    }
    // A workflow run that ended early names the digest of the policy, and has loaded none.
    if (policy === null || endedEarly || entry.policySha256 !== policy.sha256) {
      const loaded = endedEarly || policy === null ? 'none' : policy.sha256;
      const because = `The verdict on ${entry.call} is by the policy ${entry.policySha256}, but the run has the policy ${loaded}.`;
      return finding('policy-mismatch', because);
    }
    const mismatch = layerMismatch(entry, policy, open);
    if (mismatch !== null) return finding('layers-mismatch', mismatch);
    const before = open.verdict;
    // Another workflow run may have another policy or sandbox; with `mode: custom` a hook decides.
    const isByHook = before !== null && mayBeByHook(before, { mode: policy.mode, open });
    const mayLoosen = open.verdictSegment !== segment || isByHook;
    if (before !== null && strictness(entry.verdict) < strictness(before.verdict)) {
      if (before.verdict === 'deny' || !mayLoosen) {
        return finding(
          'verdict-loosened',
          `The verdict on ${entry.call} was loosened from ${before.verdict} to ${entry.verdict}.`,
        );
      }
    }
    const unplanned = planFault(entry, { plan: this.#plan, tool: open.tool });
    if (unplanned !== null) return unplanned;
    const { verdict, list, rule, argumentsSha256, profile: whole } = entry;
    const needs = preparedNeeds(entry.needs);
    const profile = whole === undefined ? null : { name: whole.name, network: whole.network };
    open.verdict = { verdict, list, rule, argumentsSha256, needs, profile };
    open.verdictSegment = segment;
    return null;
  }

  /** The person who changed a call is the one who approved it, and nobody else. */
  #changed(entry: EntryOf<'call.changed'>, open: OpenCall): Finding | null {
    const asked = this.approvals.get(entry.approval);
    const change = approvedChange(entry, open, asked);
    if (typeof change === 'string')
      return finding('change-mismatch', `${entry.call} is changed, although ${change}.`);
    if (open === undefined || asked === undefined) return null;
    asked.approvals.clear();
    asked.approvals.add(change);
    asked.argumentsSha256 = entry.argumentsSha256;
    asked.changes.clear();
    asked.isChanged = true;
    open.isChanged = true;
    open.verdict = null;
    open.lastArgumentsSha256 = entry.argumentsSha256;
    open.wasHooked = false;
    return null;
  }

  #adopted(entry: EntryOf<'plan.approved'>, open: OpenCall): Finding | null {
    const asked = this.approvals.get(open?.asked ?? '');
    const isApproved =
      open?.state === 'EXECUTING' &&
      open.consumed &&
      open.tool === PLAN_CALL &&
      asked !== undefined;
    // A plan without lines lets nothing run, whatever was asked.
    if (isApproved && (entry.lines.length === 0 || isPlanOf(entry, asked.plan))) {
      this.#plan = entry;
      return null;
    }
    return finding('plan-mismatch', `People did not approve the plan that ${entry.call} adopts.`);
  }

  #asked(entry: EntryOf<'approval.asked'>): Finding | null {
    const named = new Set(entry.named?.map(accountKey));
    for (const { approval, call, digest, needs, plan } of entry.requests) {
      const open = this.open.get(call);
      if (open === undefined || open.state === 'EXECUTING') {
        return finding(
          'unknown-call',
          `An approval request names the call ${call}, which does not wait.`,
        );
      }
      if (this.approvals.has(approval)) {
        return finding('duplicate-approval', `The approval request ${approval} exists already.`);
      }
      if (this.approvals.size >= MAX_OPEN) {
        return finding('too-many-open', `More than ${MAX_OPEN} approvals are open.`);
      }
      const [by] = open.refusedBy;
      if (by !== undefined) {
        const because = `${approval} asks for the call ${call} again, which ${by.login} denied.`;
        return finding('approval-closed', because);
      }
      this.approvals.set(approval, {
        call,
        digest,
        count: needs?.count ?? entry.count,
        via: entry.via,
        card: entry.card,
        askedAt: entry.time,
        answersBefore: { ...this.#answers },
        expires: needs?.expires ?? entry.expires,
        plan,
        needs: preparedNeeds(needs),
        named,
        argumentsSha256: open.verdict?.argumentsSha256 ?? null,
        approvals: new CountedApprovals(needs?.files),
        changes: new Map(),
        isChanged: false,
        asksEnoughFor: null,
        status: 'open',
      });
      open.asked = approval;
      open.consumed = false;
      open.approvals.push(approval);
    }
    return null;
  }

  #decision(
    entry: EntryOf<'approval.decision'>,
    open: OpenCall,
    { first }: RunFacts,
  ): Finding | null {
    const { comment, review, check } = entry;
    this.#answers.comment = Math.max(this.#answers.comment, comment?.id ?? -Infinity);
    this.#answers.review = Math.max(this.#answers.review, review?.id ?? -Infinity);
    this.#answers.check = Math.max(this.#answers.check, check?.id ?? -Infinity);
    // An answer that does not count may name any call, and may come at any time. One that counted before is withdrawn.
    if (!entry.counted) return this.#withdrawn(entry);
    const asked = this.#find(entry);
    if ('code' in asked) return asked;
    const answeredAt = answerOf(entry)?.time;
    // A text that is no time is a finding of its own.
    if (
      asked.expires !== null &&
      answeredAt !== undefined &&
      isRealTime(answeredAt) &&
      Date.parse(answeredAt) > Date.parse(asked.expires)
    ) {
      return finding(
        'approval-expired',
        `The approval request ${entry.approval} had expired when ${entry.by.login} decided.`,
      );
    }
    if (asked.via === 'nobody' && entry.decision === 'approve') {
      return finding(
        'approval-mismatch',
        `Somebody approved ${entry.approval}, although nobody was asked.`,
      );
    }
    if (entry.decision === 'deny') {
      asked.status = 'denied';
      open?.refusedBy.push(entry.by);
      return null;
    }
    const notAllowed = approverFault(asked, entry, first?.requester);
    if (notAllowed !== null) return notAllowed;
    if (entry.changeSha256 === undefined) asked.approvals.add(entry);
    else asked.changes.set(sourceOf(entry), entry);
    return null;
  }

  #withdrawn(entry: EntryOf<'approval.decision'>): null {
    const asked = this.approvals.get(entry.approval);
    if (asked?.call !== entry.call || asked.status !== 'open') return null;
    asked.approvals.withdraw(entry);
    asked.changes.delete(sourceOf(entry));
    return null;
  }

  #consumed(entry: EntryOf<'approval.consumed'>): Finding | null {
    const asked = this.#find(entry);
    if ('code' in asked) return asked;
    const open = this.open.get(entry.call);
    if (entry.digest !== asked.digest || open === undefined || open.asked !== entry.approval) {
      return finding(
        'approval-mismatch',
        `${entry.approval} was consumed for another call than it approved.`,
      );
    }
    const unapproved = this.#approvedEnough(open);
    if (unapproved !== null) return unapproved;
    asked.status = 'consumed';
    open.consumed = true;
    return null;
  }

  #void(entry: EntryOf<'approval.void'>): Finding | null {
    const asked = this.approvals.get(entry.approval);
    // The approval request of a call that has ended may still be closed.
    if (asked === undefined) return null;
    asked.status = 'void';
    const open = this.open.get(asked.call);
    if (open?.asked === entry.approval && open.state !== 'EXECUTING') open.consumed = false;
    return null;
  }

  #find(entry: { readonly approval: string; readonly call: string }): ApprovalState | Finding {
    const asked = this.approvals.get(entry.approval);
    if (asked === undefined) {
      return finding('unknown-approval', `${entry.approval} is not an open approval request.`);
    }
    if (asked.call !== entry.call) {
      return finding(
        'approval-mismatch',
        `${entry.approval} asks for the call ${asked.call}, not for ${entry.call}.`,
      );
    }
    if (asked.status === 'open') return asked;
    return finding('approval-closed', `${entry.approval} is already ${asked.status}.`);
  }

  #requested(
    { call, request }: EntryOf<'call.request'>,
    open: OpenCall,
    { segment }: RunFacts,
  ): Finding | null {
    if (open?.state !== 'EXECUTING') return notExecuting(call);
    if (open.segment !== segment) return interrupted(call);
    if (request !== open.requests + 1) {
      const because = `The request ${request} of ${call} follows its request ${open.requests}.`;
      return finding('request-mismatch', because);
    }
    if (this.#unanswered >= MAX_OPEN)
      return finding('too-many-open', `More than ${MAX_OPEN} requests of tools have no answer.`);
    open.requests += 1;
    open.unanswered.add(request);
    this.#unanswered += 1;
    return null;
  }

  #answered(entry: EntryOf<'call.answer'>, open: OpenCall, { segment }: RunFacts): Finding | null {
    const { call, request } = entry;
    if (open?.state !== 'EXECUTING') return notExecuting(call);
    if (open.segment !== segment) return interrupted(call);
    const fault = answerFault(entry);
    if (fault !== null) return finding('request-mismatch', fault);
    if (!open.unanswered.delete(request)) {
      const because = `${call} has no request ${request} that waits for an answer.`;
      return finding('request-mismatch', because);
    }
    this.#unanswered -= 1;
    return null;
  }

  #forget(open: OpenCallState): void {
    this.open.delete(open.call);
    this.#unanswered -= open.unanswered.size;
    for (const approval of open.approvals) this.approvals.delete(approval);
  }
}

function preparedNeeds<Needs extends { readonly from: readonly (readonly string[])[] }>(
  needs: Needs | undefined,
): (Omit<Needs, 'from'> & { readonly from: ApproverLists }) | undefined {
  return needs && { ...needs, from: new ApproverLists(needs.from) };
}

/** A call that people were asked about needs their approval, even if an approver changed it so that the policy asks nobody. */
function needsPeople({ verdict, asked }: OpenCallState): boolean {
  return verdict?.verdict !== 'auto' || asked !== null;
}

function notExecuting(call: string): Finding {
  return finding('unknown-call', `A question or an answer names ${call}, which does not execute.`);
}

function interrupted(call: string): Finding {
  const because = `A question or an answer names ${call}, which a crash of its run interrupted.`;
  return finding('ran-on-after-crash', because);
}

/** When a tool ends, each of its requests has an answer on record. An answer may be missing if a crash interrupted the call. */
function unansweredFault(
  { call, state }: EntryOf<'call.state'>,
  { unanswered }: OpenCallState,
): Finding | null {
  if (unanswered.size === 0 || state === 'SEALED') return null;
  const [first = 0] = unanswered;
  return finding(
    'request-mismatch',
    `The call ${call} is ${state}, but its request ${first} has no answer.`,
  );
}

/** An answer entry has an answer or a reason why there is none, and names the hook if a hook gave it. */
function answerFault({ call, by, hook, answer, because }: EntryOf<'call.answer'>): string | null {
  const isWhole =
    (answer === undefined) !== (because === undefined) &&
    (hook !== undefined) === (by === 'hook') &&
    !(by === 'nobody' && answer !== undefined);
  return isWhole
    ? null
    : `An answer to ${call} does not say who answered, or neither has an answer nor says why.`;
}
