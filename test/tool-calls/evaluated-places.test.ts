import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/common/index.ts';
import { openWorkspace, workspacePathResolver } from '../../src/sandbox/index.ts';
import { loadPolicy } from '../../src/policy/index.ts';
import { workspaceService } from '../../src/session/toolbox/tool-services.ts';
import { evaluatorOf, runCalls } from '../../src/tool-calls/index.ts';
import { createReadRecord, fileTools, type PreToolUseAnswer } from '../../src/tools/index.ts';
import { answering, callScene, looseTool, requestOf, temporaryFolder } from './context.ts';

const POLICY = `version: 1
mode: auto
deny: ["fs_*(private/**)", "fs_*(.github/**)"]
`;
const FILES = {
  'src/a.txt': 'public\n',
  'src/deep/a.txt': 'public\n',
  'other/a.txt': 'other\n',
  'private/a.txt': 'private\n',
  '.github/a.txt': 'public\n',
};

/** A call of a file tool. `change` is what a process in the background does to the checkout after the call was evaluated. */
async function callIn(
  name: string,
  input: Json,
  change: (root: string) => void,
  {
    before,
    policy = POLICY,
    answer,
  }: {
    readonly before?: (root: string) => void;
    readonly policy?: string;
    readonly answer?: PreToolUseAnswer;
  } = {},
) {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  before?.(root);
  const reads = createReadRecord({ unread: 'allow' });
  const asked: string[] = [];
  const scene = await callScene({
    policy,
    approver: (trail) =>
      answering(trail, ({ preview }) => {
        asked.push(preview.text);
        return { deny: 'no' };
      }),
    tools: fileTools({ workspace: await openWorkspace(root), reads }),
    over: {
      situation: () => ({
        pathResolver: workspacePathResolver(root),
        untrusted: false,
        sandboxed: true,
      }),
      hooks: [
        {
          name: 'meanwhile',
          preToolUse: () => {
            change(root);
            return answer;
          },
        },
      ],
    },
  });
  const { finished } = await runCalls(scene.context, [requestOf(name, input)]);
  return { root, call: finished[0], asked };
}

function link(target: string, path: string) {
  return (root: string): void => {
    rmSync(join(root, path), { recursive: true, force: true });
    symlinkSync(target, join(root, path));
  };
}

const nothing = (): void => undefined;

function otherAsDeep(root: string): void {
  rmSync(join(root, 'src/deep'));
  renameSync(join(root, 'other'), join(root, 'src/deep'));
}

const textIn = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');

describe('a link that appears after a call was evaluated', () => {
  test.each([
    ['fs_read', { path: 'src/a.txt' }, link('../private/a.txt', 'src/a.txt')],
    ['fs_read', { path: 'src/deep/a.txt' }, link('../private', 'src/deep')],
    ['fs_list', { path: 'src/deep' }, link('../private', 'src/deep')],
  ])('is not followed by %s of %j', async (name, input, change) => {
    const { call } = await callIn(name, input, change);
    expect(call).toMatchObject({ state: 'FAILED', error: { type: 'permission' } });
    expect(call?.content).toContain('which it did not when the call was evaluated');
  });

  test.each([
    ['fs_write', { path: 'src/deep/a.txt', content: 'changed\n' }],
    ['fs_write', { path: 'src/deep/new.txt', content: 'changed\n' }],
    ['fs_write', { path: 'src/deep/new/new.txt', content: 'changed\n' }],
    ['fs_edit', { path: 'src/deep/a.txt', old_string: 'public', new_string: 'changed' }],
    [
      'fs_multi_edit',
      { edits: [{ path: 'src/deep/a.txt', old_string: 'public', new_string: 'changed' }] },
    ],
  ])('makes %s of %j change nothing', async (name, input) => {
    const { root, call } = await callIn(name, input, link('../.github', 'src/deep'));
    expect(call).toMatchObject({ state: 'FAILED', error: { type: 'permission' } });
    expect(textIn(root, '.github/a.txt')).toBe('public\n');
    expect(() => textIn(root, '.github/new.txt')).toThrow(/ENOENT/);
    expect(() => textIn(root, '.github/new')).toThrow(/ENOENT/);
  });
});

test('an approval request shows nothing of a file that a link leads to since the call was evaluated', async () => {
  const input = { path: 'src/a.txt', content: 'changed\n' };
  const { asked } = await callIn('fs_write', input, link('../private/a.txt', 'src/a.txt'), {
    policy: POLICY.replace('mode: auto', 'mode: ask'),
  });
  expect(asked).toHaveLength(1);
  expect(asked[0]).not.toContain('private\n');
});

describe('a link that was there when the call was evaluated', () => {
  test('is followed to where it led, as long as it leads there', async () => {
    const before = link('../other', 'src/deep');
    const read = await callIn('fs_read', { path: 'src/deep/a.txt' }, nothing, { before });
    expect(read.call?.content).toContain('other');
    const input = { path: 'src/deep/new/b.txt', content: 'new\n' };
    const written = await callIn('fs_write', input, nothing, { before });
    expect(textIn(written.root, 'other/new/b.txt')).toBe('new\n');
    const led = link('../private', 'src/deep');
    const { call } = await callIn('fs_read', { path: 'src/deep/a.txt' }, led, { before });
    expect(call).toMatchObject({ state: 'FAILED', error: { type: 'permission' } });
  });

  test('is followed by a call that a hook changed to it', async () => {
    const { call } = await callIn('fs_read', { path: 'other/a.txt' }, nothing, {
      before: link('../other', 'src/deep'),
      answer: { update: { path: 'src/deep/a.txt' } },
    });
    expect(call?.content).toContain('src/deep/a.txt: lines 1-1');
  });

  test('may have become the file or folder that its name says', async () => {
    const input = { path: 'src/deep/a.txt' };
    const { call } = await callIn('fs_read', input, otherAsDeep, {
      before: link('../other', 'src/deep'),
    });
    expect(call?.content).toContain('other');
  });
});

test('a tool of the repository writes nothing through a link that appears after the policy evaluated the write', async () => {
  const root = temporaryFolder();
  for (const folder of ['src', 'private']) mkdirSync(join(root, folder));
  const workspace = await openWorkspace(root);
  const loaded = loadPolicy(POLICY, { file: 'policy.yml' });
  if (!loaded.ok) throw new Error('invalid policy');
  const tool = looseTool('own', () => '', { kind: 'write' });
  const prepared = await tool.prepare({});
  if (!prepared.ok) throw new Error(prepared.error.message);
  const files = workspaceService({
    workspace,
    call: { tool, prepared: prepared.call },
    policy: evaluatorOf(loaded.policy),
    situation: () => ({
      pathResolver: workspacePathResolver(root),
      untrusted: false,
      sandboxed: true,
    }),
    record: () => Promise.resolve(link('private', 'src')(root)),
  });
  await expect(files.write('src/a.txt', 'x')).rejects.toMatchObject({ code: 'path-refused' });
  expect(readdirSync(join(root, 'private'))).toEqual([]);
});
