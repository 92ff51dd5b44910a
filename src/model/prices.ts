import { roundUsd } from '../common/index.ts';
import type { Usage } from './model.ts';
import { inputTokensOf } from './usage.ts';

/** What a model costs, in US dollars for a million tokens. */
interface Price {
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** What a cached token costs, as a share of `inputUsd`. */
  readonly cacheReadShare: number;
}

interface KnownModel {
  /** The model's name without a release date. */
  readonly name: string;
  readonly contextWindow: number;
  readonly price: Price;
  /** Requests with more input than `overInputTokens` cost this price for every token. */
  readonly long?: { readonly overInputTokens: number; readonly price: Price };
}

/**
 * List prices after https://platform.claude.com/docs/en/about-claude/pricing, and context windows
 * after https://platform.claude.com/docs/en/about-claude/models/overview, as published at
 * PRICES_AS_OF.
 */
export const PRICES_AS_OF = '2026-10-24';

/** The model of a run that does not name one. */
export const DEFAULT_MODEL = 'claude-sonnet-5-5';
/** The prefix of a script's file in place of a model's name: `scripted:turns.json`. */
export const SCRIPTED_PREFIX = 'scripted:';

/** The context window of an unknown model: the smallest of all current models. */
export const DEFAULT_CONTEXT_WINDOW = 200_000;

/** Writing to the five-minute cache, as a share of the input price. The same for every model. */
const CACHE_WRITE_SHARE = 1.25;
const CACHE_READ_SHARE = 0.1;
const MILLION = 1_000_000;

const price = (inputUsd: number, outputUsd: number, cacheReadShare = CACHE_READ_SHARE): Price => ({
  inputUsd,
  outputUsd,
  cacheReadShare,
});

const MODELS: readonly KnownModel[] = [
  { name: 'claude-fable-5-1', contextWindow: MILLION, price: price(10, 50, 0.025) },
  { name: 'claude-mythos-5-1', contextWindow: MILLION, price: price(10, 50, 0.025) },
  { name: 'claude-fable-5', contextWindow: MILLION, price: price(10, 50) },
  { name: 'claude-mythos-5', contextWindow: MILLION, price: price(10, 50) },
  { name: 'claude-opus-5-5', contextWindow: MILLION, price: price(4, 20, 0.05) },
  { name: 'claude-opus-5', contextWindow: MILLION, price: price(5, 25) },
  { name: 'claude-opus-4-8', contextWindow: MILLION, price: price(5, 25) },
  { name: 'claude-opus-4-7', contextWindow: MILLION, price: price(5, 25) },
  { name: 'claude-opus-4-6', contextWindow: MILLION, price: price(5, 25) },
  { name: 'claude-opus-4-5', contextWindow: 200_000, price: price(5, 25) },
  { name: 'claude-sonnet-5-5', contextWindow: MILLION, price: price(2, 10, 0.05) },
  { name: 'claude-sonnet-5', contextWindow: MILLION, price: price(2, 10) },
  { name: 'claude-sonnet-4-6', contextWindow: MILLION, price: price(3, 15) },
  { name: 'claude-sonnet-4-5', contextWindow: 200_000, price: price(3, 15) },
  {
    name: 'claude-haiku-5-5',
    contextWindow: MILLION,
    price: price(0.1, 0.5),
    long: { overInputTokens: 100_000, price: price(0.5, 2.5) },
  },
  { name: 'claude-haiku-4-5', contextWindow: 200_000, price: price(1, 5) },
];

const BY_NAME: ReadonlyMap<string, KnownModel> = new Map(
  MODELS.map((model) => [model.name, model]),
);
const RELEASE_DATE = /-\d{8}$/;

/**
 * The clouds' forms of the same names: `global.anthropic.claude-sonnet-4-5-20250929-v1:0` on Bedrock,
 * `claude-sonnet-4-5@20250929` on Vertex AI. Their list prices for worldwide endpoints are Anthropic's.
 */
const CLOUD_PREFIX = /^(?:[a-z]{2,6}(?:-[a-z]+)?\.)?anthropic\./;
const CLOUD_VERSION = /-v\d+(?::\d+)?$/;

function findModel(model: string): KnownModel | undefined {
  const name = model.replace(CLOUD_PREFIX, '').replace(CLOUD_VERSION, '').replace('@', '-');
  return BY_NAME.get(name) ?? BY_NAME.get(name.replace(RELEASE_DATE, ''));
}

const NO_SEARCH = /claude-(?:instant|2|3-(?:opus|sonnet|haiku))\b/;

/**
 * Whether the API supports its web search with this model: every Claude since 3.5. Unknown Claude models are assumed to
 * support it; the API refuses the search otherwise.
 */
export function hasWebSearch(model: string): boolean {
  return model.includes('claude-') && !NO_SEARCH.test(model);
}

/** The input tokens that fit into one request. Unknown models have the default. */
export function contextWindowOf(model: string): number {
  return findModel(model)?.contextWindow ?? DEFAULT_CONTEXT_WINDOW;
}

/** The price of one web search, in addition to the tokens of its results. */
const SEARCH_USD = 0.01;

/**
 * The cost of one request in US dollars by the price table. `null`: the model's price is unknown. A release date at the end
 * of the name is ignored.
 */
export function costUsd(model: string, usage: Usage): number | null {
  const found = findModel(model);
  if (found === undefined) return null;
  const long = found.long;
  const isLong = long !== undefined && inputTokensOf(usage) > long.overInputTokens;
  const { inputUsd, outputUsd, cacheReadShare } = isLong ? long.price : found.price;
  const inputShares =
    usage.inputTokens +
    usage.cacheCreationInputTokens * CACHE_WRITE_SHARE +
    usage.cacheReadInputTokens * cacheReadShare;
  const tokensUsd = (inputShares * inputUsd + usage.outputTokens * outputUsd) / MILLION;
  return roundUsd(tokensUsd + (usage.webSearches ?? 0) * SEARCH_USD);
}
