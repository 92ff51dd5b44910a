import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  evaluate,
  explain,
  type Facts,
  type Policy,
  sampleFacts,
  suggestedRules,
} from '../../../src/policy/index.ts';
import { withAutoRules } from '../../../src/policy/tooling/narrowest-rules.ts';
import { policy, situation } from '../helpers.ts';
import { hasMoreTime } from '../../properties.ts';

const CORPUS = ['../commands/corpus.jsonl', '../commands/agent-commands.jsonl'].flatMap((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => z.looseObject({ command: z.string() }).parse(JSON.parse(line)).command),
);
const POLICY = policy('auto:\n  - bash_run(@readonly)\n');
const SITUATION = situation();
/** A usual run tries every fortieth command of the corpus. */
const STEP = hasMoreTime ? 1 : 40;

const command = (source: string): Facts => sampleFacts('bash_run', source);
const verdictBefore = (source: string) => evaluate(POLICY, command(source), SITUATION).verdict;
const rulesFor = (source: string, from: Policy = POLICY) =>
  suggestedRules(from, command(source), SITUATION);

/** The simple commands of a source and the paths that it touches: what rules for it may be about. */
function partsOf(source: string): ReadonlySet<string> {
  const { commands } = explain(POLICY, command(source), SITUATION);
  return new Set(
    commands.flatMap(({ words, paths }) => [
      words.map((word) => word.text ?? word.source).join(' '),
      ...paths.map(({ path }) => path),
    ]),
  );
}

describe('the rules that are proposed for a call', () => {
  test('name each simple command that asks, and none that runs already', () => {
    expect(rulesFor('make; git add -A')).toEqual(['bash_run(make)', 'bash_run(git add -A)']);
    expect(rulesFor('ls && npm publish')).toEqual(['bash_run(npm publish)']);
    expect(rulesFor('ls')).toEqual([]);
  });

  test.each([
    ['a word that is known only at run time', 'npm run $TASK'],
    ['what could not be parsed', 'npm run "unclosed'],
    [
      'more commands than rules are worth',
      Array.from({ length: 11 }, (_, i) => `npm run s${i}`).join('; '),
    ],
  ])('do not exist for %s', (_, source) => {
    expect(rulesFor(source)).toEqual([]);
  });

  test('do not name the `cd` that they cover, so that it does not count as one more', () => {
    const folders = Array.from({ length: 6 }, (_, i) => `p${i}`);
    const source = folders.map((folder) => `(cd ${folder} && make)`).join('; ');
    const rules = folders.map((folder) => `bash_run(cd ${folder} && make)`);
    expect(rulesFor(source, policy('mode: ask'))).toEqual(rules);
  });

  test.each([
    { tool: 'github_comment', kind: 'network', category: 'github', hosts: ['api.github.com'] },
    { tool: 'my_tool', kind: 'execute', category: 'custom' },
    { tool: 'web_search', kind: 'network', category: 'web', hosts: ['*'] },
  ] as const)('do not exist where only the name of $tool would do', (facts) => {
    expect(suggestedRules(POLICY, facts, SITUATION)).toEqual([]);
    expect(explain(POLICY, facts, SITUATION).cannotPass).toBe(
      `No rule opens only this call: "${facts.tool}" in auto would open every call of the tool.`,
    );
  });

  test('name the files of a push and the host of a page', () => {
    const push = {
      tool: 'github_push_branch',
      kind: 'network',
      category: 'github',
      hosts: ['api.github.com'],
      paths: [{ path: 'src/a.ts', access: 'write' }],
    } as const;
    expect(suggestedRules(POLICY, push, SITUATION)).toEqual([
      'github_push_branch(src/a.ts)',
      'github_push_branch(api.github.com)',
    ]);
    const page = {
      tool: 'web_fetch',
      kind: 'network',
      category: 'web',
      hosts: ['x.test'],
    } as const;
    expect(suggestedRules(POLICY, page, SITUATION)).toEqual(['web_fetch(x.test)']);
  });

  test('are not proposed over a rule that denies, or without a sandbox', () => {
    expect(rulesFor('npm publish', policy('deny:\n  - bash_run(npm publish)\n'))).toEqual([]);
    const bare = situation({ sandboxed: false });
    expect(suggestedRules(POLICY, command('npm publish'), bare)).toEqual([]);
  });

  test('make the call auto, and no other command of the corpus that shares no part of it', () => {
    let proposed = 0;
    for (let index = 0; index < CORPUS.length; index += STEP) {
      const source = CORPUS[index] ?? '';
      const rules = rulesFor(source);
      if (rules.length === 0) continue;
      proposed += 1;
      const opened = withAutoRules(POLICY, rules);
      expect(evaluate(opened, command(source), SITUATION).verdict, source).toBe('auto');
      // Each suggestion against every 89th other command, from another place each time.
      for (let other = index % 89; other < CORPUS.length; other += 89) {
        const opens = CORPUS[other] ?? '';
        const now = evaluate(opened, command(opens), SITUATION).verdict;
        if (now === verdictBefore(opens)) continue;
        // A rule for a folder is one for what is below it.
        const own = [...partsOf(source)];
        const shared = [...partsOf(opens)].some((part) =>
          own.some((one) => part === one || part.startsWith(`${one}/`)),
        );
        expect(shared, `${rules.join(' ')} opens ${opens}`).toBe(true);
      }
    }
    expect(proposed).toBeGreaterThan(100 / STEP);
  });
});
