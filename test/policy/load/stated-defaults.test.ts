import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_BUDGET, loadPolicy, type Policy } from '../../../src/policy/index.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/policy-keys.md'), 'utf8');
/** The keys of two maps whose descriptions end with a default of one word. */
const STATED = [...PAGE.matchAll(/^\| `(approvals|budget)\.(\w+)` .* Default: (\w+)\. \|$/gm)].map(
  ([, map = '', key = '', value = '']) => ({ map, key, value }),
);

function loaded(text: string): Policy {
  const result = loadPolicy(`version: 1\n${text}`, { file: 'policy.yml' });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.policy;
}

test('the page of keys states the defaults of approvals and of every limit', () => {
  const keys = STATED.map(({ map, key }) => `${map}.${key}`);
  expect(keys).toEqual(
    expect.arrayContaining([
      ...['count', 'self', 'reviews', 'boxes', 'wait', 'then', 'expire'].map(
        (key) => `approvals.${key}`,
      ),
      ...Object.keys(DEFAULT_BUDGET).map((key) => `budget.${key}`),
    ]),
  );
});

test.each(STATED.filter(({ value }) => value !== 'never' && value !== 'nobody'))(
  'what $map says without $key is the same with $key: $value',
  ({ map, key, value }) => {
    const written = key === 'from' ? `[${value}]` : value;
    const { approvals, budget } = loaded(`${map}: { ${key}: ${written} }`);
    const absent = loaded('');
    expect(approvals).toEqual(absent.approvals);
    const limits = { ...DEFAULT_BUDGET, onLimit: absent.budget.onLimit };
    expect({ ...limits, ...withoutNull(budget) }).toEqual(limits);
  },
);

function withoutNull(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
