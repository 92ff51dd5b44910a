import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWhiteoutLayer } from '../../../../src/sandbox/linux/overlay/whiteout-layer.ts';
import { sh, tempFolder } from '../../support.ts';

/** The layer that hides these paths of a workspace, which a script made. A file stands for the whiteout, which not every system can make. */
function layerOver(workspace: string, hidden: readonly string[]) {
  const base = tempFolder();
  sh(base, 'mkdir root; echo whiteout > whiteout');
  sh(join(base, 'root'), workspace);
  const [root, folder] = [join(base, 'root'), join(base, 'layer')];
  createWhiteoutLayer({ root, folder, whiteout: join(base, 'whiteout'), hidden });
  return { root, folder };
}

test('each hidden path is in the layer, once and whether it exists or not, and nothing else is', () => {
  const { folder } = layerOver('mkdir -p a/b; echo x > a/b/x; echo y > a/y', [
    'a/b/x',
    'none/.env',
    'z',
    'z',
  ]);
  expect(sh(folder, 'find . -type f | sort')).toBe('./a/b/x\n./none/.env\n./z');
});

test('a folder of the layer has the mode and the time of the one that it is merged with, and can be removed', () => {
  const { root, folder } = layerOver(
    'mkdir -p a/b c; touch -d 2020-01-02 a/b; chmod 2751 a/b; touch -d 2020-01-03 a; chmod 055 c',
    ['a/b/x', 'c/x'],
  );
  for (const path of ['a', 'a/b'])
    expect(statSync(join(folder, path))).toMatchObject({
      mode: statSync(join(root, path)).mode,
      mtimeMs: statSync(join(root, path)).mtimeMs,
    });
  expect(statSync(join(folder, 'c')).mode & 0o7777).toBe(0o755);
});
