import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  namedFiles,
  trustedAt,
  trustedFolder,
} from '../../../src/session/workspace/trusted-files.ts';

/** A checkout with these files, beside a folder whose name begins like its own. */
function checkout(files: Readonly<Record<string, string>>) {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'trusted-')));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const root = join(parent, 'work');
  const beside = join(parent, 'work-of-others');
  for (const folder of [root, beside]) mkdirSync(folder);
  writeFileSync(join(beside, 'hook.mjs'), 'of others');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, beside };
}

const toolFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`tools/${index}.mjs`, '']));

describe('the checkout of a person at a terminal', () => {
  test('is read where its links stay in it', async () => {
    const { root } = checkout({ 'hooks/a.mjs': 'own' });
    symlinkSync('hooks', join(root, 'linked'));
    symlinkSync('.', join(root, 'self'));
    const trusted = trustedFolder(root);
    expect(await trusted.text('linked/a.mjs')).toBe('own');
    expect(await trusted.names('linked', 'files')).toEqual(['a.mjs']);
    expect(await trusted.names('self', 'folders')).toEqual(['hooks']);
    expect(trusted.where).toBe(root);
  });

  test('is not left by a link, neither for a file nor for a folder, even to one whose name begins like it', async () => {
    const { root, beside } = checkout({});
    symlinkSync(beside, join(root, 'hooks'));
    symlinkSync(join(beside, 'hook.mjs'), join(root, 'hook.mjs'));
    symlinkSync('..', join(root, 'up'));
    const trusted = trustedFolder(root);
    const refused = { code: 'path-refused', message: expect.stringContaining('leads out of') };
    await expect(trusted.text('hook.mjs')).rejects.toMatchObject(refused);
    await expect(trusted.text('hooks/hook.mjs')).rejects.toMatchObject(refused);
    await expect(trusted.names('hooks', 'files')).rejects.toMatchObject(refused);
    await expect(trusted.names('up', 'folders')).rejects.toMatchObject(refused);
    await expect(namedFiles(trusted, 'hooks/*.mjs')).rejects.toMatchObject(refused);
  });

  test('has no text for what is missing, or is a folder', async () => {
    const trusted = trustedFolder(checkout({ 'hooks/a.mjs': '' }).root);
    expect(await trusted.text('none')).toBeNull();
    expect(await trusted.text('hooks')).toBeNull();
    expect(await trusted.text('hooks/a.mjs')).toBe('');
    expect(await trusted.names('none', 'files')).toEqual([]);
    expect(await trusted.names('hooks/a.mjs', 'files')).toEqual([]);
  });

  test('has files of a megabyte at most', async () => {
    const trusted = trustedFolder(
      checkout({ whole: 'x'.repeat(1024 * 1024), more: 'x'.repeat(1024 * 1024 + 1) }).root,
    );
    expect(await trusted.text('whole')).toHaveLength(1024 * 1024);
    await expect(trusted.text('more')).rejects.toMatchObject({
      code: 'file-refused',
      message: expect.stringContaining('more has 1048577 bytes'),
    });
  });

  test('lists files or folders, sorted, and no link as either', async () => {
    const { root } = checkout({ 'b.mjs': '', 'a.mjs': '', 'two/x': '', 'one/x': '' });
    symlinkSync('a.mjs', join(root, 'c.mjs'));
    const trusted = trustedFolder(root);
    expect(await trusted.names('', 'files')).toEqual(['a.mjs', 'b.mjs']);
    expect(await trusted.names('', 'folders')).toEqual(['one', 'two']);
  });
});

describe('the files that a path of the policy names', () => {
  test('are those whose names fit in each folder that fits, sorted, and never folders', async () => {
    const { root } = checkout({
      'skills/b/SKILL.md': '',
      'skills/a/SKILL.md': '',
      'skills/a/other.md': '',
      'skills/SKILL.md': '',
      'tools/b.mjs': '',
      'tools/a.mjs': '',
      'tools/a.mts': '',
      'tools/c.mjs/x': '',
    });
    const trusted = trustedFolder(root);
    expect(await namedFiles(trusted, 'tools/*.mjs')).toEqual(['tools/a.mjs', 'tools/b.mjs']);
    expect(await namedFiles(trusted, './tools/a.*')).toEqual(['tools/a.mjs', 'tools/a.mts']);
    expect(await namedFiles(trusted, 'skills/*/SKILL*')).toEqual([
      'skills/a/SKILL.md',
      'skills/b/SKILL.md',
    ]);
  });

  test('that it names in full are read without a look into their folder', async () => {
    const trusted = trustedFolder(checkout({}).root);
    expect(await namedFiles(trusted, './tools/none.mjs')).toEqual(['tools/none.mjs']);
  });

  test.each(['../a.mjs', '/etc/a.mjs', 'a//b.mjs', 'a/../../b.mjs', '**/a.mjs', ''])(
    'are none for %j, which is refused before anything is read',
    async (path) => {
      const trusted = {
        where: 'main@1',
        text: () => Promise.reject(new Error('read')),
        names: () => Promise.reject(new Error('read')),
      };
      await expect(namedFiles(trusted, path)).rejects.toMatchObject({ code: 'policy-invalid' });
    },
  );

  test('are 200 at most', async () => {
    expect(await namedFiles(trustedFolder(checkout(toolFiles(200)).root), 'tools/*')).toHaveLength(
      200,
    );
    await expect(
      namedFiles(trustedFolder(checkout(toolFiles(201)).root), 'tools/*'),
    ).rejects.toMatchObject({
      code: 'policy-invalid',
      message: 'tools/* names more than 200 files.',
    });
  });
});

test('files of the trusted commit are read at that commit, whatever its branch is called', async () => {
  const asked: string[] = [];
  const commit = 'c'.repeat(40);
  const trusted = trustedAt(
    {
      fileAt: (ref, path) => {
        asked.push(`${ref}:${path}`);
        return Promise.resolve(path === 'a' ? { text: 'x', blobSha: '' } : null);
      },
      filesAt: (ref, folder, what) => {
        asked.push(`${ref}:${folder}:${what}`);
        return Promise.resolve(['b']);
      },
    },
    'main',
    commit,
  );
  expect(trusted.where).toBe(`main@${commit}`);
  expect(await trusted.text('a')).toBe('x');
  expect(await trusted.text('none')).toBeNull();
  expect(await trusted.names('f', 'folders')).toEqual(['b']);
  expect(asked).toEqual([`${commit}:a`, `${commit}:none`, `${commit}:f:folders`]);
});
