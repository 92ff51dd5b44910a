import { describe, expect, test } from 'vitest';
import { evaluate, type PathResolver } from '../../../src/policy/index.ts';
import { pathResolver, policy, situation } from '../helpers.ts';

function verdict(
  rules: string,
  command: string,
  files: Readonly<Record<string, readonly string[]>> | null = {},
  parts: Partial<PathResolver> = {},
): string {
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  const resolver: PathResolver = {
    ...pathResolver(),
    ...(files === null ? {} : { list: (folder) => files[folder] ?? [] }),
    secretsBelow: () => [],
    namesBelow: () => ({ words: false, lines: false }),
    ...parts,
  };
  return evaluate(policy(rules), facts, situation({ pathResolver: resolver })).verdict;
}

const VARIABLES = "mode: auto\ndeny: ['fs_read(**/*.tfvars)']\n";

describe('a search that is narrowed by names', () => {
  test.each([
    "grep -r --include='*.tf' x .",
    "grep -r --include='*.tf' --include='*.hcl' x infra",
    "grep -r --exclude='*.tfvars' x infra",
    "rg -g '*.tf' x",
    "rg -g '*.{tf,hcl}' x",
    "rg -g '!*.tfvars' x",
    "rg --iglob '*.tf' x",
    'rg -t py x',
    'rg -tts -tjs x',
    "find . -type f -name '*.tf' -exec cat {} +",
    "find . -type f -iname '*.tf' -exec grep x {} +",
    "find . -type f -name '*.tf' | xargs cat",
    "find . -type f \\( -name '*.tf' -o -name '*.hcl' \\) -exec cat {} +",
    "git grep x -- '*.tf'",
    "git grep x -- 'infra/*.tf'",
    "git grep x -- ':!*.tfvars'",
    "git diff -- '*.tf' '*.hcl'",
    "git log -p -- '*.tf'",
  ])('reads nothing that a rule for other names is about: %s', (command) => {
    expect(verdict(VARIABLES, command)).toBe('auto');
    expect(verdict(VARIABLES, command, null)).toBe('auto');
  });

  test.each([
    'grep -r x .',
    "grep -r --include='*.tf*' x .",
    "grep -r --include='*' x .",
    "grep -r --include='*.[t]f' x .",
    "grep -r --include='a/*.tf' x .",
    'grep -r --include="$NAMES" x .',
    "grep -r --exclude='*.tf' x infra",
    "grep -r --exclude='a*.tfvars' x infra",
    "grep -r --exclude='*.md' --include='*.tf' x infra",
    "grep -r --include='*.tf' --exclude='*.tfvars' --include='*.tfvars' x infra",
    "rg -g '*.tf*' x",
    "rg -g '!*.tfvars' -g '*' x",
    "rg -g '!a*' x",
    "rg -g '*.tf' -t md x",
    'rg -t tf x',
    'rg -T md x',
    "find . -name '*.tf' -exec cat {} +",
    "find . -type f -name '*.tf*' -exec cat {} +",
    "find . -type f -not -name '*.md' -exec cat {} +",
    "find . -type f -name '*.tf' -o -type f -exec cat {} +",
    "find . -name '*.tf' -exec grep -r x {} +",
    "find . -type f -name '*.tf' -exec grep x {} + ; grep -r x .",
    'git grep x',
    "git grep x -- 'infra'",
    "git grep x -- ':!*.tf'",
    "git diff -- '*'",
    "git grep x -- '*' '*.tf'",
    "git grep x -- . '*.tf'",
    "git diff -- 'infra/*' 'infra/*.tf'",
    "git grep x -- ':!infra/*.tfvars'",
    "git log -p --full-diff -- '*.tf'",
    "git --literal-pathspecs diff -- ':!*.tfvars'",
  ])('asks where it may read what the rule is about: %s', (command) => {
    expect(verdict(VARIABLES, command)).not.toBe('auto');
  });

  test.each([
    "cat $(find . -type f -name '*.ts') $(find . -type f -name '*.md')",
    "find . -type f -name '*.ts' -exec cat {} + -o -type f -name '*.md' -exec cat {} +",
    "cat $(rg --files -g '*.ts') $(rg --files -g '*.md')",
  ])('asks where only the last of two searches leaves it out: %s', (command) => {
    expect(verdict("mode: auto\ndeny: ['fs_read(**/*.gen.ts)']\n", command)).not.toBe('auto');
  });

  test('asks where a folder may have another spelling than the one that is left out', () => {
    const rule = "mode: auto\ndeny: ['fs_read(infra/keys/**)']\n";
    const search = 'grep -r --exclude-dir=keys --exclude-dir=.git x infra';
    expect(verdict(rule, search)).toBe('auto');
    expect(verdict(rule, search, {}, { caseInsensitive: true })).not.toBe('auto');
  });

  test('asks if a folder has a name that the rule is about, or if it has too many names to know', () => {
    const command = "grep -r --include='*.tf' x .";
    const files = { '/w': ['a'], '/w/a': ['b.tfvars'], '/w/a/b.tfvars': ['c.tf'] };
    expect(verdict(VARIABLES, command, files)).toBe('requireApproval');
    expect(verdict(VARIABLES, command, { ...files, '/w/a/b.tfvars': [] })).toBe('auto');
    const many = { '/w': Array.from({ length: 600 }, (_, index) => `a${index}`) };
    expect(verdict(VARIABLES, command, many)).toBe('requireApproval');
  });

  test('is compared without regard to case where names have none', () => {
    const rules = "mode: auto\ndeny: ['fs_read(**/*.TF)']\n";
    const insensitive = { caseInsensitive: true };
    expect(verdict(rules, "grep -r --include='*.tf' x .", {}, insensitive)).toBe('requireApproval');
    expect(verdict(VARIABLES, "grep -r --exclude='*.tfvars' x a", {}, insensitive)).toBe(
      'requireApproval',
    );
  });
});

const FOLDERS = "mode: auto\ndeny: ['fs_read(private/**)', 'fs_read(**/secrets/**)']\n";

describe('a search that leaves folders out', () => {
  test.each([
    'grep -r --exclude-dir=private --exclude-dir=secrets --exclude-dir=.git x .',
    "grep -r --exclude-dir='sec*' x src",
    "rg -g '!private' -g '!secrets' x",
  ])('reads nothing that a rule about these is about: %s', (command) => {
    expect(verdict(FOLDERS, command)).toBe('auto');
  });

  test.each([
    'grep -r --exclude-dir=private --exclude-dir=.git x .',
    'grep -r --exclude-dir=secrets x src/secrets',
    'grep -r --exclude-dir=secrets x secrets/a',
    'grep -r --exclude-dir="$X" x src',
    "rg -g '!secrets' -g '*.ts' x",
    "rg -g '!private' x",
  ])('asks where it may read it: %s', (command) => {
    expect(verdict(FOLDERS, command)).not.toBe('auto');
  });

  test('is no reason for a rule about a name, which may be that of a file', () => {
    const rules = "mode: auto\ndeny: ['fs_read(private)']\n";
    expect(verdict(rules, 'grep -r --exclude-dir=private --exclude-dir=.git x .')).toBe(
      'requireApproval',
    );
  });
});
