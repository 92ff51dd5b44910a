import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenSentences } from './sentences.ts';
import { isSaid, linesOf, type Smallest, without } from './smallest.ts';
import { verified } from './verified.ts';

const FOLDER = join(import.meta.dirname, 'smallest');
const SMALLEST = new Map(
  readdirSync(FOLDER)
    .map((name): Smallest => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')))
    .map((one) => [one.says, one] as const),
);
const MISSING =
  'Add a trail that breaks the new rule to test/audit/vectors/more-forgeries.ts, and run `node test/audit/vectors/generate.ts` and `node test/audit/vectors/smallest.ts`.';

describe('every sentence that the verifier says of a broken trail', () => {
  it('has one trail in the folder, and there are no others', () => {
    const sentences = brokenSentences().map(({ text }) => text);
    expect([...SMALLEST.keys()].toSorted(), MISSING).toEqual(sentences.toSorted());
    expect(readdirSync(FOLDER).length).toBe(SMALLEST.size);
  });

  it.each(brokenSentences().map((sentence) => [sentence.text, sentence] as const))(
    'is said of the last entry of its trail, and of no trail with an entry less: %s',
    async (text, sentence) => {
      const one = SMALLEST.get(text);
      if (one === undefined) throw new Error(MISSING);
      const verdict = await verified(one);
      expect(verdict).toMatchObject(one.expect);
      expect(isSaid(one, verdict, sentence), JSON.stringify(verdict)).toBe(true);
      for (const place of linesOf(one).slice(1).keys()) {
        const less = without(one, (_, index) => index === place);
        if (less !== null) expect(isSaid(less, await verified(less), sentence)).toBe(false);
      }
    },
  );
});
