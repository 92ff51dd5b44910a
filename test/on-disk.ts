import { afterAll } from 'vitest';
import { ON_DISK } from './temporary-folder.ts';

/** Makes the temporary folders of this test file on disk, also where those of others are in memory. */
export function useDisk(): void {
  const outer = process.env['TMPDIR'];
  process.env['TMPDIR'] = process.env[ON_DISK];
  afterAll(() => {
    process.env['TMPDIR'] = outer;
  });
}
