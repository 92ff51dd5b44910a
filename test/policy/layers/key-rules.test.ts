import { describe, expect, test } from 'vitest';
import { limitFor, listsHost } from '../../../src/policy/index.ts';
import { KEY_RULES, type SettingValues } from '../../../src/policy/layers/key-rules.ts';
import { parseRequiredCommand } from '../../../src/policy/rules/required-command.ts';
import * as fc from '../../properties.ts';

type Key = keyof SettingValues;

const listOf = <T>(...values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values));
const word = <const T extends string>(...words: readonly T[]) => fc.constantFrom(...words);
const number = fc.nat(1000);
const required = ['npm test', 'make check', 'npm run lint'].flatMap((command) => {
  const parsed = parseRequiredCommand(`bash_run(${command})`);
  return parsed.ok ? [{ ...parsed.required, line: 1, column: 1 }] : [];
});

/** A key that is added without values here does not compile. */
const VALUES: { readonly [Each in Key]: fc.Arbitrary<SettingValues[Each]> } = {
  'approvals.from': fc.array(listOf('write', 'maintain', '@ann'), { minLength: 1, maxLength: 2 }),
  'approvals.notify': listOf('@ann', '@acme/security', 'codeowners'),
  'approvals.count': number,
  'approvals.self': fc.boolean(),
  'approvals.reviews': fc.boolean(),
  'approvals.boxes': fc.boolean(),
  'approvals.wait': number,
  'approvals.then': word('suspend', 'deny', 'fail'),
  'approvals.expire': number,
  'sandbox.mode': word('off', 'preferred', 'required'),
  'sandbox.network': listOf('*', '*.x.test', 'a.x.test', 'a.x.test:443', 'a.x.test:*', '10.0.0.1'),
  'sandbox.write': listOf('.', 'src', 'src/a', './src/', './', 'lib'),
  'budget.turns': number,
  'budget.calls': number,
  'budget.minutes': number,
  'budget.tokens': number,
  'budget.usd': number,
  'budget.onLimit': word('ask', 'stop'),
  'github.images': word('all', 'trusted', 'off'),
  'done.requires': listOf(...required),
  limits: fc.dictionary(word('github_*', 'github_comment', 'constructor'), number),
  'tools.parallel': number,
  'tools.secrets': listOf('A', 'B', 'C'),
  hooks: listOf('countersign:mask(a)', 'countersign:block-paths(b)', 'countersign:cache-readonly'),
  'redact.patterns': listOf('a+', 'b+', 'c+'),
};

const least = (one: number, other: number): boolean => one <= other;
const onlyFalse = (one: boolean, other: boolean): boolean => other || !one;
const within = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.every((each) => other.includes(each));
const contains = (one: unknown, other: unknown): boolean => {
  expect(one).toEqual(expect.arrayContaining(other as unknown[]));
  return true;
};
const upTo =
  <T>(...order: readonly T[]) =>
  (one: T, other: T): boolean =>
    order.indexOf(one) >= order.indexOf(other);

const TARGETS = [
  ['a.x.test', 80],
  ['a.x.test', 443],
  ['a.x.test', 8443],
  ['b.x.test', 443],
  ['10.0.0.1', 80],
  ['evil.test', 443],
] as const;
const FOLDERS: readonly (readonly [folder: string, in_: readonly string[]])[] = [
  ['.', ['.', 'src', 'src/a', 'lib']],
  ['src', ['src', 'src/a']],
  ['src/a', ['src/a']],
  ['lib', ['lib']],
];
const writable = (list: readonly string[]): readonly string[] =>
  FOLDERS.filter(([folder]) => list.map((each) => NORMAL[each] ?? each).includes(folder)).flatMap(
    ([, inside]) => inside,
  );
const NORMAL: Readonly<Record<string, string>> = { './src/': 'src', './': '.' };

/** Whether the first value allows nothing that the second does not. A key that is added without a comparison does not compile. */
const NO_LOOSER: {
  readonly [Each in Key]: (one: SettingValues[Each], other: SettingValues[Each]) => boolean;
} = {
  // An approver needs an entry of each list.
  'approvals.from': contains,
  'approvals.notify': contains,
  'approvals.count': (one, other) => one >= other,
  'approvals.self': onlyFalse,
  'approvals.reviews': onlyFalse,
  'approvals.boxes': onlyFalse,
  'approvals.wait': least,
  'approvals.then': upTo('suspend', 'deny', 'fail'),
  'approvals.expire': least,
  'sandbox.mode': upTo('off', 'preferred', 'required'),
  'sandbox.network': (one, other) =>
    TARGETS.every(([host, port]) => {
      const reaches = (list: readonly string[]): boolean =>
        list.some((entry) => listsHost(entry, host, port));
      return !reaches(one) || reaches(other);
    }),
  'sandbox.write': (one, other) => within(writable(one), writable(other)),
  'budget.turns': least,
  'budget.calls': least,
  'budget.minutes': least,
  'budget.tokens': least,
  'budget.usd': least,
  'budget.onLimit': upTo('ask', 'stop'),
  'github.images': upTo('all', 'trusted', 'off'),
  'done.requires': contains,
  limits: (one, other) =>
    ['github_comment', 'constructor', 'fs_read'].every(
      (tool) => (limitFor(one, tool) ?? Infinity) <= (limitFor(other, tool) ?? Infinity),
    ),
  'tools.parallel': least,
  'tools.secrets': within,
  hooks: contains,
  'redact.patterns': contains,
};

/** The items of a list in one order; any other value as it is. */
function sorted(value: unknown): unknown {
  return Array.isArray(value) ? value.map((each) => JSON.stringify(each)).toSorted() : value;
}

function check<Each extends Key>(key: Each, value: fc.Arbitrary<SettingValues[Each]>): void {
  const { tighten } = KEY_RULES[key];
  fc.assert(
    fc.property(value, value, value, (one, other, third) => {
      const both = tighten(one, other);
      expect(NO_LOOSER[key](both, one)).toBe(true);
      expect(NO_LOOSER[key](both, other)).toBe(true);
      expect(sorted(tighten(other, one))).toEqual(sorted(both));
      const inOrder = tighten(both, third);
      expect(sorted(tighten(one, tighten(other, third)))).toEqual(sorted(inOrder));
      expect(sorted(tighten(both, one))).toEqual(sorted(both));
    }),
    { numRuns: 60 },
  );
}

describe('the value that counts of several layers', () => {
  const keys = Object.keys(KEY_RULES).filter((key): key is Key => Object.hasOwn(VALUES, key));

  test('is tried for every key that has a rule', () => {
    expect(keys).toEqual(Object.keys(KEY_RULES));
  });

  test.each(keys)('of %s is as tight as each of them, whatever their order and number', (key) => {
    check(key, VALUES[key]);
  });
});
