import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';
import * as z from 'zod';
import { nodesIn } from './nodes.ts';
import { sources } from './source.ts';

/**
 * A regular expression whose time grows faster than its text lets the author of the text stop a run, because no limit of time ends
 * it. The analysis finds many of these expressions, not all.
 */
interface Expression {
  readonly file: string;
  readonly line: number;
  readonly pattern: string;
  readonly flags: string;
}

const regexLiteral = z.object({
  start: z.number(),
  regex: z.object({ pattern: z.string(), flags: z.string() }),
});

const EXPRESSIONS: readonly Expression[] = sources().flatMap(({ path, text }) =>
  nodesIn(parseSync(path, text).program.body).flatMap((node) => {
    if (node.type !== 'Literal' || !('regex' in node)) return [];
    const { start, regex } = regexLiteral.parse(node);
    return [{ file: path, line: text.slice(0, start).split('\n').length, ...regex }];
  }),
);

function slow(
  { pattern, flags }: Pick<Expression, 'pattern' | 'flags'>,
  kind: 'exponential' | 'polynomial',
): boolean {
  const { reports } = analyse(
    { source: pattern, flags: flags.replace('v', 'u') },
    { assumeRejectingSuffix: false },
  );
  return reports.some(({ exponential }) => exponential || kind === 'polynomial');
}

function placesOf(expressions: readonly Expression[]): readonly string[] {
  return expressions.map(({ file, line, pattern }) => `${file}:${line} ${pattern}`);
}

/** What reads long texts of other people: comments, pages, files, and what servers and models answer. */
const READS_LONG_TEXTS =
  /^(?:agent\/untrusted-text|github\/(?:events|publish)|model|tools\/(?:files|web))\//;
/** Why a file of these may have such expressions. */
const SHORT_TEXTS: Readonly<Record<string, string>> = {
  'agent/untrusted-text/fences.ts': 'the expression matches whatever follows',
  'model/extra-headers.ts': 'a line of an input',
  'model/prices.ts': 'a line of an input',
  'tools/files/search/glob.ts': 'a pattern, whose length is limited',
  'tools/web/table.ts': 'a cell, of at most 1,000 characters',
};

test('no regular expression takes time that grows exponentially with its text', () => {
  expect(EXPRESSIONS.length).toBeGreaterThan(1_000);
  expect(placesOf(EXPRESSIONS.filter((each) => slow(each, 'exponential')))).toEqual([]);
});

test('where texts of other people are long, no regular expression takes more than linear time', () => {
  const found = EXPRESSIONS.filter(
    (each) => READS_LONG_TEXTS.test(each.file) && slow(each, 'polynomial'),
  );
  expect(placesOf(found.filter(({ file }) => SHORT_TEXTS[file] === undefined))).toEqual([]);
  expect([...new Set(found.map(({ file }) => file))].sort()).toEqual(Object.keys(SHORT_TEXTS));
});

test.each([
  ['(?:\\s|#[^\\n]*)*x', 'exponential'],
  ['<a[^>]*[^/][^>]*>', 'polynomial'],
  ['\\n+$', 'polynomial'],
] as const)('%s is found', (pattern, kind) => {
  expect(slow({ pattern, flags: '' }, kind)).toBe(true);
});
