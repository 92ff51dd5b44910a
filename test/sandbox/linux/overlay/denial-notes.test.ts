import { expect, test } from 'vitest';
import { deniedNote, writtenNote } from '../../../../src/sandbox/linux/overlay/denial-notes.ts';

test('the message names each rule once, with its paths, and the root as the workspace', () => {
  const all = { rule: 'fs_write(**)', line: 2, file: 'p.yml' };
  const gen = { rule: 'fs_write(gen/**)', line: 3, file: 'p.yml' };
  const denied = new Map([
    ['.', all],
    ['gen', gen],
    ['gen/a', gen],
  ]);
  const named =
    'the workspace (fs_write(**), line 2 of p.yml); gen, gen/a (fs_write(gen/**), line 3 of p.yml).';
  expect(deniedNote(denied)).toContain(`write ${named}`);
  expect(writtenNote(denied)).toContain(`wrote ${named} The policy denies to write it`);
});
