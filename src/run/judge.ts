import type { Judge } from '../calls/index.ts';
import { dependsOn, judge, type Policy, touchedPaths } from '../policy/index.ts';

/** The policy as the life of a call asks it. */
export function judgeOf(policy: Policy): Judge {
  return {
    sha256: policy.sha256,
    judge: (facts, situation) => judge(policy, facts, situation),
    pathsOf: touchedPaths,
    dependsOn,
  };
}
