import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../../src/policy/index.ts';
import { isVisibleOf } from '../../../src/session/workspace/read-visibility.ts';
import { workspacePathResolver } from '../../../src/sandbox/index.ts';

let root: string;
const real = (path: string) => join(root, path);

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'may-tell-')));
  mkdirSync(join(root, 'private'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'private/plan'), '');
  writeFileSync(join(root, 'src/a.ts'), '');
  symlinkSync('private', join(root, 'open'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function isVisible(rules: string) {
  const loaded = loadPolicy(`version: 1\nmode: ask\n${rules}`, { file: 'policy.yml' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return await isVisibleOf(loaded.policy, {
    pathResolver: workspacePathResolver(root),
    sandboxed: async () => true,
  })();
}

describe('whether a search may list what it found', () => {
  it('is refused for what is denied, under its name or where it really lies', async () => {
    const visible = await isVisible('deny:\n  - fs_read(private/**)\n');
    expect(visible({ path: 'src/a.ts', named: '.' })).toBe(true);
    expect(visible({ path: 'private/plan', named: '.' })).toBe(false);
    expect(visible({ path: 'open/plan', named: '.' })).toBe(false);
  });
  it('goes by the place that the search found out by itself, without looking again', async () => {
    const visible = await isVisible('deny:\n  - fs_read(private/**)\n');
    expect(visible({ path: 'open/plan', named: '.', real: real('private/plan') })).toBe(false);
    expect(visible({ path: 'gone/plan', named: '.', real: real('private/plan') })).toBe(false);
    expect(visible({ path: 'src/a.ts', named: '.', real: real('src/a.ts') })).toBe(true);
    expect(visible({ path: 'private/plan', named: '.', real: real('src/a.ts') })).toBe(false);
    expect(visible({ path: 'src/a.ts', named: '.', real: '/etc/passwd' })).toBe(false);
  });
  it('is refused for what asks by a rule or a limit of its own, but not where the place was asked about', async () => {
    const visible = await isVisible('requireApproval:\n  - fs_*(private/**)\n');
    expect(visible({ path: 'src/a.ts', named: '.' })).toBe(true);
    expect(visible({ path: 'private/plan', named: '.' })).toBe(false);
    expect(visible({ path: 'private/plan', named: 'private' })).toBe(true);
  });
  it('is refused for files that usually hold secrets where only the search runs without a question', async () => {
    expect((await isVisible('auto:\n  - kind:readonly\n'))({ path: 'src/.env', named: '.' })).toBe(
      false,
    );
    expect((await isVisible('auto:\n  - fs_grep\n'))({ path: 'src/.env', named: '.' })).toBe(false);
    expect((await isVisible('auto:\n  - fs_grep\n'))({ path: 'src/a.ts', named: '.' })).toBe(true);
    expect((await isVisible('auto:\n  - fs_grep(**)\n'))({ path: 'src/a.ts', named: '.' })).toBe(
      true,
    );
  });
});
