import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cli, type Ended } from '../../command.ts';

const policy = (auto = '', more = '') => `version: 1
mode: ask
sandbox: off
auto: [${auto}"kind:readonly"]
deny: [fs_edit]
${more}`;
/** Each call starts a process for modules: only tests of modules have them. */
const MODULES = 'tools: { modules: ["tools/*.mjs"], secrets: [DOCS_TOKEN] }\n';
const MODULE = `export default ({ defineTool, z }) => ['loud', 'asks'].map((name) => defineTool({
  name, description: name, kind: 'execute', input: z.object({ text: z.string() }),
  facts: ({ text }) => ({ paths: text === 'write' ? [{ path: 'made.txt', access: 'write' }] : [] }),
  execute: async ({ text }, { workspace, commands, secret, ask, setMetadata }) => {
    const said = async (work) => await work().then(String, (error) => 'refused: ' + error.message);
    if (text === 'write') await workspace.write('made.txt', 'made');
    else {
      setMetadata({ page: 2, of: 3 });
      text += [await said(() => commands.run('pwd').then(({ output }) => output.trim())), await said(() => secret('DOCS_TOKEN')), await said(() => ask('?')), await said(() => workspace.read('none.txt'))].join('|');
    }
    return typeof process.env.DOCS_TOKEN + text;
  },
}));`;
/** A call that the policy asks about, and that writes a file. */
const WRITE = { path: 'made.txt', content: 'made' };
/** A call that it denies. */
const EDIT = { path: 'made.txt', old_string: 'a', new_string: 'b' };

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-call-'));
  await put('.github/countersign.yml', policy());
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** The modules of the checkout, and the policy that names them. */
async function putModules(): Promise<void> {
  await put('.github/countersign.yml', policy('loud, ', MODULES));
  await put('tools/loud.mjs', MODULE);
}

/** `tools call` in the checkout. */
async function toolsCall(name: string, input: object, ...more: readonly string[]): Promise<Ended> {
  return await cli(['tools', 'call', name, '--input', JSON.stringify(input), ...more], {
    cwd: folder,
    env: { DOCS_TOKEN: 'value-of-the-docs-token' },
  });
}

test('a tool of a module runs where the policy lets it, without the environment, with the services that the policy allows, and nobody to be asked', async () => {
  await putModules();
  const { code, out, err } = await toolsCall('loud', { text: 'hi' });
  const pieces = [
    /^undefinedhirefused: loud may not run this command: .*/,
    /\[redacted:[\w-]+:\w+\]/,
    /refused: A person to ask is not available .*/,
    /refused: /,
  ];
  expect({ code, result: JSON.parse(out) as unknown }).toEqual({
    code: 0,
    result: {
      ok: true,
      llmContent: expect.stringMatching(
        new RegExp(pieces.map(({ source }) => source).join('\\|')),
      ) as string,
      metadata: { page: 2, of: 3 },
    },
  });
  expect(err).toContain('auto: The rule "loud" on line 4 lets it run.');
  expect(err).toContain('warning: modules run without a sandbox');
});

test('what asks runs with --yes, and what is denied does not', async () => {
  const asked = await toolsCall('fs_write', WRITE);
  expect(asked).toMatchObject({ code: 1, out: '' });
  expect(asked.err).toMatch(/requireApproval: /);
  expect(asked.err).toContain('The call did not run. Add --yes to approve it yourself.\n');
  expect(existsSync(join(folder, 'made.txt'))).toBe(false);
  const denied = await toolsCall('fs_edit', EDIT, '--yes');
  expect(denied).toMatchObject({ code: 1, out: '' });
  expect(denied.err).not.toContain('--yes');
  await putModules();
  expect(await toolsCall('asks', { text: 'write' }, '--yes')).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'made.txt'))).toBe(true);
});

test('with --json, a call that does not run has its verdict on standard output', async () => {
  const asked = await toolsCall('fs_write', WRITE, '--json');
  expect(asked.code).toBe(1);
  expect(JSON.parse(asked.out)).toMatchObject({
    ok: false,
    verdict: 'requireApproval',
    rule: null,
    because: expect.stringMatching(/./) as string,
  });
  const denied = await toolsCall('fs_edit', EDIT, '--json', '--yes');
  expect(denied.code).toBe(1);
  expect(JSON.parse(denied.out)).toEqual({
    ok: false,
    verdict: 'deny',
    rule: 'fs_edit',
    line: 5,
    because: 'The rule "fs_edit" on line 5 forbids it.',
  });
  expect(existsSync(join(folder, 'made.txt'))).toBe(false);
});

test('a command that cannot be read as shell does not run, with --yes either', async () => {
  const ended = await toolsCall('bash_run', { command: 'touch made.txt; echo "x' }, '--yes');
  expect(ended).toMatchObject({ code: 1, out: '' });
  expect(ended.err).toContain('deny: It never runs: it does not parse: unterminated double quote');
  expect(existsSync(join(folder, 'made.txt'))).toBe(false);
});

test('no call runs while the temporary folder lies in the checkout, and the fix is said', async () => {
  vi.stubEnv('TMPDIR', folder);
  const ended = await toolsCall('bash_run', { command: 'touch made.txt' }, '--yes');
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toContain('Set TMPDIR to a folder outside of the checkout.');
  expect(existsSync(join(folder, 'made.txt'))).toBe(false);
});

test('a bad input and an unknown tool are reported', async () => {
  expect((await toolsCall('fs_read', { path: 5 })).out).toContain('path: expected string');
  expect(await toolsCall('lou', {})).toMatchObject({
    code: 2,
    err: expect.stringContaining('Unknown tool: "lou"') as string,
  });
  for (const name of ['clarify', 'github_comment', 'mcp__docs__search'])
    expect(await toolsCall(name, {})).toMatchObject({
      code: 2,
      err: expect.stringContaining(`The tool ${name} works only in a run`) as string,
    });
});

/** `tools list` in the checkout. */
async function listed(...filters: readonly string[]): Promise<Ended> {
  return await cli(['tools', 'list', '--json', ...filters], { cwd: folder, env: {} });
}

test('tools list shows the tools that match every filter, and refuses a kind that does not exist', async () => {
  await putModules();
  const found = async (...filters: readonly string[]): Promise<readonly string[]> => {
    const { out } = await listed(...filters);
    return (JSON.parse(out) as readonly { readonly name: string }[]).map(({ name }) => name);
  };
  expect(await found('--category', 'custom', '--kind', 'execute')).toHaveLength(2);
  expect(await found('--category', 'custom', '--search', 'LOUD')).toEqual(['loud']);
  const wrong = await listed('--kind', 'writes');
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(wrong.err).toContain(
    '--kind is "writes". Write one of: readonly, write, execute, network.',
  );
});

test('tools list says which categories and tags there are if no tool matches', async () => {
  const nothing = await listed('--category', 'GitHub');
  expect(nothing).toMatchObject({ code: 0, out: '[]\n' });
  expect(nothing.err).toMatch(
    /^No tool matches every filter\. The categories are: .*github.*\. The tags/m,
  );
  expect((await listed('--category', 'github')).err).not.toContain('No tool matches');
});
