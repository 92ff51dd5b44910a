import { describe, expect, it } from 'vitest';
import { ownTools } from '../../../scripts/own-tools.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../src/common/index.ts';
import {
  type InputAliases,
  normalizeInput,
} from '../../../src/tools/define/input/normalize-input.ts';
import type { Tool } from '../../../src/tools/index.ts';
import * as fc from '../../properties.ts';
import { named } from '../support.ts';

const tools = await ownTools();

/** The input that the policy, the digest and the audit trail get; the error's message for a refused one. */
async function taken(name: string, input: Json): Promise<Json> {
  const prepared = await named(tools, name).prepare(input);
  return prepared.ok ? prepared.call.input : prepared.error.message;
}

describe('what models write first', () => {
  it.each<[string, Json, Json]>([
    ['fs_read', { file_path: 'a', offset: 0, limit: '5' }, { path: 'a', offset: 1, limit: 5 }],
    ['fs_write', { file_path: 'a', content: 'x' }, { path: 'a', content: 'x' }],
    [
      'fs_edit',
      { file_path: 'a', old_string: 'x', new_string: 'y', replace_all: 'true' },
      { path: 'a', old_string: 'x', new_string: 'y', replace_all: true },
    ],
    [
      'fs_multi_edit',
      { file_path: 'a', edits: [{ old_string: 'x', new_string: 'y' }] },
      { path: 'a', edits: [{ old_string: 'x', new_string: 'y' }] },
    ],
    [
      'fs_multi_edit',
      { file_path: 'a', edits: '[{"old_str": "x", "new_str": "y", "replace_all": "false"}]' },
      { path: 'a', edits: [{ old_string: 'x', new_string: 'y', replace_all: false }] },
    ],
    [
      'bash_run',
      { command: 'ls', description: 'Lists', timeout: '60000', run_in_background: true },
      { command: 'ls', description: 'Lists', timeout_ms: 60_000, background: true },
    ],
    ['bash_logs', { bash_id: 'b1' }, { id: 'b1' }],
    ['bash_kill', { shell_id: 'b1' }, { id: 'b1' }],
    [
      'todo_write',
      {
        todos: [
          { content: 'Look', status: 'completed', activeForm: 'Looking' },
          { content: 'Mend', status: 'in_progress', activeForm: 'Mending' },
        ],
      },
      {
        todos: [
          { text: 'Look', status: 'done' },
          { text: 'Mend', status: 'in_progress' },
        ],
      },
    ],
    [
      'task_run',
      { description: 'Look', prompt: 'Find it', subagent_type: 'general' },
      { task: 'Find it' },
    ],
    ['web_fetch', { url: 'https://a.example/', prompt: 'x' }, { url: 'https://a.example/' }],
    ['skill', { skill: 'none' }, { name: 'none' }],
    ['fs_read', { filePath: 'a', offset: null, limit: null }, { path: 'a' }],
    [
      'fs_edit',
      { filePath: 'a', oldString: 'x', newString: 'y', replaceAll: null },
      { path: 'a', old_string: 'x', new_string: 'y' },
    ],
    [
      'fs_multi_edit',
      { path: null, edits: [{ filePath: 'a', oldStr: 'x', newStr: 'y', replace_all: null }] },
      { edits: [{ path: 'a', old_string: 'x', new_string: 'y' }] },
    ],
    ['fs_list', { path: '' }, {}],
    [
      'fs_grep',
      { pattern: 'x', path: '', glob: '', mode: '', limit: '', '-i': '' },
      { pattern: 'x' },
    ],
    ['fs_read', { file_path: 'a', offset: '' }, { path: 'a' }],
    ['bash_run', { command: 'ls', description: '', cwd: '' }, { command: 'ls', description: '' }],
  ])('is taken by %s: %j', async (name, given, meant) => {
    expect(await taken(name, given)).toEqual(meant);
  });

  it('declares the facts of the normalised input, which the policy evaluates', async () => {
    const prepared = await named(tools, 'fs_write').prepare({ file_path: 'a/../b', content: '' });
    expect(prepared.ok && prepared.call.facts.paths).toEqual([{ path: 'b', access: 'write' }]);
  });
});

describe('an alias weakens no check', () => {
  it('refuses a field and its alias with different values, and names both', async () => {
    expect(await taken('fs_read', { path: 'a', file_path: 'b' })).toContain(
      'path and file_path are the same field (path) with different values; give one',
    );
    expect(await taken('fs_read', { path: 'a', file_path: 'a' })).toEqual({ path: 'a' });
    const edits = [{ old_string: 'x', old_str: 'y', new_string: 'z' }];
    expect(await taken('fs_multi_edit', { path: 'a', edits })).toContain(
      'edits[0].old_string and edits[0].old_str',
    );
  });
  it('refuses a missing field that is given as null or as an empty text', async () => {
    expect(await taken('fs_read', { path: null })).toContain('path: ');
    expect(await taken('fs_read', { path: '' })).toContain('path: ');
    expect(await taken('fs_read', { path: 'a', other: '' })).toContain('other: unknown field');
    expect(await taken('fs_write', { path: 'a', content: null })).toContain('content: ');
  });
  it('refuses unknown fields by their name, with the nearest known one', async () => {
    expect(await taken('fs_read', { path: 'a', ofset: 3 })).toContain(
      'ofset: unknown field. Did you mean "offset"?',
    );
    const edits = [{ old_sring: 'x', new_string: 'y' }];
    expect(await taken('fs_multi_edit', { path: 'a', edits })).toContain(
      'edits[0].old_sring: unknown field. Did you mean "old_string"?',
    );
    expect(await taken('fs_write', { path: 'a', content: 'x', activeForm: 'y' })).toContain(
      'activeForm: unknown field',
    );
  });
  it.each<[string, Json]>([
    ['fs_read', { path: 'a', limit: '5 lines' }],
    ['fs_read', { path: 'a', limit: '-1' }],
    ['fs_read', { path: 'a', offset: '1e3' }],
    ['fs_read', { path: 5 }],
    ['fs_read', { file_path: '' }],
    ['bash_run', { command: 'ls', timeout: 0 }],
    ['bash_run', { command: 'ls', background: 'yes' }],
    ['todo_write', { todos: [{ content: 'x', status: 'finished' }] }],
    ['todo_write', { todos: '{"text": "x"}' }],
  ])('refuses what %s refuses under its own names: %j', async (name, given) => {
    expect(await taken(name, given)).toEqual(expect.stringContaining('is not valid'));
  });
  it('leaves text that looks like a number where text is wanted', async () => {
    const given = { path: '5', content: 'true' };
    expect(await taken('fs_write', given)).toEqual(given);
  });
});

describe('the aliases of every tool', () => {
  it('lead to fields of its schema, from names that are none', () => {
    for (const tool of tools) checkAliases(tool.name, tool.inputSchema, tool.aliases ?? {});
  });
  it('change nothing in an input that they have changed', () => {
    const value = fc.oneof(
      fc.constantFrom<Json>('5', 0, '0', 'true', false, 'completed', null, '', '[1]', '["a"]'),
      fc.jsonValue().map((json): Json => JSON.parse(JSON.stringify(json))),
    );
    for (const tool of tools.filter((one) => one.aliases !== undefined)) {
      const schema = tool.inputSchema;
      const aliases = tool.aliases ?? {};
      const key = fc.constantFrom(...namesIn(schema, aliases), 'other', '__proto__');
      fc.assert(
        fc.property(fc.dictionary(key, value), (given) => {
          const once = normalizeInput(given, { schema, aliases });
          fc.pre(once.conflicts.length === 0);
          expect(normalizeInput(once.input, { schema, aliases })).toEqual(once);
        }),
        { numRuns: 40 },
      );
    }
  });
  it('are not shown to the model', () => {
    const shown = JSON.stringify(tools.map((tool: Tool) => tool.inputSchema));
    expect(shown).not.toMatch(/file_path|run_in_background|output_mode|head_limit|activeForm/);
  });
});

function namesIn(schema: JsonObject, aliases: InputAliases): readonly string[] {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return [
    ...Object.keys(properties),
    ...Object.keys(aliases.names ?? {}),
    ...(aliases.ignored ?? []),
  ];
}

function checkAliases(tool: string, schema: JsonObject, aliases: InputAliases): void {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const { names = {}, values = {}, ignored = [], items = {} } = aliases;
  for (const [alias, name] of Object.entries(names)) {
    expect(Object.hasOwn(properties, alias), `${tool}: ${alias} is a field`).toBe(false);
    expect(properties, tool).toHaveProperty([name]);
  }
  for (const name of ignored) expect(properties, tool).not.toHaveProperty([name]);
  for (const name of Object.keys(values)) expect(properties, tool).toHaveProperty([name]);
  for (const [name, nested] of Object.entries(items)) {
    const list = properties[name] ?? null;
    const below = isJsonObject(list) && isJsonObject(list['items']) ? list['items'] : {};
    checkAliases(`${tool}.${name}`, below, nested);
  }
}
