import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitRoots, readHead } from '../../../../src/sandbox/git/read/refs.ts';
import { tempFolder } from '../../support.ts';

test('a branch has the commit of a whole line of packed refs, and none of a line that git refuses', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'refs'));
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  const roots = gitRoots({ dotGit: folder, own: folder, common: folder });
  const sha = 'a'.repeat(40);
  const commitBy = (packed: string): string | null => {
    writeFileSync(join(folder, 'packed-refs'), packed);
    return readHead(roots).commit;
  };
  expect(commitBy(`# sorted\n${'b'.repeat(40)} refs/heads/x\n${sha} refs/heads/main\n`)).toBe(sha);
  expect(commitBy(`short refs/heads/main\n${sha} refs/heads/main\n`)).toBe(sha);
  expect(commitBy(`${sha} refs/heads/main`)).toBeNull();
  expect(commitBy(`${sha} refs/heads/main x\n`)).toBeNull();
  expect(commitBy(`${sha}  refs/heads/main\n`)).toBeNull();
});
