import { once } from '../base/index.ts';
import type { Judge } from '../calls/index.ts';
import { loadJudging, type Policy } from '../policy/index.ts';

/** The policy as the life of a call asks it, loaded for the first one. */
export function judgeOf(policy: Policy): () => Promise<Judge> {
  return once(async (): Promise<Judge> => {
    const { judge, touchedPaths, dependsOn } = await loadJudging();
    return {
      sha256: policy.sha256,
      judge: (facts, situation) => judge(policy, facts, situation),
      pathsOf: touchedPaths,
      dependsOn,
    };
  });
}
