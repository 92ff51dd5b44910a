export {
  type Budget,
  type BudgetLimits,
  COUNTED_BUDGETS,
  createBudget,
} from './budget/budget.ts';
export { createConversation } from './conversation.ts';
export { type OpenTurn, runAgent } from './loop.ts';
export { isBudgetExtension } from './budget/budget-extension.ts';
export { systemPrompt } from './prompt.ts';
export { modelSearch } from './search.ts';
export { type SubagentParent, taskTool } from './subagents/task.ts';
export { createMarker, type UntrustedMarker } from './untrusted-text/marker.ts';
export {
  type AgentContext,
  type AgentEnd,
  type AgentState,
  type InstructionFile,
  type Instructions,
  type Journal,
  type ModelInUse,
  newState,
} from './context.ts';
