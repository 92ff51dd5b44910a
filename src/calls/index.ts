export { type GatedCall } from './approve.ts';
export { type BatchEnd, runCalls, runGated } from './batch.ts';
export { createEarlyCalls, type EarlyCalls } from './early.ts';
export {
  type AskedCall,
  type CallSnapshot,
  createBus,
  type RunBus,
  type RunEvent,
  type RunListener,
} from './bus.ts';
export {
  fitsFilter,
  type Hook,
  HOOK_TIMEOUT_MS,
  type HookCall,
  type HookFilter,
  type MessagesAnswer,
  type MessagesView,
  type PostToolUseAnswer,
  type PreToolUseAnswer,
  readMessagesAnswer,
  readPostAnswer,
  readPreAnswer,
} from './hooks.ts';
export { readyHook } from './ready-hooks.ts';
export { withinTime } from './pre-hooks.ts';
export { type ParkedCall, reopenCalls } from './reopen.ts';
export type { OpenCall, Refusal, SettledCall } from './record.ts';
export type { Admission, CallRequest, CallWorld, Judge, UntrustedItem } from './world.ts';
