import type { ActionRequest } from '../context.ts';

/**
 * The number of the issue or pull request on which a run asks for approvals and reports; `create` to open an issue for the
 * first approval request; `null` for neither.
 */
export function approvalIssue({
  inputs,
  trigger,
}: Pick<ActionRequest, 'inputs' | 'trigger'>): number | 'create' | null {
  return trigger.number ?? inputs.approvalIssue;
}
