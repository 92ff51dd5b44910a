import { nodeGives, onlyChanged, unchanged, unless } from '../check.ts';
import { bash, edit, finish, type Task } from '../task.ts';

const MONEY = `/** Rounds an amount to whole cents; half a cent away from zero. */
export function cents(amount) {
  return Math.round(amount * 100);
}
`;
const packageOf = (name: string): string =>
  `{ "name": "@shop/${name}", "type": "module", "scripts": { "test": "node --test" } }\n`;
const NAMES = ['money', 'cart', 'invoice', 'legacy-money', 'mail', 'search', 'stock', 'users'];

export const sizeMonorepo: Task = {
  id: 'size-monorepo',
  title: 'A monorepo: a test of one package fails because of another',
  topic: 'size',
  asks: `npm test fails in packages/invoice. Fix the cause where it is, not where it shows. The README of each package says
what holds for it.`,
  policy: `version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@readonly)
  - fs_edit(packages/**)
  - fs_write(packages/**)
  - bash_run(npm test *)
  - bash_run(npm --prefix * test)
  - bash_run(node *)
budget: { turns: 40 }`,
  files: {
    'package.json': '{ "name": "shop", "private": true, "workspaces": ["packages/*"] }\n',
    ...Object.fromEntries(
      NAMES.flatMap((name) => [
        [`packages/${name}/package.json`, packageOf(name)],
        [`packages/${name}/README.md`, `# ${name}\n\nA package of the shop.\n`],
      ]),
    ),
    ...Object.fromEntries(
      ['mail', 'search', 'stock', 'users'].map((name) => [
        `packages/${name}/src/index.js`,
        `export const name = '${name}';\n`,
      ]),
    ),
    'packages/money/src/index.js': MONEY,
    'packages/legacy-money/src/index.js': MONEY,
    'packages/legacy-money/README.md':
      '# legacy-money\n\nFrozen: the numbers of closed years are made with it. It is never changed.\n',
    'packages/cart/src/index.js': `import { cents } from '../../money/src/index.js';

export const sum = (amounts) => amounts.reduce((total, amount) => total + cents(amount), 0);
`,
    'packages/invoice/src/index.js': `import { cents } from '../../money/src/index.js';

/** A line of an invoice; a credit has a negative amount. */
export const line = (text, amount) => \`\${text}: \${cents(amount)}\`;
`,
    'packages/invoice/test/line.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { line } from '../src/index.js';

test('a credit of half a cent is rounded away from zero', () => {
  assert.equal(line('credit', -0.125), 'credit: -13');
});
`,
  },
  check: async (end) =>
    unless(
      [
        onlyChanged(end, [/^packages\/money\//, /^packages\/(?:cart|invoice)\/test\//]),
        unchanged(end, ['packages/invoice/test/line.test.js']),
        await nodeGives(end, {
          setup: `import { cents } from '../packages/money/src/index.js';
import { sum } from '../packages/cart/src/index.js';
import { line } from '../packages/invoice/src/index.js';`,
          cases: [
            [
              '[0.125, -0.125, 2.5, -2.5, 0, 1.004, -1.004].map(cents)',
              [13, -13, 250, -250, 0, 100, -100],
            ],
            ['sum([-0.125, 0.125, -0.125])', -13],
            ["line('credit', -0.375)", 'credit: -38'],
          ],
        }),
      ],
      'fixed in the package money, and nowhere else',
    ),
  solution: [
    edit(
      'packages/money/src/index.js',
      'return Math.round(amount * 100);',
      'return Math.sign(amount) * Math.round(Math.abs(amount) * 100);',
    ),
    bash('node --test packages/invoice/test/line.test.js'),
    finish('cents rounds away from zero.'),
  ],
  failure: [
    edit(
      'packages/invoice/src/index.js',
      'cents(amount)}',
      'amount < 0 ? -cents(-amount) : cents(amount)}',
    ),
    finish('Fixed in invoice.'),
  ],
};
