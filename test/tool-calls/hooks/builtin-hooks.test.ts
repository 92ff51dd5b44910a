import { expect, test } from 'vitest';
import type { Facts, PathResolver } from '../../../src/policy/index.ts';
import { builtinHook, type Hook } from '../../../src/tool-calls/index.ts';
import { looseTool, requestOf, runCalls, setUpCalls } from '../context.ts';

async function under(
  hooks: readonly Hook[],
  tool = looseTool('bash_run', () => 'key-1234 done', { kind: 'execute' }),
  input = {},
) {
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: auto\n',
    tools: [tool],
    over: { hooks },
  });
  const { finished } = await runCalls(setup.context, [requestOf(tool.name, input)]);
  await setup.verified();
  return finished[0];
}

test('block-paths denies calls and commands that name a path', async () => {
  const hooks = [builtinHook('countersign:block-paths(infra/**)')];
  const shell = looseTool('bash_run', () => 'ran', {
    kind: 'execute',
    facts: ({ command }) => ({ command: String(command) }),
  });
  expect(await under(hooks, shell, { command: 'cat INFRA/main.tf | wc' })).toMatchObject({
    state: 'DENIED',
  });
  expect(await under(hooks, shell, { command: 'cat src/a.ts' })).toMatchObject({
    state: 'COMPLETED',
  });
});

test.each([
  ['bash_run', 'cat /work/infra/main.tf'],
  ['bash_run', 'cat ./src/../infra/main.tf'],
  ['bash_run', 'cd infra && cat main.tf'],
  ['bash_run', 'echo x > src/link/main.tf'],
  ['fs_write', '/work/infra/main.tf'],
  ['fs_write', 'src/link/main.tf'],
])('block-paths denies %s of %j, however it names the path', async (name, named) => {
  const pathResolver: PathResolver = {
    root: '/work',
    caseInsensitive: false,
    realpath: (path) => path.replace('/work/src/link', '/work/infra'),
    list: () => [],
    gitConfigRuns: () => null,
  };
  const facts: Pick<Facts, 'command' | 'paths'> =
    name === 'bash_run' ? { command: named } : { paths: [{ path: named, access: 'write' }] };
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: auto\n',
    tools: [looseTool(name, () => 'ran', { kind: 'execute', facts: () => facts })],
    over: {
      hooks: [builtinHook('countersign:block-paths(infra/**)')],
      situation: () => ({ pathResolver, untrusted: false, sandboxed: true }),
    },
  });
  const { finished } = await runCalls(setup.context, [requestOf(name, {})]);
  expect(finished[0]?.content).toContain('is blocked by infra/**');
});

test('mask takes matches out of results, blocks and errors', async () => {
  const hooks = [builtinHook(String.raw`countersign:mask(key-\d+)`)];
  expect(await under(hooks)).toMatchObject({ content: '[masked] done' });
  const blocks = looseTool('look', () => ({
    ok: true as const,
    llmContent: [{ type: 'text' as const, text: 'key-9' }],
    displayContent: 'key-9',
  }));
  expect(await under(hooks, blocks)).toMatchObject({ content: [{ text: '[masked]' }] });
  const fails = looseTool('look', () => {
    throw new Error('no key-5 here');
  });
  expect((await under(hooks, fails))?.content).toContain('no [masked] here');
  const advises = looseTool('look', () => ({
    ok: false as const,
    error: { type: 'execution' as const, message: 'No.', recommendations: ['Use key-7.'] },
  }));
  expect((await under(hooks, advises))?.content).toContain('Use [masked].');
});

test('mask takes matches out of what a running call reports', async () => {
  const report = looseTool('tell', (_, context) => {
    context.emit({ output: 'line key-1', parts: ['key-2', { n: 3 }] });
    context.setMetadata({ title: 'key-3' });
    return 'told';
  });
  const hooks = [builtinHook(String.raw`countersign:mask(key-\d+)`)];
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: auto\n',
    tools: [report],
    over: { hooks },
  });
  await runCalls(setup.context, [requestOf('tell', {})]);
  const reported = setup.events.filter(({ type }) => /^tool:(?:progress|metadata)$/.test(type));
  expect(reported).toMatchObject([
    { progress: { output: 'line [masked]', parts: ['[masked]', { n: 3 }] } },
    { metadata: { title: '[masked]' } },
  ]);
});

test('mask takes out the whole text where its expression takes too long', async () => {
  const hooks = [builtinHook('countersign:mask((?:a|a)*b)')];
  const slow = looseTool('look', () => `${'a'.repeat(60)}c`);
  expect(await under(hooks, slow)).toMatchObject({ content: '[masked]' });
});

test('cache-readonly answers the same read once, until something else runs', async () => {
  let reads = 0;
  const tools = [
    looseTool('fs_read', () => `read ${(reads += 1)}`),
    looseTool('finish', () => 'over'),
    looseTool('bash_run', () => 'ran', { kind: 'execute' }),
  ];
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: auto\n',
    tools,
    over: { hooks: [builtinHook('countersign:cache-readonly')] },
  });
  const ask = async (name: string, input = {}) =>
    (await runCalls(setup.context, [requestOf(name, input)])).finished[0]?.content;
  expect([await ask('fs_read', { path: 'a' }), await ask('fs_read', { path: 'a' })]).toEqual([
    'read 1',
    'read 1',
  ]);
  expect(await ask('fs_read', { path: 'b' })).toBe('read 2');
  await ask('bash_run');
  expect(await ask('fs_read', { path: 'a' })).toBe('read 3');
  await ask('bash_run', { command: 'npm run watch', background: true });
  expect([await ask('fs_read', { path: 'a' }), await ask('fs_read', { path: 'a' })]).toEqual([
    'read 4',
    'read 5',
  ]);
  await setup.verified();
});

test('cache-readonly answers no read from before while another call runs', async () => {
  const { preToolUse, postToolUse } = builtinHook('countersign:cache-readonly');
  const call = { call: 'c1', parent: null, input: {}, paths: [] };
  const read = { ...call, tool: 'fs_read', kind: 'readonly' } as const;
  await postToolUse?.(read, { ok: true, llmContent: 'before' });
  expect(await preToolUse?.(read)).toEqual({ result: 'before' });
  await preToolUse?.({ ...call, tool: 'bash_run', kind: 'execute' });
  expect(await preToolUse?.(read)).toBeUndefined();
});

test('cache-readonly answers a read of the conversation that read it, not of a subagent', async () => {
  const { preToolUse, postToolUse } = builtinHook('countersign:cache-readonly');
  const call = { call: 'c1', input: {}, paths: [], tool: 'fs_read', kind: 'readonly' } as const;
  await postToolUse?.({ ...call, parent: null }, { ok: true, llmContent: 'read' });
  expect(await preToolUse?.({ ...call, parent: 'c2' })).toBeUndefined();
  expect(await preToolUse?.({ ...call, parent: null })).toEqual({ result: 'read' });
});

test.each([
  'countersign:none',
  'countersign:mask',
  'countersign:mask()',
  'countersign:mask([)',
  'countersign:mask((?:a+)+b)',
  'countersign:block-paths',
  'countersign:cache-readonly(x)',
])('%s is refused', (entry) => {
  expect(() => builtinHook(entry)).toThrow(/hooks: .* cannot be used/);
});
