import type { ApprovalRequest } from '../ports.ts';

/** What to write into the policy so that the call needs nobody, as a sentence to be added; empty where nothing would. */
export function ruleHint({ narrowestRule }: ApprovalRequest): string {
  if (narrowestRule === null) return '';
  return ` To allow it without one, add \`${narrowestRule}\` to \`auto\` in the policy.`;
}
