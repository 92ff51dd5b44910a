export * from './facts.ts';
export { BUILTIN_POLICY_FILE, BUILTIN_POLICY_TEXT } from './builtin.ts';
export { applyHook, type HookAnswer, stricter, strictness } from './decision.ts';
export { escapeGlob } from './glob.ts';
export { judge } from './judge.ts';
export { checkPolicy, type LoadOptions, loadPolicy, type LoadResult } from './load.ts';
export { builtinPolicy } from './parse-policy.ts';
export {
  type ApprovalSettings,
  type BudgetSettings,
  modeName,
  type Policy,
  type SandboxSettings,
  type ToolSettings,
} from './policy.ts';
export { type ExampleResult, runPolicyTests } from './policy-tests.ts';
export { type PolicyProblem, problemText } from './problems.ts';
export { type Mode, MODES } from './schema.ts';
export { isEnabled, toolVisible } from './visible.ts';
export { limitFor } from './tool-limits.ts';
