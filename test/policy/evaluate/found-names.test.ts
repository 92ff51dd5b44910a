import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/policy/index.ts';
import { pathResolver, policy, situation } from '../helpers.ts';

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '/w': ['private', 'src', 'README.md'],
  '/w/private': ['a'],
  '/w/src': ['b.ts', 'lib'],
  '/w/src/lib': ['c.json'],
};

const files = {
  ...pathResolver(),
  list: (folder: string): readonly string[] => FOLDERS[folder] ?? [],
  secretsBelow: () => [],
  namesBelow: () => ({ words: false, lines: false }),
};

const OPEN = 'mode: auto';
const GATED = "mode: auto\ndeny: ['fs_read(private/**)', 'fs_read(src/lib/**)']";

function verdictOf(rules: string, command: string): string {
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  return evaluate(policy(rules), facts, situation({ pathResolver: files })).verdict;
}

/** A loop over the files that `find` lists. */
function forEach(command: string): string {
  return `find . -type f | while read -r f; do ${command}; done`;
}

describe('a name that was listed, under a rule for reading one of the files', () => {
  test.each([
    'cat < "$f"',
    '<"$f" cat',
    'read -r line < "$f"; echo "$line"',
    'tr a b <> "$f"',
    'xargs -a "$f" echo',
    'grep -f "$f" README.md',
    'diff --to-file="$f" README.md',
    'date -f "$f"',
    'file -m "$f" README.md',
    'bat "$f"',
    'man ./"$f"',
    'nm "$f"',
    'tar cf x.tar "$f"',
    'tar xf "$f"',
    'git blame "$f"',
    'git diff HEAD~1 README.md "$f"',
    'git diff --no-index README.md "$f"',
    'git log -p README.md "$f"',
    'git interpret-trailers "$f"',
    'git hash-object -w "$f"',
    'git merge-file -p "$f" README.md README.md',
    'git commit -F "$f"',
    'git commit --file="$f"',
    'git commit --fil "$f"',
    'git commit --template "$f"',
    'git commit --tem="$f"',
    'git commit -aF "$f"',
    'git notes add -F "$f"',
    'git notes add -fF "$f"',
    'git merge --fi "$f" x',
    'git tag -a v1 -F "$f"',
    'git commit-tree HEAD^{tree} -F "$f"',
    'git config -f "$f" -l',
    'git config --file="$f" --list',
    'git config --fil "$f" --list',
    'git config -lf "$f"',
    'git -C "$f" show HEAD:./a',
    'git -C "$f" diff -- .',
    'git mv "$f" x',
  ])('may be that file where its contents are read: %s', (command) => {
    expect(verdictOf(GATED, forEach(command))).not.toBe('auto');
    expect(verdictOf(GATED, `f=$(date); ${command}`)).not.toBe('auto');
  });

  test.each([
    'wc -l "$f"',
    'stat "$f"',
    'date -r "$f"',
    '[ -s "$f" ]',
    'git log -1 --format=%ad -- "$f"',
    'git add "$f"',
    'git check-ignore -q "$f"',
  ])('may be any file where its contents are not shown: %s', (command) =>
    expect(verdictOf(GATED, forEach(command))).toBe('auto'),
  );

  test.each(['cat < "$f"', 'git blame "$f"', 'grep -f "$f" README.md'])(
    'is none of them if other files are listed: %s',
    (command) => {
      const listed = `find src -type f -name '*.ts' | while read -r f; do ${command}; done`;
      expect(verdictOf(GATED.replace('src/lib/**', 'src/lib/*.json'), listed)).toBe('auto');
      expect(verdictOf(OPEN, listed)).toBe('auto');
    },
  );

  test.each([
    'git ls-files',
    'git ls-files -o --exclude-standard',
    'git diff --name-only HEAD~1',
    'git diff --cached --name-only --diff-filter=AM',
    'git grep -l x',
    'ls',
    'ls src',
  ])('is never in `.git` if this lists it: %s', (list) => {
    const loop = `${list} | while read -r f; do cat < "$f"; done`;
    expect(verdictOf(OPEN, loop)).toBe('auto');
    expect(verdictOf(GATED, loop)).toBe('requireApproval');
  });

  test.each([
    'ls -a',
    'ls --almost',
    'vdir',
    'git --work-tree=.git ls-files -o',
    'git --git-dir=.git --work-tree=/ ls-files -o',
    'git -c core.worktree=.git ls-files -o',
    'd=$(date); ls "$d"',
    'd=$(date); git ls-files "$d"',
    'git diff --no-index --name-only .git x',
    'git diff --name-only --line-prefix=.git/',
    'git diff --name-only -p',
  ])('may be in `.git` if this lists it: %s', (list) =>
    expect(verdictOf(OPEN, `${list} | while read -r f; do cat "$f"; done`)).not.toBe('auto'),
  );

  test('git gives what is below a folder another name, as mv does', () => {
    expect(verdictOf(GATED, 'git mv src x')).toBe('requireApproval');
    expect(verdictOf(GATED, 'git mv src/b.ts x.ts')).toBe('auto');
    expect(verdictOf(OPEN, 'git mv src x')).toBe('auto');
  });

  test('a file that usually contains secrets may be redirected only if people approve it', () => {
    expect(verdictOf(OPEN, forEach('cat < "$f"'))).toBe('requireApproval');
  });

  test('a message that is attached to its option names no file', () => {
    for (const option of ['-m"feat: $f"', '-am"Fix $(date)"', '-m"update $f"'])
      expect(verdictOf(OPEN, `f=$(date); git commit ${option}`)).toBe('auto');
  });
});

describe('a word that is known only at run time', () => {
  test.each(['git rebase -x "cat $f" main', 'git rebase main --exec "npm $f"'])(
    'may be any command where git runs it: %s',
    (command) => expect(verdictOf(OPEN, `f=$(date); ${command}`)).toBe('requireApproval'),
  );

  test('is no command where git only names a commit', () => {
    expect(verdictOf(OPEN, 'f=$(date); git cherry-pick -x "at $f"')).toBe('auto');
  });

  test('as the folder of git may be any folder, which matters if git reads files there', () => {
    for (const command of ['show HEAD:./a', 'add a', 'status', 'pull', 'checkout -b a'])
      expect(verdictOf(OPEN, `f=$(date); git -C "$f" ${command}`)).toBe('auto');
    for (const command of ['status', 'log -3', 'pull', 'checkout -b a'])
      expect(verdictOf(GATED, `f=$(date); git -C "$f" ${command}`)).toBe('auto');
  });
});
