export { DEFAULT_BASE_URL } from './providers/anthropic.ts';
export { createModel, type CreateModelOptions } from './providers/create.ts';
export { MODEL_INPUTS } from './anthropic/failures.ts';
export * from './model.ts';
export { type ProviderName, PROVIDERS } from './providers/provider.ts';
export {
  contextWindowOf,
  costUsd,
  DEFAULT_CONTEXT_WINDOW,
  DEFAULT_MODEL,
  parsePrices,
  type Price,
  PRICES_EXAMPLE,
  PRICES_AS_OF,
  SCRIPTED_PREFIX,
} from './prices.ts';
export { MAX_ATTEMPTS, MAX_TOTAL_WAIT_MS } from './anthropic/retry.ts';
export {
  blocksOf,
  messageIdOf,
  parseScript,
  type Script,
  type ScriptTurn,
  stopReasonOf,
  turnsFor,
  unmetExpectation,
} from './scripted/script.ts';
export { readScript, scriptedModel, textOf } from './scripted/scripted.ts';
export { addUsage, inputTokensOf, totalTokens, zeroUsage } from './usage.ts';
