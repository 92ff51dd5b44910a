import type { Facts } from '../model/facts.ts';
import type { Policy } from '../model/policy.ts';

const HOST_NAME = /^[\w.-]+$/;

/**
 * Hosts that the `auto` rules of a tool name in full, where every rule of them names some: what the tool may reach
 * without a question. Empty where a rule lets it reach any, and where none lets it reach one; patterns are not hosts.
 */
export function namedHosts(policy: Policy, facts: Facts): readonly string[] {
  const rules = policy.rules.filter((rule) => rule.list === 'auto' && rule.selects(facts));
  if (rules.some((rule) => rule.parsed.specifier === null)) return [];
  const named = rules.flatMap((rule) => rule.parsed.specifier ?? []);
  return [...new Set(named)].filter((host) => HOST_NAME.test(host));
}
