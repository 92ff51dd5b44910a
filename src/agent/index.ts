export {
  type Budget,
  type BudgetLimits,
  type BudgetName,
  type BudgetUse,
  createBudget,
} from './budget.ts';
export { createConversation } from './conversation.ts';
export { type OpenTurn, runAgent } from './loop.ts';
export { isForMore } from './more.ts';
export { type PromptFacts, systemPrompt } from './prompt.ts';
export { modelSearch } from './search.ts';
export { type HelperParent, taskTool } from './task.ts';
export { createMarker, type UntrustedMarker } from './untrusted.ts';
export type { Refused } from './end.ts';
export type {
  AgentEnd,
  AgentState,
  AgentWorld,
  InstructionFile,
  Instructions,
  Journal,
} from './world.ts';
export { newState } from './world.ts';
