import { describe, expect, it } from 'vitest';
import { ownTools } from '../../scripts/own-tools.ts';
import { createRedactor, isJsonObject, type Json } from '../../src/common/index.ts';
import { createGitHub, githubTools } from '../../src/github/index.ts';
import { compileOutputSchema, finishTool, type Tool, toolSpecs } from '../../src/tools/index.ts';
import { renderDescription } from '../../src/tools/define/description.ts';
import { searchTool } from '../../src/tools/web/search.ts';
import { fileToolsIn, temporaryFolder } from './support.ts';

const unused = (): never => {
  throw new Error('not used');
};

/** The tools as a listing shows them, and those that a run's circumstances change. */
async function everySetup(): Promise<readonly Tool[]> {
  const folder = temporaryFolder();
  const { workspace } = await fileToolsIn(folder.path);
  folder.remove();
  const work = {
    workspace,
    headSha: 'a'.repeat(40),
    branch: 'countersign/5',
    branchPrefix: 'countersign/',
    baseBranch: 'main',
  };
  const place = { apiHost: 'api.github.com', serverUrl: 'https://github.com' };
  const onGitHub = (number: number | null) =>
    githubTools({
      ...place,
      github: createGitHub({
        redactor: createRedactor(),
        token: '',
        apiUrl: 'https://api.github.com',
        owner: 'o',
        repo: 'r',
      }),
      number,
      trusts: unused,
      mark: unused,
      redact: unused,
      work,
    });
  const schema = await compileOutputSchema('{"type":"object","properties":{}}', 'output-schema');
  return [
    ...(await ownTools()),
    ...onGitHub(null),
    ...onGitHub(5),
    finishTool(schema),
    searchTool({ search: unused, usualDomains: [] }),
    searchTool({ search: unused, usualDomains: ['docs.example.com'] }),
  ];
}

const tools = await everySetup();

describe('the description of every tool in every setup', () => {
  it('has no empty place', () => {
    for (const tool of tools) {
      const texts = [renderDescription(tool.description), ...fieldTexts(tool.inputSchema)];
      for (const text of texts) {
        expect(text, tool.name).not.toMatch(/undefined|NaN|\[object|\$\{/);
        expect(text, tool.name).not.toMatch(/ {2,}|[:,(] ?[.,;)]|""|''|^\s*$/m);
      }
    }
  });
  it('ends its sentences, and names no tool that there is not', () => {
    const names = new Set(tools.map(({ name }) => name));
    for (const tool of tools) {
      const text = renderDescription(tool.description);
      for (const line of text.split('\n')) expect(line, tool.name).toMatch(/[.:]$/);
      for (const [name] of text.matchAll(/\b(?:fs|bash|todo|web|task|github)_[a-z_]+[a-z]/g))
        expect(names, `${tool.name} names ${name}`).toContain(name);
    }
  });
  it('is short: all of them, with their inputs, are at most 16 kB', async () => {
    expect(
      JSON.stringify(toolSpecs(await ownTools())).length,
      'Every request to the model has these: shorten descriptions, those of older tools if need be.',
    ).toBeLessThan(16_000);
  });
  it('says when to use the tool, or what for, beyond what it does', () => {
    for (const name of [
      'fs_read',
      'fs_edit',
      'fs_glob',
      'fs_grep',
      'bash_run',
      'task_run',
      'todo_write',
    ]) {
      const tool = tools.find((one) => one.name === name);
      expect(renderDescription(tool?.description ?? { short: '' })).toMatch(
        /\b(?:for|not for|use|never)\b/i,
      );
    }
  });
});

function fieldTexts(schema: Json): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const own = typeof schema['description'] === 'string' ? [schema['description']] : [];
  const below = isJsonObject(schema['properties']) ? Object.values(schema['properties']) : [];
  return [...own, ...below.flatMap(fieldTexts), ...fieldTexts(schema['items'] ?? null)];
}
