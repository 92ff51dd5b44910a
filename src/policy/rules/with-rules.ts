import { compileRule } from './compile.ts';
import type { Policy } from '../model/policy.ts';

/** The policy as it would be with these `auto` rules in it, for trying them out. */
export function withAutoRules(policy: Policy, rules: readonly string[]): Policy {
  const added = rules.flatMap((text) => {
    const compiled = compileRule({
      list: 'auto',
      text,
      except: [],
      reason: null,
      line: null,
      column: null,
    });
    return compiled.ok ? [compiled.rule] : [];
  });
  return { ...policy, rules: [...policy.rules, ...added] };
}
