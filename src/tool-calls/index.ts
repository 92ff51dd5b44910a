export type {
  CallForApproval,
  CallRequest,
  EvaluatedCall,
  FinishedCall,
  Refusal,
  ValidatedCall,
} from './call.ts';
export { runCalls, runGated } from './pipeline.ts';
export type { BatchEnd } from './steps/approve.ts';
export {
  type CallSnapshot,
  createBus,
  redactedBus,
  type GitHubWrite,
  type RunBus,
  type RunEvent,
  type RunListener,
} from './bus.ts';
export {
  type Hook,
  type HookCall,
  readMessagesAnswer,
  readRequestAnswer,
} from './hooks/hooks.ts';
export { builtinHook } from './hooks/builtin-hooks.ts';
export { warnOfFailedHook } from './hooks/failed-hooks.ts';
export { thrownText, withinTime } from './hooks/pre-hooks.ts';
export { createPlanRecord, type PlanRecord, planState } from './plan-record.ts';
export { recordWarning } from './record.ts';
export { type SuspendedCall, reopenCalls } from './reopen.ts';

export {
  type Admission,
  type CallContext,
  type Evaluate,
  evaluatorOf,
  type RuleProposal,
  type UntrustedItem,
} from './context.ts';
