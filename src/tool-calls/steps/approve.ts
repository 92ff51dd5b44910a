import { isDeepStrictEqual } from 'node:util';
import type { CallForApproval, EvaluatedCall, FinishedCall } from '../call.ts';
import { type Answer, type ApprovalRequest, newNonce, NotResumed } from '../../approvals/index.ts';
import { canonicalJson, defined, hasRedaction } from '../../common/index.ts';
import type { Verdict } from '../../policy/index.ts';
import { digestFor, requestFor } from './approval-request.ts';
import { evaluateAgain, recordVerdict } from './evaluate.ts';
import { createEventVetoes } from '../hooks/event-veto.ts';
import { recordState, snapshotOf } from '../record.ts';
import { CANCELLED, isStopped, NOT_REACHED } from './calls-not-made.ts';
import { finishDenied, finishFailed, finishUnanswered } from './finish.ts';
import { type CallChange, changeCall, recordChange } from './change-call.ts';
import {
  answerDenial,
  changedDenial,
  type DecidedAnswer,
  LED_ELSEWHERE,
  noLongerPossible,
  unanswered,
} from './denial-reasons.ts';
import { evaluateWithHooks, hasPreHooks } from '../hooks/pre-hooks.ts';
import type { CallContext } from '../context.ts';

/** How often people are asked for one call again because a file that it depends on changed. */
const MAX_ROUNDS = 3;

/** The gated calls of a turn whose answers a later job gets. */
interface SuspendedApproval {
  readonly calls: readonly CallForApproval[];
  readonly requests: readonly ApprovalRequest[];
}

/** How a turn's calls ended. With `suspended`, `finished` holds those that do not wait. */
export interface BatchEnd {
  readonly finished: readonly FinishedCall[];
  readonly suspended: SuspendedApproval | null;
}

type Run = (call: CallForApproval) => Promise<FinishedCall>;

interface AnsweredCall {
  readonly call: CallForApproval;
  readonly answer: DecidedAnswer;
  readonly run: Run;
  readonly isLastRound: boolean;
}

/** The approval is void, or the changed call needs one of its own: people are asked about this call. */
interface AskedAgain {
  readonly again: CallForApproval;
}

/** The call with a nonce of its own: no approval of another request is an approval of this one. */
export function markForApproval(call: EvaluatedCall): CallForApproval {
  return { ...call, nonce: newNonce() };
}

/**
 * Step 5: asks people for every gated call of a turn with one approval request, then passes the approved calls to `run`,
 * in order. Just before each effect the digest is computed again from what will be executed. A difference voids the
 * approval, and people are asked again.
 */
export async function approveCalls(
  context: CallContext,
  gated: readonly CallForApproval[],
  run: Run,
): Promise<BatchEnd> {
  const finished: FinishedCall[] = [];
  let waiting = gated;
  for (let round = 0; waiting.length > 0; round += 1) {
    const requests = await Promise.all(waiting.map((call) => requestFor(context, call)));
    const answers = await ask(context, waiting, requests);
    if (answers === 'cancelled') {
      const reason = unanswered('The run was ended before anybody answered.');
      for (const call of waiting) finished.push(await finishDenied(context, call, reason));
      return { finished, suspended: null };
    }
    const decided = answers.filter((answer) => answer.kind !== 'suspended');
    if (decided.length < answers.length)
      return { finished, suspended: { calls: waiting, requests } };
    const voided: CallForApproval[] = [];
    for (const [index, call] of waiting.entries()) {
      const answer = decided[index];
      if (answer === undefined) throw new Error('an approver left a request without an answer');
      const isLastRound = round + 1 >= MAX_ROUNDS;
      const answered = { call, answer, run, isLastRound };
      const end = await endAnswered(context, answered, { finished, voided });
      if ('again' in end) voided.push(end.again);
      else finished.push(end);
    }
    waiting = voided;
  }
  return { finished, suspended: null };
}

/** Applies an answer, unless the run was cancelled, or the calls of the turn before it stop the call or make it wait for another answer. */
async function endAnswered(
  context: CallContext,
  answered: AnsweredCall,
  before: Pick<BatchEnd, 'finished'> & { readonly voided: readonly CallForApproval[] },
): Promise<FinishedCall | AskedAgain> {
  const { call, answer } = answered;
  if (isStopped(context, before.finished)) return await finishFailed(context, call, NOT_REACHED);
  // A call before it took time.
  if (answer.kind === 'approved' && context.signal.aborted)
    return await finishFailed(context, call, CANCELLED);
  const waits = context.dependent && before.voided.length > 0;
  if (waits && answer.kind === 'approved')
    return await voidApproval(context, answered, 'people are asked again about a call before it');
  return await applyAnswer(context, answered);
}

async function ask(
  context: CallContext,
  calls: readonly CallForApproval[],
  requests: readonly ApprovalRequest[],
): Promise<readonly Answer[] | 'cancelled'> {
  // People see nothing of a call that is not on record.
  await context.trail.flush();
  const vetoes = createEventVetoes(requests);
  context.bus.emit({
    type: 'permission_required',
    respond: vetoes.respond,
    asked: calls.flatMap((call, index) => {
      const request = requests[index];
      const snapshot = snapshotOf(call, 'APPROVAL_REQUIRED');
      return request === undefined
        ? []
        : [{ approval: request.id, rules: request.rules, snapshot }];
    }),
  });
  const signal = AbortSignal.any([context.signal, vetoes.allRefused]);
  try {
    return vetoes.apply(await context.approver.ask(requests, { signal }));
  } catch (error) {
    // The calls are not this job's, also if it is cancelled meanwhile.
    if (error instanceof NotResumed) throw error;
    if (context.signal.aborted) return 'cancelled';
    if (!vetoes.allRefused.aborted) throw error;
    return vetoes.apply(requests.map((request) => ({ kind: 'unanswered', request, because: '' })));
  }
}

async function applyAnswer(
  context: CallContext,
  answered: AnsweredCall,
): Promise<FinishedCall | AskedAgain> {
  const { call, answer, run } = answered;
  const otherwise = answer.kind === 'unanswered' ? call.prepared.otherwise : undefined;
  context.bus.emit({
    type: 'permission_decided',
    call: call.request.id,
    approved: answer.kind === 'approved',
    by: deciderOf(answer),
    ...(otherwise === undefined ? {} : { usedDefault: true as const }),
  });
  if (answer.kind === 'unanswered' && otherwise !== undefined)
    return await finishUnanswered(context, call, { because: answer.because, otherwise });
  if (answer.kind !== 'approved')
    return await finishDenied(context, call, answerDenial(answer, call));
  const before = await voidIfChanged(context, answered);
  if (before !== null) return before;
  if (answer.change !== undefined) return await applyChange(context, answered, answer.change);
  const refusedClaim = await context.claim(answer.request, answer);
  if (refusedClaim !== null) return await finishDenied(context, call, unanswered(refusedClaim));
  // The claim asks GitHub, which takes time: a file may have changed meanwhile.
  const after = await voidIfChanged(context, answered);
  if (after !== null) return after;
  await recordState(context, call, { state: 'APPROVED' });
  const finished = await run(answer.note === undefined ? call : { ...call, answer: answer.note });
  if (answer.always !== undefined && answer.comment !== undefined) {
    // The rules that people saw in the request: never for a call with a secret in it.
    const { request, always: by, comment } = answer;
    const because = whyNoProposal(context, call, request.rules);
    const rules = because === null ? request.rules : [];
    await context.proposeRules?.({ request, by, issue: comment.issue, rules, because });
  }
  return finished;
}

/**
 * Evaluates the call that an approver changed as if the model had made it: by the policy, by hooks, and by who must approve it. Their
 * approval is enough if nobody else is needed for exactly that call; otherwise people are asked about it.
 */
async function applyChange(
  context: CallContext,
  answered: AnsweredCall,
  change: CallChange,
): Promise<FinishedCall | AskedAgain> {
  const { call, answer, run, isLastRound } = answered;
  const { id: approval, needs } = answer.request;
  const changed = await changeCall(context, call, change);
  if (typeof changed === 'string') return await voidApproval(context, answered, changed);
  const { argument } = changed.changed;
  await recordChange(context, { from: call, to: changed }, { ...change, approval, argument });
  const checked = { ...(await evaluateWithHooks(context, changed)), changed: changed.changed };
  if (checked.verdict.verdict === 'deny')
    return await finishDenied(context, checked, changedDenial(checked));
  const gated = markForApproval(checked);
  const isExact = checked.argumentsSha256 === changed.argumentsSha256;
  if (!isExact || !isEnoughFor(context, gated, needs)) {
    const because = `@${change.by.login} changed the call, which now needs an approval of its own`;
    if (isLastRound) return await voidApproval(context, answered, because);
    await recordVoid(context, answered, because);
    return { again: gated };
  }
  const bound = await digestFor(context, gated);
  const refusedClaim = await context.claim(answer.request, answer);
  if (refusedClaim !== null) return await finishDenied(context, checked, unanswered(refusedClaim));
  // The claim asks GitHub, which takes time.
  const now = { ...gated, verdict: verdictNow(context, gated) };
  if (now.verdict.verdict === 'deny') return await denyNow(context, answered, now);
  if (!isEnoughFor(context, now, needs) || (await digestFor(context, now)) !== bound) {
    if (isLastRound) return await voidApproval(context, answered, 'it changed meanwhile');
    await recordVoid(context, answered, 'a file that the changed call depends on changed');
    return { again: markForApproval(now) };
  }
  await recordState(context, checked, { state: 'APPROVED' });
  return await run(now);
}

/** Whether the person who changed a call is all that the changed call needs. */
function isEnoughFor(
  context: CallContext,
  { verdict }: EvaluatedCall,
  approved: ApprovalRequest['needs'],
): boolean {
  if (verdict.verdict === 'auto') return true;
  const needs = context.policy.approvalNeeds(verdict);
  // The files of the changed call may have other owners.
  const byOwners = needs.from.some((entries) => entries.includes('codeowners'));
  const isSame = JSON.stringify(needs) === JSON.stringify(approved);
  return verdict.verdict === 'requireApproval' && needs.count === 1 && isSame && !byOwners;
}

/** A reviewer of the rule could not see them. */
const INVISIBLE = /[\p{C}\u2028\u2029]/u;

/** Why no rules are proposed for a call; `null` if these can be. */
function whyNoProposal(
  { redactor }: CallContext,
  call: CallForApproval,
  rules: readonly string[],
): string | null {
  const input = canonicalJson(call.prepared.input);
  if (redactor.redact(input) !== input || rules.some(hasRedaction))
    return 'the call contains a secret';
  if (rules.length === 0) return 'no rule covers this call and nothing more';
  if (rules.some((rule) => INVISIBLE.test(rule))) return 'its rule would have invisible characters';
  return null;
}

/** Voids an approval that no longer matches what would be executed. Resolves with `null` if it still matches. */
async function voidIfChanged(
  context: CallContext,
  answered: AnsweredCall,
): Promise<FinishedCall | AskedAgain | null> {
  const { call, answer } = answered;
  const again = verdictNow(context, call);
  if (again.verdict === 'deny')
    return await denyNow(context, answered, { ...call, verdict: again });
  const { profile: _, ...verdict } = again;
  // The sandbox is the one that people were shown.
  const { profile } = call.verdict;
  const now = { ...call, verdict: { ...verdict, ...defined({ profile }) } };
  const changed = await changeSince(context, now, answer.request);
  return changed === null ? null : await voidApproval(context, answered, changed);
}

/** Ends a call that the policy denies by now: nobody is asked about it again. */
async function denyNow(
  context: CallContext,
  answered: AnsweredCall,
  now: CallForApproval,
): Promise<FinishedCall> {
  await recordVerdict(context, now, now.verdict);
  const because = `the policy now denies it: ${now.verdict.because}`;
  await recordVoid(context, answered, because);
  return await finishDenied(context, now, noLongerPossible(because));
}

/** Voids an approval: people are asked again, unless they were asked too often. */
async function voidApproval(
  context: CallContext,
  answered: AnsweredCall,
  because: string,
): Promise<FinishedCall | AskedAgain> {
  await recordVoid(context, answered, because);
  const { call, isLastRound } = answered;
  if (isLastRound) {
    const reason = unanswered(`The approval was void: ${because}.`);
    return await finishDenied(context, call, reason);
  }
  const verdict = verdictNow(context, call);
  const isElsewhere = !isDeepStrictEqual(verdict.places, call.verdict.places);
  if (isElsewhere && hasPreHooks(context, call))
    return await finishDenied(context, call, LED_ELSEWHERE);
  return { again: markForApproval({ ...call, verdict }) };
}

async function recordVoid(
  context: CallContext,
  { answer, call }: AnsweredCall,
  because: string,
): Promise<void> {
  const { id: approval } = answer.request;
  await context.trail.write({ type: 'approval.void', approval, call: call.request.id, because });
}

/** Why the approval does not match what would be executed `now`; `null` if it does. */
async function changeSince(
  context: CallContext,
  now: CallForApproval,
  approved: ApprovalRequest,
): Promise<string | null> {
  if (
    JSON.stringify(context.policy.approvalNeeds(now.verdict)) !== JSON.stringify(approved.needs)
  ) {
    await recordVerdict(context, now, now.verdict);
    return 'the policy now asks other people to approve it';
  }
  return (await digestFor(context, now)) === approved.digest
    ? null
    : 'a file that the call depends on changed after it was asked for';
}

/** The verdict by what is known now, and never looser than the one that people were asked with. */
function verdictNow(context: CallContext, call: CallForApproval): Verdict {
  return evaluateAgain(context, call, call.verdict);
}

function deciderOf(answer: DecidedAnswer): string {
  switch (answer.kind) {
    case 'approved':
      return answer.by.map((by) => by.login).join(', ');
    case 'denied':
      return answer.by.login;
    case 'unanswered':
      return 'nobody';
  }
}
