import { nodeGives, unchanged, unless } from '../check.ts';
import { edit, finish, type Task, turn, call } from '../task.ts';

/** Warnings that have nothing to do with the failure, as logs have them. */
const NOISE = Array.from(
  { length: 400 },
  (_, index) =>
    `2026-03-02T08:${String(10 + Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}Z npm warn deprecated package-${index}@1.${index % 9}.0: no longer supported`,
);

const LOG = [
  '2026-03-02T08:09:58Z Run npm ci',
  ...NOISE,
  '2026-03-02T08:16:51Z Run npm test',
  '2026-03-02T08:16:51Z env: TZ=America/St_Johns',
  '2026-03-02T08:16:52Z ok 1 - a day has its name',
  '2026-03-02T08:16:52Z not ok 2 - a day stays itself',
  "2026-03-02T08:16:52Z   error: Expected values to be strictly equal: '2026-02-28' !== '2026-03-01'",
  '2026-03-02T08:16:52Z   at test/day.test.js:12:10',
  '2026-03-02T08:16:52Z ##[error]Process completed with exit code 1.',
].join('\n');

export const ciLogFile: Task = {
  id: 'ci-log-file',
  title: 'A red CI log in a file: a test that fails in another time zone only',
  topic: 'ci',
  asks: `CI is red, and here the tests pass. The log of the failed job is ci.log. Find the cause and fix it in src/, so that
the tests pass there too.`,
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit(src/**), fs_write(src/**), bash_run(npm test *), bash_run(node *)]
budget: { turns: 40 }`,
  files: {
    'package.json':
      '{ "name": "day", "type": "module", "scripts": { "test": "TZ=UTC node --test" } }\n',
    'ci.log': `${LOG}\n`,
    'src/day.js': `const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The name of a day such as 2026-03-01. */
export function nameOf(day) {
  return NAMES[new Date(day).getDay()];
}

/** The day as text with two digits for month and day. */
export function format(day) {
  const date = new Date(day);
  const two = (value) => String(value).padStart(2, '0');
  return \`\${date.getFullYear()}-\${two(date.getMonth() + 1)}-\${two(date.getDate())}\`;
}
`,
    'test/day.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format, nameOf } from '../src/day.js';

test('a day has its name', () => {
  assert.match(nameOf('2026-03-01'), /day$/);
});

test('a day stays itself', () => {
  assert.equal(format('2026-03-01'), '2026-03-01');
});
`,
  },
  check: async (end) =>
    unless(
      [
        unchanged(end, ['package.json', 'test/day.test.js']),
        await nodeGives(end, {
          setup: `const daysIn = async (zone) => {
  process.env.TZ = zone;
  const { format, nameOf } = await import('../src/day.js');
  return [format('2026-03-01'), format('2026-12-31'), nameOf('2026-03-01')];
};`,
          cases: ['America/St_Johns', 'UTC', 'Pacific/Auckland'].map((zone) => [
            `daysIn('${zone}')`,
            ['2026-03-01', '2026-12-31', 'Sunday'],
          ]),
        }),
      ],
      'a day is the same in every time zone, and so is its name',
    ),
  solution: [
    turn(call('fs_grep', { pattern: 'not ok|error|TZ=', path: 'ci.log' })),
    edit('src/day.js', '.getDay()', '.getUTCDay()'),
    edit(
      'src/day.js',
      '${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}',
      '${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}',
    ),
    finish('The functions read the day in UTC.'),
  ],
  // What the log shows, and not the same defect beside it.
  failure: [
    edit(
      'src/day.js',
      '${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}',
      '${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}',
    ),
    finish('format reads the day in UTC.'),
  ],
};
