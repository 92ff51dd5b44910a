import { expect, test } from 'vitest';
import { commitParts } from '../../../src/action/apply/load-changes-job.ts';

const written = (...paths: readonly string[]) => paths.map((path) => ({ path, isDeleted: false }));
const deleted = (...paths: readonly string[]) => paths.map((path) => ({ path, isDeleted: true }));

test('each change is in one commit, and no commit has more than the limit', () => {
  expect(commitParts([], 2)).toEqual([]);
  expect(commitParts(written('a', 'b', 'c'), 3)).toEqual([['a', 'b', 'c']]);
  expect(commitParts(written('a', 'b', 'c'), 2)).toEqual([['a', 'b'], ['c']]);
});

test('a file that replaces a folder is in no earlier commit than the deletions in it', () => {
  expect(commitParts([...written('a'), ...deleted('a/x', 'a/y')], 2)).toEqual([
    ['a/x', 'a/y'],
    ['a'],
  ]);
  expect(commitParts([...deleted('a'), ...written('a/x', 'a/y')], 2)).toEqual([
    ['a', 'a/x'],
    ['a/y'],
  ]);
});

test('attribute files are in no later commit than the files that git converts by them', () => {
  const changes = written('#1', 'src/+page', 'src/.gitattributes');
  expect(commitParts([...changes, ...deleted('z/.gitattributes')], 2)).toEqual([
    ['z/.gitattributes', 'src/.gitattributes'],
    ['#1', 'src/+page'],
  ]);
});
