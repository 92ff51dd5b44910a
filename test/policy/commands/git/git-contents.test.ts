import { describe, expect, test } from 'vitest';
import type { PathResolver } from '../../../../src/policy/model/facts.ts';
import { evaluate } from '../../../../src/policy/evaluate/evaluate.ts';
import { policy, situation } from '../../helpers.ts';
import { ROOT, resolverOf } from '../helpers.ts';

const files = {
  [ROOT]: ['src', 'private', 'README.md'],
  [`${ROOT}/src`]: ['a.ts'],
  [`${ROOT}/private`]: ['plan.md'],
};
const plain = resolverOf({ files });
const tracked: PathResolver = { ...plain, trackedSecrets: () => [`${ROOT}/config/.env`] };
const READING = 'auto: [kind:readonly, bash_run(@readonly), bash_run(@git-readonly)]\n';
const open = policy(READING);
const gated = policy(`${READING}deny: [fs_read(private/**)]\n`);
const anywhere = policy(`${READING}requireApproval: [fs_read(**/plan.md)]\n`);

function verdict(
  command: string,
  by: ReturnType<typeof policy>,
  pathResolver: PathResolver,
): string {
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  return evaluate(by, facts, situation({ pathResolver })).verdict;
}

describe('git shows the contents of files in a commit, which no word names', () => {
  const showing = [
    'git show',
    'git show HEAD',
    'git show HEAD~1 --word-diff',
    'git show --stat -p HEAD',
    'git show --stat --patch',
    'git show 3b18e512',
    'git show --stat 3b18e512dba79e4c8300dd08aeb37f8e728b8dad',
    'git show --stat 3b18e512 -- src',
    "git show -s '3b18e512^{}'",
    'git log -p',
    'git log --patch -3',
    'git log -U0',
    'git log -c',
    'git log --cc',
    'git log --color-words',
    'git whatchanged -p',
    'git diff',
    'git diff --cached',
    'git diff HEAD~3',
    'git diff main -W',
    'git diff --check',
    'git diff HEAD HEAD:README.md',
    "git diff ':!src'",
    'git diff-tree -p HEAD',
    'git diff-index --patch HEAD',
    'git diff-files -u',
    'git reflog -p',
    'git stash show -p',
    'git stash list -p',
    'git grep x',
    'git grep -n x HEAD~2',
    'git grep --cached x',
    'git status -v',
    'git status -vv',
    'git cat-file -p 3b18e512',
    'git cat-file blob 3b18e512',
    // A hash may be that of a file or a folder, which no pathspec is about.
    'git diff 3b18e512 src/a.ts',
    'git diff 3b18e512 -- src/a.ts',
    'git diff 3b18e512..4c18e512 -- plan.md',
    'git diff-tree -p 3b18e512 4c18e512 -- plan.md',
    'git diff-index -p 3b18e512 -- plan.md',
    "git grep '' 3b18e512 -- src",
    "git grep -e '' 3b18e512 src",
    'cd src && git show',
    'git log -p | grep SECRET',
    'git log -p feature/x',
  ];
  test.each(showing)('%s', (source) => {
    expect(verdict(source, open, plain)).toBe('auto');
    for (const by of [gated, anywhere]) expect(verdict(source, by, plain)).toBe('requireApproval');
    expect(verdict(source, open, tracked)).toBe('requireApproval');
  });

  test.each([
    'git log',
    'git log --oneline -20',
    'git log --stat',
    'git log --name-only',
    'git status',
    'git status --short -u',
    'git diff --stat',
    'git diff --name-only HEAD~1',
    'git diff --numstat',
    'git diff --quiet',
    'git show --stat',
    'git show --name-only HEAD',
    'git show -s --format=%B HEAD',
    'git show HEAD:README.md',
    'git diff HEAD:README.md HEAD~1:README.md',
    'git cat-file -p HEAD',
    'git cat-file -t 3b18e512',
    'git blame src/a.ts',
    'git log -L1,2:src/a.ts',
    'git ls-files -c',
    'git branch -a',
    'git shortlog -c',
    'git stash list',
    'git rev-list --count HEAD',
    // What a pathspec names is all that is shown.
    'git diff -- src',
    'git diff src/a.ts',
    'git diff HEAD~1 -- src/a.ts README.md',
    'git log -p -- src',
    'git show HEAD -- src/a.ts',
    'git show 3b18e512^0 -- src',
    'git diff 3b18e512 -- src',
    'git diff 3b18e512..4c18e512 -- src/a.ts',
    'git diff 3b18e512...4c18e512 -- src/a.ts',
    'git diff 3b18e512 4c18e512 -- src/a.ts',
    'git diff 3b18e512^ 3b18e512 -- src/a.ts',
    'git log -p 3b18e512 -- src/a.ts',
    'git log -p 3b18e512..HEAD -- src/gone.ts',
    'git grep -l x src',
    'git log -S x -- src',
    'git grep 3b18e512 src',
    'git grep x src',
    'git grep x -- src README.md',
  ])('%s asks for no rule and no secret', (source) => {
    for (const by of [open, gated]) {
      expect(verdict(source, by, plain)).toBe('auto');
      expect(verdict(source, by, tracked)).toBe('auto');
    }
  });

  test.each([
    'git grep -l x',
    'git grep -c x',
    'git grep -q x HEAD~1',
    'git grep -L x',
    'git grep -l x 3b18e512 -- src',
    'git log -S x --format=%h',
    'git log -G x --oneline',
    'git log --name-only -Sx',
    'git show -s -S x HEAD',
    'git diff --stat -G x HEAD~9',
  ])('%s says which files contain a text, and asks for a rule as `rg -l` does', (source) => {
    for (const by of [gated, anywhere]) {
      expect(verdict(source, by, plain)).toBe('requireApproval');
      expect(verdict('rg -l x', by, plain)).toBe('requireApproval');
    }
    expect(verdict(source, open, plain)).toBe('auto');
    expect(verdict(source, open, tracked)).toBe('auto');
  });

  test.each([
    ['git diff -- private', 'deny', 'auto'],
    ['git diff -- config', 'auto', 'requireApproval'],
    ['git diff -- config/.env', 'requireApproval', 'requireApproval'],
    ['git log -p -- .', 'requireApproval', 'requireApproval'],
    ["git diff -- '*.md'", 'requireApproval', 'auto'],
    ["git diff -- 'src/*.ts'", 'auto', 'auto'],
    ["git diff -- 'c*'", 'requireApproval', 'requireApproval'],
    ["git diff -- . ':!config'", 'requireApproval', 'auto'],
    ["git diff ':!*.env'", 'requireApproval', 'auto'],
    ["git diff ':^config/.env'", 'requireApproval', 'auto'],
    ["git diff ':!.env'", 'requireApproval', 'requireApproval'],
    ["git diff ':!x/.env*'", 'requireApproval', 'requireApproval'],
    ["cd src && git diff ':!config'", 'requireApproval', 'requireApproval'],
  ])('%s: %s by the rule, %s by the secret', (source, byRule, bySecret) => {
    expect(verdict(source, gated, plain)).toBe(byRule);
    expect(verdict(source, open, tracked)).toBe(bySecret);
  });

  test('a file that is not tracked may have been, so its name counts in the work tree, too', () => {
    const beside = resolverOf({ files, secrets: ['.env'] });
    expect(verdict('git log -p', open, beside)).toBe('requireApproval');
    expect(verdict('git log -p -- src', open, beside)).toBe('auto');
  });

  test('a rule that opens the file opens it to git', () => {
    const opening = policy(READING.replace(']', ', fs_read(config/.env)]'));
    expect(verdict('git log -p', opening, tracked)).toBe('auto');
  });
});

test('a rule for files of a name in every folder is about what a search reads', () => {
  expect(verdict('grep -r x src', anywhere, plain)).toBe('requireApproval');
  expect(verdict('grep -r x src', gated, plain)).toBe('auto');
  expect(verdict('grep x src/a.ts', anywhere, plain)).toBe('auto');
});
