/**
 * Asks people to approve calls: a request (`request/`) is posted and polled (`poll/`), answers are reviewed and
 * acknowledged (`answers/`). `binding.ts` says what an approval covers.
 */
export { approvalDigest, approvalId, newNonce } from './binding.ts';
export {
  type Answer,
  type ApprovalRequest,
  type Approver,
  beforeResuming,
  type DecisionBy,
  NotResumed,
  ResumedByOtherJob,
  Withdrawn,
} from './approver.ts';
export { createFailApprover } from './fail-approver.ts';
export { type CallbackAnswer, createCallbackApprover } from './callback/callback-approver.ts';
export { type CommentApprover, createCommentApprover } from './poll/comment-approver.ts';
export { ANSWER_WORDS } from './answers/answer-words.ts';
export type { CommentApproverOptions } from './poll/approval-session.ts';
export {
  storedDenial,
  type SuspendedRequest,
  suspendedRequestSchema,
} from './poll/suspended-request.ts';
export { createWebhook, type Webhook } from './notify/webhook.ts';
export { createTerminalApprover } from './terminal/terminal-approver.ts';
export { type Lines, readLines } from './terminal/terminal-lines.ts';
export type { Circumstances } from './request/comment-view.ts';
export {
  type ApprovalMarker,
  hasMarker,
  mayHaveBeenOpen,
  notOnlyReason,
  readMarker,
} from './request/comment-marker.ts';
export { parseTick, readBoxes } from './request/boxes.ts';
export { linesInstead } from './request/answer-lines.ts';
export { code } from './request/markdown.ts';
export { closeApprovalCheck } from './request/approval-check.ts';
export { renderClosedComment, renderCrashedComment } from './request/ended-comments.ts';
export {
  type AnswerCommand,
  namedIds,
  parseAnswer,
  type ParsedAnswer,
  stops,
} from './answers/parse-answer.ts';
export { isAcknowledged, markNotCounted, replyOnce } from './answers/reply.ts';
export type { ReceivedClick, Tick } from './answers/answer-source.ts';
export { outsiderTo } from './answers/outsider.ts';
export {
  CODEOWNERS_PATHS,
  ownerNames,
  readCodeOwners,
} from './answers/codeowners.ts';
export { CLAIM, claimApproval, claimComment, claimRequest } from './answers/claim-approval.ts';
