import type { ApprovalRequest } from '../approver.ts';

/** A sentence with the rule that would allow the call, to append to a message; empty if no rule can. */
export function ruleHint({ narrowestRule }: ApprovalRequest): string {
  if (narrowestRule === null) return '';
  return ` To allow it without an approval, add \`${narrowestRule}\` to \`auto\` in the policy.`;
}
