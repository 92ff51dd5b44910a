/** The examples of the page on tools, executed as they stand there. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Hook, runCalls } from '../../src/tool-calls/index.ts';
import { loadPolicy } from '../../src/policy/index.ts';
import { loadHooks } from '../../src/session/toolbox/hooks.ts';
import { startModules } from '../../src/session/toolbox/modules.ts';
import { skillFrom } from '../../src/session/toolbox/skills.ts';
import { trustedFolder } from '../../src/session/workspace/trusted-files.ts';
import { startToolModules, type Tool } from '../../src/tools/index.ts';
import { openModuleSources } from './module-source.ts';
import { setUpCalls, looseTool, requestOf } from '../tool-calls/context.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/tools.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', path = '', text = '']) => ({ language, path, text }),
);
const yaml = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => text);
const root = realpathSync(mkdtempSync(join(tmpdir(), 'page-')));
const started: { close(): Promise<void> }[] = [];
let sources: Awaited<ReturnType<typeof openModuleSources>>;
let tools: readonly Tool[] = [];
let hooks: readonly Hook[] = [];

beforeAll(async () => {
  for (const { path, text } of blocks.filter((block) => block.path !== '')) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const policies = await Promise.all(
    yaml.map(async (text) => loadPolicy(`version: 1\n${text}`, { file: 'page.yml' })),
  );
  const policy = policies.flatMap((loaded) => (loaded.ok ? [loaded.policy] : []));
  const trusted = trustedFolder(root);
  sources = await openModuleSources();
  const source = sources.sourceOf(trusted);
  const patterns = policy.flatMap((one) => one.tools.modules);
  const own = await startModules(source, { key: 'tools.modules', patterns }, startToolModules);
  tools = own.items;
  const loaded = await loadHooks(
    policy.flatMap((one) => one.hooks),
    source,
  );
  hooks = loaded.items;
  started.push(own, loaded);
});
afterAll(async () => {
  for (const one of started) await one.close();
  await sources.close();
  rmSync(root, { recursive: true, force: true });
});

async function answerTo(name: string, input: object, over: readonly Tool[] = []) {
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: auto\n',
    tools: [...tools, ...over],
    over: { hooks },
  });
  return (await runCalls(setup.context, [requestOf(name, input as never)])).finished[0];
}

test.each(yaml)('the policy %# loads', async (text) => {
  const loaded = loadPolicy(`version: 1\n${text}`, { file: 'page.yml' });
  expect(loaded).toMatchObject({ ok: true });
});

describe('the tools', () => {
  test('are all there', () => {
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'changelog_line',
      'line_count',
      'shout',
      'where',
    ]);
  });

  test('do what the page says', async () => {
    expect(await answerTo('shout', { text: 'hi' })).toMatchObject({ content: 'HI' });
    expect(
      await answerTo('changelog_line', { type: 'fix', text: 'Empty files are read' }),
    ).toMatchObject({ content: '- **fix** Empty files are read' });
    expect(await answerTo('changelog_line', { type: 'fix', text: 'With a stop.' })).toMatchObject({
      state: 'FAILED',
    });
    expect(await answerTo('changelog_line', { type: 'fixed', text: 'x' })).toMatchObject({
      error: { type: 'validation' },
    });
    expect(await answerTo('where', {})).toMatchObject({ content: process.platform });
  });
});

describe('the hooks', () => {
  const write = looseTool('fs_write', () => 'ACME-12 written', {
    kind: 'write',
    facts: ({ path }) => ({ paths: [{ path: String(path), access: 'write' }] }),
  });

  test('do what the page says', async () => {
    expect((await answerTo('fs_write', { path: 'a.lock' }, [write]))?.content).toContain(
      'Lock files are changed by people.',
    );
    expect((await answerTo('fs_write', { path: 'infra/main.tf' }, [write]))?.state).toBe('DENIED');
    expect(await answerTo('fs_write', { path: 'a.ts' }, [write])).toMatchObject({
      content: '[masked] written',
    });
    expect(await answerTo('quiet', {}, [looseTool('quiet', () => '')])).toMatchObject({
      content: '(nothing)',
    });
    expect(
      await hooks.at(-1)?.messagesChanged?.({ turn: 20, count: 41, lastText: '' }),
    ).toMatchObject({ note: expect.stringContaining('Twenty') as string });
  });
});

test('the skill is one', () => {
  const [text = ''] = blocks
    .filter(({ language }) => language === 'markdown')
    .map((block) => block.text);
  expect(skillFrom('.claude/skills/release/SKILL.md', text)).toMatchObject({
    name: 'release',
    body: '1. Change the version in package.json.',
  });
});
