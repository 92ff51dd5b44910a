import { expect, test } from 'vitest';
import { markdownCell } from '../../../src/reporting/summary/markdown-cell.ts';
import * as fc from '../../properties.ts';

test('a bar behind a backslash ends no cell', () => {
  // GitHub reads `\\|` as a backslash and the end of a cell: what follows would be Markdown again.
  expect(markdownCell('a\\| @octocat ![](https://evil.example)')).toBe(
    '`a\\¦ @octocat ![](https://evil.example)`',
  );
  expect(markdownCell('a | b')).toBe('`a \\| b`');
});

test('no text ends its code or its cell', () => {
  const text = fc.string({ unit: fc.constantFrom('\\', '|', '`', 'a', ' ', '\n', '\u202E') });
  fc.assert(
    fc.property(text, (hostile) => {
      const inside = markdownCell(hostile).slice(1, -1);
      expect(inside).not.toContain('`');
      expect(inside.replaceAll(/\\[\\|]/g, '')).not.toContain('|');
    }),
    { numRuns: 300 },
  );
});
