import { type CompiledRule, workspacePath } from '../rules/compile.ts';
import { allRules, type Policy, type PolicyLayer } from '../model/policy.ts';
import { isSecretsLike } from './builtin-guards.ts';
import { READING } from './evaluate-path.ts';

/**
 * Which files and folders of the workspace are hidden from commands: those that a rule for reading denies or gates by
 * their place, those that usually contain secrets unless a rule names them, and all if reading is denied altogether. A
 * rule or a mode that asks about reading in general hides nothing. Rules for untrusted content always count. What one layer of the
 * policy hides is hidden. Pure: paths are from the workspace root, and the caller follows links.
 */
export function hiddenFromCommands(
  policy: Policy,
  options: { readonly caseInsensitive: boolean },
): (path: string) => boolean {
  const hiding = policy.layers.map((layer) => hiddenByLayer(layer, options));
  return (path) => hiding.some((isHidden) => isHidden(path));
}

function hiddenByLayer(
  layer: PolicyLayer,
  { caseInsensitive }: { readonly caseInsensitive: boolean },
): (path: string) => boolean {
  const gates = allRules(layer).filter(
    (rule) =>
      rule.selects(READING) && rule.list !== 'auto' && (rule.hasSpecifier || rule.list === 'deny'),
  );
  const openers = layer.rules.filter(
    (rule) =>
      rule.selects(READING) &&
      rule.list === 'auto' &&
      rule.glob !== null &&
      isSecretsLike(rule.glob.plain),
  );
  return (path) => {
    const part = workspacePath(path, 'read', caseInsensitive);
    const isMatch = (rule: CompiledRule): boolean => rule.matches(part, READING) === 'yes';
    if (gates.some(isMatch)) return true;
    // The built-in rule about secrets is left to the other layers.
    if (layer.mode === 'defer') return false;
    return isSecretsLike(path) && !openers.some(isMatch);
  };
}
