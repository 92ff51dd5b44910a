export { type ApprovalBinding, approvalDigest, approvalId, newNonce, readApprovalId } from './binding.ts';
export { type Answered, type NamedIds, parseAnswer } from './parse-answer.ts';
export type { Answer, ApprovalRequest, Approver, CardRef, DecisionBy } from './ports.ts';
export { type ApprovalSettings, type ApproverRule, parseApprovers } from './settings.ts';
