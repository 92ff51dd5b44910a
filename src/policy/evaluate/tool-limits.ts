import type { Policy } from '../model/policy.ts';
import { matchesName } from '../rules/wildcard.ts';

/**
 * How often a tool may run in one run by the policy's `limits`: the smallest number whose name fits (`*` stands
 * for any characters); `null` where none does.
 */
export function limitFor(limits: Policy['limits'], tool: string): number | null {
  const found = Object.entries(limits)
    .filter(([name]) => matchesName(tool, name))
    .map(([, limit]) => limit);
  return found.length === 0 ? null : Math.min(...found);
}
