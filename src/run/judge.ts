import { allInOrder, once } from '../base/index.ts';
import type { Judge } from '../calls/index.ts';
import { loadJudging, type Policy } from '../policy/index.ts';
import type { Ground } from './ground.ts';

/** The policy as the life of a call asks it, loaded for the first one, when the walls under commands are known, too. */
export function judgeOf(policy: Policy, ground: Pick<Ground, 'prove'>): () => Promise<Judge> {
  return once(async (): Promise<Judge> => {
    const [{ judge, touchedPaths, dependsOn }] = await allInOrder([loadJudging(), ground.prove()]);
    return {
      sha256: policy.sha256,
      judge: (facts, situation) => judge(policy, facts, situation),
      pathsOf: touchedPaths,
      dependsOn,
    };
  });
}
