import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorText, type Json } from '../../src/common/index.ts';
import { openWorkspace, type Workspace, workspacePathResolver } from '../../src/sandbox/index.ts';
import { evaluate, loadPolicy, type Policy, sampleFacts } from '../../src/policy/index.ts';
import { isVisibleOf } from '../../src/session/workspace/read-visibility.ts';
import { workspaceService } from '../../src/session/toolbox/tool-services.ts';
import { builtinHook, evaluatorOf, runCalls } from '../../src/tool-calls/index.ts';
import type { DeclaredFacts } from '../../src/tools/define/build-tool.ts';
import { createReadRecord, fileTools, type PreToolUseAnswer } from '../../src/tools/index.ts';
import * as fc from '../properties.ts';
import { answering, setUpCalls, looseTool, requestOf, temporaryFolder } from './context.ts';

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

function loadedPolicy(text: string): Policy {
  const loaded = loadPolicy(text, { file: 'policy.yml' });
  if (!loaded.ok) throw new Error('invalid policy');
  return loaded.policy;
}

/** A call of a file tool. `change` is what a process in the background does to the checkout after the call was evaluated. */
async function callIn(
  name: string,
  input: Json,
  change: (root: string) => void,
  {
    before,
    policy = POLICY,
    answer,
    answered,
    blocks,
  }: {
    readonly before?: (root: string) => void;
    readonly policy?: string;
    readonly answer?: PreToolUseAnswer;
    /** What happens while people are asked for the first time, who then approve. Absent: they refuse. */
    readonly answered?: (root: string) => void;
    /** A path that a hook blocks, and what happens after that hook was asked. */
    readonly blocks?: readonly [glob: string, after?: (root: string) => void];
  } = {},
) {
  const later = blocks?.[1];
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  before?.(root);
  const reads = createReadRecord({ unread: 'allow' });
  const asked: string[] = [];
  const pathResolver = workspacePathResolver(root);
  const setup = await setUpCalls({
    policy,
    approver: (trail) =>
      answering(trail, ({ preview }, round) => {
        asked.push(preview.text);
        if (round === 1) answered?.(root);
        return answered === undefined ? { deny: 'no' } : 'approve';
      }),
    tools: fileTools({
      workspace: await openWorkspace(root),
      reads,
      isVisible: isVisibleOf(loadedPolicy(policy), {
        pathResolver,
        sandboxed: () => Promise.resolve(true),
      }),
    }),
    over: {
      situation: () => ({ pathResolver, untrusted: false, sandboxed: true }),
      hooks: [
        ...(change === nothing && answer === undefined
          ? []
          : [
              {
                name: 'meanwhile',
                preToolUse: () => {
                  change(root);
                  return answer;
                },
              },
            ]),
        ...(blocks === undefined ? [] : [builtinHook(`countersign:block-paths(${blocks[0]})`)]),
        ...(later === undefined ? [] : [{ name: 'later', preToolUse: () => later(root) }]),
      ],
    },
  });
  const { finished } = await runCalls(setup.context, [requestOf(name, input)]);
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
    expect(call?.content).toContain('which the policy did not evaluate');
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

describe('a search of a folder that becomes a link after it was evaluated', () => {
  const policy = POLICY.replace(
    'deny: ["fs_*(private/**)"',
    'requireApproval: ["fs_*(private/**)"',
  );

  test('reads nothing by fs_grep', async () => {
    const { call } = await callIn(
      'fs_grep',
      { path: 'src/deep', pattern: 'private' },
      link('../private', 'src/deep'),
      { policy },
    );
    expect(call).toMatchObject({ state: 'FAILED', error: { type: 'permission' } });
  });

  test('names nothing by fs_glob that needs an approval of its own', async () => {
    const { call } = await callIn(
      'fs_glob',
      { path: 'src/deep', pattern: '*' },
      link('../private', 'src/deep'),
      { policy },
    );
    expect(call?.content).toMatch(/^No file matches/);
  });
});

test('a link that leads elsewhere while people are asked voids their approval, and they see where it leads now', async () => {
  const input = { path: 'src/deep/a.txt', content: 'changed\n' };
  const { root, call, asked } = await callIn('fs_write', input, nothing, {
    policy: POLICY.replace('mode: auto', 'mode: ask'),
    before: link('../other', 'src/deep'),
    answered: (workspace) => {
      mkdirSync(join(workspace, 'moved'));
      writeFileSync(join(workspace, 'moved/a.txt'), 'moved\n');
      link('../moved', 'src/deep')(workspace);
    },
  });
  expect(asked.map((text) => /^-(?!--)(.*)$/m.exec(text)?.[1])).toEqual(['other', 'moved']);
  expect(call).toMatchObject({ state: 'COMPLETED' });
  expect([textIn(root, 'other/a.txt'), textIn(root, 'moved/a.txt')]).toEqual([
    'other\n',
    'changed\n',
  ]);
});

const folderName = fc.constantFrom('a', 'b', 'c', 'é');
const place = fc
  .array(folderName, { minLength: 1, maxLength: 3 })
  .map((parts): string => parts.join('/'));
const target = fc.oneof(
  place,
  place.map((path) => `../${path}`),
  fc.tuple(place, place).map(([one, other]) => `${one}/../${other}`),
  fc.constantFrom('.', '..', './/a'),
);
/** Folders, files and links, laid in this order where that is possible. */
const entries = fc.array(
  fc.tuple(place, fc.oneof(fc.constant(null), fc.constant('file' as const), fc.record({ target }))),
  { maxLength: 14 },
);

test('in a checkout that does not change, a call that may run opens what its path names, through any links', async () => {
  await fc.assert(
    fc.asyncProperty(
      entries,
      fc.array(place, { minLength: 1, maxLength: 6 }),
      async (laid, paths) => {
        const root = mkdtempSync(join(realpathSync(tmpdir()), 'links-'));
        try {
          for (const [path, entry] of laid) lay(join(root, path), entry);
          const workspace = await openWorkspace(root);
          const situation = {
            pathResolver: workspacePathResolver(root),
            untrusted: false,
            sandboxed: true,
          };
          const policy = loadedPolicy('version: 1\nmode: auto\n');
          for (const path of paths) {
            const verdict = evaluate(policy, sampleFacts('fs_read', path), situation);
            const limited = workspace.asEvaluated(verdict.places ?? new Map<string, string>());
            if (verdict.verdict !== 'auto') continue;
            expect(await opened(limited, path)).toEqual(await opened(workspace, path));
          }
        } finally {
          rmSync(root, { recursive: true });
        }
      },
    ),
  );
});

function lay(path: string, entry: null | 'file' | { readonly target: string }): void {
  try {
    if (entry === null) mkdirSync(path, { recursive: true });
    else if (entry === 'file') writeFileSync(path, path);
    else symlinkSync(entry.target, path);
  } catch {
    // Something else is there.
  }
}

/** What a workspace gives for a path, or why it gives nothing. */
async function opened(workspace: Workspace, path: string): Promise<readonly unknown[]> {
  const results = await Promise.allSettled([
    workspace.stat(path),
    workspace.read(path, { maxBytes: 1_000 }),
    workspace.list(path, { limit: 100 }),
  ]);
  return results.map((result) =>
    result.status === 'fulfilled' ? result.value : errorText(result.reason),
  );
}

describe('a hook that blocks a path', () => {
  const input = { path: 'src/deep/a.txt', content: 'changed\n' };

  test('blocks it also where a link led when the call was evaluated', async () => {
    const { root, call } = await callIn('fs_write', input, link('../moved', 'src/deep'), {
      before: link('../other', 'src/deep'),
      blocks: ['other/**', link('../other', 'src/deep')],
    });
    expect(call).toMatchObject({ state: 'DENIED' });
    expect(textIn(root, 'other/a.txt')).toBe('other\n');
  });

  test('has seen each place that people are asked about', async () => {
    const { root, call, asked } = await callIn('fs_write', input, nothing, {
      policy: POLICY.replace('mode: auto', 'mode: ask'),
      blocks: ['other/**'],
      answered: link('../other', 'src/deep'),
    });
    expect(asked).toHaveLength(1);
    expect(call).toMatchObject({ state: 'DENIED' });
    expect(call?.content).toContain('leads elsewhere');
    expect(textIn(root, 'other/a.txt')).toBe('other\n');
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

  test('leads to the names that are like a missing one', async () => {
    const { call } = await callIn('fs_read', { path: 'src/deep/b.txt' }, nothing, {
      before: link('../other', 'src/deep'),
    });
    expect(call?.content).toContain('Did you mean "src/deep/a.txt"?');
  });

  test('leads a search to the files that git does not ignore there', async () => {
    const { call } = await callIn('fs_grep', { path: 'src/deep/sub', pattern: 'x' }, nothing, {
      before: (root) => {
        mkdirSync(join(root, 'other/sub'));
        for (const name of ['a.log', 'b.txt']) writeFileSync(join(root, 'other/sub', name), 'x\n');
        writeFileSync(join(root, 'other/.gitignore'), '*.log\n');
        link('../other', 'src/deep')(root);
      },
    });
    expect(call?.content).toBe('src/deep/sub/b.txt\n  1: x');
  });

  test('may have become the file or folder that its name says', async () => {
    const input = { path: 'src/deep/a.txt' };
    const { call } = await callIn('fs_read', input, otherAsDeep, {
      before: link('../other', 'src/deep'),
    });
    expect(call?.content).toContain('other');
  });
});

/** The files that a call of a tool of the repository gets. */
async function filesOf(
  policy: string,
  { facts, record = nothing }: { facts?: () => DeclaredFacts; record?: (root: string) => void },
) {
  const root = temporaryFolder();
  for (const folder of ['src', 'private', 'other']) {
    mkdirSync(join(root, folder));
    writeFileSync(join(root, folder, 'a.txt'), `${folder}\n`);
  }
  const workspace = await openWorkspace(root);
  const tool = looseTool('own', () => '', {
    kind: 'write',
    ...(facts === undefined ? {} : { facts }),
  });
  const prepared = await tool.prepare({});
  if (!prepared.ok) throw new Error(prepared.error.message);
  const evaluator = evaluatorOf(loadedPolicy(policy));
  const pathResolver = workspacePathResolver(root);
  const situation = () => ({ pathResolver, untrusted: false, sandboxed: true });
  return {
    root,
    files: workspaceService({
      workspace,
      call: {
        tool,
        prepared: prepared.call,
        verdict: evaluator.evaluate(prepared.call.facts, situation()),
      },
      policy: evaluator,
      situation,
      record: () => Promise.resolve(record(root)),
    }),
  };
}

const declared = (): DeclaredFacts => ({ paths: [{ path: './src/a.txt', access: 'write' }] });

describe('a tool of the repository', () => {
  test('writes nothing through a link that appears after the policy evaluated the write', async () => {
    const { root, files } = await filesOf(POLICY, { record: link('private', 'src') });
    await expect(files.write('src/a.txt', 'x')).rejects.toMatchObject({ code: 'path-refused' });
    expect(textIn(root, 'private/a.txt')).toBe('private\n');
  });

  test('opens what its call declares only where that was when the call was evaluated', async () => {
    const asks = 'version: 1\nmode: ask\n';
    const { root, files } = await filesOf(asks, { facts: declared });
    expect(await files.read('src/a.txt')).toBe('src\n');
    link('private', 'src')(root);
    await expect(files.read('src/a.txt')).rejects.toMatchObject({ code: 'path-refused' });
    await expect(files.write('src/a.txt', 'x')).rejects.toMatchObject({ code: 'path-refused' });
    expect(textIn(root, 'private/a.txt')).toBe('private\n');
  });
});
