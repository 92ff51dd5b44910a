import type { CompiledRule, CallPart } from '../rules/compile.ts';
import type { Facts } from '../model/facts.ts';
import type { Policy } from '../model/policy.ts';
import { isSecretsLike } from './builtin-guards.ts';

const READING: Facts = { tool: 'fs_read', kind: 'readonly' };

/**
 * Which files and folders of the workspace commands do not get to see: those that a rule for reading denies or asks about by their
 * place, those that usually hold secrets unless a rule names them, and all of them where reading is denied altogether. A rule or a
 * mode that asks about reading in general hides nothing. Rules for untrusted content count whether there is any or not. Pure; paths
 * are from the workspace root and stand for themselves, so that links are the caller's to look at.
 */
export function hiddenFromCommands(
  policy: Policy,
  options: { readonly caseInsensitive: boolean },
): (path: string) => boolean {
  const { caseInsensitive } = options;
  const rules = [...policy.rules, ...policy.whenUntrusted.rules].filter((rule) =>
    rule.selects(READING),
  );
  const gates = rules.filter(
    (rule) => rule.list !== 'auto' && (rule.hasSpecifier || rule.list === 'deny'),
  );
  const openers = policy.rules.filter(
    (rule) =>
      rule.list === 'auto' &&
      rule.selects(READING) &&
      rule.glob !== null &&
      isSecretsLike(rule.glob.plain),
  );
  return (path) => {
    const unit: CallPart = {
      of: 'path',
      view: { path, outside: false },
      access: 'read',
      caseInsensitive,
    };
    const holds = (rule: CompiledRule): boolean => rule.matches(unit, READING) === 'yes';
    if (gates.some(holds)) return true;
    return isSecretsLike(path) && !openers.some(holds);
  };
}
