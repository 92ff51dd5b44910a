import type { ValidatedCall } from '../call.ts';
import { defined, type Json } from '../../common/index.ts';
import { stricter, type Verdict } from '../../policy/index.ts';
import { plannedFor } from '../plan.ts';
import type { CallContext } from '../context.ts';

const QUESTION: Verdict = {
  verdict: 'requireApproval',
  rule: null,
  list: 'wall',
  line: null,
  because: 'It is a question to a person.',
};

/**
 * Step 3: the policy's verdict on the parsed call. It has no effect and writes nothing. A call that is itself a question
 * always goes to people, whatever the rules allow; a denied question stays denied.
 */
export function evaluateCall(context: CallContext, call: ValidatedCall): Verdict {
  const { facts } = call.prepared;
  const planned = plannedFor(context, call);
  const verdict = context.policy.evaluate(facts, context.situation(), planned);
  if (call.prepared.asks === undefined) return verdict;
  // A built-in rule explains better than `QUESTION` why it asks.
  const isExplained = verdict.list === 'wall' && verdict.verdict === 'requireApproval';
  if (isExplained || verdict.verdict === 'deny') return verdict;
  // A rule for a question may say who can answer it, but not who approves all that a plan lets run.
  if (call.prepared.asks === 'approval') return stricter(QUESTION, verdict);
  const { approvals } = verdict;
  return approvals === undefined ? QUESTION : { ...QUESTION, approvals };
}

/**
 * The verdict on a call that was evaluated before: never looser than `before`, which a hook may have given. The sandbox is made for
 * what will run now, and so are the places that it may open.
 */
export function evaluateAgain(context: CallContext, call: ValidatedCall, before: Verdict): Verdict {
  const now = evaluateCall(context, call);
  const { profile: _profile, places: _places, ...verdict } = stricter(before, now);
  return {
    ...verdict,
    ...defined({ profile: now.profile, places: now.places }),
  };
}

/** Writes a verdict to the trail, with what it was about. */
export async function recordVerdict(
  context: CallContext,
  call: ValidatedCall,
  verdict: Verdict,
): Promise<void> {
  const situation = context.situation();
  await context.trail.write({
    type: 'call.verdict',
    call: call.request.id,
    verdict: verdict.verdict,
    rule: verdict.rule,
    list: verdict.list,
    line: verdict.line,
    because: verdict.because,
    ...defined({ layer: verdict.layer, link: verdict.link, layers: verdict.layers }),
    policySha256: context.policy.sha256,
    argumentsSha256: call.argumentsSha256,
    untrusted: situation.untrusted,
    sandboxed: situation.sandboxed,
    contained: situation.contained ?? false,
    ...defined({ profile: verdict.profile, commands: verdict.commands?.map(commandEntry) }),
    ...needsFields(context, verdict),
    ...planEntry(context, verdict),
  });
}

/** What the approval needs, where rules or baselines say it. */
function needsFields({ policy }: CallContext, verdict: Verdict) {
  if (verdict.verdict !== 'requireApproval') return {};
  if (verdict.approvals === undefined && verdict.layers === undefined) return {};
  return { needs: policy.approvalNeeds(verdict) };
}

/** The lines of the approved plan that let the call run. */
function planEntry(context: CallContext, { plan: lines }: Verdict) {
  const plan = context.plan.current();
  if (lines === undefined || plan === null) return {};
  return { plan: { call: plan.call, sha256: plan.sha256, lines } };
}

function commandEntry({
  words,
  verdict,
  rule,
  line,
  because,
}: NonNullable<Verdict['commands']>[number]): Json {
  return { words, verdict, rule, line, because };
}
