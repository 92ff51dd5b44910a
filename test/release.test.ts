import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { movingTags, releaseNotes, releaseProblem } from '../scripts/release.ts';

const CHANGELOG =
  '# Changelog\n\n## 0.2.0 (2026-12-01)\n\n- Second.\n\n## 0.1.0 (2026-11-01)\n\n- First.\n';
const FILES = { version: '0.2.0', changelog: CHANGELOG };

describe('a tag', () => {
  test('of the version and with a dated section can be released', () => {
    expect(releaseProblem('v0.2.0', FILES)).toBe(null);
  });

  test.each([
    ['of another version', 'v0.3.0', FILES, /package\.json has the version 0\.2\.0/],
    ['of an older version', 'v0.1.0', FILES, /package\.json has the version 0\.2\.0/],
    ['without v', '0.2.0', FILES, /Write one such as v0\.1\.0/],
    ['with a command in it', 'v0.2.0;ls', FILES, /Write one such as v0\.1\.0/],
    [
      'whose section is missing',
      'v0.3.0',
      { ...FILES, version: '0.3.0' },
      /no section "## 0\.3\.0 \(YYYY-MM-DD\)"/,
    ],
    [
      'whose section has no date',
      'v0.2.0',
      { ...FILES, changelog: CHANGELOG.replace('2026-12-01', 'unreleased') },
      /Write the day of the release/,
    ],
    [
      'whose section is empty',
      'v0.2.0',
      { ...FILES, changelog: CHANGELOG.replace('- Second.', '') },
      /is empty/,
    ],
  ])('%s cannot be released, and the reason is printed', (_name, tag, files, expected) => {
    expect(releaseProblem(tag, files)).toMatch(expected);
  });

  test('moves the tags of its major and minor version, and a pre-release moves none', () => {
    expect(movingTags('v0.1.0')).toEqual(['v0', 'v0.1']);
    expect(movingTags('v12.3.45')).toEqual(['v12', 'v12.3']);
    expect(movingTags('v1.0.0-rc.1')).toEqual([]);
  });
});

test('the text of a release is its section of the changelog alone', () => {
  expect(releaseNotes(FILES)).toBe('- Second.');
  expect(releaseNotes({ ...FILES, version: '0.1.0' })).toBe('- First.');
});

test('each command of the release workflow that needs no GitHub is one of this repository', () => {
  const root = join(import.meta.dirname, '..');
  const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  const { jobs } = parse(text) as {
    readonly jobs: Readonly<
      Record<string, { readonly steps: readonly { readonly run?: string }[] }>
    >;
  };
  const commands = Object.values(jobs)
    .flatMap(({ steps }) => steps.map(({ run = '' }) => run))
    .join('\n');
  for (const name of ['check', 'notes', 'tags'])
    expect(commands).toContain(`node scripts/release.ts ${name} "$TAG"`);
  expect(commands).toContain('.ci/run');
  // The tag is text that somebody chose: it reaches a shell in a variable alone.
  expect(commands).not.toContain('${{');
});
