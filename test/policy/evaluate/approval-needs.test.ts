import { describe, expect, test } from 'vitest';
import {
  type ApprovalNeeds,
  approvalNeeds,
  diffPolicies,
  evaluate,
  explain,
  explanationText,
  type Facts,
  type Situation,
  touchedFiles,
} from '../../../src/policy/index.ts';
import * as fc from '../../properties.ts';
import { pathResolver, policy, problems, situation } from '../helpers.ts';

const command = (text: string): Facts => ({ tool: 'bash_run', kind: 'execute', command: text });
const write = (path: string): Facts => ({
  tool: 'fs_write',
  kind: 'write',
  paths: [{ path, access: 'write' }],
});

function needsOf(text: string, facts: Facts, parts: Partial<Situation> = {}): ApprovalNeeds {
  const rules = policy(text);
  const verdict = evaluate(rules, facts, situation(parts));
  expect(verdict.verdict).toBe('requireApproval');
  return approvalNeeds(rules.approvals, verdict);
}

const RULES = `
approvals: { from: [maintain], count: 2, expire: 3d }
auto: [bash_run(git log *)]
requireApproval:
  - { rule: bash_run(npm publish *), from: ['@octo/release'], count: 3, expire: 1d }
  - { rule: bash_run(make *), from: [write], count: 1, self: true, expire: 7d }
  - { rule: fs_write(pay/**), from: [codeowners] }
  - fs_write(src/**)
  - { rule: fs_write(src/auth/**), from: ['@alice'], self: true }
`;

describe('who can approve a call', () => {
  test('is what its rule says, and what `approvals` says where the rule is silent', () => {
    expect(needsOf(RULES, command('npm publish --access public'))).toEqual({
      from: [['@octo/release']],
      count: 3,
      self: false,
      expireMs: 86_400_000,
    });
    expect(needsOf(RULES, write('pay/a.ts'))).toEqual({
      from: [['codeowners']],
      count: 2,
      self: false,
      expireMs: 3 * 86_400_000,
    });
    expect(needsOf(RULES, command('make x'))).toMatchObject({ from: [['write']], self: true });
  });

  test('is what all rules together say where several ask, one without words of its own among them', () => {
    expect(needsOf(RULES, write('src/auth/a.ts'))).toEqual({
      from: [['maintain'], ['@alice']],
      count: 2,
      self: false,
      expireMs: 3 * 86_400_000,
    });
  });

  test.each([
    ['a command that no rule names', 'make x; unknown-program'],
    ['one in a substitution', 'make $(unknown-program)'],
    ['one behind a pipe', 'unknown-program | make x'],
    ['a redirection into a file that asks', 'make x > src/b.ts'],
    ['a loop', 'for i in 1 2; do make $i; rm -rf x; done'],
  ])('is no easier for %s beside a command of an easier rule', (_, text) => {
    expect(needsOf(RULES, command(text))).toMatchObject({ count: 2, self: false });
    expect(needsOf(RULES, command(text)).from).toContainEqual(['maintain']);
  });

  test('is not loosened by untrusted content', () => {
    expect(needsOf(RULES, command('make x'), { untrusted: true })).toMatchObject({
      count: 2,
      self: false,
    });
  });

  test('counts a rule that may match because a word is known only at run time', () => {
    const { from } = needsOf(
      `mode: auto\nauto: [bash_run(git *)]\nrequireApproval: [{ rule: bash_run(git push *), from: ['@alice'] }]`,
      command('git $X origin'),
    );
    expect(from).toContainEqual(['@alice']);
  });

  test.each([
    // What a table knows of `git` asks because of the unknown word, too. No table knows `tool`.
    ['an easy rule that may match', 'git $X origin'],
    ['an easy rule that may match', 'tool $X origin'],
    ['an easy rule that matches', 'tool push $X'],
  ])('is no easier by %s beside a rule that may deny the call: %s', (_, line) => {
    const needs = needsOf(
      `mode: auto
approvals: { from: [maintain], count: 2 }
auto: [bash_run(git *), bash_run(tool *)]
deny: [bash_run(git gc *), bash_run(tool gc *), bash_run(tool push origin *)]
requireApproval:
  - { rule: bash_run(git push *), from: [write], count: 1, self: true }
  - { rule: bash_run(tool push *), from: [write], count: 1, self: true }`,
      command(line),
    );
    expect(needs).toMatchObject({ count: 2, self: false });
    expect(needs.from).toHaveLength(2);
    expect(needs.from).toEqual(expect.arrayContaining([['maintain'], ['write']]));
  });

  test('is no easier by an easy rule that may match where `mode: custom` asks people without an answer of the hook', () => {
    const needs = needsOf(
      `mode: custom
hooks: [ask.mjs]
approvals: { from: [maintain], count: 2 }
requireApproval: [{ rule: bash_run(git push *), from: [write], count: 1, self: true }]`,
      command('git $X origin'),
    );
    expect(needs).toMatchObject({ from: [['maintain'], ['write']], count: 2, self: false });
  });

  test('is what every rule about files below a folder says together where a command reads all of it', () => {
    const needs = needsOf(
      `mode: auto
auto: [bash_run(grep *)]
requireApproval:
  - { rule: fs_read(docs/a/**), from: [write], count: 1, self: true }
  - { rule: fs_read(docs/b/**), from: ['@alice', '@bob'], count: 2, self: true }`,
      command('grep -r x docs'),
    );
    expect(needs).toMatchObject({ from: [['write'], ['@alice', '@bob']], count: 2, self: true });
  });

  test('of more rules is never less than of fewer', () => {
    const entry = fc.constantFrom('read', 'write', 'admin', '@alice', '@octo/core', 'codeowners');
    const said = fc.record(
      {
        from: fc.uniqueArray(entry, { minLength: 1, maxLength: 3 }),
        count: fc.integer({ min: 1, max: 10 }),
        self: fc.boolean(),
        expireMs: fc.integer({ min: 1, max: 1e9 }),
      },
      { requiredKeys: [] },
    );
    const { approvals } = policy('approvals: { from: [maintain], count: 2 }');
    fc.assert(
      fc.property(fc.array(said), fc.array(said), (some, more) => {
        const few = approvalNeeds(approvals, some.length === 0 ? {} : { approvals: some });
        const all = approvalNeeds(approvals, {
          approvals: [...(some.length === 0 ? [{}] : some), ...more],
        });
        expect(all.count).toBeGreaterThanOrEqual(few.count);
        expect(all.expireMs).toBeLessThanOrEqual(few.expireMs);
        expect(!few.self && all.self).toBe(false);
        for (const list of few.from) expect(all.from).toContainEqual(list);
      }),
    );
  });

  test('is shown by `policy explain`', () => {
    const explanation = explain(policy(RULES), write('src/auth/a.ts'), situation());
    expect(explanationText(explanation)).toContain(
      'approve  2 different people: (maintain) and (@alice); within 3 days',
    );
  });
});

describe('a rule with approvers of its own', () => {
  test.each([
    ['auto: [{ rule: bash_run, from: [write] }]', 'from'],
    ['deny: [{ rule: bash_run, count: 2 }]', 'count'],
    ['requireApproval: [{ rule: bash_run, from: [] }]', 'from'],
    ['requireApproval: [{ rule: bash_run, from: [somebody] }]', 'approver'],
    ['requireApproval: [{ rule: bash_run, count: 0 }]', 'count'],
    ['requireApproval: [{ rule: bash_run, expire: soon }]', 'time'],
    ['requireApproval: [{ rule: bash_run, notify: ["@a"] }]', 'notify'],
  ])('%s is an error', (text, named) => {
    expect(JSON.stringify(problems(`version: 1\n${text}`))).toContain(named);
  });

  test('asked of other people is a change that the difference of two policies shows', () => {
    const two = policy('requireApproval: [{ rule: fs_write, count: 2 }]');
    const one = policy('requireApproval: [fs_write]');
    expect(diffPolicies(two, one)).toMatchObject({ loosens: true, newlyAuto: [] });
    expect(diffPolicies(one, two)).toMatchObject({ loosens: false });
    expect(diffPolicies(one, two).otherApprovers.length).toBeGreaterThan(0);
  });
});

function files(facts: Facts, parts: Partial<Situation> = {}) {
  const where = situation(parts);
  return touchedFiles(facts, where, evaluate(policy('mode: ask'), facts, where));
}

describe('the files that a call touches, for code owners', () => {
  test('are named as they really are, whatever the call writes', () => {
    expect(files(write('docs/../pay/./a.ts'))).toEqual(['pay/a.ts']);
    const linked = { pathResolver: pathResolver({ docs: '/w/pay' }) };
    expect(files(write('docs/a.ts'), linked)).toEqual(['docs/a.ts', 'pay/a.ts']);
    expect(files(write('../a.ts'))).toEqual(['/a.ts']);
  });

  test('are not known of a command that may write any file', () => {
    for (const text of ['make src/a.ts', 'git commit -m x', 'cat $FILE', 'echo "']) {
      expect(files(command(text))).toBeNull();
    }
  });

  test('are those of a command that names each of them', () => {
    for (const [text, named] of [
      ['cat docs/a.ts > pay/b.ts', ['docs/a.ts', 'pay/b.ts']],
      ['mv pay/a.ts pay/b.ts && cat docs/c.ts', ['docs/c.ts', 'pay/a.ts', 'pay/b.ts']],
    ] as const)
      expect(files(command(text))?.toSorted()).toEqual(named);
    expect(files(command('true'))).toEqual([]);
  });

  test.each([
    ['reads what is known only when it runs', 'cat $FILE'],
    ['cannot be parsed', 'if then'],
    ['runs a source that nobody sees', 'coproc ls'],
  ])('are not known of a command that %s, though the sandbox discards its writes', (_, text) => {
    const profile = { name: 'contained', write: [], show: [], network: false } as const;
    expect(touchedFiles(command(text), situation(), { profile })).toBeNull();
    expect(touchedFiles(command('cat a.ts'), situation(), { profile })).toEqual(['a.ts']);
  });

  test('are not known of a command without a profile, which a layer denies', () => {
    expect(touchedFiles(command('cat a.ts'), situation(), {})).toBeNull();
  });

  test('are not known if a link cannot be followed', () => {
    const lost = { pathResolver: { ...pathResolver(), realpath: () => null } };
    expect(files(write('docs/a.ts'), lost)).toBeNull();
  });
});
