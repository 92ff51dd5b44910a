import { describe, expect, test } from 'vitest';
import { shareOf, spread } from '../../src/fanout/share.ts';
import { array, assert, double, integer, property } from '../properties.ts';

const amount = double({ min: 0.01, max: 10_000, noNaN: true });
const jobs = integer({ min: 1, max: 256 });

describe('shares of a budget', () => {
  test('never add up to more than the budget', () => {
    assert(
      property(integer({ min: 256, max: 10_000_000 }), amount, jobs, (tokens, usd, count) => {
        const share = shareOf({ tokens, usd: usd + 1 }, count);
        expect((share['max-tokens'] ?? 0) * count).toBeLessThanOrEqual(tokens);
        expect((share['max-usd'] ?? 0) * count).toBeLessThanOrEqual(usd + 1 + 1e-9);
      }),
    );
  });

  test('are only of what the budget names', () => {
    expect(shareOf({}, 5)).toEqual({});
    expect(shareOf({ usd: 1, turns: 11 }, 5)).toEqual({ 'max-turns': 2, 'max-usd': 0.2 });
  });

  test('that would be nothing are refused, with what to write', () => {
    expect(() => shareOf({ turns: 4 }, 5)).toThrow('max-turns is 4, which is too little');
    expect(() => shareOf({ usd: 0.0004 }, 5)).toThrow('max-usd');
  });
});

describe('things spread over jobs', () => {
  test('are all there, in their order, in lists of almost the same length', () => {
    assert(
      property(array(integer()), jobs, (things, count) => {
        const lists = spread(things, count);
        expect(lists.flat()).toEqual(things);
        const lengths = lists.map((list) => list.length);
        expect(lists.length).toBe(Math.min(count, things.length));
        if (lengths.length > 0) {
          expect(Math.min(...lengths)).toBeGreaterThan(0);
          expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
