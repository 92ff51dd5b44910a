import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { KEEP_COMPILED } from '../../compiled.ts';
import { program } from '../../programs.ts';
import { hasMoreTime, someOf } from '../../properties.ts';
import { writeBigTrail } from '../big-trail.ts';
import { tempFolder } from '../trails.ts';

const run = promisify(execFile);
const ENTRIES = hasMoreTime ? 15_000 : 5_000;
/** Much less than what these entries take in memory. */
const MAX_GROWTH_BYTES = ENTRIES * 250;
/** Of the first of each pair in a usual run. */
const FORMS = someOf(['text', 'json', 'csv', 'sarif', 'otlp', 'trace', 'report', 'diff'], 4);

interface Read {
  readonly chars: number;
  /** Memory in use after a garbage collection, at most, while the form was made. */
  readonly heldBytes: number;
}

interface ReadAll {
  readonly forms: Readonly<Record<string, Read>>;
  /** The same for all entries together: what would be held if one form kept them. */
  readonly entriesBytes: number;
}

async function readAll(entries: number) {
  const folder = await tempFolder();
  await writeBigTrail(folder, entries);
  const { stdout } = await run(
    process.execPath,
    ['--expose-gc', program('read-trail'), folder, ...FORMS],
    {
      env: { ...process.env, ...KEEP_COMPILED },
    },
  );
  const read: ReadAll = JSON.parse(stdout);
  return read;
}

test(`a trail of ${ENTRIES} entries is shown, exported and compared in the memory of one with a tenth`, async () => {
  const [small, large] = [await readAll(ENTRIES / 10), await readAll(ENTRIES)];
  expect(Object.keys(large.forms)).toEqual(FORMS);
  for (const [form, { chars, heldBytes }] of Object.entries(large.forms)) {
    const growth = heldBytes - (small.forms[form]?.heldBytes ?? 0);
    expect(growth, `bytes that ${form} holds more`).toBeLessThan(MAX_GROWTH_BYTES);
    // Nothing was left out.
    expect(chars, form).toBeGreaterThan((small.forms[form]?.chars ?? 0) * 3);
  }
  expect(large.entriesBytes - small.entriesBytes).toBeGreaterThan(2 * MAX_GROWTH_BYTES);
});
