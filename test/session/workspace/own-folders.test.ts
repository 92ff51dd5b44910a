import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storeFolder } from '../../../src/session/workspace/own-folders.ts';

test('the private copy is never beside a trail in the checkout, whatever links lead into it or out of it', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));
  const [checkout, link] = [join(folder, 'checkout'), join(folder, 'link')];
  mkdirSync(checkout);
  symlinkSync(checkout, link);
  expect(await storeFolder(checkout, join(folder, 'trail'))).toBe(join(folder, 'trail-store'));
  expect(await storeFolder(link, join(checkout, 'trail'))).toBeNull();
  expect(await storeFolder(checkout, join(link, 'trail'))).toBeNull();
  // Commands of the run can make such links before the post step looks for the copy.
  symlinkSync(folder, join(checkout, 'trail-store'));
  symlinkSync(folder, join(checkout, 'out'));
  expect(await storeFolder(checkout, join(checkout, 'out', 'trail'))).toBeNull();
  expect(await storeFolder(checkout, join(checkout, 'trail'))).toBeNull();
  expect(await storeFolder(checkout, join(link, 'trail'))).toBeNull();
  rmSync(folder, { recursive: true });
});
