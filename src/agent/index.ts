export { type Budget, type BudgetLimits, createBudget } from './budget.ts';
export { createConversation } from './conversation.ts';
export { runAgent } from './loop.ts';
export { type PromptFacts, systemPrompt } from './prompt.ts';
export { createMarker, type UntrustedMarker } from './untrusted.ts';
export type { AgentEnd, AgentState, AgentWorld } from './world.ts';
