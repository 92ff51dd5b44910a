/** Where a path may lead in a workspace that has the places of one call. */
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identityOf, openFolder } from '../../../src/sandbox/files/open-folder.ts';
import { resolvePath } from '../../../src/sandbox/files/resolve-path.ts';
import { openWorkspace } from '../../../src/sandbox/index.ts';
import { codeOf, messageOf, tempFolder } from '../support.ts';

const base = tempFolder();
let made = 0;

/** A root with `src/a.txt`, `SRC/a.txt`, and the link `link` to the first of the two folders. */
function linkedRoot(): string {
  made += 1;
  const root = join(base, String(made));
  for (const folder of ['src', 'SRC']) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'a.txt'), folder);
  }
  symlinkSync('src', join(root, 'link'));
  return root;
}

function relink(root: string, target: string): void {
  rmSync(join(root, 'link'));
  symlinkSync(target, join(root, 'link'));
}

describe('a path of a call', () => {
  const places = new Map([['link/a.txt', 'src/a.txt']]);

  test('leads where it is named, or where links led it when the policy evaluated it', async () => {
    const workspace = (await openWorkspace(linkedRoot())).asEvaluated(places);
    const read = async (path: string) =>
      (await workspace.read(path, { maxBytes: 100 })).toString('utf8');
    expect(await read('link/a.txt')).toBe('src');
    expect(await read('SRC/a.txt')).toBe('SRC');
    expect(await codeOf(() => workspace.list('link', { limit: 9 }))).toBe('path-refused');
    expect(await workspace.list('.', { limit: 9 })).toHaveLength(3);
  });

  test('is refused once a link leads it to a place that differs in the case of a letter', async () => {
    const root = linkedRoot();
    const workspace = (await openWorkspace(root)).asEvaluated(places);
    relink(root, 'SRC');
    const read = () => workspace.read('link/a.txt', { maxBytes: 100 });
    expect(await codeOf(read)).toBe('path-refused');
    expect(await messageOf(read)).toContain('leads it to "SRC/a.txt"');
    const write = () => workspace.write('link/new/b.txt', Buffer.from('b'));
    expect(await codeOf(write)).toBe('path-refused');
    expect(existsSync(join(root, 'SRC', 'new'))).toBe(false);
  });

  test('may differ in the case of its letters where the file system ignores that, and in nothing else', () => {
    const root = linkedRoot();
    const opened = (known: ReadonlyMap<string, string>) => {
      using folder = openFolder(root);
      const identity = identityOf(folder);
      const workspace = { root, aliases: [], hidden: [], caseInsensitive: true, identity };
      using resolved = resolvePath({ ...workspace, places: known }, 'link/a.txt', {
        followLast: true,
      });
      return resolved?.name;
    };
    expect(opened(new Map([['link/a.txt', 'SRC/A.TXT']]))).toBe('a.txt');
    expect(() => opened(new Map([['link/a.txt', 'SRC/B.TXT']]))).toThrow('did not evaluate');
    expect(() => opened(new Map())).toThrow('did not evaluate');
  });
});
