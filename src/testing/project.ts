/** The small real project of the demo: a library with a defect, its tests, and a policy. */
export const DEMO_FILES: Readonly<Record<string, string>> = {
  'package.json': `{
  "name": "price-tags",
  "version": "1.0.0",
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  'README.md': `# price-tags

Formats amounts of money for price tags. \`formatPrice(1999, 'EUR')\` gives \`19.99 EUR\`.
`,
  'src/price.js': `/** Formats an amount in cents. */
export function formatPrice(cents, currency) {
  const whole = Math.floor(cents / 100);
  const rest = cents % 100;
  return \`\${whole}.\${rest} \${currency}\`;
}
`,
  'test/price.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPrice } from '../src/price.js';

test('an amount has its cents', () => {
  assert.equal(formatPrice(1999, 'EUR'), '19.99 EUR');
});

test('fewer than ten cents have a leading zero', () => {
  assert.equal(formatPrice(1905, 'EUR'), '19.05 EUR');
});
`,
  '.github/countersign.yml': `version: 1
mode: ask
auto:
  - kind:readonly
  - fs_edit(src/**)
  - fs_write(src/**)
  - bash_run(npm test)
deny:
  - rule: bash_run(@force-push)
    reason: History on this repository is never rewritten.
requireApproval:
  - rule: bash_run(git commit *)
    reason: A maintainer reads every commit before it is made.
approvals: { from: [write], count: 1, wait: 2m, then: deny }
sandbox: preferred
budget: { turns: 20, calls: 40, minutes: 10, tokens: 1M, usd: 1 }
`,
};

export const DEMO_ISSUE = {
  title: 'Prices with fewer than ten cents are printed wrong',
  body: `\`formatPrice(1905, 'EUR')\` gives \`19.5 EUR\`, it should give \`19.05 EUR\`.

The tests show it. Please fix it and commit the fix.`,
} as const;

/** What the scripted model does, turn by turn; each `expect` holds it against what really came back. */
export const DEMO_SCRIPT = {
  turns: [
    {
      blocks: [
        { type: 'text', text: 'I look at the code and its tests first.' },
        {
          type: 'tool_use',
          name: 'todo_write',
          input: {
            todos: [
              { text: 'Understand the defect', status: 'in_progress' },
              { text: 'Fix it and run the tests', status: 'pending' },
              { text: 'Commit the fix', status: 'pending' },
            ],
          },
        },
        { type: 'tool_use', name: 'fs_read', input: { path: 'src/price.js' } },
        { type: 'tool_use', name: 'fs_read', input: { path: 'test/price.test.js' } },
        { type: 'tool_use', name: 'fs_grep', input: { pattern: 'formatPrice' } },
      ],
    },
    {
      expect: 'cents % 100',
      blocks: [
        { type: 'text', text: 'The cents are not padded. I change that one line.' },
        {
          type: 'tool_use',
          name: 'fs_edit',
          input: {
            path: 'src/price.js',
            old_string: 'const rest = cents % 100;',
            new_string: "const rest = String(cents % 100).padStart(2, '0');",
          },
        },
      ],
    },
    {
      blocks: [
        { type: 'text', text: 'Now the tests of the project.' },
        { type: 'tool_use', name: 'bash_run', input: { command: 'npm test' } },
      ],
    },
    {
      blocks: [
        { type: 'text', text: 'They pass. I ask to commit.' },
        {
          type: 'tool_use',
          name: 'bash_run',
          input: { command: "git commit --all --message 'Pad the cents of a price'" },
        },
      ],
    },
    {
      blocks: [
        {
          type: 'tool_use',
          name: 'todo_write',
          input: {
            todos: [
              { text: 'Understand the defect', status: 'done' },
              { text: 'Fix it and run the tests', status: 'done' },
              { text: 'Commit the fix', status: 'done' },
            ],
          },
        },
        {
          type: 'tool_use',
          name: 'finish',
          input: {
            outcome: 'done',
            summary:
              'formatPrice now pads the cents to two digits: 1905 gives "19.05". One line changed in src/price.js; the tests pass; the fix is committed.',
          },
        },
      ],
    },
  ],
};
