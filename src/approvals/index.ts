export {
  type ApprovalBinding,
  approvalDigest,
  approvalId,
  newNonce,
  readApprovalId,
} from './binding.ts';
export { type Answered, type NamedIds, parseAnswer, parseResume } from './parse-answer.ts';
export {
  type Answer,
  type ApprovalRequest,
  type Approver,
  type AskOptions,
  type CardRef,
  type DecisionBy,
  Withdrawn,
} from './ports.ts';
export { type ApproverRule, parseApprovers } from './settings.ts';
export { CARD_MAX_CHARACTERS, CARD_MAX_REQUESTS, renderCard } from './card.ts';
export { type CardMarker, type CardState, readMarker } from './card-marker.ts';
export { renderKilledCard } from './killed-card.ts';
export { type ClosedRequest, renderClosedCard } from './closed-card.ts';
export type { CardView, Circumstances, RequestState } from './card-view.ts';
export {
  CODEOWNERS_PLACES,
  type CodeOwners,
  type GlobMatcher,
  ownersOf,
  parseCodeOwners,
  readCodeOwners,
} from './codeowners.ts';
export { type CommentApprover, createCommentApprover } from './comment-approver.ts';
export { consumeApproval, takeCard } from './consume.ts';
export { createFailApprover } from './fail-approver.ts';
export type { Parties, PersonFacts } from './judge.ts';
export {
  type Judgement,
  judgeAnswer,
  type JudgeAnswerOptions,
  type Ruling,
} from './judge-answer.ts';
export { type ParkedCard, parkedCard } from './parked.ts';
export { type ButtonPlace, type CardCheck, closeCheck } from './card-check.ts';
export type { CommentApproverOptions } from './session.ts';
export type { HeardClick } from './source.ts';
export { createTerminalApprover, type TerminalApproverOptions } from './terminal-approver.ts';
export { type Lines, linesOf } from './terminal-lines.ts';
