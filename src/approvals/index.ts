export {
  type ApprovalBinding,
  approvalDigest,
  approvalId,
  newNonce,
  readApprovalId,
} from './binding.ts';
export { type Answered, type NamedIds, parseAnswer, parseResume } from './answers/parse-answer.ts';
export {
  type Answer,
  type ApprovalRequest,
  type Approver,
  type AskOptions,
  type ApprovalCommentRef,
  type DecisionBy,
  Withdrawn,
} from './ports.ts';
export { type ApproverRule, parseApprovers } from './answers/settings.ts';
export { CARD_MAX_CHARACTERS, CARD_MAX_REQUESTS, renderApprovalComment } from './request/card.ts';
export {
  type ApprovalMarker,
  type ApprovalCommentState,
  readMarker,
} from './request/card-marker.ts';
export { renderCrashedRequest } from './request/crashed-card.ts';
export { type ClosedRequest, renderClosedRequest } from './request/closed-card.ts';
export type { ApprovalCommentView, Circumstances, RequestState } from './request/card-view.ts';
export {
  CODEOWNERS_PLACES,
  type CodeOwners,
  type GlobMatcher,
  ownersOf,
  parseCodeOwners,
  readCodeOwners,
} from './answers/codeowners.ts';
export { type CommentApprover, createCommentApprover } from './poll/comment-approver.ts';
export { claimApproval, claimRequest } from './answers/claim-approval.ts';
export { createFailApprover } from './fail-approver.ts';
export type { Parties, PersonFacts } from './answers/judge.ts';
export {
  type AnswerReview,
  reviewAnswer,
  type ReviewAnswerOptions,
  type AnswerDecision,
} from './answers/judge-answer.ts';
export { type SuspendedRequest, suspendedRequestOf } from './poll/suspended-request.ts';
export { type ButtonPlace, type ApprovalCheck, closeApprovalCheck } from './request/card-check.ts';
export type { CommentApproverOptions } from './poll/session.ts';
export type { HeardClick } from './answers/answer-source.ts';
export {
  createTerminalApprover,
  type TerminalApproverOptions,
} from './terminal/terminal-approver.ts';
export { type Lines, linesOf } from './terminal/terminal-lines.ts';
