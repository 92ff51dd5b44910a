import { nodeGives, unchanged, unless } from '../check.ts';
import { bash, edit, finish, type Task } from '../task.ts';

export const fixNodeRetry: Task = {
  id: 'fix-node-retry',
  title: 'A failing test of asynchronous code: an error that nobody awaits',
  topic: 'fix',
  asks: 'npm test fails. Find out why and fix it. The tests stay as they are.',
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit(src/**), fs_write(src/**), bash_run(npm test *), bash_run(node --test *)]
budget: { turns: 30 }`,
  files: {
    'package.json': '{ "name": "retry", "type": "module", "scripts": { "test": "node --test" } }\n',
    'src/retry.js': `/** Calls \`work\` up to \`times\` times until it succeeds, and gives back its result. Rejects with the last error. */
export async function retry(work, times) {
  let last;
  for (let tried = 0; tried < times; tried += 1) {
    try {
      return work(tried);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}
`,
    'test/retry.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retry } from '../src/retry.js';

test('work that fails once is tried again', async () => {
  const result = await retry(async (tried) => {
    if (tried === 0) throw new Error('not yet');
    return 'done';
  }, 3);
  assert.equal(result, 'done');
});
`,
  },
  check: async (end) =>
    unless(
      [
        unchanged(end, ['package.json', 'test/retry.test.js']),
        await nodeGives(end, {
          setup: `import { retry } from '../src/retry.js';
let calls = 0;
const failing = async () => { calls += 1; throw new Error('no ' + calls); };
const failFor = (times) => async (tried) => { if (tried < times) throw new Error('x'); return tried; };`,
          cases: [
            ['retry(failing, 3)', /no 3/],
            ['calls', 3],
            ["retry(() => 'at once', 1)", 'at once'],
            ['retry(failFor(2), 3)', 2],
          ],
        }),
      ],
      'rejections are tried again, and the last one is passed on',
    ),
  solution: [
    edit('src/retry.js', 'return work(tried);', 'return await work(tried);'),
    bash('npm test'),
    finish('The result is awaited inside of try.'),
  ],
  // Swallows the last error.
  failure: [
    edit(
      'src/retry.js',
      'return work(tried);',
      'return await Promise.resolve(work(tried)).catch(() => work(tried + 1));',
    ),
    finish('It is tried again.'),
  ],
};
