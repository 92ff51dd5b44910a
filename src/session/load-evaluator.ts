import { allInOrder, memoize } from '../common/index.ts';
import type { Evaluate } from '../tool-calls/index.ts';
import { importEvaluator, type Policy } from '../policy/index.ts';
import type { RunWorkspace } from './workspace/workspace-sandbox.ts';

/** The policy as the life of a call asks it, loaded for the first one, when the walls under commands are known, too. */
export function loadEvaluator(
  policy: Policy,
  workspace: Pick<RunWorkspace, 'ensureStarted'>,
): () => Promise<Evaluate> {
  return memoize(async (): Promise<Evaluate> => {
    const [{ evaluate, affectedPaths, dependsOn }] = await allInOrder([
      importEvaluator(),
      workspace.ensureStarted(),
    ]);
    return {
      sha256: policy.sha256,
      judge: (facts, situation) => evaluate(policy, facts, situation),
      pathsOf: affectedPaths,
      dependsOn,
    };
  });
}
