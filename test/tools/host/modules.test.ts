import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, named, textOf } from '../support.ts';
import { reportedTools } from '../../../src/tools/host/reported.ts';
import { callProbe, type Host, type Loader, openHost, toolModule } from './support.ts';

let host: Host;
let loader: Loader;
beforeAll(async () => {
  host = await openHost('off');
  loader = host.loader();
});
afterEach(() => host.reset());
afterAll(async () => {
  await loader.close();
  await host.close();
});

describe('the tools of modules', () => {
  it('are one, several, and such as are made later', async () => {
    const { items: tools } = await host.tools({
      'one.mjs': `export default ({ defineTool, z }) => defineTool({
        name: 'greet', description: 'Greets.', kind: 'readonly',
        input: z.object({ who: z.string() }), execute: ({ who }) => 'hello ' + who });`,
      'more.mjs': `export default async ({ tool, defineToolAsync, z }) => [
        tool('a', async () => 'x'),
        defineToolAsync(async () => ({ name: 'b', description: 'B', kind: 'readonly', input: z.object({}), execute: () => 'b' })),
      ];`,
    });
    expect(tools.map((one) => one.name)).toEqual(['greet', 'a', 'b']);
    expect(textOf(await call(named(tools, 'greet'), { who: 'you' }))).toBe('hello you');
    expect(textOf(await call(named(tools, 'b'), {}))).toBe('b');
  });

  it.each([
    [
      'throws.mjs',
      'throw new Error("no luck")',
      /throws\.mjs cannot be used: no luck \(line 1, column 7\)\.$/,
    ],
    [
      'endless.mjs',
      'export default ({ tool }) => tool("a", () => 1, { description: "x".repeat(30_000) })',
      /cannot be used: 0\.description\.short: Too big: expected string to have <=20000 characters\.$/,
    ],
    ['exits.mjs', 'process.exit(3)', /exits\.mjs cannot be used: The process .* ended/],
  ])('are refused where %s is wrong, by name', async (name, source, message) => {
    await expect(host.tools({ [name]: source })).rejects.toThrow(message);
  });

  it('are refused where a module imports a package, with what it can import', async () => {
    const given = [
      ['esm.mjs', 'import pad from "left-pad"; export default ({ tool }) => tool("a", pad);'],
      [
        'cjs.cjs',
        'const pad = require("left-pad"); module.exports = ({ tool }) => tool("a", pad);',
      ],
    ] as const;
    for (const [name, source] of given)
      await expect(host.tools({ [name]: source })).rejects.toMatchObject({
        message: expect.stringMatching(
          /cannot be used: Cannot find (?:package|module) 'left-pad'\.$/,
        ) as string,
        fix: expect.stringContaining('no packages') as string,
      });
  });

  it.each([
    ['has no syntax', 'export default (', /Unexpected.*`node --check` with this file shows/],
    [
      'imports what Node does not export',
      "\nimport { nope } from 'node:fs'",
      /an export named 'nope' \(line 2\)/,
    ],
    [
      'defines an invalid tool',
      "export default ({ tool }) =>\n  tool('a', () => 1, { timeout: 1 })",
      /Did you mean "timeoutMs".*\(line 2, column 3\)/,
    ],
    [
      'reads a file while it loads',
      "import { readFileSync } from 'node:fs';\nreadFileSync('/etc/passwd')",
      /no access of its own.*\(FileSystemRead \/etc\/passwd\).*use `workspace`.*\(line 2, column 1\)/,
    ],
    ['has no default export', 'export const a = 1', /its default export is not a function/],
    [
      'makes its tool itself',
      'export default () => ({ name: "fake", prepare: () => 1 })',
      /at place 1 was not made by defineTool/,
    ],
    ['rejects', 'export default () => [Promise.reject(new Error("later"))]', /later/],
    [
      'gives a bad name',
      'export default ({ tool }) => tool("a b", () => 1)',
      /is not a valid tool name/,
    ],
  ])('are refused where a module %s', async (_, source, message) => {
    await expect(loader.load('tools', 'tools.mjs', source)).rejects.toThrow(message);
  });

  it.each([
    ['module.exports', 'module.exports = ({ tool }) => tool("a", () => "x");'],
    [
      'what TypeScript makes of an export default',
      `"use strict"; Object.defineProperty(exports, "__esModule", { value: true });
      exports.default = ({ tool }) => tool("a", () => "x");`,
    ],
  ])('are read from CommonJS: %s', async (_, source) => {
    const reported = await loader.load('tools', 'tools.cjs', source);
    expect(reportedTools.parse(reported).map((one) => one.name)).toEqual(['a']);
  });

  it.each([
    ['nothing', 'export const a = 1;', /is not a hook.*expected object, received undefined/],
    ['a number', 'export default 5;', /is not a hook.*expected object, received number/],
    ['a class', 'export default class { preToolUse() {} }', /expected object, received function/],
    [
      'an instance of one',
      'export default new (class { preToolUse() {} })();',
      /methods of a class do not count: export a plain object/,
    ],
    [
      'an instance with fields',
      'export default new (class { seen = 0; preToolUse() {} })();',
      /"seen" is unknown/,
    ],
    [
      'a misspelt phase',
      'export default { preTooluse() {} };',
      /"preTooluse" is unknown\. Did you mean "preToolUse"\?/,
    ],
    [
      'one for an unknown kind',
      'export default { on: { kinds: ["read"] }, preToolUse() {} }',
      /on\.kinds\.0: Invalid option/,
    ],
    ['a name alone', 'export default { name: "empty" };', /has none of preToolUse/],
    ['a wrong phase', 'export default { preToolUse: "deny" }', /preToolUse: Invalid input/],
  ])('say what is wrong with a hook that is %s', async (_, source, message) => {
    await expect(loader.load('hooks', 'hook.mjs', source)).rejects.toThrow(message);
  });

  it('may replace a built-in tool, which the facts of its calls say', async () => {
    const { items } = await host.tools({
      'tools.mjs': `export default ({ tool }) => [tool('web_fetch', () => 'x'), tool('own', () => 'x')];`,
    });
    const facts = await Promise.all(
      items.map(async (one) => {
        const prepared = await one.prepare({});
        return prepared.ok ? [one.name, prepared.call.facts.replacesBuiltin] : null;
      }),
    );
    expect(facts).toEqual([
      ['web_fetch', true],
      ['own', undefined],
    ]);
  });

  it('are told in one line what a request of them lacks', async () => {
    const modules = await host.tools({
      'probe.mjs': toolModule('return await context.ask().catch((error) => error.message);'),
    });
    const expected = 'question: Invalid input: expected string, received undefined';
    expect(textOf(await callProbe(modules))).toBe(expected);
  });

  it('are told what to use where a call has no access of its own to files', async () => {
    const modules = await host.tools({
      'probe.mjs': toolModule(
        "return await import('node:fs').then(({ readFileSync }) => readFileSync('a.txt'));",
      ),
    });
    await expect(callProbe(modules)).rejects.toThrow(
      /no access of its own.*\(FileSystemRead a\.txt\): use `workspace` and `commands` of the context$/,
    );
  });

  it.each([
    ['waits', 'export default () => new Promise(() => {})'],
    ['loops', 'for (;;) {}'],
  ])('are not waited for where a module %s', async (_, source) => {
    const loading = host.tools({ 'slow.mjs': source }, { timeoutMs: 200 });
    await expect(loading).rejects.toThrow(/slow\.mjs .*within 200 ms/);
  });
});
