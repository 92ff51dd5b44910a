import type { SpentUsage, Usage } from './model.ts';

/** No tokens: the start of a sum. */
export const zeroUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
};

/** The largest count of tokens that is believed. Sums of such counts stay exact. */
const MAX_COUNT = 1_000_000_000;
/** Bytes of a token, on average: rather too few than too many, so that a limit holds early. */
const BYTES_PER_TOKEN = 3.5;
/** What a picture costs at most, as https://platform.claude.com/docs/en/build-with-claude/vision says. */
const PICTURE_TOKENS = 1_600;
/** The bytes of a PDF file for each of its tokens: a page of 50 KB has some 2,500. */
const DOCUMENT_BYTES_PER_TOKEN = 20;
/** Pictures and documents in the forms of the APIs: a `source` with its data, a `data:` URL, `inlineData`. */
const BASE64_PARTS = [
  /"type":"(image|document)"[^{}]*"source":\{[^{}]*?"data":"([A-Za-z0-9+/=]*)"/g,
  /"data:(image|application)\/[\w.+-]+;base64,([A-Za-z0-9+/=]*)"/g,
  /"mimeType":"(image|application)\/[\w.+-]+","data":"([A-Za-z0-9+/=]*)"/g,
];

/** A reported count as a whole number; `null` for anything that is no count of tokens. */
export function readTokenCount(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= MAX_COUNT ? Math.ceil(value) : null;
}

/** About how many tokens a text of so many bytes has. */
function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

/** About how many input tokens the body of a request has: its text by its bytes, its pictures and documents by their kind. */
export function estimateRequestTokens(body: string): number {
  let mediaTokens = 0;
  let mediaBytes = 0;
  const found = BASE64_PARTS.flatMap((pattern) => [...body.matchAll(pattern)]);
  for (const [, type, data = ''] of found) {
    mediaBytes += data.length;
    mediaTokens +=
      type === 'image'
        ? PICTURE_TOKENS
        : Math.max(PICTURE_TOKENS, Math.ceil(data.length / DOCUMENT_BYTES_PER_TOKEN));
  }
  return estimateTokens(Buffer.byteLength(body) - mediaBytes) + mediaTokens;
}

/**
 * The tokens that an API reported, `null` if none, and an estimate of those that it did not: no request is without input, and no
 * text without output. `bytes`: of what the model wrote. `isPartial`: the reported output may not be all of it.
 */
export function usageOrEstimate(
  reported: Usage | null,
  stream: {
    readonly bytes: number;
    readonly estimateInput: () => number;
    readonly isPartial?: boolean;
  },
): Pick<SpentUsage, 'usage' | 'isEstimate'> {
  const { bytes, estimateInput, isPartial = reported === null } = stream;
  const usage = reported ?? zeroUsage;
  const hasInput = inputTokensOf(usage) > 0;
  const hasOutput = !isPartial && (usage.outputTokens > 0 || bytes === 0);
  const inputTokens = hasInput ? usage.inputTokens : estimateInput();
  const outputTokens = hasOutput
    ? usage.outputTokens
    : Math.max(usage.outputTokens, estimateTokens(bytes));
  return {
    usage: { ...usage, inputTokens, outputTokens },
    ...(hasInput && hasOutput ? {} : { isEstimate: true }),
  };
}

/** All input tokens: uncached, written to the cache, and read from it. */
export function inputTokensOf(usage: Usage): number {
  return usage.inputTokens + usage.cacheReadInputTokens + usage.cacheCreationInputTokens;
}

export function totalTokens(usage: Usage): number {
  return inputTokensOf(usage) + usage.outputTokens;
}
