import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Hook, runCalls } from '../../../src/tool-calls/index.ts';
import { createRedactor } from '../../../src/common/index.ts';
import { createCommandRunner, openWorkspace } from '../../../src/sandbox/index.ts';
import { skillTool, startToolModules } from '../../../src/tools/index.ts';
import { loadHooks } from '../../../src/session/toolbox/hooks.ts';
import { listedTools } from '../../../src/session/toolbox/listed-tools.ts';
import { type ModuleSource, startModules } from '../../../src/session/toolbox/modules.ts';
import { findSkills, skillFrom } from '../../../src/session/toolbox/skills.ts';
import { trustedAt, trustedFolder } from '../../../src/session/workspace/trusted-files.ts';
import { openModuleSources } from '../module-source.ts';
import { setUpCalls, looseTool, requestOf } from '../../tool-calls/context.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function checkout(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'extras-')));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

let sources: Awaited<ReturnType<typeof openModuleSources>>;
beforeAll(async () => {
  sources = await openModuleSources();
});
afterAll(() => sources.close());
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function hooksOf(entries: readonly string[], source: ModuleSource): Promise<readonly Hook[]> {
  const loaded = await loadHooks(entries, source);
  open.push(loaded);
  return loaded.items;
}

const hooksIn = async (
  files: Readonly<Record<string, string>>,
  entries = Object.keys(files),
  timeoutMs?: number,
) => await hooksOf(entries, sources.sourceOf(trustedFolder(checkout(files)), timeoutMs));

/** The verdict that a call gets with these hooks, and what the model is told. */
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

function laid(): number {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`countersign-${process.pid}.`))
    .length;
}

describe('hooks of the repository', () => {
  test('a module gives a hook or a list of hooks, in the order of the policy', async () => {
    const hooks = await hooksIn({
      'hooks/a.mjs':
        'export default { preToolUse: () => ({ decision: "deny", reason: "frozen" }) };',
      'hooks/b.mjs':
        'export default [{ name: "one", postToolUse() {} }, { messagesChanged: () => ({ note: "hi" }) }];',
    });
    expect(hooks.map((hook) => hook.name)).toEqual([
      'hooks/a.mjs',
      'hooks/b.mjs:one',
      'hooks/b.mjs',
    ]);
    expect(await under(hooks)).toMatchObject({ state: 'DENIED' });
  });

  test('modules that are named together can import each other, and nothing else of the repository', async () => {
    const files = {
      'h/main.mjs':
        'import { word } from "./word.mjs"; export default { preToolUse: () => ({ decision: "deny", reason: word }) };',
      'h/word.mjs': 'export const word = "from beside"; export default { postToolUse() {} };',
    };
    const call = await under(await hooksIn(files, ['h/*.mjs']));
    expect(call?.content).toContain('from beside');
    await expect(hooksIn(files, ['h/main.mjs'])).rejects.toThrow(/h\/main\.mjs cannot be used/);
  });

  test('a module that throws stops the run, named', async () => {
    await expect(hooksIn({ 'h.mjs': 'throw new Error("no");' })).rejects.toMatchObject({
      code: 'tool-invalid',
      message: expect.stringContaining('h.mjs') as string,
    });
  });

  test('a module that does not end to load stops the run', async () => {
    await expect(
      hooksIn({ 'h.mjs': 'await new Promise(() => {});' }, undefined, 100),
    ).rejects.toThrow(/within 100 ms/);
  });

  test('a module that is not there stops the run, also where a pattern names nothing', async () => {
    await expect(hooksIn({}, ['none.mjs'])).rejects.toThrow(
      /none\.mjs cannot be used: the file does not exist at/,
    );
    await expect(hooksIn({ 'h/a.txt': '' }, ['h/*.mjs'])).rejects.toThrow(/no file matches it at/);
    await expect(loadHooks(['h.mjs'], sources.sourceOf(null))).rejects.toThrow(/no trusted branch/);
  });

  test('nothing of the modules stays on the disk once they are closed', async () => {
    // A folder of its own: other tests lay modules beside this one.
    vi.stubEnv('TMPDIR', realpathSync(mkdtempSync(join(tmpdir(), 'extras-'))));
    const before = laid();
    const trusted = trustedFolder(checkout({ 'h.mjs': 'export default { postToolUse() {} };' }));
    const loaded = await loadHooks(['h.mjs'], sources.sourceOf(trusted));
    expect(laid()).toBeGreaterThan(before);
    await loaded.close();
    await expect(hooksIn({ 'h.mjs': 'throw new Error("no");' })).rejects.toThrow('no');
    expect(laid()).toBe(before);
    vi.unstubAllEnvs();
  });

  test('a hook is asked about the calls that fit what it is on, and no others', async () => {
    const hooks = await hooksIn({
      'h.mjs': `export default [
        { name: 'tools', on: { tools: ['bash_*'] }, preToolUse: () => ({ decision: 'deny', reason: 'by tool' }) },
        { name: 'kinds', on: { kinds: ['write'] }, preToolUse: () => ({ decision: 'deny', reason: 'by kind' }) },
        { name: 'both', on: { tools: ['fs_*'], kinds: ['readonly'] }, postToolUse: () => ({ llmContent: 'by both' }) },
      ];`,
    });
    expect((await under(hooks))?.content).toContain('by tool');
    const write = looseTool('note', () => 'ran', { kind: 'write' });
    expect((await under(hooks, write))?.content).toContain('by kind');
    expect(
      await under(
        hooks,
        looseTool('fs_list', () => 'ran'),
      ),
    ).toMatchObject({
      content: 'by both',
    });
    expect(
      await under(
        hooks,
        looseTool('look', () => 'ran'),
      ),
    ).toMatchObject({ content: 'ran' });
  });

  test('hooks that follow each other are asked in their order, and about the input that the one before made', async () => {
    const hooks = await hooksIn({
      'h.mjs': `const seen = [];
        const note = (name, answer) => ({ name, preToolUse: (call) => { seen.push(name + ':' + call.input.n); return answer(call.input.n); } });
        export default [
          note('a', () => undefined),
          note('b', (n) => (n === 1 ? { input: { n: 2 } } : undefined)),
          note('c', () => undefined),
          { name: 'd', postToolUse: () => ({ llmContent: seen.join(' ') }) },
        ];`,
    });
    const tool = looseTool('look', () => 'ran');
    expect(await under(hooks, tool, { n: 1 })).toMatchObject({ content: 'a:1 b:1 c:2 a:2' });
  });

  test('a hook whose answer is none denies, and its process is started again if that ended', async () => {
    // Who blocks its thread does what one that loops does, without keeping a core busy.
    const hooks = await hooksIn({
      'h.mjs': `const answers = {
          nonsense: () => ({ decison: 'auto' }),
          function: () => ({ decision: () => 'deny' }),
          throws: () => { throw new Error('no'); },
          getter: () => ({ get decision() { throw new Error('no'); } }),
          blocks: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
          exits: () => process.exit(1),
        };
        export default { preToolUse: ({ input }) => answers[input.answer]?.() };`,
    });
    const tool = looseTool('look', () => 'ran');
    for (const answer of ['nonsense', 'function', 'throws', 'getter', 'blocks', 'exits'])
      expect(await under(hooks, tool, { answer }), answer).toMatchObject({ state: 'DENIED' });
    expect(await under(hooks, tool, {})).toMatchObject({ state: 'COMPLETED', content: 'ran' });
  });
});

describe('trusted files', () => {
  test('are read at the pinned commit, whatever lies in the checkout', async () => {
    const asked: string[] = [];
    const github = {
      fileAt: async (commit: string, path: string) => {
        asked.push(`${commit}:${path}`);
        return {
          text: 'export default { preToolUse: () => ({ decision: "deny", reason: "trusted" }) };',
          blobSha: '',
        };
      },
      filesAt: async () => ['guard.mjs', 'notes.md'],
    };
    const trusted = trustedAt(github, 'main', 'f'.repeat(40));
    const call = await under(await hooksOf(['.github/*.mjs'], sources.sourceOf(trusted)));
    expect(asked).toEqual([`${'f'.repeat(40)}:.github/guard.mjs`]);
    expect(call?.content).toContain('trusted');
  });
});

describe('tools of the repository', () => {
  test('are loaded from the trusted files and run', async () => {
    const trusted = trustedFolder(
      checkout({
        'tools/shout.mjs':
          'export default ({ tool, defineTool, z }) => [tool("shout", ({ text }) => text.toUpperCase(), { kind: "readonly", parameters: { text: { type: "string" } } })];',
      }),
    );
    const named = { key: 'tools.modules', patterns: ['tools/*.mjs'] };
    const own = await startModules(sources.sourceOf(trusted), named, startToolModules);
    open.push(own);
    expect(await under([], own.items[0], { text: 'hi' })).toMatchObject({ content: 'HI' });
  });
});

describe('skills', () => {
  const good = '---\nname: release\ndescription: How to release\n---\n\n# Steps\nDo it.\n';

  test('are found in both places and loaded on demand', async () => {
    const found = await findSkills(
      trustedFolder(
        checkout({
          '.claude/skills/release/SKILL.md': good,
          '.claude/skills/release/other.md': 'not one',
          '.github/countersign/skills/triage.md':
            '---\r\ndescription: "How: to triage"\r\n---\r\nRead it.',
        }),
      ),
    );
    expect(found.warnings).toEqual([]);
    expect(found.skills).toEqual([
      { name: 'release', description: 'How to release', body: '# Steps\nDo it.' },
      { name: 'triage', description: 'How: to triage', body: 'Read it.' },
    ]);
    const [tool] = skillTool({ skills: found.skills });
    expect(JSON.stringify(tool?.description)).toContain('triage: How: to triage');
    expect(tool === undefined ? null : await under([], tool, { name: 'release' })).toMatchObject({
      content: '# Steps\nDo it.',
    });
  });

  test('a file that is no skill is left out with a warning, and the others stay', async () => {
    const found = await findSkills(
      trustedFolder(
        checkout({
          '.github/countersign/skills/a.md': 'no front matter',
          '.github/countersign/skills/b.md': '---\nname: [\n---\nx',
          '.github/countersign/skills/c.md': good,
          '.github/countersign/skills/d.md': good,
        }),
      ),
    );
    expect(found.skills.map(({ name }) => name)).toEqual(['release']);
    expect(found.warnings).toHaveLength(3);
  });

  test.each([
    ['no description', '---\nname: a\n---\nx', /no description/],
    ['a name with a path', '---\nname: ../a\ndescription: d\n---\nx', /its name/],
    ['nothing below', '---\nname: a\ndescription: d\n---\n', /nothing below/],
    ['a list for a head', '---\n- a\n---\nx', /not a list of keys/],
  ])('%s is said', (_, text, why) => {
    expect(skillFrom('a.md', text)).toMatch(why);
  });
});

test('the list of tools names every tool of a run once, with the source that counts and whether it is offered', async () => {
  const root = checkout({
    '.github/countersign.yml':
      'version: 1\nsandbox: off\ndeny: [github_comment]\ntools: { modules: [t.mjs], disabled: [bash_*] }\n' +
      'mcp: { servers: { gone: { command: countersign-no-such-program } } }\n',
    't.mjs':
      'export default ({ tool }) => ["own", "web_fetch"].map((name) => tool(name, () => "x", { kind: "readonly" }));',
  });
  const workspace = await openWorkspace(root);
  const { runner } = await createCommandRunner({
    workspace,
    mode: 'off',
    network: [],
    environment: process.env,
  });
  const bash = looseTool('bash_run', () => 'ran', { kind: 'execute' });
  const { tools, warnings, close } = await listedTools({
    trusted: trustedFolder(root),
    policyPath: '.github/countersign.yml',
    confined: [bash],
    runWorkspace: { files: workspace, commands: runner },
    environment: process.env,
    redactor: createRedactor(),
    modules: sources.sourceOf(trustedFolder(root)),
  });
  await close();
  await runner.close();
  const rows = tools.map(({ tool, source, offered }) => `${tool.name} ${source} ${offered}`);
  expect(rows).toEqual(
    expect.arrayContaining([
      'bash_run builtin false',
      'task_run builtin true',
      'clarify builtin true',
      'plan_submit builtin true',
      'skill builtin true',
      'github_comment builtin false',
      'github_push_branch builtin true',
      'web_search builtin true',
      'web_fetch repository true',
      'own repository true',
    ]),
  );
  expect(new Set(tools.map(({ tool }) => tool.name)).size).toBe(tools.length);
  expect(warnings).toEqual([expect.stringContaining('gone is left out')]);
});
