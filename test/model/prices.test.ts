import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { roundUsd } from '../../src/common/index.ts';
import {
  inputTokensOf,
  parsePrices,
  totalTokens,
  type Usage,
  zeroUsage,
} from '../../src/model/index.ts';
import {
  contextWindowOf,
  costUsd,
  DEFAULT_CONTEXT_WINDOW,
  DEFAULT_MODEL,
} from '../../src/model/prices.ts';
import list from '../../src/model/prices.json' with { type: 'json' };
import * as fc from '../properties.ts';

const million = (kind: keyof Usage): Usage => ({ ...zeroUsage, [kind]: 1_000_000 });

describe('what a request costs', () => {
  it.each([
    ['claude-sonnet-5-5', 2, 10, 2.5, 0.1],
    ['claude-opus-5-5', 4, 20, 5, 0.2],
    ['claude-fable-5-1', 10, 50, 12.5, 0.25],
    ['claude-sonnet-4-5', 3, 15, 3.75, 0.3],
    ['claude-sonnet-4-5-20250929', 3, 15, 3.75, 0.3],
    ['claude-haiku-4-5-20251001', 1, 5, 1.25, 0.1],
  ])('is the list price of %s', (model, input, output, write, read) => {
    expect(costUsd(model, million('inputTokens'))).toBeCloseTo(input, 9);
    expect(costUsd(model, million('outputTokens'))).toBeCloseTo(output, 9);
    expect(costUsd(model, million('cacheCreationInputTokens'))).toBeCloseTo(write, 9);
    expect(costUsd(model, million('cacheReadInputTokens'))).toBeCloseTo(read, 9);
  });

  it('is a number that people can read, without the noise of binary fractions', () => {
    const usage = { ...zeroUsage, inputTokens: 3, outputTokens: 19 };
    expect(String(costUsd('claude-sonnet-5-5', usage))).toBe('0.000196');
    expect(String(roundUsd(0.0003 + 0.0009))).toBe('0.0012');
    expect(String(roundUsd(0.1 + 0.2))).toBe('0.3');
  });

  it('is more for every token of a long prompt where the price list says so', () => {
    const short = {
      ...zeroUsage,
      inputTokens: 60_000,
      cacheReadInputTokens: 40_000,
      outputTokens: 1000,
    };
    const long = { ...short, inputTokens: 60_001 };
    expect(costUsd('claude-haiku-5-5', short)).toBeCloseTo(
      (60_000 * 0.1 + 40_000 * 0.01 + 1000 * 0.5) / 1e6,
      12,
    );
    expect(costUsd('claude-haiku-5-5', long)).toBeCloseTo(
      (60_001 * 0.5 + 40_000 * 0.05 + 1000 * 2.5) / 1e6,
      12,
    );
  });

  it.each(['gpt-9', '', 'constructor', '__proto__', 'claude-sonnet-9-20990101'])(
    'is not known for %j',
    (model) => {
      expect(costUsd(model, million('inputTokens'))).toBeNull();
      expect(contextWindowOf(model)).toBe(DEFAULT_CONTEXT_WINDOW);
    },
  );

  it('is known for the default model', () => {
    expect(costUsd(DEFAULT_MODEL, zeroUsage)).toBe(0);
  });
});

const ROOT = join(import.meta.dirname, '../..');
const pages = ['README.md', ...['docs', 'docs/first-requests', 'examples'].flatMap(filesIn)];

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((file) => file.isFile() && /\.(?:md|ya?ml)$/.test(file.name))
    .map(({ name }) => `${folder}/${name}`);
}

/** The inputs `model` and `prices` of each step in the pages that names a model. */
const steps = pages.flatMap((page) =>
  readFileSync(join(ROOT, page), 'utf8')
    .split(/```|uses: /)
    .flatMap((step) => {
      const [, model] = /^\s+model: (.+)$/m.exec(step) ?? [];
      const [, prices] = /^\s+prices: ([^#\n]+)/m.exec(step) ?? [];
      return model === undefined ? [] : [{ page, model, prices: prices?.trim() }];
    }),
);

describe('the price list', () => {
  it('has a date and its sources', () => {
    expect(new Date(list.asOf).toISOString()).toContain(list.asOf);
    expect(list.sources.every((source) => source.startsWith('https://'))).toBe(true);
    expect(new Set(list.models.map(({ name }) => name)).size).toBe(list.models.length);
  });

  it('finds steps in the documents', () => {
    expect(steps.length).toBeGreaterThan(10);
  });

  it.each(steps)('knows $model of $page, or the step says what it costs', ({ model, prices }) => {
    if (prices !== undefined) {
      expect(parsePrices(prices, 'prices').only).not.toBeNull();
      return;
    }
    for (const name of model.split(',')) expect(costUsd(name.trim(), zeroUsage)).toBe(0);
  });
});

describe('the input prices', () => {
  const price = { inputUsd: 1, outputUsd: 2, cacheReadUsd: 0.1, cacheWriteUsd: 1.25 };

  it('has one price, or a line for each model', () => {
    expect(parsePrices('input=1, output=2', 'prices').only).toEqual(price);
    expect(parsePrices('input=1\noutput=2', 'prices').only).toEqual(price);
    expect(parsePrices('unknown', 'prices').only).toBe('unknown');
    const { only, byModel } = parsePrices('qwen3:8b: input=1,output=2\n\nb: unknown', 'prices');
    expect(only).toBeNull();
    expect([...byModel]).toEqual([
      ['qwen3:8b', price],
      ['b', 'unknown'],
    ]);
  });

  it.each([
    '',
    'a: input=1,output=2\na: unknown',
    'a: input=1,output=2\ninput=1,output=2',
    'a: cheap',
    'input=1',
    'input=1,output=2,input=3',
    'free',
  ])('is refused as %j', (text) => {
    expect(() => parsePrices(text, 'prices')).toThrow('prices');
  });
});

test('the tokens of a request are its input of every kind, cached or not, and its output', () => {
  const usage = fc.record({
    inputTokens: fc.nat(),
    outputTokens: fc.nat(),
    cacheReadInputTokens: fc.nat(),
    cacheCreationInputTokens: fc.nat(),
  });
  fc.assert(
    fc.property(usage, (used) => {
      const sum = Object.values(used).reduce((total, count) => total + count, 0);
      expect(totalTokens(used)).toBe(sum);
      expect(inputTokensOf(used)).toBe(sum - used.outputTokens);
    }),
  );
});
