import { analyseCommand, type CommandAnalysis } from '../commands/index.ts';
import type { Facts, Situation, Verdict } from '../model/facts.ts';
import { evaluateAnalysed } from './evaluate-analysed.ts';
import type { Policy } from '../model/policy.ts';

/**
 * The policy's verdict for one call (docs/policy.md, "The order", and promises 5 and 10 of SECURITY.md). A pure function of what it is given;
 * the file system is seen through `situation.world` only. Never throws for any facts.
 */
export function evaluate(policy: Policy, facts: Facts, situation: Situation): Verdict {
  return evaluateAnalysed(policy, { facts, situation, analysis: analyse(facts, situation) });
}

/** The command of a call, parsed; `null` where it has none. */
export function analyse(facts: Facts, situation: Situation): CommandAnalysis | null {
  if (facts.command === undefined) return null;
  return analyseCommand(facts.command, {
    pathResolver: situation.pathResolver,
    cwd: facts.cwd ?? '.',
  });
}
