import {
  type Answer,
  approvalDigest,
  approvalId,
  type ApprovalRequest,
  newNonce,
} from '../approvals/index.ts';
import { profileSentence } from '../policy/index.ts';
import { judgeCall, recordVerdict } from './judge.ts';
import { createObjections } from './objections.ts';
import { type JudgedCall, recordState, type SettledCall, snapshotOf } from './record.ts';
import { settleDenied, settleUnanswered } from './settle.ts';
import type { CallWorld, JudgingWorld } from './world.ts';

/** How often one call is put before people anew because what it depends on changed. */
const MAX_ROUNDS = 3;
/** Most files whose content an approval is bound to. A call that names more is never the one that was asked for. */
const MAX_BOUND_FILES = 2_000;

/** A call that waits for a person. The nonce makes each asking its own. */
export interface GatedCall extends JudgedCall {
  readonly nonce: string;
}

/** What became of a turn's gated calls: all settled, or the whole batch parked for a suspension. */
export type GateEnd =
  | { readonly kind: 'settled'; readonly settled: readonly SettledCall[] }
  | {
      readonly kind: 'parked';
      readonly calls: readonly GatedCall[];
      readonly requests: readonly ApprovalRequest[];
    };

export function gate(call: JudgedCall): GatedCall {
  return { ...call, nonce: newNonce() };
}

/**
 * Step five: asks people for every gated call of a turn with one card, then hands the approved ones to `effect`,
 * in order. Just before each effect the digest is computed again from what will be executed; a difference voids
 * the approval and asks anew.
 */
export async function approveAll(
  world: JudgingWorld,
  gated: readonly GatedCall[],
  effect: (call: GatedCall) => Promise<SettledCall>,
): Promise<GateEnd> {
  const settled: SettledCall[] = [];
  let open = gated;
  for (let round = 0; open.length > 0; round += 1) {
    const requests = await Promise.all(open.map((call) => requestFor(world, call)));
    const answers = await ask(world, open, requests);
    if (answers === 'cancelled') {
      const ended = unanswered('The run was ended before anybody answered.');
      for (const call of open) settled.push(await settleDenied(world, call, ended));
      return { kind: 'settled', settled };
    }
    if (answers.some((answer) => answer.kind === 'suspended')) {
      return { kind: 'parked', calls: open, requests };
    }
    const voided: GatedCall[] = [];
    for (const [index, call] of open.entries()) {
      const answer = answers[index];
      if (answer === undefined) throw new Error('an approver left a request without an answer');
      const end = await carryOut(world, {
        call,
        answer,
        effect,
        lastRound: round + 1 >= MAX_ROUNDS,
      });
      if (end === 'voided') voided.push(gate(call));
      else settled.push(end);
    }
    open = voided;
  }
  return { kind: 'settled', settled };
}

async function ask(
  world: CallWorld,
  calls: readonly GatedCall[],
  requests: readonly ApprovalRequest[],
): Promise<readonly Answer[] | 'cancelled'> {
  const objections = createObjections(requests);
  world.bus.emit({
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
  const signal = AbortSignal.any([world.signal, objections.all]);
  try {
    return objections.over(await world.approver.ask(requests, { signal }));
  } catch (error) {
    if (world.signal.aborted) return 'cancelled';
    if (!objections.all.aborted) throw error;
    return objections.over(
      requests.map((request) => ({ kind: 'unanswered', request, because: '' })),
    );
  }
}

async function carryOut(
  world: JudgingWorld,
  of: {
    readonly call: GatedCall;
    readonly answer: Answer;
    readonly effect: (call: GatedCall) => Promise<SettledCall>;
    readonly lastRound: boolean;
  },
): Promise<SettledCall | 'voided'> {
  const { call, answer } = of;
  world.bus.emit({
    type: 'permission_decided',
    call: call.request.id,
    approved: answer.kind === 'approved',
    by: deciderOf(answer),
  });
  if (answer.kind === 'unanswered' && call.prepared.otherwise !== undefined) {
    return await settleUnanswered(world, call, answer.because);
  }
  if (answer.kind !== 'approved') return await settleDenied(world, call, refusalOf(answer));
  const before = await voidWhereChanged(world, of);
  if (before !== null) return before;
  const taken = await world.claim(answer.request, answer);
  if (taken !== null) return await settleDenied(world, call, unanswered(taken));
  // Taking it asks GitHub, which may last: what is executed is looked at once more.
  const after = await voidWhereChanged(world, of);
  if (after !== null) return after;
  await recordState(world, call, { state: 'APPROVED' });
  return await of.effect(answer.note === undefined ? call : { ...call, answer: answer.note });
}

/** Voids an approval that no longer fits what would be executed, and gives what becomes of the call; `null` where it fits. */
async function voidWhereChanged(
  world: JudgingWorld,
  of: { readonly call: GatedCall; readonly answer: Answer; readonly lastRound: boolean },
): Promise<SettledCall | 'voided' | null> {
  const { call, answer } = of;
  const changed = await changedSince(world, call, answer.request);
  if (changed === null) return null;
  await world.trail.append({
    type: 'approval.void',
    approval: answer.request.id,
    call: call.request.id,
    because: changed,
  });
  if (!of.lastRound) return 'voided';
  return await settleDenied(world, call, unanswered(`The approval was void: ${changed}.`));
}

/** Why the approval no longer fits what would be executed; `null` where it does. */
async function changedSince(
  world: JudgingWorld,
  call: GatedCall,
  approved: ApprovalRequest,
): Promise<string | null> {
  const verdict = judgeCall(world, call);
  if (verdict.verdict === 'deny') {
    await recordVerdict(world, call, verdict);
    return `the policy now denies it: ${verdict.because}`;
  }
  const now = await requestFor(world, call);
  return now.digest === approved.digest
    ? null
    : 'a file that the call depends on changed after it was asked for';
}

async function requestFor(world: JudgingWorld, call: GatedCall): Promise<ApprovalRequest> {
  const situation = world.situation();
  const { profile } = call.verdict;
  const paths = world.policy.pathsOf(call.prepared.facts, situation);
  const digest = approvalDigest({
    tool: call.tool.name,
    input: call.prepared.input,
    policySha256: world.policy.sha256,
    headSha: world.headSha,
    run: world.run,
    call: call.request.id,
    nonce: call.nonce,
    files: await boundFiles(world, world.policy.dependsOn(call.prepared.facts, situation)),
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
  world: CallWorld,
  paths: readonly string[],
): Promise<Record<string, string | null>> {
  const names = [...new Set(paths)].sort();
  // What cannot be bound must not look bound: the digest is another one each time.
  if (names.length > MAX_BOUND_FILES) return { 'more files than can be bound': newNonce() };
  const digests = await Promise.all(names.map((name) => world.fileSha256(name)));
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
): Parameters<typeof settleDenied>[2] {
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

function unanswered(because: string): Parameters<typeof settleDenied>[2] {
  return {
    refusal: 'unanswered',
    because,
    recommendation: 'Go on without this call where you can, then finish and say what was left out.',
  };
}
