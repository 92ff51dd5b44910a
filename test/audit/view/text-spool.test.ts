import { describe, expect, it } from 'vitest';
import { jsonText, JsonItems } from '../../../src/audit/view/json-text.ts';
import { TextSpool } from '../../../src/audit/view/text-spool.ts';
import * as fc from '../../properties.ts';
import { textOf } from '../text-of.ts';

describe('TextSpool', () => {
  it('returns each text, in memory and from its file, also one that is longer than its memory', () => {
    using spool = new TextSpool();
    const texts = Array.from(
      { length: 40 },
      (_, index) => `${index} ä🙂 ${'x'.repeat(index * 5_000)}`,
    );
    texts.push('', 'y'.repeat(3_000_000), '', 'z');
    const waiting = texts.map((text) => spool.put(text));
    for (const index of [39, 0, 20, 5, 40, 41, 42, 43])
      expect(spool.take(waiting[index] ?? 'none')).toBe(texts[index]);
  });

  it('begins again when it was cleared', () => {
    using spool = new TextSpool();
    const waiting = Array.from({ length: 30 }, () => spool.put('x'.repeat(100_000)));
    for (const text of waiting) spool.take(text);
    spool.clear();
    const long = 'y'.repeat(1_000_000);
    expect(spool.take(spool.put(long))).toBe(long);
    expect(spool.take(spool.put('next'))).toBe('next');
  });
});

describe('jsonText', () => {
  it.each([0, 2])('writes what JSON.stringify writes, with the indent %i', async (indent) => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.array(fc.jsonValue()), async (value, items) => {
        const texts = items.map((item) => JSON.stringify(item, null, indent));
        const tree = {
          value: JSON.stringify(value),
          none: undefined,
          deep: [{ items: new JsonItems(texts) }],
        };
        const plain = { ...tree, deep: [{ items }] };
        expect(await textOf(jsonText(tree, indent))).toBe(JSON.stringify(plain, null, indent));
      }),
    );
  });
});
