import { describe, expect, test } from 'vitest';
import { Needles } from '../../../../src/common/redaction/known-values/needles.ts';
import { UnitBuffer } from '../../../../src/common/redaction/known-values/units.ts';
import * as fc from '../../../properties.ts';

type Place = readonly [string, number];

function places(needles: readonly string[], text: string, anyCase = false): readonly Place[] {
  const index = new Needles<string>({ anyCase });
  for (const needle of needles) index.add(needle, needle);
  const found: Place[] = [];
  index.each(new UnitBuffer().filled(text), (needle, position) => found.push([needle, position]));
  return found;
}

/** What is meant, in the plainest way: at each place, each needle that begins there. */
function meant(needles: readonly string[], text: string): readonly Place[] {
  const all = [...new Set(needles)];
  return Array.from({ length: text.length }, (_, position) => position).flatMap((position) =>
    all
      .filter((needle) => text.startsWith(needle, position))
      .map((needle): Place => [needle, position]),
  );
}

/** Few letters, so that needles overlap each other and what is nearly one of them. */
const few = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', '\u00e9', '\u20ac', '\ud800'),
  maxLength: 60,
});

describe('many needles at once', () => {
  test('are found at every place where one begins, whatever their lengths', () => {
    fc.assert(
      fc.property(
        fc.array(
          few.filter((text) => text.length >= 3),
          { minLength: 1, maxLength: 6 },
        ),
        fc.array(few, { maxLength: 5 }),
        (needles, parts) => {
          const text = [...parts, ...needles].join('ab');
          expect(places(needles, text)).toEqual(meant(needles, text));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('are found in whatever case where that is asked for, and no other letter stands for one', () => {
    expect(places(['key_', 'aws'], 'KEY_ Key_ key\u007f AWS aw\u017f \u212aey_', true)).toEqual([
      ['key_', 0],
      ['key_', 5],
      ['aws', 15],
    ]);
    expect(places(['@[k'], '`{k @[K', true)).toEqual([['@[k', 4]]);
  });

  test('are found among ten thousand', () => {
    const needles = Array.from({ length: 10_000 }, (_, position) => `needle ${position} of many`);
    expect(places(needles, 'x needle 7123 of many y')).toEqual([['needle 7123 of many', 2]]);
  });

  test('do not see what an earlier, longer text left in the buffer', () => {
    const room = new UnitBuffer();
    const index = new Needles<string>();
    index.add('secret', 'secret');
    room.filled('a secret');
    const found: number[] = [];
    index.each(room.filled('a sec'), (_, position) => found.push(position));
    expect(found).toEqual([]);
  });

  test('have at least three characters', () => {
    expect(() => new Needles<number>().add('ab', 1)).toThrow(RangeError);
  });
});
