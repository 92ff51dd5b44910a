import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headCommit } from '../../../../src/sandbox/index.ts';
import { messageOf, sh, tempFolder } from '../../support.ts';

test('a submodule is no checkout of its own, and the message does not advise to make one of it', async () => {
  const folder = tempFolder();
  sh(
    folder,
    `git init -q lib; git -C lib commit -q --allow-empty -m one; git init -q app; cd app
     git -c protocol.file.allow=always submodule --quiet add ../lib sub`,
  );
  const root = join(folder, 'app', 'sub');
  expect(await messageOf(() => headCommit(root))).toBe(
    `${root} is not a git checkout of its own: its .git leads elsewhere, as that of a submodule does.`,
  );
  expect(await messageOf(() => headCommit(folder))).toBe(`${folder} is not a git checkout.`);
});
