/** What the site of the documents is made of; the site itself is built by its own workflow, which fails for a dead link. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorOf, linkOnSite } from '../website/links.ts';
import { PAGES, pathOnSite } from '../website/navigation.ts';
import { versionsOf } from '../website/versions.ts';

const ROOT = join(import.meta.dirname, '..');

test('every page of docs/, and the page on security, is once in the navigation', () => {
  const pages = [...globSync('docs/**/*.md', { cwd: ROOT }), 'SECURITY.md'];
  expect([...PAGES].toSorted()).toEqual(pages.toSorted());
});

test('no two pages have one place on the site, and the index is its root', () => {
  const places = PAGES.map(pathOnSite);
  expect(new Set(places).size).toBe(places.length);
  expect(pathOnSite('docs/README.md')).toBe('index.md');
  expect(pathOnSite('docs/first-requests/README.md')).toBe('first-requests/index.md');
});

function onSite(href: string, page = 'docs/policy.md'): string {
  return linkOnSite(href, page, { root: ROOT, repository: 'https://github.com/o/r', ref: 'v1' });
}

describe('a link', () => {
  test.each([
    ['cli.md', '/cli'],
    ['cli.md#exit-codes', '/cli#exit-codes'],
    ['../SECURITY.md', '/security'],
    ['README.md', '/'],
    ['first-requests/README.md', '/first-requests/'],
    ['first-requests/tools.md', '/first-requests/tools'],
    ['#rules', '#rules'],
    ['https://example.com/a.md', 'https://example.com/a.md'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['../action.yml', 'https://github.com/o/r/blob/v1/action.yml'],
    ['../examples/workflows', 'https://github.com/o/r/tree/v1/examples/workflows'],
    ['../README.md#test', 'https://github.com/o/r/blob/v1/README.md#test'],
  ])('%s leads to %s', (href, to) => {
    expect(onSite(href)).toBe(to);
  });

  test('of a page in the root of the repository starts there', () => {
    expect(onSite('docs/cli.md', 'SECURITY.md')).toBe('/cli');
  });

  test.each(['missing.md', '../missing', '../../outside.md'])('to %s fails', (href) => {
    expect(() => onSite(href)).toThrow(`docs/policy.md links to ${href}, which does not exist.`);
  });

  test('to a heading is that of GitHub', () => {
    expect(anchorOf("Who doesn't: `mode`, & more")).toBe('who-doesnt-mode--more');
  });
});

describe('the versions', () => {
  test('are the newest patch of each of the last minor versions, the newest of them at the root', () => {
    const tags = ['v0.1.0', 'v0.2.1', 'v0.10.0', 'v0.2.0', 'v1.0.0-rc.1', 'v0', 'v0.10', 'x', ''];
    expect(versionsOf(tags)).toEqual([
      { name: '0.10', ref: 'v0.10.0', folder: '/' },
      { name: '0.2', ref: 'v0.2.1', folder: '/v0.2/' },
      { name: '0.1', ref: 'v0.1.0', folder: '/v0.1/' },
      { name: 'main', ref: 'main', folder: '/main/' },
    ]);
  });

  test('are main alone before the first release, and at most five releases', () => {
    expect(versionsOf([])).toEqual([{ name: 'main', ref: 'main', folder: '/' }]);
    const many = Array.from({ length: 9 }, (_, minor) => `v1.${minor}.0`);
    expect(versionsOf(many).map(({ name }) => name)).toEqual([
      '1.8',
      '1.7',
      '1.6',
      '1.5',
      '1.4',
      'main',
    ]);
  });
});

test('the site has packages of its own, so that the tests need none of them', () => {
  const { devDependencies, private: isPrivate } = read('website/package.json');
  expect(isPrivate).toBe(true);
  const root = read('package.json');
  expect(Object.keys({ ...root.devDependencies, ...root.dependencies })).not.toContain('vitepress');
  for (const version of Object.values(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

function read(path: string): Json {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Json;
}

interface Json {
  readonly private?: boolean;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}
