import { describe, expect, test } from 'vitest';
import { explain, explanationText, suggestRules } from '../../../src/policy/index.ts';
import { pathResolver, policy, situation } from '../helpers.ts';

const RULES = policy(`auto:
  - kind:readonly
  - bash_run(@readonly)
  - bash_run(npm test)
`);

function explained(command: string, parts = {}) {
  return explain(RULES, { tool: 'bash_run', kind: 'execute', command }, situation(parts));
}

describe('an explanation', () => {
  test.each([
    ['cat .env', ['fs_read(.env)']],
    ['cat /etc/hosts', ['fs_read(/etc/hosts)']],
    ['curl x; ls; npm test', ['bash_run(curl x)']],
    ['ls > out', ['fs_write(out)']],
    ['make && make install', ['bash_run(make)', 'bash_run(make install)']],
  ])('of %s names the rules that are missing, and no others: %j', (command, rules) => {
    expect(explained(command)).toMatchObject({ toPass: rules, cannotPass: null });
  });

  test('offers no rule without a sandbox', () => {
    expect(explained('npm test', { sandboxed: false })).toMatchObject({ toPass: [] });
    expect(explained('cat .git/config')).toMatchObject({ toPass: [] });
  });

  test.each([
    ['cat "$SECRET"', /not known to only read: `\$SECRET` is named like a secret/],
    ['if then', /^It never runs: it does not parse: .* Correct it there/],
    ['f() { ls; }; f', /`f` is defined as a function/],
    ['cd packages/x && npm test', /runs code of "packages\/x"/],
    ['sort -o a b', /beyond reading: sort -o writes a file/],
  ])('of %s says why the class does not cover it', (command, expected) => {
    expect(explained(command).verdict.because).toMatch(expected);
  });

  test.each([
    'for x in 1 2; do ls; done',
    'while true; do while true; do ls; done; done > /dev/null',
  ])('of %s names the rule for the program in it', (command) => {
    expect(explained(command).verdict).toMatchObject({
      verdict: 'auto',
      rule: 'bash_run(@readonly)',
    });
  });
});

test('a rule that may deny a call is named as what no rule opens, and not as what denies it', () => {
  const rules = policy('deny: [deploy(secrets/**)]\ntools: { modules: [a.mjs] }\n');
  const { cannotPass } = explain(rules, { tool: 'deploy', kind: 'execute' }, situation());
  expect(cannotPass).toMatch(/^No rule opens this\. It may be what the rule .* does not say/);
});

test('a suggestion does not repeat what the policy has', () => {
  const call = {
    id: 'a',
    facts: { tool: 'bash_run', kind: 'execute', command: 'npm test && make' } as const,
    verdict: 'requireApproval',
    approved: true,
  } as const;
  const { suggestions } = suggestRules(RULES, [call], {
    policyText: 'version: 1\n',
    pathResolver: pathResolver(),
    times: 1,
  });
  expect(suggestions.map(({ rule }) => rule)).toEqual(['bash_run(make)']);
});

describe('what a rule denies to write', () => {
  const rules = policy(`auto:
  - bash_run(npm test)
  - bash_run(@readonly)
deny:
  - fs_write(gen/**)
`);
  const textFor = (command: string): string =>
    explanationText(explain(rules, { tool: 'bash_run', kind: 'execute', command }, situation()));

  test('is named for a command that keeps its writes, and for no other', () => {
    expect(textFor('npm test')).toContain('cannot   write what fs_write(gen/**) denies  (p.yml:6)');
    for (const command of ['ls', 'echo x > gen/a'])
      expect(textFor(command)).not.toContain('cannot   write');
  });

  test('is not named where no sandbox enforces it', () => {
    const npmTest = { tool: 'bash_run', kind: 'execute', command: 'npm test' } as const;
    const off = policy("sandbox: off\nauto: [bash_run(npm test)]\ndeny: ['fs_write(gen/**)']\n");
    expect(explain(off, npmTest, situation()).readOnly).toEqual([]);
    expect(explain(rules, npmTest, situation({ sandboxed: false })).readOnly).toEqual([]);
  });
});
