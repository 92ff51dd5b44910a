import { nodeGives, unless } from '../check.ts';
import { bash, finish, type Task, write } from '../task.ts';

export const featureNodeQueue: Task = {
  id: 'feature-node-queue',
  title: 'A module from its description alone: a queue with a limit',
  topic: 'feature',
  asks: `Write src/queue.js as docs/queue.md describes it, and tests for it in test/queue.test.js that npm test runs.`,
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit, fs_write, bash_run(npm test *), bash_run(node --test *)]
budget: { turns: 40 }`,
  files: {
    'package.json': '{ "name": "queue", "type": "module", "scripts": { "test": "node --test" } }\n',
    'docs/queue.md': `# The queue

\`createQueue(limit)\` from \`src/queue.js\` gives back a function \`run(work)\`. \`work\` is a function that gives back a promise.

- At most \`limit\` works are in progress at a time. Others wait, and begin in the order in which they were given.
- \`run\` gives back a promise with what the work gives, or that rejects as it does. A work that throws counts as one that rejects.
- A work that fails does not keep others from being begun.
- A \`limit\` that is no whole number above 0 is a \`RangeError\`, thrown by \`createQueue\`.
`,
  },
  check: async (end) =>
    unless(
      [
        end.text('test/queue.test.js') === null ? 'there is no test/queue.test.js' : null,
        await nodeGives(end, {
          setup: `import { createQueue } from '../src/queue.js';
const kindOf = (limit) => {
  try {
    createQueue(limit);
    return 'accepted';
  } catch (error) {
    return error instanceof RangeError ? 'RangeError' : String(error);
  }
};
const run = createQueue(2);
const observed = async () => {
  let now = 0;
  let most = 0;
  const begun = [];
  const ends = [];
  const work = (name) => () => {
    begun.push(name);
    now += 1;
    most = Math.max(most, now);
    return new Promise((resolve, reject) => ends.push((fails) => { now -= 1; fails ? reject(new Error('failed ' + name)) : resolve(name); }));
  };
  const settled = async () => { for (let i = 0; i < 50; i += 1) await null; };
  const all = ['a', 'b', 'c', 'd'].map((name) => run(work(name)));
  await settled();
  const first = [...begun];
  ends[1](true);
  const rejected = await all[1].then(() => 'resolved', (error) => /failed \\w/.exec(String(error))?.[0]);
  await settled();
  const second = [...begun];
  ends[0](false); ends[2](false);
  await settled();
  ends[3](false);
  return { first, rejected, second, values: await Promise.all([all[0], all[2], all[3]]), most };
};`,
          cases: [
            ["[0, -1, 1.5, NaN, '2'].map(kindOf)", Array.from({ length: 5 }, () => 'RangeError')],
            [
              'observed()',
              {
                first: ['a', 'b'],
                rejected: 'failed b',
                second: ['a', 'b', 'c'],
                values: ['a', 'c', 'd'],
                most: 2,
              },
            ],
            ["run(() => { throw new Error('thrown'); })", /thrown/],
            ['run(async () => 1)', 1],
          ],
        }),
      ],
      'the queue does what its description says',
    ),
  solution: [
    write(
      'src/queue.js',
      `/** Gives back a function that runs works, at most \`limit\` at a time. Throws RangeError. */
export function createQueue(limit) {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError('limit is a whole number above 0');
  const waiting = [];
  let busy = 0;
  const next = () => {
    if (busy === limit || waiting.length === 0) return;
    const { work, resolve, reject } = waiting.shift();
    busy += 1;
    Promise.resolve()
      .then(work)
      .then(resolve, reject)
      .finally(() => {
        busy -= 1;
        next();
      });
  };
  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject });
      next();
    });
}
`,
    ),
    write(
      'test/queue.test.js',
      `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQueue } from '../src/queue.js';

test('a work gives its result', async () => {
  assert.equal(await createQueue(1)(async () => 1), 1);
});
`,
    ),
    bash('npm test'),
    finish('The queue and its tests are there.'),
  ],
  // A work that fails keeps its place for ever.
  failure: [
    write(
      'src/queue.js',
      `export function createQueue(limit) {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError('limit');
  let busy = 0;
  const waiting = [];
  return async (work) => {
    if (busy >= limit) await new Promise((resolve) => waiting.push(resolve));
    busy += 1;
    const result = await work();
    busy -= 1;
    waiting.shift()?.();
    return result;
  };
}
`,
    ),
    write('test/queue.test.js', "import { test } from 'node:test';\ntest('queue', () => {});\n"),
    finish('The queue is there.'),
  ],
};
