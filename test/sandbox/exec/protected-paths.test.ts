import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { protectedMountPoints } from '../../../src/sandbox/exec/protected-paths.ts';
import { tempFolder } from '../support.ts';

test('a protected path that does not exist gets a placeholder', () => {
  const root = tempFolder();
  expect(protectedMountPoints(root, ['.github/policy.yml'])).toEqual({
    parents: [join(root, '.github')],
    targets: [join(root, '.github/policy.yml')],
  });
  expect(readdirSync(root)).toEqual(['.github']);
});

test.runIf(process.getuid?.() === 0)("a path in another user's folder needs none", () => {
  const root = tempFolder();
  mkdirSync(join(root, '.github'));
  chmodSync(root, 0o755);
  const before = process.cwd();
  process.chdir(root);
  process.seteuid?.(65_534);
  try {
    expect(protectedMountPoints('.', ['.github/policy.yml', 'other/x'])).toEqual({
      parents: ['.github'],
      targets: [],
    });
  } finally {
    process.seteuid?.(0);
    process.chdir(before);
  }
});
