import { isRunTool } from '../model/builtin-tools.ts';
import type { Facts } from '../model/facts.ts';
import type { Policy, PolicyLayer } from '../model/policy.ts';
import { matchesName } from '../rules/wildcard.ts';

/**
 * Whether `tools.enabled` and `tools.disabled` of a layer include a tool. Without `tools.enabled` every tool is included; the run's own
 * tools always are.
 */
export function isEnabled({ tools }: PolicyLayer, tool: string): boolean {
  if (isRunTool(tool)) return true;
  if (tools.disabled.some((pattern) => matchesName(tool, pattern))) return false;
  return tools.enabled === null || tools.enabled.some((pattern) => matchesName(tool, pattern));
}

/**
 * Whether the model is offered a tool: not if every call of it would be refused (disabled, denied as a whole, not
 * read-only while only read-only tools exist), by any layer. A tool that is denied in part is offered.
 */
export function toolVisible(
  policy: Policy,
  tool: Pick<Facts, 'tool' | 'kind' | 'category' | 'tags'>,
): boolean {
  if (isRunTool(tool.tool)) return true;
  return policy.layers.every((layer) => isOffered(layer, tool));
}

function isOffered(layer: PolicyLayer, tool: Parameters<typeof toolVisible>[1]): boolean {
  if (!isEnabled(layer, tool.tool)) return false;
  if (layer.planOnly && tool.kind !== 'readonly') return false;
  const about = layer.rules.filter((rule) => rule.selects(tool));
  if (about.some((rule) => rule.list === 'deny' && !rule.hasSpecifier && rule.except.length === 0))
    return false;
  return layer.mode !== 'deny' || about.some((rule) => rule.list !== 'deny');
}

/**
 * How often a tool may run in one run by the policy's `limits`: the smallest number whose name matches (`*` matches any
 * characters); `null` if none does, and for the run's own tools.
 */
export function limitFor(limits: Policy['limits'], tool: string): number | null {
  if (isRunTool(tool)) return null;
  const found = Object.entries(limits)
    .filter(([name]) => matchesName(tool, name))
    .map(([, limit]) => limit);
  return found.length === 0 ? null : Math.min(...found);
}
