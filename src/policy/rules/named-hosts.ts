import type { Facts } from '../model/facts.ts';
import type { Policy, PolicyLayer } from '../model/policy.ts';

const HOST_NAME = /^[\w.-]+$/;

/**
 * Hosts that the `auto` rules of a tool name in full, where every rule of them names some: what the tool may reach
 * without a question, by every layer that names some. Empty where a rule lets it reach any, and where none lets it reach one; patterns are not hosts.
 */
export function namedHosts(policy: Policy, facts: Facts): readonly string[] {
  const named = policy.layers
    .map((layer) => hostsOf(layer, facts))
    .filter(({ length }) => length > 0);
  const [first = [], ...others] = named;
  return first.filter((host) => others.every((hosts) => hosts.includes(host)));
}

function hostsOf(layer: PolicyLayer, facts: Facts): readonly string[] {
  const rules = layer.rules.filter((rule) => rule.list === 'auto' && rule.selects(facts));
  if (rules.some((rule) => rule.parsed.specifier === null)) return [];
  const named = rules.flatMap((rule) => rule.parsed.specifier ?? []);
  return [...new Set(named)].filter((host) => HOST_NAME.test(host));
}
