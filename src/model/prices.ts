import { CountersignError, invalidInput, roundUsd } from '../common/index.ts';
import type { Usage } from './model.ts';
import list from './prices.json' with { type: 'json' };
import { inputTokensOf } from './usage.ts';

/** What a model costs, in US dollars for a million tokens. */
interface Price {
  readonly inputUsd: number;
  readonly outputUsd: number;
  readonly cacheReadUsd: number;
  readonly cacheWriteUsd: number;
}

interface KnownModel {
  /** The model's name without a release date. */
  readonly name: string;
  readonly contextWindow: number;
  readonly price: Price;
  /** Requests with more input than `overInputTokens` cost this price for every token. */
  readonly long?: { readonly overInputTokens: number; readonly price: Price };
}

/** The model of a run that does not name one. */
export const DEFAULT_MODEL = 'claude-sonnet-5-5';
/** The prefix of a script's file in place of a model's name: `scripted:turns.json`. */
export const SCRIPTED_PREFIX = 'scripted:';

/** The context window of an unknown model: the smallest of all current models. */
export const DEFAULT_CONTEXT_WINDOW = 200_000;

/** The smallest context window that a run can work in. */
export const MIN_CONTEXT_WINDOW = 8_000;

/** The rates of the cache where an input leaves them out, as shares of the input price. */
const CACHE_WRITE_SHARE = 1.25;
const CACHE_READ_SHARE = 0.1;
const MILLION = 1_000_000;

const BY_NAME: ReadonlyMap<string, KnownModel> = new Map(
  list.models.map((model) => [model.name, model]),
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
 * The cost of one request in US dollars by the price that was given, else by the price table. `null`: the model's price is
 * unknown. A release date at the end of the name is ignored.
 */
export function costUsd(model: string, usage: Usage, given?: GivenPrice): number | null {
  if (given === 'unknown') return null;
  const found = given ?? priceOf(model, usage);
  if (found === null) return null;
  const tokensUsd =
    (usage.inputTokens * found.inputUsd +
      usage.cacheCreationInputTokens * found.cacheWriteUsd +
      usage.cacheReadInputTokens * found.cacheReadUsd +
      usage.outputTokens * found.outputUsd) /
    MILLION;
  return roundUsd(tokensUsd + (usage.webSearches ?? 0) * SEARCH_USD);
}

function priceOf(model: string, usage: Usage): Price | null {
  const found = findModel(model);
  if (found === undefined) return null;
  const { long } = found;
  const isLong = long !== undefined && inputTokensOf(usage) > long.overInputTokens;
  return isLong ? long.price : found.price;
}

export function hasPrice(model: string): boolean {
  return findModel(model) !== undefined;
}

const PRICE_NAMES = ['input', 'output', 'cache-read', 'cache-write'] as const;
type PriceName = (typeof PRICE_NAMES)[number];
const AMOUNT = /^\d{1,7}(?:\.\d{1,9})?$/;

export const PRICES_EXAMPLE = 'input=3,output=15';

/** A price that is given, or said to be unknown on purpose. */
export type GivenPrice = Price | 'unknown';

/** Given prices: one for the only model of a run, or one for each model by its name. */
export interface Prices {
  readonly only: GivenPrice | null;
  readonly byModel: ReadonlyMap<string, GivenPrice>;
}

const UNKNOWN = 'unknown';
/** `MODEL: input=3,output=15`. The name of a model may contain colons itself. */
const NAMED = /^(\S+):\s+(.+)$/;

/**
 * Prices as they are written: `input=3,output=15,cache-read=0.3,cache-write=3.75`, in US dollars for a million tokens, or
 * `unknown`; for several models a line `MODEL: …` each. The two rates of the cache may be left out: they are a tenth of the
 * input's, and a quarter more than it. Throws `input-invalid`, with `name` as the name of the setting.
 */
export function parsePrices(text: string, name: string): Prices {
  const lines = text.split('\n').map((line) => line.trim());
  const byModel = new Map<string, GivenPrice>();
  const plain: string[] = [];
  for (const line of lines) {
    const [, model, price] = NAMED.exec(line) ?? [];
    if (model === undefined || price === undefined) {
      plain.push(line);
      continue;
    }
    if (byModel.has(model)) throw invalidPrices(line, name, `${model} is there twice`);
    byModel.set(model, parsePrice(price, name));
  }
  const only = plain.join('\n').trim();
  if (only !== '' && byModel.size > 0)
    throw invalidPrices(text, name, `${only} names no model, and other lines do`);
  return { only: only === '' && byModel.size > 0 ? null : parsePrice(only, name), byModel };
}

/** The price that the input gives for a model; `undefined`: none. */
export function givenPrice(prices: Prices | null, model: string): GivenPrice | undefined {
  return prices?.only ?? prices?.byModel.get(model);
}

function parsePrice(text: string, name: string): GivenPrice {
  if (text.trim() === UNKNOWN) return UNKNOWN;
  const found = new Map<PriceName, number>();
  for (const part of text.split(/[,\n]/).map((one) => one.trim())) {
    if (part === '') continue;
    const [key = '', value = '', ...more] = part.split('=').map((one) => one.trim());
    const known = PRICE_NAMES.find((one) => one === key);
    const isValid = known !== undefined && more.length === 0 && AMOUNT.test(value);
    if (!isValid || found.has(known)) throw invalidPrices(text, name, part);
    found.set(known, Number(value));
  }
  const [inputUsd, outputUsd] = [found.get('input'), found.get('output')];
  if (inputUsd === undefined || outputUsd === undefined)
    throw invalidPrices(text, name, inputUsd === undefined ? 'no input=' : 'no output=');
  return {
    inputUsd,
    outputUsd,
    cacheReadUsd: found.get('cache-read') ?? inputUsd * CACHE_READ_SHARE,
    cacheWriteUsd: found.get('cache-write') ?? inputUsd * CACHE_WRITE_SHARE,
  };
}

function invalidPrices(text: string, name: string, problem: string): CountersignError {
  return invalidInput(
    `${name} is invalid: ${JSON.stringify(text)} (${problem}).`,
    `Write \`${PRICES_EXAMPLE}\`: US dollars for a million tokens, each once, as plain numbers; ` +
      '`cache-read=` and `cache-write=` may follow. For several models, write a line `MODEL: input=…,output=…` each. ' +
      '`unknown` says that a price is not known.',
  );
}
