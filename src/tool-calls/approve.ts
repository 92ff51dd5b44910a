import type { EvaluatedCall, FinishedCall } from './call.ts';
import {
  type Answer,
  approvalDigest,
  approvalId,
  type ApprovalRequest,
  newNonce,
} from '../approvals/index.ts';
import { profileSentence } from '../policy/index.ts';
import { evaluateCall, recordVerdict } from './evaluate-call.ts';
import { createEventVetoes } from './hooks/event-veto.ts';
import { recordState, snapshotOf } from './record.ts';
import { finishDenied, finishUnanswered } from './finish-call.ts';
import type { CallContext, JudgingWorld } from './context.ts';

/** How often one call is put before people anew because what it depends on changed. */
const MAX_ROUNDS = 3;
/** Most files whose content an approval is bound to. A call that names more is never the one that was asked for. */
const MAX_BOUND_FILES = 2_000;

/** A call that waits for a person. The nonce makes each asking its own. */
export interface CallForApproval extends EvaluatedCall {
  readonly nonce: string;
}

/** What became of a turn's gated calls: all settled, or the whole batch parked for a suspension. */
export type GateEnd =
  | { readonly kind: 'settled'; readonly settled: readonly FinishedCall[] }
  | {
      readonly kind: 'parked';
      readonly calls: readonly CallForApproval[];
      readonly requests: readonly ApprovalRequest[];
    };

export function markForApproval(call: EvaluatedCall): CallForApproval {
  return { ...call, nonce: newNonce() };
}

/**
 * Step five: asks people for every gated call of a turn with one card, then hands the approved ones to `effect`,
 * in order. Just before each effect the digest is computed again from what will be executed; a difference voids
 * the approval and asks anew.
 */
export async function approveAll(
  context: JudgingWorld,
  gated: readonly CallForApproval[],
  effect: (call: CallForApproval) => Promise<FinishedCall>,
): Promise<GateEnd> {
  const settled: FinishedCall[] = [];
  let open = gated;
  for (let round = 0; open.length > 0; round += 1) {
    const requests = await Promise.all(open.map((call) => requestFor(context, call)));
    const answers = await ask(context, open, requests);
    if (answers === 'cancelled') {
      const ended = unanswered('The run was ended before anybody answered.');
      for (const call of open) settled.push(await finishDenied(context, call, ended));
      return { kind: 'settled', settled };
    }
    if (answers.some((answer) => answer.kind === 'suspended')) {
      return { kind: 'parked', calls: open, requests };
    }
    const voided: CallForApproval[] = [];
    for (const [index, call] of open.entries()) {
      const answer = answers[index];
      if (answer === undefined) throw new Error('an approver left a request without an answer');
      const end = await carryOut(context, {
        call,
        answer,
        effect,
        lastRound: round + 1 >= MAX_ROUNDS,
      });
      if (end === 'voided') voided.push(markForApproval(call));
      else settled.push(end);
    }
    open = voided;
  }
  return { kind: 'settled', settled };
}

async function ask(
  context: CallContext,
  calls: readonly CallForApproval[],
  requests: readonly ApprovalRequest[],
): Promise<readonly Answer[] | 'cancelled'> {
  const objections = createEventVetoes(requests);
  context.bus.emit({
    type: 'permission_required',
    respond: objections.respond,
    asked: calls.flatMap((call, index) => {
      const request = requests[index];
      const snapshot = snapshotOf(call.request, 'APPROVAL_REQUIRED', call.inputPreview);
      return request === undefined
        ? []
        : [{ approval: request.id, rule: request.narrowestRule, snapshot }];
    }),
  });
  const signal = AbortSignal.any([context.signal, objections.all]);
  try {
    return objections.over(await context.approver.ask(requests, { signal }));
  } catch (error) {
    if (context.signal.aborted) return 'cancelled';
    if (!objections.all.aborted) throw error;
    return objections.over(
      requests.map((request) => ({ kind: 'unanswered', request, because: '' })),
    );
  }
}

async function carryOut(
  context: JudgingWorld,
  of: {
    readonly call: CallForApproval;
    readonly answer: Answer;
    readonly effect: (call: CallForApproval) => Promise<FinishedCall>;
    readonly lastRound: boolean;
  },
): Promise<FinishedCall | 'voided'> {
  const { call, answer } = of;
  context.bus.emit({
    type: 'permission_decided',
    call: call.request.id,
    approved: answer.kind === 'approved',
    by: deciderOf(answer),
  });
  if (answer.kind === 'unanswered' && call.prepared.otherwise !== undefined) {
    return await finishUnanswered(context, call, answer.because);
  }
  if (answer.kind !== 'approved') return await finishDenied(context, call, refusalOf(answer));
  const before = await voidWhereChanged(context, of);
  if (before !== null) return before;
  const taken = await context.claim(answer.request, answer);
  if (taken !== null) return await finishDenied(context, call, unanswered(taken));
  // Taking it asks GitHub, which may last: what is executed is looked at once more.
  const after = await voidWhereChanged(context, of);
  if (after !== null) return after;
  await recordState(context, call, { state: 'APPROVED' });
  return await of.effect(answer.note === undefined ? call : { ...call, answer: answer.note });
}

/** Voids an approval that no longer fits what would be executed, and gives what becomes of the call; `null` where it fits. */
async function voidWhereChanged(
  context: JudgingWorld,
  of: { readonly call: CallForApproval; readonly answer: Answer; readonly lastRound: boolean },
): Promise<FinishedCall | 'voided' | null> {
  const { call, answer } = of;
  const changed = await changedSince(context, call, answer.request);
  if (changed === null) return null;
  await context.trail.append({
    type: 'approval.void',
    approval: answer.request.id,
    call: call.request.id,
    because: changed,
  });
  if (!of.lastRound) return 'voided';
  return await finishDenied(context, call, unanswered(`The approval was void: ${changed}.`));
}

/** Why the approval no longer fits what would be executed; `null` where it does. */
async function changedSince(
  context: JudgingWorld,
  call: CallForApproval,
  approved: ApprovalRequest,
): Promise<string | null> {
  const verdict = evaluateCall(context, call);
  if (verdict.verdict === 'deny') {
    await recordVerdict(context, call, verdict);
    return `the policy now denies it: ${verdict.because}`;
  }
  const now = await requestFor(context, call);
  return now.digest === approved.digest
    ? null
    : 'a file that the call depends on changed after it was asked for';
}

async function requestFor(context: JudgingWorld, call: CallForApproval): Promise<ApprovalRequest> {
  const situation = context.situation();
  const { profile } = call.verdict;
  const paths = context.policy.pathsOf(call.prepared.facts, situation);
  const digest = approvalDigest({
    tool: call.tool.name,
    input: call.prepared.input,
    policySha256: context.policy.sha256,
    headSha: context.headSha,
    run: context.run,
    call: call.request.id,
    nonce: call.nonce,
    files: await boundFiles(context, context.policy.dependsOn(call.prepared.facts, situation)),
    ...(profile === undefined ? {} : { profile }),
  });
  return {
    id: approvalId(digest),
    digest,
    call: call.request.id,
    tool: call.tool.name,
    preview: await call.prepared.preview(),
    verdict: call.verdict,
    ...(profile === undefined || situation.contained !== true
      ? {}
      : { sandbox: profileSentence(profile) }),
    narrowestRule: call.prepared.asks === undefined ? await call.prepared.narrowestRule() : null,
    paths: paths.map((fact) => fact.path),
    expects: call.prepared.asks ?? 'approval',
    ...(call.prepared.waitMs === undefined ? {} : { waitMs: call.prepared.waitMs }),
  };
}

async function boundFiles(
  context: CallContext,
  paths: readonly string[],
): Promise<Record<string, string | null>> {
  const names = [...new Set(paths)].sort();
  // What cannot be bound must not look bound: the digest is another one each time.
  if (names.length > MAX_BOUND_FILES) return { 'more files than can be bound': newNonce() };
  const digests = await Promise.all(names.map((name) => context.fileSha256(name)));
  return Object.fromEntries(names.map((name, index) => [name, digests[index] ?? null]));
}

function deciderOf(answer: Answer): string {
  switch (answer.kind) {
    case 'approved':
      return answer.by.map((by) => by.login).join(', ');
    case 'denied':
      return answer.by.login;
    case 'unanswered':
    case 'suspended':
      return 'nobody';
  }
}

function refusalOf(
  answer: Exclude<Answer, { kind: 'approved' }>,
): Parameters<typeof finishDenied>[2] {
  switch (answer.kind) {
    case 'denied': {
      const reason = answer.reason === '' ? 'without a reason' : `: ${answer.reason}`;
      return {
        refusal: 'person',
        because: `@${answer.by.login} denied this call${reason.startsWith(':') ? reason : ` ${reason}`}.`,
        recommendation: 'Do not try the same again by another way. Respect the reason, or finish.',
      };
    }
    case 'unanswered':
      return unanswered(answer.because);
    case 'suspended':
      return unanswered('The run was to be suspended.');
  }
}

function unanswered(because: string): Parameters<typeof finishDenied>[2] {
  return {
    refusal: 'unanswered',
    because,
    recommendation: 'Go on without this call where you can, then finish and say what was left out.',
  };
}
