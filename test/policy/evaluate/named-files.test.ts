import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/policy/index.ts';
import { pathResolver, policy, situation } from '../helpers.ts';

function verdictOf(rules: string, command: string): string {
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  const secrets = ['/w/config/.env'];
  const secretsBelow = (folder: string): string[] =>
    secrets.filter((path) => path.startsWith(`${folder}/`));
  const files = { ...pathResolver(), secretsBelow };
  return evaluate(policy(rules), facts, situation({ pathResolver: files })).verdict;
}

describe('a rule that denies a path in a home folder', () => {
  const rules = 'mode: auto\ndeny: ["bash_run(cat ~/.ssh/*)"]';

  test.each([
    'cat ~/.ssh/id_rsa',
    'cat $HOME/.ssh/id_rsa',
    'cat "$HOME"/.ssh/id_rsa',
    'cat "${HOME}/.ssh/id_rsa"',
    'cat ~/.ssh/*',
    'for f in ~/.ssh/*; do cat "$f"; done',
    'env cat ~/.ssh/config',
  ])('denies %s', (command) => expect(verdictOf(rules, command)).toBe('deny'));

  test('asks about what may be that path, and not about others', () => {
    expect(verdictOf(rules, 'cat "$x"')).toBe('requireApproval');
    expect(verdictOf(rules, 'cat a')).toBe('auto');
    expect(verdictOf(rules, "cat '~/.ssh/a'")).toBe('deny');
  });
});

describe('what is moved or packed is read', () => {
  const rules = 'mode: auto\ndeny: ["fs_read(private/**)"]';

  test.each([
    'git mv private/a public/a',
    'git mv -f private/a public/a',
    'mv private/a public/a',
    'zip out.zip private/a',
    '7z a out.7z private/a',
    "rename 's/x/y/' private/a",
    'tar czf out.tgz private/a',
    'tar -czf out.tgz private/a',
    'tar -c -f out.tgz private/a',
    'gzip -c private/a',
    'gzip private/a',
    'zcat private/a',
    'zcat private/a.gz',
  ])('%s', (command) => {
    expect(verdictOf(rules, command)).toBe('deny');
    expect(verdictOf(rules, command.replaceAll('private/', 'src/'))).toBe('auto');
  });

  test('with what is below a folder', () => {
    for (const command of ['zip -r out.zip .', 'tar czf out.tgz .']) {
      expect(verdictOf(rules, command), command).toBe('requireApproval');
      expect(verdictOf('mode: auto', command), command).toBe('requireApproval');
    }
  });
});
