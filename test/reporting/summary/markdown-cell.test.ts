import { expect, test } from 'vitest';
import { markdownCell, markdownCode } from '../../../src/reporting/summary/markdown-cell.ts';
import * as fc from '../../properties.ts';

test('a bar behind a backslash ends no cell', () => {
  // GitHub reads `\\|` as a backslash and the end of a cell: what follows would be Markdown again.
  expect(markdownCell('a\\| @octocat ![](https://evil.example)')).toBe(
    '`a\\¦ @octocat ![](https://evil.example)`',
  );
  expect(markdownCell('a | b')).toBe('`a \\| b`');
});

test('a bar outside of a table is shown as it is', () => {
  expect(markdownCode('ls -l | grep "a\\|b"')).toBe('`ls -l | grep "a\\|b"`');
});

test('no text ends its code or its cell', () => {
  const text = fc.string({ unit: fc.constantFrom('\\', '|', '`', 'a', ' ', '\n', '\u202E') });
  fc.assert(
    fc.property(text, (hostile) => {
      const inside = markdownCell(hostile).slice(1, -1);
      expect(inside).not.toContain('`');
      expect(inside.replaceAll(/\\[\\|]/g, '')).not.toContain('|');
      expect(markdownCode(hostile).slice(1, -1)).not.toMatch(/[`\n\u202E]/);
    }),
    { numRuns: 300 },
  );
});
