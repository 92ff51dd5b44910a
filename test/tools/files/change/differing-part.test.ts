import { applyPatch, createTwoFilesPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../../../src/tools/files/change/diff.ts';
import { differingPart } from '../../../../src/tools/files/change/differing-part.ts';
import * as fc from '../../../properties.ts';

const texts = fc
  .array(fc.constantFrom('', 'a', 'b', 'cc', 'long '.repeat(1_000)), { maxLength: 30 })
  .chain((lines) =>
    fc.constantFrom('\n', '\r\n').map((ending) => lines.map((line) => line + ending).join('')),
  )
  .chain((text) => fc.constantFrom(text, text.slice(0, -1), `${text}end`));

const linesWith = (changed: string) => `1\n2\n3\n4\n${changed}\n6\n7\n8\n9\n`;

describe('the part of two texts that differs', () => {
  it('put back between what was left out is the whole of both', () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        texts,
        fc.integer({ min: 0, max: 4 }),
        (one, two, around, context) => {
          const [before, after] = [around + one + around, around + two + around];
          const part = differingPart(before, after, context);
          const start = before
            .split('\n')
            .slice(0, part.linesBefore)
            .map((line) => `${line}\n`)
            .join('');
          const end = before.slice(start.length + part.before.length);
          expect(start + part.before + end).toBe(before);
          expect(start + part.after + end).toBe(after);
          expect(end === '' || (part.before.endsWith('\n') && part.after.endsWith('\n'))).toBe(
            true,
          );
        },
      ),
    );
  });

  it('has so many lines around it, and no more', () => {
    expect(differingPart(linesWith('five'), linesWith('fine'), 2)).toEqual({
      before: '3\n4\nfive\n6\n7\n',
      after: '3\n4\nfine\n6\n7\n',
      linesBefore: 2,
    });
    expect(differingPart('\n\na', '\n\nb', 1).linesBefore).toBe(1);
    expect(differingPart('', 'a\n', 3)).toEqual({ before: '', after: 'a\n', linesBefore: 0 });
    expect(differingPart('a\n', '', 3)).toEqual({ before: 'a\n', after: '', linesBefore: 0 });
  });
});

describe('a diff', () => {
  it('makes of what was before what is after, whatever changed', () => {
    fc.assert(
      fc.property(texts, texts, texts, (one, two, around) => {
        const [before, after] = [around + one + around, around + two + around];
        fc.pre(before !== after);
        const diff = unifiedDiff([{ path: 'a', before, after }]);
        expect(applyPatch(before, diff, { autoConvertLineEndings: false })).toBe(after);
      }),
    );
  });

  it('of one changed line is that of the whole files', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 39 }), (place) => {
        const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
        const before = lines.join('');
        const after = lines.with(place, 'changed\n').join('');
        const whole = createTwoFilesPatch('a/f', 'b/f', before, after, undefined, undefined, {
          context: 3,
        });
        expect(`${unifiedDiff([{ path: 'f', before, after }])}\n`).toBe(whole.replace(/^=+\n/, ''));
      }),
    );
  });
});
