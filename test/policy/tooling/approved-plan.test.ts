import { describe, expect, test } from 'vitest';
import {
  evaluate,
  type Facts,
  planRuleProblem,
  policyWithPlan,
  type Situation,
} from '../../../src/policy/index.ts';
import { evaluateAnalysed } from '../../../src/policy/evaluate/evaluate.ts';
import * as fc from '../../properties.ts';
import { analysis, policy, simple, situation } from '../helpers.ts';

const command = (text: string): Facts => ({ tool: 'bash_run', kind: 'execute', command: text });
const write = (path: string): Facts => ({
  tool: 'fs_write',
  kind: 'write',
  paths: [{ path, access: 'write' }],
});
const POLICY = `
mode: ask
auto: [bash_run(git log *)]
deny: [bash_run(npm publish *), fs_write(.github/**)]
requireApproval:
  - bash_run
  - fs_write(src/auth/**)
  - { rule: bash_run(deploy *), from: ['@octo/ops'] }
  - { rule: fs_write(pay/**), count: 2 }
`;

function by(rules: readonly string[], facts: Facts, parts: Partial<Situation> = {}) {
  const planned = policyWithPlan(
    policy(POLICY),
    rules.map((rule, index) => ({ line: index + 1, rule })),
  );
  return evaluate(planned, facts, situation(parts));
}

describe('a rule of an approved plan', () => {
  test('lets the calls run that it names, and says which line', () => {
    expect(by(['bash_run(npm test *)'], command('npm test -- a'))).toMatchObject({
      verdict: 'auto',
      list: 'plan',
      plan: [1],
    });
    expect(by(['fs_write(src/**)'], write('src/auth/a.ts'))).toMatchObject({ plan: [1] });
    expect(by(['fs_write(x)', 'fs_write(out/*)'], write('out/a'))).toMatchObject({ plan: [2] });
  });

  test('needs every part of a command line to be allowed, each by the plan or by the policy', () => {
    const rules = ['bash_run(npm test *)', 'bash_run(make x)'];
    expect(by(rules, command('git log -1 && npm test a && make x'))).toMatchObject({
      verdict: 'auto',
      plan: [1, 2],
    });
    for (const text of [
      'npm test a; rm -rf x',
      'npm test $(curl x)',
      'npm test a > src/auth/b',
      'npm test a | sh',
      'env npm test a; make y',
    ])
      expect(by(rules, command(text)).verdict, text).not.toBe('auto');
  });

  test.each<[string, readonly string[], Facts, Partial<Situation>?]>([
    ['a deny rule', ['bash_run(npm publish *)'], command('npm publish x')],
    ['a deny rule for a path', ['fs_write(.github/x.yml)'], write('.github/x.yml')],
    ['untrusted content', ['fs_write(out/*)'], write('out/a'), { untrusted: true }],
    ['a missing sandbox', ['bash_run(npm test *)'], command('npm test a'), { sandboxed: false }],
    ['a rule that names its approvers', ['bash_run(deploy *)'], command('deploy prod')],
    ['a rule that counts its approvers', ['fs_write(pay/*)'], write('pay/a')],
    [
      'a plan that is still to be approved',
      ['fs_write(out/*)'],
      write('out/a'),
      { planning: true },
    ],
    ['a built-in rule', ['fs_write(**/x)'], write('.git/hooks/x')],
  ])('does not win over %s', (_, rules, facts, parts) => {
    expect(by(rules, facts, parts).verdict).not.toBe('auto');
    expect(by(rules, facts, parts).plan).toBeUndefined();
  });

  test('does not win over `mode: deny`', () => {
    const planned = policyWithPlan(policy('mode: deny'), [{ line: 1, rule: 'fs_write(a)' }]);
    expect(evaluate(planned, write('a'), situation()).verdict).toBe('deny');
  });

  test('says nothing of a call that runs without it', () => {
    expect(by(['bash_run(git log *)'], command('git log -1')).plan).toBeUndefined();
  });

  test.each([
    'bash_run',
    'bash_run(*)',
    'fs_write(**)',
    'fs_write(**/*)',
    'fs_*(src/**)',
    'kind:write',
    'category:fs',
    'tag:edit',
    '*',
    'bash_run(sh *)',
    'bash_run(curl *)',
    'web_fetch(*)',
    'web_fetch(*:*)',
    'fs_write({**,x})',
    'fs_write({*,*/**})',
    'fs_write(!x)',
    'fs_write(**/?*)',
    'bash_run(',
    '',
  ])('cannot be as wide as %j', (rule) => {
    expect(planRuleProblem(rule)).not.toBeNull();
    const wide = policyWithPlan(policy(POLICY), [{ line: 1, rule }]);
    expect(wide.layers[0].rules).toHaveLength(policy(POLICY).layers[0].rules.length);
  });
});

function exact(facts: Facts, parts: Partial<Situation> = {}) {
  return evaluate(policy(POLICY), facts, situation(parts), { planLine: 3 });
}

describe('an exact call of an approved plan', () => {
  test('runs without another question', () => {
    expect(exact(command('rm -rf $X'))).toMatchObject({ verdict: 'auto', list: 'plan', plan: [3] });
    expect(exact(write('src/auth/a'))).toMatchObject({ verdict: 'auto', plan: [3] });
  });

  test.each<[string, Facts, Partial<Situation>?]>([
    ['a deny rule', command('npm publish x')],
    ['untrusted content', write('out/a'), { untrusted: true }],
    ['a missing sandbox', command('rm -rf x'), { sandboxed: false }],
    ['a rule that names its approvers', command('deploy prod; ls')],
    ['a plan that is still to be approved', write('a'), { planning: true }],
  ])('does not win over %s', (_, facts, parts) => {
    expect(exact(facts, parts).verdict).not.toBe('auto');
  });
});

test('a plan lets no call run that is denied, and asks about none that runs without it', () => {
  const rules = fc.constantFrom(
    'bash_run(git *)',
    'bash_run(rm *)',
    'fs_write(src/**)',
    'fs_write(src/auth/*)',
    'bash_run(deploy *)',
    'bash_run(npm *)',
  );
  const words = fc.constantFrom(
    'git log',
    'git push',
    'rm -rf a',
    'deploy x',
    'npm publish x',
    'ls',
  );
  fc.assert(
    fc.property(
      fc.array(rules),
      fc.array(words, { minLength: 1 }),
      fc.boolean(),
      (some, lines, untrusted) => {
        const before = policy(POLICY);
        const after = policyWithPlan(
          before,
          some.map((rule, index) => ({ line: index + 1, rule })),
        );
        const call = {
          facts: command('as analysed'),
          situation: situation({ untrusted }),
          analysis: analysis(...lines.map((line) => simple(line))),
        };
        const [old, now] = [evaluateAnalysed(before, call), evaluateAnalysed(after, call)];
        if (old.verdict === 'deny') expect(now.verdict).toBe('deny');
        if (old.verdict === 'auto') expect(now).toEqual(old);
        if (old.approvals !== undefined) expect(now.verdict).not.toBe('auto');
        if (now.plan !== undefined) expect(old.verdict).toBe('requireApproval');
      },
    ),
  );
});
