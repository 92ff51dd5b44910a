import type { Judge } from '../calls/index.ts';
import { judge, pathsOfCommand, type Policy } from '../policy/index.ts';

/** The policy as the life of a call asks it. */
export function judgeOf(policy: Policy): Judge {
  return {
    sha256: policy.sha256,
    custom: policy.mode === 'custom',
    judge: (facts, situation) => judge(policy, facts, situation),
    pathsOf: (facts, situation) => [
      ...(facts.paths ?? []),
      ...(facts.command === undefined
        ? []
        : pathsOfCommand(facts.command, { world: situation.world, cwd: facts.cwd ?? '.' })),
    ],
  };
}
