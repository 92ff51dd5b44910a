import {
  affectedPaths,
  approvalNeeds,
  dependsOn,
  evaluate,
  type Policy,
  touchedFiles,
} from '../policy/index.ts';
import type { Evaluate } from '../tool-calls/index.ts';

/** What calls ask a policy. Under an approved plan its policy decides instead. */
export function evaluatorOf(policy: Policy): Evaluate {
  return {
    sha256: policy.sha256,
    evaluate: (facts, situation, planned) =>
      evaluate(planned?.policy ?? policy, facts, situation, planned),
    pathsOf: affectedPaths,
    approvalNeeds: (verdict) => approvalNeeds(policy.approvals, verdict),
    touchedFiles,
    dependsOn,
  };
}
