import { analyseCommand, type CommandAnalysis } from './commands/index.ts';
import type { Facts, Situation, Verdict } from './facts.ts';
import { judgeAnalysed } from './judge-analysed.ts';
import type { Policy } from './policy.ts';

/**
 * The policy's verdict for one call (docs/policy.md, "The order", and promises 5 and 10 of SECURITY.md). A pure function of what it is given;
 * the file system is seen through `situation.world` only. Never throws for any facts.
 */
export function judge(policy: Policy, facts: Facts, situation: Situation): Verdict {
  return judgeAnalysed(policy, { facts, situation, analysis: analyse(facts, situation) });
}

/** The command of a call, parsed; `null` where it has none. */
export function analyse(facts: Facts, situation: Situation): CommandAnalysis | null {
  if (facts.command === undefined) return null;
  return analyseCommand(facts.command, { world: situation.world, cwd: facts.cwd ?? '.' });
}
