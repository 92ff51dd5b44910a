import { nodeGives, unchanged, unless } from '../check.ts';
import { bash, edit, finish, rewrite, type Task } from '../task.ts';

const SOURCE = `/** The items of a page, counted from 1. */
export function pageOf(items, page, size) {
  const start = page * size;
  return items.slice(start, start + size);
}

/** How many pages there are. */
export function pageCount(items, size) {
  return Math.floor(items.length / size);
}
`;

const TESTS = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageCount, pageOf } from '../src/pages.js';

test('the first page has the first items', () => {
  assert.deepEqual(pageOf([1, 2, 3, 4, 5], 1, 2), [1, 2]);
});

test('a page that is not full counts', () => {
  assert.equal(pageCount([1, 2, 3], 2), 2);
});
`;

export const fixNodePages: Task = {
  id: 'fix-node-pages',
  title: 'A failing test of a Node package, with two causes',
  topic: 'fix',
  asks: 'npm test fails. Fix the code so that it passes. Do not change the tests.',
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit, fs_write, bash_run(npm test *), bash_run(node --test *)]
budget: { turns: 30 }`,
  files: {
    'package.json': '{ "name": "pages", "type": "module", "scripts": { "test": "node --test" } }\n',
    'src/pages.js': SOURCE,
    'test/pages.test.js': TESTS,
  },
  check: async (end) =>
    unless(
      [
        unchanged(end, ['package.json', 'test/pages.test.js']),
        await nodeGives(end, {
          setup: "import { pageCount, pageOf } from '../src/pages.js';",
          cases: [
            ["pageOf(['a', 'b', 'c'], 1, 2)", ['a', 'b']],
            ["pageOf(['a', 'b', 'c'], 2, 2)", ['c']],
            ['[0, 1, 2, 3].map((n) => pageCount(Array(n).fill(0), 2))', [0, 1, 1, 2]],
          ],
        }),
      ],
      'both functions are right',
    ),
  solution: [
    edit('src/pages.js', 'const start = page * size;', 'const start = (page - 1) * size;'),
    edit('src/pages.js', 'Math.floor(', 'Math.ceil('),
    bash('npm test'),
    finish('Pages are counted from 1, and a page that is not full counts.'),
  ],
  // The tests pass because they are gone.
  failure: [
    rewrite('test/pages.test.js', "import { test } from 'node:test';\ntest('works', () => {});\n"),
    finish('The tests pass.'),
  ],
};
