import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source.ts';

const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'THIRD-PARTY-NOTICES.md'),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test.each(pages)('every file that %s links to is there', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');
  const missing = links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => !existsSync(join(ROOT, dirname(page), link)));
  expect(missing).toEqual([]);
});

test('the troubleshooting page has every error code, and no other', () => {
  const source = readFileSync(join(ROOT, 'src/common/errors.ts'), 'utf8');
  const union = /export type ErrorCode =([\s\S]*?);/.exec(source)?.[1] ?? '';
  const codes = [...union.matchAll(/'([a-z-]+)'/g)].map((match) => match[1]);
  const page = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8');
  const told = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]);
  expect(new Set(told)).toEqual(new Set(codes));
  expect(told).toHaveLength(codes.length);
});
