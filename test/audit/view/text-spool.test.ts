import { describe, expect, it } from 'vitest';
import { jsonText, JsonItems } from '../../../src/audit/view/json-text.ts';
import { TextSpool } from '../../../src/audit/view/text-spool.ts';
import * as fc from '../../properties.ts';
import { textOf } from '../text-of.ts';

describe('TextSpool', () => {
  it('returns each text from its place and all in order, in memory and from its file', () => {
    using spool = new TextSpool();
    const texts = Array.from({ length: 40 }, (_, at) => `${at} ä🙂 ${'x'.repeat(at * 5_000)}`);
    const places = texts.map((text) => spool.put(text));
    expect([...spool.all()]).toEqual(texts);
    for (const at of [39, 0, 20, 5]) expect(spool.get(places[at] ?? -1)).toBe(texts[at]);
  });

  it('holds one text that is longer than its memory, and empty ones', () => {
    using spool = new TextSpool();
    const texts = ['', 'y'.repeat(3_000_000), '', 'z'];
    for (const text of texts) spool.put(text);
    expect([...spool.all()]).toEqual(texts);
  });

  it('begins again when it was cleared', () => {
    using spool = new TextSpool();
    for (let at = 0; at < 30; at += 1) spool.put('x'.repeat(100_000));
    spool.clear();
    expect([...spool.all()]).toEqual([]);
    const place = spool.put('next');
    expect(spool.get(place)).toBe('next');
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
