import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../../src/policy/index.ts';
import { layered } from '../../policy/layers/layers.ts';
import {
  isVisibleOf,
  mayPublishOf,
  writeDenialOf,
} from '../../../src/session/workspace/read-visibility.ts';
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

function policyOf(rules: string) {
  const loaded = loadPolicy(`version: 1\nmode: ask\n${rules}`, { file: 'policy.yml' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
}

const workspace = () => ({
  pathResolver: workspacePathResolver(root),
  sandboxed: async () => true,
});

async function isVisible(rules: string) {
  return await isVisibleOf(policyOf(rules), workspace())();
}

const mayPublish = async (rules: string, path: string) =>
  await mayPublishOf(policyOf(rules), workspace())(path);

const denial = (rules: string, path: string) =>
  writeDenialOf(policyOf(rules), workspacePathResolver(root))(path);

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

describe('what a rule of its own gates stays hidden though reading asks in general', () => {
  const rules = 'auto: [fs_grep]\nrequireApproval:\n  - fs_read(private/**)\n';

  it('under the name of a link, too', async () => {
    for (const general of ['', '  - fs_read\n']) {
      const visible = await isVisible(`${rules}${general}`);
      expect(visible({ path: 'private/plan', named: '.' })).toBe(false);
      expect(visible({ path: 'open/plan', named: 'open' })).toBe(false);
      expect(visible({ path: 'gone/plan', named: '.', real: real('private/plan') })).toBe(false);
      expect(visible({ path: 'src/a.ts', named: '.' })).toBe(true);
    }
  });
  it('where the rule is that of a baseline', async () => {
    const gate = 'requireApproval: [fs_read(private/**)]\n';
    for (const [own, base] of [
      ['mode: ask\nauto: [fs_grep]\n', `mode: defer\n${gate}`],
      [`mode: auto\n${gate}`, 'mode: ask\nauto: [fs_grep]\n'],
    ] as const) {
      const policy = layered(own, base);
      const visible = await isVisibleOf(policy, workspace())();
      const isPublished = mayPublishOf(policy, workspace());
      for (const path of ['private/plan', 'open/plan']) {
        expect(visible({ path, named: '.' }), path).toBe(false);
        expect(await isPublished(path), path).toBe(false);
      }
      expect(visible({ path: 'src/a.ts', named: '.' })).toBe(true);
      expect(await isPublished('src/a.ts')).toBe(true);
    }
  });
});

describe('whether what a run left may be published', () => {
  it('is refused for what is denied to read or asks by a rule of its own, under each of its names', async () => {
    for (const rules of [
      'deny:\n  - fs_read(private/**)\n',
      'requireApproval: [fs_*(private/**)]\n',
    ])
      for (const path of ['private/plan', 'open/plan'])
        expect(await mayPublish(rules, path), `${rules}${path}`).toBe(false);
    expect(await mayPublish('deny: [fs_read]\n', 'src/a.ts')).toBe(false);
  });
  it('is refused for files that usually hold secrets, though reading needs no approval', async () => {
    expect(await mayPublish('auto: [kind:readonly]\n', 'src/.env')).toBe(false);
    expect(await mayPublish('auto: [kind:readonly]\n', 'src/a.ts')).toBe(true);
  });
  it('is allowed where only reading in general needs approval', async () => {
    expect(await mayPublish('', 'src/a.ts')).toBe(true);
    expect(await mayPublish('requireApproval: [fs_read]\n', 'src/a.ts')).toBe(true);
  });
});

describe('the rule that denies to write what a run left', () => {
  it('is none without such a rule, and elsewhere', () => {
    expect(denial('', 'src/a.ts')).toBeNull();
    expect(denial('deny: [fs_write(locked/**)]\n', 'src/a.ts')).toBeNull();
  });
  it('is that for the path, but for what the policy lets a server write', () => {
    const locked = 'deny: [fs_write(locked/**)]\n';
    const server = 'mcp:\n  servers:\n    index: { command: index, write: [locked/index] }\n';
    const found = { rule: 'fs_write(locked/**)', file: 'policy.yml', line: 3 };
    expect(denial(locked, 'locked/index/a')).toEqual(found);
    expect(denial(`${locked}${server}`, 'locked/index/a')).toBeNull();
    expect(denial(`${locked}${server}`, 'locked/other')).toEqual(found);
  });
});
