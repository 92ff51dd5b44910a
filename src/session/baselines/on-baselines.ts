import { CountersignError } from '../../common/index.ts';
import {
  type BaselineFile,
  loadLayers,
  type NamedBaseline,
  type Policy,
} from '../../policy/index.ts';

/**
 * A policy on its baselines (`loadLayers`), or none: rejects with `policy-invalid` for a baseline that does not load, with every problem
 * and its place, and as `read` does for one that cannot be read.
 */
export async function onBaselines(
  policy: Policy,
  options: {
    readonly baselines: readonly NamedBaseline[];
    readonly read: (named: NamedBaseline) => Promise<BaselineFile>;
  },
): Promise<Policy> {
  const loaded = await loadLayers(policy, options);
  if (loaded.ok) return loaded.policy;
  throw new CountersignError(
    'policy-invalid',
    `The baselines of the policy do not load, and no run starts without them. ${loaded.text}`,
  );
}
