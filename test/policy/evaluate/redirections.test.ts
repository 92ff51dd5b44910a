import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/policy/index.ts';
import * as fc from '../../properties.ts';
import { policy, situation, pathResolver } from '../helpers.ts';

const WRITING = policy(
  'auto:\n  - bash_run(@readonly)\n  - bash_run(@git-readonly)\n  - fs_write(src/**)\n',
);

function verdict(
  command: string,
  chosen = WRITING,
  parts: Parameters<typeof situation>[0] = {},
): string {
  return evaluate(chosen, { tool: 'bash_run', kind: 'execute', command }, situation(parts)).verdict;
}

describe('a harmless command that writes by redirection', () => {
  it.each([
    'echo x > src/a.ts',
    'cat a.txt >> src/a.ts',
    'ls 2> src/err',
    'ls &> src/all',
    'ls >& src/all',
    'git log --oneline >| src/log',
    'sort a | uniq > src/b',
  ])('runs where its target may be written: %s', (command) =>
    expect(verdict(command)).toBe('auto'),
  );

  it.each([
    'echo x > b.ts',
    'echo x > src/../b.ts',
    'echo x > .github/workflows/ci.yml',
    'echo x > src/.env',
    'echo x > "$TARGET"',
    'echo x > src/*.ts',
    'echo x > src/a.ts > b.ts',
    "echo x >&'src/$(touch pwn)'",
    'echo x >&src/\\$HOME',
    'cat >src/a.ts <&-.env',
    'cat <2>&1',
    'cat < 2>&1',
    'cat <<<2>&1',
    'cat <22<src/a.ts',
    '{ cat; } <2>&1',
    'cat .env > src/a.ts',
    'tee src/a.ts',
    'cp a src/a.ts',
    'sed -i s/a/b/ src/a.ts',
    'sort -o src/a.ts b',
    'find . -fprint src/a.ts',
    'node x.js > src/a.ts',
    'sed -n w/etc/x a > src/a.ts',
    'echo x > /dev/tcp/example.com/80',
    'echo x > /etc/passwd',
  ])('asks or is refused where anything else is in it: %s', (command) =>
    expect(verdict(command)).not.toBe('auto'),
  );

  it('is refused where the target is git itself, whatever the rules say', () => {
    const all = policy('mode: auto\nauto:\n  - bash_run(@readonly)\n  - fs_write(**)\n');
    expect(verdict('echo x > .git/config', all)).toBe('deny');
  });

  it('does not run where a link leads the target elsewhere', () => {
    expect(
      verdict('echo x > src/link', WRITING, {
        pathResolver: pathResolver({ 'src/link': '/etc/passwd' }),
      }),
    ).not.toBe('auto');
    expect(
      verdict('echo x > src/link', WRITING, {
        pathResolver: pathResolver({ 'src/link': '/w/package.json' }),
      }),
    ).not.toBe('auto');
  });

  it('is not a read-only command: neither after untrusted content nor where a class rule asks about writing', () => {
    expect(verdict('echo x > src/a.ts', WRITING, { untrusted: true })).toBe('requireApproval');
    const gated = policy(
      'auto:\n  - bash_run(@readonly)\n  - fs_write(src/**)\ndeny:\n  - bash_run(@writes)\n',
    );
    expect(verdict('echo x > src/a.ts', gated)).toBe('deny');
    expect(verdict('echo x', gated)).toBe('auto');
  });

  it('never gets more than fs_write of its target would', () => {
    const path = fc.string({
      unit: fc.constantFrom('a', 'b', '.', '/', 's', 'src', '.git', '.env', '..', '~'),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(path, (target) => {
        if (verdict(`echo x > '${target}'`) !== 'auto') return;
        const facts = {
          tool: 'fs_write',
          kind: 'write',
          paths: [{ path: target, access: 'write' }],
        } as const;
        expect(evaluate(WRITING, facts, situation()).verdict).toBe('auto');
      }),
    );
  });
});

describe('a search through a folder, where a rule for fs_read is about something below it', () => {
  const gated = policy(
    'auto:\n  - bash_run(@readonly)\n  - bash_run(@git-readonly)\ndeny:\n  - fs_read(private/**)\n' +
      '  - fs_read(docs/.drafts/**)\n  - fs_read(.git/**)\n  - fs_read(**/.env*)\n',
  );

  it.each([
    'rg foo',
    "grep -r --include='*.ts' foo .",
    "find . -name '*.ts' -exec cat {} +",
    "cat $(find . -name '*.ts')",
    "git ls-files '*.ts' | xargs cat",
    'grep -r foo docs',
    "git show 'HEAD@{10:00}:private/a.ts'",
    "git show 'HEAD^{/a{b:c}d}:private/a.ts'",
  ])('does not run by itself: %s', (command) => expect(verdict(command, gated)).not.toBe('auto'));

  it.each([
    'rg foo src docs',
    'grep -r foo src',
    "find src -name '*.ts' -exec cat {} +",
    "find . -name '*.ts'",
    "git show 'HEAD@{10:00}:src/a.ts'",
  ])('runs where the rule is about something else: %s', (command) =>
    expect(verdict(command, gated)).toBe('auto'),
  );

  it.each(["grep -r --include='*.ts' foo .", 'rg foo', 'git diff'])(
    'runs from the workspace root beside a rule for an absolute path: %s',
    (command) => {
      const absolute = policy(
        'auto:\n  - bash_run(@readonly)\n  - bash_run(@git-readonly)\ndeny:\n  - fs_read(/etc/**)\n' +
          '  - fs_read(/srv/private/*.ts)\n',
      );
      expect(verdict(command, absolute)).toBe('auto');
    },
  );

  it.each([
    ['*.sql', 'rg foo', false],
    ['*.sql', 'rg foo src', true],
    ['*/*.sql', 'rg foo', false],
    ['*/*.sql', 'rg foo src', false],
  ])('fs_read(%s): %s runs by itself: %s', (glob, command, runs) => {
    const rules = policy(`auto:\n  - bash_run(@readonly)\ndeny:\n  - fs_read(${glob})\n`);
    expect(verdict(command, rules) === 'auto').toBe(runs);
  });
});
