import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  evaluate,
  loadPolicy,
  planCommand,
  type Situation,
  suggestedRules,
} from '../../src/policy/index.ts';
import { openWorkspace, type Workspace, workspacePathResolver } from '../../src/sandbox/index.ts';
import { bashTools, createReadRecord, fileTools, type Tool } from '../../src/tools/index.ts';
import * as fc from '../properties.ts';
import { named, temporaryFolder } from './support.ts';

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
let tools: readonly Tool[];
let situation: Situation;

const unused = async () => await Promise.reject(new Error('not used'));

beforeAll(async () => {
  folder = temporaryFolder();
  workspace = await openWorkspace(folder.path);
  tools = [
    ...fileTools({ workspace, reads: createReadRecord() }),
    ...bashTools({
      workspace,
      plan: (source) => planCommand(source),
      commands: { run: unused, start: unused },
    }),
  ];
  situation = {
    pathResolver: workspacePathResolver(folder.path),
    untrusted: false,
    sandboxed: true,
  };
});
afterAll(() => folder.remove());

async function prepared(name: string, input: object) {
  const preparation = await named(tools, name).prepare(JSON.parse(JSON.stringify(input)));
  if (!preparation.ok) throw new Error(preparation.error.message);
  return preparation.call;
}

function policyWith(rules: readonly string[]) {
  const text = `version: 1\nmode: ask\nauto: ${JSON.stringify(rules)}\n`;
  const loaded = loadPolicy(text, { file: 'policy.yml' });
  if (!loaded.ok) throw new Error(`${rules.join()}: ${JSON.stringify(loaded.problems)}`);
  return loaded.policy;
}

async function rulesOf(name: string, input: object): Promise<readonly string[]> {
  return suggestedRules(policyWith([]), (await prepared(name, input)).facts, situation);
}

/** The verdict on `name(input)` under a policy whose only `auto` rules are these. */
async function verdict(rules: readonly string[], name: string, input: object): Promise<string> {
  return evaluate(policyWith(rules), (await prepared(name, input)).facts, situation).verdict;
}

const write = (path: string) => ({ path, content: 'x' });
const edits = (...paths: readonly string[]) => ({
  edits: paths.map((path) => ({ path, old_string: 'a', new_string: 'b' })),
});

describe('the rules that are proposed for a call', () => {
  it('cover the call and no other file, whatever characters the path has', async () => {
    // Backslashes are left out: a name that holds one is covered by no rules, so it is asked about.
    const part = fc.string({
      unit: fc.constantFrom(
        'a',
        'b',
        '*',
        '?',
        '[',
        ']',
        '{',
        '}',
        '(',
        ')',
        '!',
        '@',
        '+',
        '|',
        ',',
        '.',
        'é',
      ),
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(part, part, async (first, second) => {
        const path = `src/x${first}`;
        fc.pre(!path.endsWith('.') && first !== second);
        const rules = await rulesOf('fs_write', write(path));
        expect(await verdict(rules, 'fs_write', write(path))).toBe('auto');
        expect(await verdict(rules, 'fs_write', write(`src/x${second}`))).toBe('requireApproval');
        expect(await verdict(rules, 'fs_write', write(`src/x${first}z`))).toBe('requireApproval');
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  it('cover several files of one call, and not another', async () => {
    const rules = await rulesOf('fs_multi_edit', edits('a,b', 'src/{c}.ts'));
    expect(await verdict(rules, 'fs_multi_edit', edits('a,b', 'src/{c}.ts'))).toBe('auto');
    expect(await verdict(rules, 'fs_multi_edit', edits('a,b', 'other'))).toBe('requireApproval');
  });

  it.each([
    'npm test',
    'git log -n 3',
    "grep -n 'a b*' file.txt",
    'node "it\'s"',
    "node 'a\"b.js'",
    'node -- x=1',
  ])('cover the plain command %s', async (command) => {
    const rules = await rulesOf('bash_run', { command });
    expect(await verdict(rules, 'bash_run', { command })).toBe('auto');
    expect(await verdict(rules, 'bash_run', { command: `${command} more` })).toBe(
      'requireApproval',
    );
  });
});
