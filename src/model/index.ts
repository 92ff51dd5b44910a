export { isLocalServer } from './providers/choose-provider.ts';
export { createModel, type CreateModelOptions } from './providers/create.ts';
export {
  type ExtraHeaders,
  emptyHeaders,
  headerSecrets,
  parseHeaders,
  secretsOfHeaders,
} from './extra-headers.ts';
export { modelNamed, modelsFrom } from './fallbacks.ts';
export * from './model.ts';
export { type ProviderName, PROVIDERS } from './providers/provider.ts';
export {
  contextWindowOf,
  costUsd,
  DEFAULT_CONTEXT_WINDOW,
  DEFAULT_MODEL,
  MIN_CONTEXT_WINDOW,
  parsePrices,
  type Prices,
  PRICES_EXAMPLE,
  PRICES_AS_OF,
  SCRIPTED_PREFIX,
} from './prices.ts';
export { MAX_ATTEMPTS, MAX_TOTAL_WAIT_MS } from './failures/retry.ts';
export {
  blocksOf,
  messageIdOf,
  parseScript,
  type Script,
  type ScriptTurn,
  stopReasonOf,
  turnsFor,
  unmetExpectation,
  scriptJsonSchema,
} from './scripted/script.ts';
export { scriptedModel } from './scripted/scripted.ts';
export { addUsage, inputTokensOf, totalTokens, zeroUsage } from './usage.ts';
