import type { Usage } from './model.ts';

/** No tokens: the start of a sum. */
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

/** The field for searches, left out if there were none. */
export function withSearches(webSearches: number): Pick<Usage, 'webSearches'> {
  return webSearches === 0 ? {} : { webSearches };
}

/** All input tokens: uncached, written to the cache, and read from it. */
export function inputTokensOf(usage: Usage): number {
  return usage.inputTokens + usage.cacheReadInputTokens + usage.cacheCreationInputTokens;
}

/** All input and output tokens. */
export function totalTokens(usage: Usage): number {
  return inputTokensOf(usage) + usage.outputTokens;
}
