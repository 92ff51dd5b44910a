import { describe, expect, it } from 'vitest';
import {
  applyHook,
  type Facts,
  evaluate,
  loadPolicy,
  type Policy,
  VERDICTS,
} from '../../../src/policy/index.ts';
import { strictness } from '../../../src/policy/evaluate/decision.ts';
import { evaluateAnalysed } from '../../../src/policy/evaluate/evaluate.ts';
import * as fc from '../../properties.ts';
import { analysis, policy, simple, situation, pathResolver } from '../helpers.ts';

const RULES = [
  'fs_read',
  'fs_write',
  'fs_*',
  '*',
  'kind:readonly',
  'kind:write',
  'kind:execute',
  'kind:network',
  'category:files',
  'tag:safe',
  'fs_write(src/**)',
  'fs_write(**)',
  'fs_*(.env*)',
  'fs_read(docs/*.md)',
  'fs_write(src/db/** !src/db/seed/**)',
  'bash_run',
  'bash_run(git log *)',
  'bash_run(git *)',
  'bash_run(rm *)',
  'bash_run(*)',
  'bash_run(@readonly)',
  'bash_run(@force-push)',
  'bash_run(sudo *)',
  'web_fetch(*.example.com)',
  'web_fetch',
] as const;
const rule = fc.constantFrom(...RULES);
const lists = fc
  .uniqueArray(fc.tuple(rule, fc.constantFrom('auto', 'deny', 'requireApproval')), {
    maxLength: 8,
    selector: ([text]) => text,
  })
  .map((pairs) => pairs.map(([text, list]) => ({ text, list })));
const mode = fc.constantFrom('auto', 'ask', 'deny', 'custom', 'plan');
const path = fc.constantFrom(
  'src/a.ts',
  'src/db/x',
  'src/db/seed/y',
  'docs/a.md',
  '.env',
  '.git/config',
  '../x',
  '/etc/passwd',
  'link/a',
  '.',
);
const access = fc.constantFrom('read', 'write');
const pathFact = fc.record({ path, access });
const toolFacts: fc.Arbitrary<Facts> = fc.record(
  {
    tool: fc.constantFrom('fs_read', 'fs_write', 'web_fetch', 'other'),
    kind: fc.constantFrom('readonly', 'write', 'execute', 'network'),
    category: fc.constantFrom('files', 'web'),
    tags: fc.constant(['safe']),
    paths: fc.array(pathFact, { maxLength: 3 }),
    hosts: fc.array(fc.constantFrom('a.example.com', 'evil.org', 'b.example.com:81'), {
      maxLength: 2,
    }),
  },
  { requiredKeys: ['tool', 'kind'] },
);
const command = fc
  .record({
    words: fc.constantFrom(
      'git log -1',
      'git push --force',
      'rm -rf x',
      'ls src',
      'git $X',
      '$X',
      '',
      'cat *.md',
      '/bin/rm x',
    ),
    classes: fc.constantFrom([], ['@readonly' as const]),
    intents: fc.constantFrom([], ['@force-push' as const]),
    hatches: fc.constantFrom([], [{ what: 'it', words: ['-x'] }]),
    via: fc.constantFrom([], ['sudo'], ['env']),
    unknown: fc.constantFrom([], ['why']),
    paths: fc.array(pathFact, { maxLength: 2 }),
  })
  .map(({ words, ...parts }) => simple(words, parts));
const commands = fc.array(command, { maxLength: 4 }).map((all) => analysis(...all));
const links = pathResolver({ link: '/w/src/db' });
const where = fc
  .record({ untrusted: fc.boolean(), sandboxed: fc.boolean() })
  .map((parts) => situation({ ...parts, pathResolver: links }));

function make(entries: readonly { text: string; list: string }[], modeName: string): Policy {
  const textOf = (list: string): string => {
    const own = entries
      .filter((entry) => entry.list === list)
      .map(({ text }) => `  - ${JSON.stringify(text)}\n`);
    return own.length === 0 ? '' : `${list}:\n${own.join('')}`;
  };
  return policy(
    `mode: ${modeName}\n${textOf('auto')}${textOf('deny')}${textOf('requireApproval')}`,
  );
}

const RUNS = { numRuns: 50 };
const bash = { tool: 'bash_run', kind: 'execute', command: 'as analysed' } as const;

describe('for any rules and any call', () => {
  it('adding a deny never loosens', () => {
    fc.assert(
      fc.property(
        lists,
        rule,
        mode,
        toolFacts,
        commands,
        where,
        (entries, extra, name, facts, parsed, given) => {
          const before = make(
            entries.filter(({ text }) => text !== extra),
            name,
          );
          const after = make(
            [...entries.filter(({ text }) => text !== extra), { text: extra, list: 'deny' }],
            name,
          );
          expect(strictness(evaluate(after, facts, given).verdict)).toBeGreaterThanOrEqual(
            strictness(evaluate(before, facts, given).verdict),
          );
          const [old, now] = [before, after].map(
            (each) =>
              evaluateAnalysed(each, { facts: bash, situation: given, analysis: parsed }).verdict,
          );
          expect(strictness(now!)).toBeGreaterThanOrEqual(strictness(old!));
        },
      ),
      RUNS,
    );
  });

  it('the order of the rules never matters', () => {
    const two = lists.chain((entries) =>
      fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
    );
    fc.assert(
      fc.property(
        two,
        mode,
        toolFacts,
        commands,
        where,
        ([first, second], name, facts, parsed, given) => {
          const [one, other] = [make(first, name), make(second, name)];
          expect(evaluate(other, facts, given).verdict).toBe(evaluate(one, facts, given).verdict);
          const verdicts = [one, other].map(
            (each) =>
              evaluateAnalysed(each, { facts: bash, situation: given, analysis: parsed }).verdict,
          );
          expect(verdicts[0]).toBe(verdicts[1]);
        },
      ),
      RUNS,
    );
  });

  it('a hook never loosens, except where mode custom left the call to it', () => {
    fc.assert(
      fc.property(
        lists,
        mode,
        toolFacts,
        where,
        fc.constantFrom(...VERDICTS),
        (entries, name, facts, given, answer) => {
          const verdict = evaluate(make(entries, name), facts, given);
          const after = applyHook(verdict, { verdict: answer, because: 'x' });
          if (verdict.hookDecides === true) expect(after.verdict).toBe(answer);
          else
            expect(strictness(after.verdict)).toBeGreaterThanOrEqual(strictness(verdict.verdict));
        },
      ),
      RUNS,
    );
  });

  it('untrusted text, a missing sandbox and a plan never loosen', () => {
    fc.assert(
      fc.property(lists, mode, commands, where, (entries, name, parsed, given) => {
        const chosen = make(entries, name);
        const base = evaluateAnalysed(chosen, {
          facts: bash,
          situation: { ...given, untrusted: false, sandboxed: true },
          analysis: parsed,
        });
        for (const worse of [
          { ...given, untrusted: true, sandboxed: true },
          { ...given, untrusted: false, sandboxed: false },
          { ...given, planning: true },
        ]) {
          const after = evaluateAnalysed(chosen, {
            facts: bash,
            situation: worse,
            analysis: parsed,
          });
          expect(strictness(after.verdict)).toBeGreaterThanOrEqual(strictness(base.verdict));
        }
      }),
      RUNS,
    );
  });

  it('nothing with something unknown in it is auto, and neither is a path outside or in .git', () => {
    fc.assert(
      fc.property(lists, mode, commands, (entries, name, parsed) => {
        const verdict = evaluateAnalysed(make(entries, name), {
          facts: bash,
          situation: situation({ pathResolver: links }),
          analysis: parsed,
        });
        const bad = parsed.commands.some(
          (each) =>
            each.unknown.length > 0 ||
            each.paths.some((fact) => ['.git/config', '../x', '/etc/passwd'].includes(fact.path)),
        );
        if (bad) expect(verdict.verdict).not.toBe('auto');
      }),
      RUNS,
    );
  });

  it('evaluating never throws, whatever the facts are', () => {
    const text = fc.string({ unit: fc.codePoint, maxLength: 40 });
    const facts = fc.record(
      {
        tool: text,
        kind: fc.constantFrom('readonly', 'write', 'execute', 'network'),
        command: text,
        cwd: text,
        hosts: fc.array(text),
        paths: fc.array(fc.record({ path: text, access })),
      },
      { requiredKeys: ['tool', 'kind'] },
    );
    fc.assert(
      fc.property(lists, mode, facts, (entries, name, any) => {
        expect(VERDICTS).toContain(evaluate(make(entries, name), any, situation()).verdict);
      }),
      RUNS,
    );
  });

  it('loading never throws, whatever the text is', async () => {
    const words = fc.constantFrom(
      'version: 1\n',
      'auto:\n',
      '  - ',
      'bash_run(',
      ')',
      '&a ',
      '*a ',
      '[',
      ']',
      '{',
      '}',
      ': ',
      '!',
      '|\n',
      '"',
      "'",
      '#',
      '\t',
      '<<',
      'kind:',
      '\u0000',
      '---\n',
      'mode: ',
      'ask\n',
      '? ',
      '%',
      '\\',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(words, fc.string({ maxLength: 5 })), { maxLength: 30 }),
        async (parts) => {
          const result = loadPolicy(parts.join(''), { file: 'p.yml' });
          if (!result.ok)
            expect(
              result.problems.every(
                (problem) => problem.line >= 1 && problem.column >= 1 && problem.fix !== '',
              ),
            ).toBe(true);
          expect(typeof result.ok).toBe('boolean');
        },
      ),
      { numRuns: 200 },
    );
  });
});
