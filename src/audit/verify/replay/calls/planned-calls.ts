import { digestOf } from '../../../../common/index.ts';
import type { EntryOf } from '../../../format/entry.ts';
import { type Finding, finding } from '../replay-state.ts';

/** The tool whose approved calls adopt a plan. */
export const PLAN_CALL = 'plan_submit';

/** Whether a plan is the one with this digest, and its lines are. */
export function isPlanOf({ sha256, lines }: EntryOf<'plan.approved'>, asked?: string): boolean {
  return sha256 === asked && digestOf(lines.map((line) => ({ ...line }))) === sha256;
}

/**
 * The finding if a verdict lets a call run by a plan that is not the approved one, or by lines that are not about the call;
 * `null` if it does not. Which calls a rule covers cannot be checked: the trail does not contain the policy.
 */
export function planFault(
  verdict: EntryOf<'call.verdict'>,
  { plan, tool }: { readonly plan: EntryOf<'plan.approved'> | null; readonly tool: string | null },
): Finding | null {
  const { call, plan: by, list, argumentsSha256 } = verdict;
  if (by === undefined && list !== 'plan') return null;
  const lines = (by?.lines ?? []).map((line) => plan?.lines[line - 1]);
  const isAbout = lines.every(
    (line) =>
      line !== undefined &&
      ('rule' in line || (line.tool === tool && line.argumentsSha256 === argumentsSha256)),
  );
  const isProved =
    by !== undefined &&
    plan !== null &&
    verdict.verdict === 'auto' &&
    by.call === plan.call &&
    by.sha256 === plan.sha256 &&
    lines.length > 0 &&
    isAbout;
  return isProved
    ? null
    : finding(
        'plan-mismatch',
        `The verdict on ${call} names no line of the approved plan that is about it.`,
      );
}
