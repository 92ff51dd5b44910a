import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One folder for whatever the tests and the processes that they start leave behind. It is removed after the last test. */
export default function setup(): () => void {
  const outer = process.env['TMPDIR'];
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  process.env['TMPDIR'] = folder;
  return () => {
    if (outer === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = outer;
    rmSync(folder, { recursive: true, force: true });
  };
}
