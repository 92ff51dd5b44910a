import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const DIST = resolve(import.meta.dirname, '../../dist');

/**
 * All of `dist/`: most of it is the artifact client's, the attestation client's and the clouds', which no start loads. Of undici
 * there are two versions: ours for proxies, and that of the Actions toolkit.
 */
const MAX_TOTAL_KB = 8_900;
/** The artifact client with its storage library. */
const MAX_CHUNK_KB = 1_600;
/** What every start of the program reads before anything else. */
const MAX_ENTRY_KB = 24;
/** The page that verifies audit trails in a browser, which no start of the program reads. */
const PAGE = 'verify.html';
const MAX_PAGE_KB = 600;

function kilobytes(file: string): number {
  return statSync(join(DIST, file)).size / 1_000;
}

const files = existsSync(DIST) ? readdirSync(DIST) : [];

describe.skipIf(files.length === 0)('dist/ (skipped where it is not built)', () => {
  test('is no larger than its budget', () => {
    const program = files.filter((file) => file !== PAGE);
    expect(program.reduce((sum, file) => sum + kilobytes(file), 0)).toBeLessThan(MAX_TOTAL_KB);
    expect(files.includes(PAGE) ? kilobytes(PAGE) : 0).toBeLessThan(MAX_PAGE_KB);
  });

  test('has no chunk larger than the artifact client', () => {
    const large = files.filter((file) => kilobytes(file) > MAX_CHUNK_KB);
    expect(large).toEqual([]);
  });

  test('starts with a file that only refers to the rest', () => {
    expect(kilobytes('index.js')).toBeLessThan(MAX_ENTRY_KB);
  });
});
