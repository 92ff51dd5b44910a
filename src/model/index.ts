export { isLocalServer, loginIn } from './providers/choose-provider.ts';
export { createModel } from './providers/create.ts';
export { recordableReply } from './decode-reply.ts';
export { emptyHeaders, headerSecrets, parseHeaders } from './extra-headers.ts';
export { modelNamed, modelsFrom } from './fallbacks.ts';
export { messageText, textsIn } from './message-text.ts';
export * from './model.ts';
export { CLAUDE_PROVIDERS, KEY_PROVIDERS, PROVIDERS } from './providers/provider.ts';
export { MIN_CONTEXT_WINDOW, parsePrices, PRICES_EXAMPLE, SCRIPTED_PREFIX } from './prices.ts';
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
export { inputTokensOf, totalTokens, zeroUsage } from './usage.ts';
