import { describe, expect, it } from 'vitest';
import { explain, evaluate, type Situation } from '../../../src/policy/index.ts';
import { policy, situation, pathResolver } from '../helpers.ts';

const LOOKING =
  'auto:\n  - kind:readonly\n  - bash_run(@readonly)\n  - bash_run(@git-readonly)\n  - bash_run(npm test)\n';

function verdict(
  rules: string,
  command: string,
  parts: Partial<Situation> & { cwd?: string } = {},
): string {
  const { cwd, ...rest } = parts;
  const facts = {
    tool: 'bash_run',
    kind: 'execute',
    command,
    ...(cwd === undefined ? {} : { cwd }),
  } as const;
  return evaluate(policy(rules), facts, situation(rest)).verdict;
}

describe('shell source under rules', () => {
  it.each([
    'ls -la',
    'cat README.md | head -5',
    'git log --oneline -5',
    'grep -rn foo src',
    'cd src && ls',
    'npm test',
    'wc -l < README.md',
    'ls 2>/dev/null',
    'for f in a b; do echo "$f"; done',
    'find . -name "*.ts" | xargs wc -l',
    'git status && git diff --stat',
  ])('lets people look around: %s', (command) => {
    expect(verdict(LOOKING, command)).toBe('auto');
  });

  it.each([
    'npm test; ./x.sh',
    'npm test -- --x',
    'ls > out',
    'cat .env',
    'cat ~/.ssh/id_rsa',
    'cat /etc/passwd',
    'find . -delete',
    'sort -o out in',
    'git -c core.pager=x log',
    'eval ls',
    '$X',
    'ls $(rm x)',
    'sudo ls',
    'ls `x`',
    'cat <<E\n$(x)\nE',
    'if ls; then',
    '(((',
    'ls\u0000',
    'alias ls=rm; ls x',
    'cat ../other/a',
  ])('does not let through: %j', (command) => {
    expect(verdict(LOOKING, command)).not.toBe('auto');
  });

  it('denies by intent whatever the spelling, and by path whatever the program', () => {
    const open =
      'mode: auto\ndeny:\n  - bash_run(@force-push)\n  - bash_run(@recursive-delete)\n  - bash_run(@privilege)\n  - fs_*(db/**)\n';
    for (const command of [
      'git push --force',
      'git push -f',
      'git push origin +main',
      'rm -r -f x',
      'rm -fr x',
      'rm --recursive x',
      'env sudo ls',
      'doas ls',
      'ls && rm -rf x',
    ]) {
      expect(verdict(open, command), command).toBe('deny');
    }
    for (const command of ['cat db/x', 'echo x > db/x', 'cd db && cat x', 'cp db/x y'])
      expect(verdict(open, command), command).toBe('deny');
    expect(verdict(open, 'cat db2/x')).toBe('auto');
  });

  it('starts in the folder that the call names', () => {
    expect(verdict(LOOKING, 'cat config', { cwd: '.git' })).toBe('deny');
    expect(verdict(LOOKING, 'cat ../.env', { cwd: 'src' })).toBe('requireApproval');
    expect(verdict(LOOKING, 'cat a.ts', { cwd: 'src' })).toBe('auto');
    expect(verdict(LOOKING, 'ls', { cwd: '/etc' })).toBe('requireApproval');
  });

  it('follows symlinks of arguments', () => {
    expect(verdict(LOOKING, 'cat link', { pathResolver: pathResolver({ link: '/w/.env' }) })).toBe(
      'requireApproval',
    );
    expect(
      verdict(LOOKING, 'cat link', { pathResolver: pathResolver({ link: '/w/.git/config' }) }),
    ).toBe('deny');
  });

  it('looks a shell pattern up where it can, and asks where such a rule or a secret could be among the names', () => {
    const gated = `${LOOKING}deny:\n  - fs_read(db/**)\n`;
    for (const command of ['cat d*/x', 'cat */x', 'cat ?b/x', 'cat [cd]b/x'])
      expect(verdict(gated, command), command).not.toBe('auto');
    for (const command of ['cat id_*', 'cat *.pem', 'cat certs/*', 'cat .e*'])
      expect(verdict(LOOKING, command), command).not.toBe('auto');
    for (const command of ['wc -l *.md', 'cat src/*.ts', 'head -3 s*/x.ts'])
      expect(verdict(gated, command), command).toBe('auto');
    const listed = {
      ...pathResolver(),
      list: (folder: string) => (folder === '/w' ? ['db', 'docs', '.env'] : ['x', 'key.pem']),
    };
    expect(verdict(gated, 'cat do*/x', { pathResolver: listed })).toBe('auto');
    expect(verdict(gated, 'cat d*/x', { pathResolver: listed })).toBe('deny');
    expect(verdict(gated, 'cat docs/*', { pathResolver: listed })).toBe('requireApproval');
  });

  it('asks for a git command where the repository configuration runs programs', () => {
    const runs = { ...pathResolver(), gitConfigRuns: () => 'filter.x.clean runs a program' };
    expect(verdict(LOOKING, 'git diff', { pathResolver: runs })).toBe('requireApproval');
  });

  it('forbids what a deny rule names in a home, though whose home is not known', () => {
    expect(verdict('deny:\n  - fs_read(~/.ssh/**)\n', 'cat ~/.ssh/id_rsa')).toBe('deny');
  });

  it('explains each command, and which rules together would let the line run', () => {
    const result = explain(
      policy('mode: ask\n'),
      { tool: 'bash_run', kind: 'execute', command: 'npm run build && echo done > out.txt' },
      situation(),
    );
    expect(result.parsed.map((command) => command.words.join(' '))).toEqual([
      'npm run build',
      'echo done',
    ]);
    expect(result.toPass).toEqual([
      'bash_run(npm run build)',
      'bash_run(echo done)',
      'fs_write(out.txt)',
    ]);
    expect(
      explain(
        policy('mode: ask\n'),
        { tool: 'bash_run', kind: 'execute', command: 'echo $(x' },
        situation(),
      ),
    ).toMatchObject({
      verdict: { verdict: 'deny', because: expect.stringMatching(/^It never runs: /) as string },
      toPass: [],
      cannotPass: null,
    });
  });
});
