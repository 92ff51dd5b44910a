import type { EvaluatedCall, ValidatedCall } from './call.ts';
import { planRuleProblem, type Policy } from '../policy/index.ts';
import { failure, type Failure } from '../tools/index.ts';
import { findTool } from './steps/find.ts';
import { planDigest, type PlanLine } from './plan-record.ts';
import { validateCall } from './steps/validate.ts';
import type { CallContext } from './context.ts';

/** What `readPlan` finds: the lines, and how people are shown them. */
export type PlanReading =
  | { readonly ok: true; readonly lines: readonly PlanLine[]; readonly shown: string }
  | Failure;

/**
 * Reads the calls that a plan lists: each with its parsed input, as it would be shown if it were asked for by itself. Refuses
 * a plan with an unknown tool, an invalid input, a rule that is not narrow enough, or a call that the policy denies now.
 * A call without `plans` has no lines.
 */
export async function readPlan(context: CallContext, call: ValidatedCall): Promise<PlanReading> {
  const lines: PlanLine[] = [];
  const shown: string[] = [];
  for (const [index, planned] of (call.prepared.plans ?? []).entries()) {
    const number = index + 1;
    if ('rule' in planned) {
      const problem = planRuleProblem(planned.rule);
      if (problem !== null) return refused(number, problem.message, problem.fix);
      lines.push({ rule: planned.rule });
      shown.push(`${number}. Every call that only this rule is missing for: ${planned.rule}`);
      continue;
    }
    const found = findTool(context, planned.tool);
    if (!found.ok) return refused(number, found.error.message, 'Name a tool that you have.');
    const request = { ...call.request, name: planned.tool, input: planned.input };
    const validation = await validateCall(context, { tool: found.tool, request });
    const { tool } = found;
    if (!validation.ok)
      return refused(number, validation.error.message, 'List the call as you would make it.');
    const { prepared, argumentsSha256 } = validation.call;
    if (prepared.asks !== undefined)
      return refused(number, `${tool.name} asks people by itself.`, 'Leave it out.');
    // Until the plan is approved, every call that does more than read is denied.
    const situation = { ...context.situation(), planning: false };
    const verdict = context.policy.evaluate(prepared.facts, situation);
    if (verdict.verdict === 'deny')
      return refused(number, `The policy denies it: ${verdict.because}`, 'Leave it out.');
    lines.push({ tool: tool.name, argumentsSha256 });
    const { places = new Map<string, string>() } = verdict;
    const { text } = await prepared.preview({ places });
    shown.push(`${number}. Exactly this call of ${tool.name}, as often as it is made:\n${text}`);
  }
  return { ok: true, lines, shown: shownPlan(shown) };
}

/** What the approved plan says of a call, for the policy; `undefined` without a plan. */
export function plannedFor(
  context: Pick<CallContext, 'plan'>,
  call: Pick<ValidatedCall, 'tool' | 'argumentsSha256'>,
): { readonly policy: Policy; readonly planLine?: number } | undefined {
  const plan = context.plan.current();
  if (plan === null) return undefined;
  const index = plan.lines.findIndex(
    (line) =>
      'tool' in line &&
      line.tool === call.tool.name &&
      line.argumentsSha256 === call.argumentsSha256,
  );
  return { policy: plan.policy, ...(index === -1 ? {} : { planLine: index + 1 }) };
}

/** Adopts the plan of a call that people approved and that ran. It is on record before any call runs by it. */
export async function adoptPlan(context: CallContext, call: EvaluatedCall): Promise<void> {
  if (call.prepared.plans === undefined) return;
  const plan = await readPlan(context, call);
  // The policy denies by now what it did not deny when people were asked: that plan lets nothing run.
  const lines = plan.ok ? [...plan.lines] : [];
  const { id } = call.request;
  await context.trail.write({ type: 'plan.approved', call: id, sha256: planDigest(lines), lines });
  context.plan.adopt({ call: id, lines });
}

function shownPlan(shown: readonly string[]): string {
  if (shown.length === 0) return '';
  const head =
    'These calls then run without another question. What `deny`, `whenUntrusted` or a rule with approvers of its own ' +
    'is about still does not, and each other command in a command line must be allowed by itself:';
  return `\n\n${head}\n\n${shown.join('\n\n')}`;
}

function refused(line: number, message: string, recommendation: string): Failure {
  return failure('validation', `Line ${line} of "calls" cannot be planned: ${message}`, [
    recommendation,
  ]);
}
