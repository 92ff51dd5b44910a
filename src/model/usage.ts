import type { Usage } from './model.ts';

/** No tokens at all: where adding up starts. */
export const zeroUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
};

/** The sum of two usages, kind by kind. */
export function addUsage(left: Usage, right: Usage): Usage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cacheReadInputTokens: left.cacheReadInputTokens + right.cacheReadInputTokens,
    cacheCreationInputTokens: left.cacheCreationInputTokens + right.cacheCreationInputTokens,
    ...withSearches((left.webSearches ?? 0) + (right.webSearches ?? 0)),
  };
}

/** The searches of a usage, where there were any. */
export function withSearches(webSearches: number): Pick<Usage, 'webSearches'> {
  return webSearches === 0 ? {} : { webSearches };
}

/** Every token that went in: plain, written to the cache, and read from it. */
export function inputTokensOf(usage: Usage): number {
  return usage.inputTokens + usage.cacheReadInputTokens + usage.cacheCreationInputTokens;
}

/** Every token, in and out. */
export function totalTokens(usage: Usage): number {
  return inputTokensOf(usage) + usage.outputTokens;
}
