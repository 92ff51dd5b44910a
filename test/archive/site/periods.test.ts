import { describe, expect, test } from 'vitest';
import { Periods } from '../../../src/archive/site/periods.ts';
import * as fc from '../../properties.ts';

const DAY_MS = 86_400_000;
const MAX_PERIODS = 62;
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

describe('the periods of the charts', () => {
  test.each([
    ['2026-01-01', '2026-01-01', 'day', 1, '1 Jan 2026'],
    ['2026-01-01', '2026-03-03', 'day', 62, '1 Jan 2026'],
    ['2026-01-01', '2026-03-04', 'week', 10, 'week of 29 Dec 2025'],
    ['2025-01-15', '2026-12-31', 'month', 24, 'Jan 2025'],
    ['2019-06-01', '2026-12-31', 'year', 8, '2019'],
  ])('from %s to %s are of one %s each', (first, last, unit, count, name) => {
    const periods = new Periods(first, last);
    expect(periods.unit).toBe(unit);
    expect(periods.list).toHaveLength(count);
    expect(periods.list[0]?.name).toBe(name);
  });

  test('lie side by side, hold every day from the first to the last, and are never too many', () => {
    const days = fc.integer({ min: Date.UTC(1990) / DAY_MS, max: Date.UTC(2051) / DAY_MS });
    fc.assert(
      fc.property(days, days, (one, other) => {
        const [first, last] = [one, other]
          .toSorted((a, b) => a - b)
          .map((dayNumber) => day(dayNumber * DAY_MS));
        const { list } = new Periods(first ?? '', last ?? '');
        expect(list.length).toBeLessThanOrEqual(MAX_PERIODS);
        expect((list.at(0)?.from ?? '') <= (first ?? '')).toBe(true);
        expect((list.at(-1)?.to ?? '') >= (last ?? '')).toBe(true);
        for (const [index, period] of list.entries()) {
          expect(period.from <= period.to).toBe(true);
          const next = list[index + 1]?.from;
          if (next !== undefined) expect(day(Date.parse(period.to) + DAY_MS)).toBe(next);
        }
      }),
    );
  });

  test('of clocks that are wrong by thousands of years end with the last day', () => {
    const { list } = new Periods('0000-01-01', '9999-12-31');
    expect(list).toHaveLength(MAX_PERIODS);
    expect(list.at(-1)).toEqual({ from: '9999-01-01', to: '9999-12-31', name: '9999' });
    expect(new Periods('2026-05-01', '2026-04-01').list).toHaveLength(1);
  });
});
