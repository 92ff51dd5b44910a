import { expect, test } from 'vitest';
import { HeaderList } from '../../../src/model/anthropic/header-list.ts';
import * as fc from '../../properties.ts';

const NAME = fc.constantFrom(
  'X-Api-Key',
  'x-api-key',
  'Accept',
  'anthropic-beta',
  'X-Stainless-OS',
);
const VALUE = fc.constantFrom('', 'a', ' b ', '\tc\r\n', 'd, e', '\u00a0f\u00a0', 'G');
const STEP = fc.oneof(
  fc.record({ how: fc.constantFrom('append', 'set'), name: NAME, value: VALUE }),
  fc.record({ how: fc.constant('delete'), name: NAME, value: VALUE }),
);

function make(list: Headers, steps: readonly { how: string; name: string; value: string }[]) {
  for (const { how, name, value } of steps) {
    if (how === 'append') list.append(name, value);
    else if (how === 'set') list.set(name, value);
    else list.delete(name);
  }
  return list;
}

/** Everything that can be read of a list. */
function read(list: Headers) {
  const told: string[] = [];
  list.forEach((value, name) => told.push(`${name}: ${value}`));
  const of = (name: string) => [list.has(name), list.get(name)];
  return [
    [...list],
    [...list.entries()],
    [...list.keys()],
    [...list.values()],
    list.getSetCookie(),
    told,
    ['ACCEPT', 'x-API-key', 'absent'].map(of),
  ];
}

test('a list of fields reads as Node’s own Headers does, whatever was done to it', () => {
  fc.assert(
    fc.property(fc.array(STEP, { maxLength: 12 }), (steps) => {
      const [own, node] = [make(new HeaderList(), steps), make(new Headers(), steps)];
      expect(read(own)).toEqual(read(node));
      const copied = read(new Headers([...node]));
      expect(read(new HeaderList(node))).toEqual(copied);
      expect(read(new Headers(own))).toEqual(copied);
    }),
  );
});

test('a list is made of pairs, of a record, of another list, and of nothing', () => {
  const pairs = [
    ['B', '2'],
    ['a', '1'],
  ] satisfies [string, string][];
  for (const init of [pairs, Object.fromEntries(pairs), new HeaderList(pairs)])
    expect([...new HeaderList(init)]).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  expect([...new HeaderList()]).toEqual([]);
});
