import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One folder for whatever the tests and the processes that they start leave behind. It is removed after the last test. */
const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
const outer = process.env['TMPDIR'];

export function setup(): void {
  process.env['TMPDIR'] = folder;
}

export function teardown(): void {
  if (outer === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = outer;
  rmSync(folder, { recursive: true, force: true });
}
