export { type GatedCall } from './approve.ts';
export { type BatchEnd, runCalls, runGated } from './batch.ts';
export { type AskedCall, type CallSnapshot, createBus, type RunBus, type RunEvent, type RunListener } from './bus.ts';
export type { Hook, HookCall, PostToolUseAnswer, PreToolUseAnswer } from './hooks.ts';
export { type ParkedCall, reopenCalls } from './reopen.ts';
export type { Refusal, SettledCall } from './record.ts';
export type { Admission, CallRequest, CallWorld, Judge, UntrustedItem } from './world.ts';
