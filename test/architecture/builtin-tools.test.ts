import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownTools } from '../../scripts/own-tools.ts';
import { isJsonObject, type Json, type JsonObject } from '../../src/common/index.ts';
import { BUILTIN_TOOLS, type Facts, type Kind } from '../../src/policy/index.ts';
import { READING_TOOLS, WRITING_TOOLS } from '../../src/policy/model/builtin-tools.ts';
import { BUILTIN_CATEGORIES, BUILTIN_TAGS } from '../../src/policy/model/builtin-tools.ts';

const tools = await ownTools();
const names = tools.map(({ name }) => name);

/** The inputs of each tool that are texts, but no paths. Whoever adds an input says which it is. */
const TEXT_INPUTS: Readonly<Record<string, string>> = {
  fs_write: 'content',
  fs_edit: 'old_string new_string',
  fs_multi_edit: 'edits[].old_string edits[].new_string',
  fs_glob: 'pattern',
  fs_grep: 'pattern glob type',
  bash_run: 'command description',
  bash_logs: 'id',
  bash_kill: 'id',
  todo_write: 'todos[].text',
  finish: 'summary',
  task_run: 'task context expected_outcome',
  clarify: 'question choices[] default',
  plan_submit: 'plan calls[].tool calls[].rule',
  web_fetch: 'url',
  web_search: 'query domains[]',
  github_comment: 'body',
  github_review: 'body remarks[].body',
  github_label: 'add[] remove[]',
  github_update_issue: 'title assignees[] milestone',
  github_read_ci: 'ref',
  github_push_branch: 'branch message',
  github_create_pull_request: 'title body branch',
  skill: 'name',
};

/**
 * The inputs of each tool that name paths of the workspace, and what the tool does with them: the policy's rules about `fs_read`
 * and `fs_write` only cover a path that the tool declares in its facts. A tool that deletes a file writes it; one that moves a file reads and writes its source.
 * `none` gives the reason why a path is not of the workspace.
 */
type Use = 'read' | 'write' | 'cwd' | { readonly none: string };
const PATH_INPUTS: Readonly<Record<string, Readonly<Record<string, readonly Use[]>>>> = {
  fs_read: { path: ['read'] },
  fs_list: { path: ['read'] },
  fs_glob: { path: ['read'] },
  fs_grep: { path: ['read'] },
  fs_write: { path: ['write'] },
  fs_edit: { path: ['write'] },
  fs_multi_edit: { path: ['write'], 'edits[].path': ['write'] },
  bash_run: { cwd: ['cwd'] },
  github_push_branch: { 'paths[]': ['read'] },
  github_read_pull: { 'files[]': [{ none: 'files of the pull request on GitHub' }] },
  github_review: { 'remarks[].path': [{ none: 'a file of the pull request on GitHub' }] },
};
const SAMPLE_PATH = 'folder/sample.txt';
/** Inputs that have a form of their own. */
const SAMPLES: Readonly<Record<string, Json>> = { branch: 'countersign/sample' };

test('every tool of this program is checked here', () => {
  expect(
    [...names].sort(),
    'Add each tool to BUILTIN_TOOLS of src/policy/model/builtin-tools.ts; policies may name only these.',
  ).toEqual([...BUILTIN_TOOLS].sort());
});

function fileToolsOfKind(kind: Kind): readonly string[] {
  return tools
    .filter((tool) => tool.category === 'fs' && tool.kind === kind)
    .map(({ name }) => name)
    .toSorted();
}

test('what policies of other agents say about files is about all tools that read or write files', () => {
  expect(
    { reading: [...READING_TOOLS].sort(), writing: [...WRITING_TOOLS].sort() },
    'Add each tool to src/policy/model/builtin-tools.ts: an imported rule that denies edits must deny them to every tool. The tables of src/policy/tooling/import and the presets may need it, too.',
  ).toEqual({ reading: fileToolsOfKind('readonly'), writing: fileToolsOfKind('write') });
});

test('the categories and tags that rules may name are those of the tools', () => {
  const categories = new Set(tools.map(({ category }) => category));
  expect(BUILTIN_CATEGORIES).toEqual([...categories, 'custom', 'mcp'].sort());
  const tags = new Set(tools.flatMap((tool) => tool.tags));
  expect(BUILTIN_TAGS).toEqual([...tags].sort());
});

describe('a built-in tool', () => {
  const pages = ['docs/tools.md', 'docs/github.md'].map((page) => readFileSync(page, 'utf8'));
  const rows = pages.flatMap((page) => page.split('\n').filter((line) => line.startsWith('|')));
  const tests = testFiles('test').map((file) => readFileSync(file, 'utf8'));

  test.each(names)('has a row in docs/tools.md, or docs/github.md: %s', (name) => {
    const hasRow = rows.some((row) => row.includes(`\`${name}\``));
    expect(hasRow, `Add a row for \`${name}\` to the table of docs/tools.md.`).toBe(true);
  });

  test.each(names)('has a scenario in the tests: %s', (name) => {
    const isUsed = tests.some((text) => text.includes(`'${name}'`));
    expect(isUsed, `Add a test that calls '${name}', best one in test/e2e.`).toBe(true);
  });

  test.each(tools)('declares the paths of its inputs: $name', async (tool) => {
    const declared = PATH_INPUTS[tool.name] ?? {};
    const inputs = textInputs(tool.inputSchema);
    const noPaths = TEXT_INPUTS[tool.name]?.split(' ') ?? [];
    expect(
      inputs.filter((input) => declared[input] === undefined && !noPaths.includes(input)),
      `If these inputs of ${tool.name} are paths, say in PATH_INPUTS whether it reads or writes them (a tool that moves or copies reads its source, too), and declare them in its facts. If not, list them in TEXT_INPUTS.`,
    ).toEqual([]);
    expect(
      noPaths.filter((input) => !inputs.includes(input)),
      `${tool.name} has no such inputs: remove them from TEXT_INPUTS.`,
    ).toEqual([]);
    for (const [input, uses] of Object.entries(declared)) {
      expect(inputs, `${tool.name} has no input ${input}: remove it from PATH_INPUTS.`).toContain(
        input,
      );
      const wanted = uses.filter((use) => typeof use === 'string');
      if (wanted.length === 0) continue;
      const prepared = await tool.prepare(sampleOf(tool.inputSchema, input));
      if (!prepared.ok) throw new Error(`${tool.name}: ${prepared.error.message}`);
      for (const use of wanted) {
        expect(
          declares(prepared.call.facts, use),
          `The facts of ${tool.name} must declare the path in ${input} (${use}).`,
        ).toBe(true);
      }
    }
  });
});

function declares(facts: Facts, use: string): boolean {
  if (use === 'cwd') return facts.cwd === SAMPLE_PATH;
  return (facts.paths ?? []).some(({ path, access }) => path === SAMPLE_PATH && access === use);
}

function testFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('architecture'))
    .map((file) => join(folder, file));
}

/** The inputs that hold a text or texts of any content: `path`, `paths[]`, `edits[].path`. */
function textInputs(schema: JsonObject, input = ''): readonly string[] {
  const { type, items, anyOf } = schema;
  const choices = Array.isArray(anyOf) ? anyOf.filter(isJsonObject) : [];
  const inChoices = choices.flatMap((choice) => textInputs(choice, input));
  const inItems =
    isJsonObject(items ?? null) && isJsonObject(items) ? textInputs(items, `${input}[]`) : [];
  const inProperties = Object.entries(propertiesOf(schema)).flatMap(([name, property]) =>
    textInputs(property, input === '' ? name : `${input}.${name}`),
  );
  const own = type === 'string' && schema['enum'] === undefined ? [input] : [];
  return [...new Set([...own, ...inChoices, ...inItems, ...inProperties])];
}

/** An input with everything that the schema requires, and the sample path in one place. */
function sampleOf(schema: JsonObject, input: string): JsonObject {
  const [here = '', ...deeper] = input.split('.');
  const required = schema['required'];
  const name = here.replace('[]', '');
  const needed = new Set([...(Array.isArray(required) ? required.map(String) : []), name]);
  return Object.fromEntries(
    Object.entries(propertiesOf(schema))
      .filter(([key]) => needed.has(key))
      .map(([key, property]) => [
        key,
        key === name ? pathSample(property, deeper.join('.')) : anySample(key, property),
      ]),
  );
}

function pathSample(property: JsonObject, deeper: string): Json {
  const { items } = property;
  if (!isJsonObject(items ?? null)) return SAMPLE_PATH;
  return [isJsonObject(items) && deeper !== '' ? sampleOf(items, deeper) : SAMPLE_PATH];
}

function anySample(name: string, property: JsonObject): Json {
  const { type, items } = property;
  const known = SAMPLES[name];
  if (known !== undefined) return known;
  if (name === 'path') return 'other.txt';
  if (Array.isArray(property['enum'])) return property['enum'][0];
  switch (type) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return isJsonObject(items ?? null) ? [itemSample(items)] : [];
    default:
      return 'sample';
  }
}

function itemSample(items: Json | undefined): Json {
  if (!isJsonObject(items ?? null) || !isJsonObject(items)) return 'sample';
  if (items['type'] !== 'object') return anySample('', items);
  const required = items['required'];
  const needed = new Set(Array.isArray(required) ? required.map(String) : []);
  // An edit may name its path itself, in place of the call.
  return Object.fromEntries(
    Object.entries(propertiesOf(items))
      .filter(([key]) => needed.has(key))
      .map(([key, property]) => [key, anySample(key, property)]),
  );
}

function propertiesOf(schema: JsonObject): Readonly<Record<string, JsonObject>> {
  const properties = schema['properties'];
  if (!isJsonObject(properties ?? null) || !isJsonObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      isJsonObject(property) ? [[name, property]] : [],
    ),
  );
}
