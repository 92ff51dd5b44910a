import { evaluate } from '../evaluate/evaluate.ts';
import type { Policy } from '../model/policy.ts';
import type { PolicyProblem } from '../model/problems.ts';
import { COMMAND_TOOL } from '../rules/parse-rule.ts';
import { examplePathResolver, sampleFacts } from './sample-facts.ts';

/** Commands of `done.requires` that the policy itself denies: no run under it could ever be done. */
export function deniedRequirements(policy: Policy): readonly PolicyProblem[] {
  const situation = { pathResolver: examplePathResolver, untrusted: false, sandboxed: true };
  return policy.done.requires.flatMap(({ text, sample, line, column }) => {
    const { verdict, because } = evaluate(policy, sampleFacts(COMMAND_TOOL, sample), situation);
    if (verdict !== 'deny') return [];
    const message = `done.requires names "${text}", which can never run: ${because}`;
    const fix = 'Let it run by a rule of "auto" or "requireApproval", or take it out of done.';
    return [{ file: policy.layers[0].file, line, column, message, fix }];
  });
}
