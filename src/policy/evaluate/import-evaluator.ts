import { planCommand } from '../commands/index.ts';
import { affectedPaths, dependsOn } from './affected-paths.ts';
import { evaluate } from './evaluate.ts';

/** What a run evaluates its calls with. For callers that still load it; import these functions instead. */
export async function importEvaluator() {
  return await Promise.resolve({ affectedPaths, dependsOn, evaluate, planCommand });
}
