import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownTools } from '../../scripts/own-tools.ts';
import { isJsonObject, type Json, type JsonObject } from '../../src/common/index.ts';
import { BUILTIN_TOOLS, type Facts } from '../../src/policy/index.ts';
import { BUILTIN_CATEGORIES, BUILTIN_TAGS } from '../../src/policy/model/builtin-tools.ts';

const tools = await ownTools();
const names = tools.map(({ name }) => name);

/** Inputs whose name says that they hold a path. */
const PATH_NAME =
  /^(?:.*_)?(?:path|paths|file|files|folder|directory|dir|cwd|source|target|destination|from|to)$/;

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
  expect([...names].sort()).toEqual([...BUILTIN_TOOLS].sort());
});

test('the categories and tags that rules may name are those of the tools', () => {
  const categories = new Set(tools.map(({ category }) => category));
  expect(BUILTIN_CATEGORIES).toEqual([...categories, 'custom', 'mcp'].sort());
  const tags = new Set(tools.flatMap((tool) => tool.tags));
  expect(BUILTIN_TAGS).toEqual([...tags].sort());
});

test.each(tools)('the generated schema of $name is that of the parser of its calls', (tool) => {
  expect(JSON.stringify(tool.inputSchema)).toBe(JSON.stringify(tool.freshSchema?.()));
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
    const inputs = pathInputs(tool.inputSchema);
    expect(
      inputs.filter((input) => declared[input] === undefined),
      `Say in PATH_INPUTS what ${tool.name} does with these paths, and declare them in its facts.`,
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

/** The inputs that hold a text or texts, and whose name says that these are paths: `path`, `paths[]`, `edits[].path`. */
function pathInputs(schema: JsonObject, before = ''): readonly string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const input = `${before}${name}`;
    const items = property['items'];
    if (property['type'] === 'array' && isJsonObject(items)) {
      if (items['type'] === 'object') return pathInputs(items, `${input}[].`);
      return items['type'] === 'string' && PATH_NAME.test(name) ? [`${input}[]`] : [];
    }
    return property['type'] === 'string' && PATH_NAME.test(name) ? [input] : [];
  });
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
  if (PATH_NAME.test(name) && type === 'string') return 'other.txt';
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
