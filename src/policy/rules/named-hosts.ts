import type { Facts } from '../model/facts.ts';
import type { Policy, PolicyLayer } from '../model/policy.ts';

const HOST_NAME = /^[\w.-]+$/;

/**
 * The hosts that a tool may reach without approval, as far as its `auto` rules name them in full; patterns are left out.
 * Of several layers with such rules, only the hosts that each of them names. Empty if a rule covers every host.
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
