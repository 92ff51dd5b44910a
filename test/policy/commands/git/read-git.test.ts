import { expect, test } from 'vitest';
import { analyseCommand } from '../../../../src/policy/commands/index.ts';
import { evaluate } from '../../../../src/policy/index.ts';
import { pathResolver, policy, situation } from '../../helpers.ts';

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '/w': ['.git', 'private', 'src', 'secret'],
  '/w/.git': ['HEAD'],
  '/w/src': ['a.ts'],
};
const OPEN = 'mode: auto\n';
const READING = 'mode: auto\ndeny:\n  - fs_read(private/**)\n';
const WRITING = 'mode: auto\ndeny:\n  - fs_write(secret/**)\n';

function verdictOf(rules: string, command: string): string {
  const seen = {
    ...pathResolver(),
    list: (folder: string): readonly string[] => FOLDERS[folder] ?? [],
    trackedSecrets: () => ['/w/config/.env'],
  };
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  return evaluate(policy(rules), facts, situation({ pathResolver: seen })).verdict;
}

test.each([
  'git -c "$x" log',
  'git -c "$KEY=a" log',
  'git -c include.path="$f" log',
  'git -c core.pager="$p" log',
  'git -c core.editor="$e" commit',
  'git -c init.templateDir="$t" init x',
  'git -c core.worktree="$d" checkout -- x',
  'git --config-env=include.path=FILE log',
  'git --config-env include.path=FILE log',
  'git -c user.name=$NAME log',
  'git -c remote.origin.url="$URL" push origin',
  'git -c branch.main.remote="$URL" push',
  'git -c submodule.x.url="$URL" submodule update',
  'git -c lfs.url="$URL" lfs pull',
  'git -c fetch.bundleURI="$URL" fetch',
])(
  'a setting whose value git learns at run time may start a program, or name a file or an address: %s',
  (command) => {
    expect(verdictOf(OPEN, command)).toBe('requireApproval');
  },
);

test.each([
  'git -c user.name="$NAME" -c user.email="$MAIL" commit -m x',
  'git -c http.extraheader="AUTHORIZATION: $HEADER" fetch',
  'git -c http.https://github.com/.extraheader="AUTHORIZATION: basic $HEADER" fetch',
  'git --config-env=http.extraheader=HEADER fetch',
  'git -c core.quotepath=off diff --name-only',
])('of a setting that is only data, any value may be given: %s', (command) => {
  expect(verdictOf(READING, command)).toBe('auto');
});

test('settings in an object are those of the file that its name says, or of any', () => {
  expect(verdictOf(READING, 'git config --blob HEAD:private/a --list')).toBe('deny');
  expect(verdictOf(READING, 'git config --blob=HEAD:private/a --list')).toBe('deny');
  expect(verdictOf(READING, 'git config --blob=3b18e512 --list')).toBe('requireApproval');
  expect(verdictOf(READING, 'git config --blob "$b" --list')).toBe('requireApproval');
  expect(verdictOf(READING, 'git config --blob=HEAD:.gitmodules --list')).toBe('auto');
});

test.each([
  'git -C "$d" checkout -- x',
  'git -C "$d" clean -fd',
  'git -C "$d" rm x',
  'git --work-tree "$d" checkout -- x',
  'git --work-tree=src checkout -- x',
  'git --git-dir "$d" checkout -- x',
])('what git writes in a folder that it is told may be what a rule is about: %s', (command) => {
  expect(verdictOf(WRITING, command)).not.toBe('auto');
});

test.each(['git --git-dir=.git add -A', 'git --git-dir .git add src'])(
  'the repository of the checkout, named in its root, is no other one: %s',
  (command) => {
    for (const rules of [OPEN, READING, WRITING]) expect(verdictOf(rules, command)).toBe('auto');
  },
);

test.each([
  'cd src && git --git-dir=../.git add -A',
  'git --git-dir=src/.git add -A',
  'git --git-dir=.git --work-tree=src add -A',
  'git --git-dir="$d" add -A',
  'git -C "$d" --git-dir=/w/.git add -A',
  'git --git-dir=.git -C "$d" add -A',
  'git -C "$d" --work-tree=/w add -A',
  'git --git-dir=.git -c core.worktree=src add -A',
])('with another folder as its work tree, git gives files other names: %s', (command) => {
  expect(verdictOf(READING, command)).toBe('requireApproval');
});

test('git takes no operands behind the log of a bisection, so they change nothing', () => {
  const { commands } = analyseCommand('git bisect log x', { pathResolver: pathResolver() });
  expect(commands[0]?.escapeHatches.map(({ description }) => description)).toEqual([
    'git bisect log with operands is no command of git',
  ]);
});
