import { describe, expect, test } from 'vitest';
import { resolverOf, runsByItself } from '../helpers.ts';

/** A workspace whose files were all listed; none usually contains secrets. */
const NONE = resolverOf({ files: {}, secrets: [] });
const SOME = resolverOf({ files: {}, secrets: ['config/.env'] });

describe("a search of the whole workspace that leaves out git's own folder", () => {
  test.each([
    'grep -r --exclude-dir=.git foo .',
    'find . -name .git -prune -o -type f -exec grep foo {} +',
    'find . -name .git -prune -o -type f -print0 | xargs -0 grep foo',
    'find . -path ./.git -prune -o -type f -exec grep -l foo {} +',
    "find . -path '*/.git' -prune -o -type f -exec grep foo {} ';'",
    'find . -maxdepth 3 -type d -name .git -prune -o -type f -exec cat {} +',
    "find . '(' -name node_modules -o -name .git ')' -prune -o -type f -exec grep foo {} +",
    "find . -type f -not -path './.git/*' -exec grep -l foo {} +",
    "find . -type f ! -path '*/.git/*' | xargs grep foo",
  ])('only reads: %s', (command) => {
    expect(runsByItself(command, NONE)).toBe(true);
    expect(runsByItself(command, SOME)).toBe(false);
    expect(runsByItself(command)).toBe(false);
  });

  test.each([
    'grep -r foo .',
    'grep -r --exclude-dir=git foo .',
    'find . -type f -exec grep foo {} +',
    'find . -name .git -o -type f -exec grep foo {} +',
    'find . -name node_modules -prune -o -type f -exec grep foo {} +',
    'find . -mindepth 2 -name .git -prune -o -type f -exec grep foo {} +',
    'find . -depth -name .git -prune -o -type f -exec grep foo {} +',
    'find . -type f -name .git -prune -o -type f -exec grep foo {} +',
    'find . -not -name .git -prune -o -type f -exec grep foo {} +',
    'find . -false -name .git -prune -o -type f -exec grep foo {} +',
    'find . -name a -o -name .git -prune -o -type f -exec grep foo {} +',
    'find . -exec grep foo {} + -name .git -prune -o -print',
    'find "$PWD" -path ./.git -prune -o -type f -exec grep foo {} +',
    "find . -type f -not -not -path './.git/*' -exec grep foo {} +",
    "find . -type f -path './.git/*' -exec grep foo {} +",
    "find . -type f -exec grep foo {} + -not -path './.git/*'",
    "find . -type f -not -path './.git/*' -o -type f -exec grep foo {} +",
    "find . -type f -not -path '.git/*' -exec grep foo {} +",
    "find . -type f -not '(' -path './.git/*' ')' -exec grep foo {} +",
    'find . .git -name .git -prune -o -type f -exec grep foo {} +',
    'find .git -name .git -prune -o -type f -exec grep foo {} +',
  ])("may read git's own folder: %s", (command) => {
    expect(runsByItself(command, NONE)).toBe(false);
  });
});
