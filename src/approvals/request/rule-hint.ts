import type { ApprovalRequest } from '../approver.ts';

/** A sentence with the rules that would allow the call, to append to a message; empty if there are none to propose. */
export function ruleHint({ rules }: ApprovalRequest): string {
  if (rules.length === 0) return '';
  const list = rules.map((rule) => `\`${rule}\``).join(' and ');
  return ` To allow it without an approval, add ${list} to \`auto\` in the policy.`;
}
