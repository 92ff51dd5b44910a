import { describe, expect, test } from 'vitest';
import { lexicalParts } from '../../../src/sandbox/files/lexical-path.ts';

describe('a hidden path', () => {
  const root = { root: '/work', aliases: [], hidden: ['/work/.runner/commands'] };
  const caseInsensitive = { ...root, caseInsensitive: true };
  const caseSensitive = { ...root, caseInsensitive: false };

  test.each(['.runner/commands', '.runner/commands/env', '/work/a/../.runner/commands/env'])(
    'is refused with everything below it: %s',
    (path) => {
      for (const one of [caseSensitive, caseInsensitive])
        expect(() => lexicalParts(one, path)).toThrow('belongs to the runner');
    },
  );

  test('is refused in any case where the file system ignores case, and only there', () => {
    const path = '.Runner/COMMANDS/env';
    expect(() => lexicalParts(caseInsensitive, path)).toThrow('belongs to the runner');
    expect(lexicalParts(caseSensitive, path)).toEqual(['.Runner', 'COMMANDS', 'env']);
  });

  test('is no other one that begins like it', () => {
    expect(lexicalParts(caseSensitive, '.runner/commands-of-mine')).toHaveLength(2);
  });
});
