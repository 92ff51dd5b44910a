import { describe, expect, it } from 'vitest';
import {
  hiddenFromCommands,
  evaluate,
  profileSentence,
  type Situation,
  type Verdict,
} from '../../../src/policy/index.ts';
import { policy, problems, situation } from '../helpers.ts';

const CONTAINED = 'auto: ["kind:readonly", "bash_run(@contained)"]';

function verdictOf(
  rules: string,
  command: string,
  parts: Partial<Situation> & { access?: 'write' } = {},
): Verdict {
  const { access, ...situated } = parts;
  const facts = {
    tool: 'bash_run',
    kind: 'execute',
    command,
    ...(access === undefined ? {} : { access }),
  } as const;
  return evaluate(policy(rules), facts, situation({ contained: true, ...situated }));
}

/** A command line in this many shells, one in the other. */
function inShells(line: string, count: number): string {
  return count === 0
    ? line
    : inShells(`bash -c '${line.replaceAll("'", String.raw`'\''`)}'`, count - 1);
}

describe('@contained lets any command run that needs no more than the reading profile', () => {
  it.each([
    'npm run check',
    'cd packages/x && npm run check',
    'find . | xargs grep -n TODO',
    'find . -name "*.ts" -exec grep -l x {} +',
    'echo $VAR | cat',
    'zcat a.gz | less',
    'ls $(pwd)/*',
    'echo {1..5000}',
    'yes | head',
    'X=1; node script.js',
    'make',
    './evil.sh',
    'eval "$X"',
    'cat /etc/os-release',
    'python3 -c "print(1)"',
    'npm test > /tmp/out.log 2>&1; tail /tmp/out.log',
    'grep -rn password .',
    'awk "BEGIN { system(\\"id\\") }"',
    'sed -n 1,5p $FILE',
    'npx tsc --noEmit',
    'bunx tsc --noEmit',
    'cd web && npx next build 2>&1 | tail -30',
    'rm -rf /tmp/frames && mkdir /tmp/frames && node render.js',
    'cargo test "$NAME"',
    'for t in $(cat list.txt); do poetry run pytest "$t"; done',
    'while read t; do pnpm test "$t"; done < list.txt',
    './gradlew test --tests "$T"',
    'mvn -q test -Dtest="$T"',
    'go test $(go list ./... | grep -v vendor)',
    'bundle exec rspec "$F"',
    'dotnet test --filter "FullyQualifiedName~$N"',
    'git show "$(git rev-parse HEAD)"',
    'git log $(git merge-base HEAD origin/main)..HEAD --oneline',
    'git --no-pager diff "$BASE"...HEAD -- src',
    'uv run ruff check . 2>&1 | tail -20',
    'uv run --frozen pytest "$F"',
    'uv -q run --group test pytest -q',
    'pnpm exec tsc --noEmit -p apps/web',
    'pnpm -s exec tsc',
    'pnpm --filter web exec tsc --noEmit',
    'pnpm -r exec tsc',
    'npm -w web exec tsc',
    'corepack pnpm test',
    'npm exec -- tsc --noEmit',
    'npm x -- tsc --noEmit',
    'yarn exec tsc',
    'bun x tsc --noEmit',
  ])('%s', (command) => {
    const verdict = verdictOf(CONTAINED, command);
    expect(verdict, verdict.because).toMatchObject({ verdict: 'auto' });
    expect(['contained', 'reading']).toContain(verdict.profile?.name);
  });

  it('also after text by somebody without write access', () => {
    expect(verdictOf(CONTAINED, 'make', { untrusted: true })).toMatchObject({
      verdict: 'auto',
      profile: { name: 'contained' },
    });
  });

  it('in a sandbox without secrets and network that discards what it writes', () => {
    expect(verdictOf(CONTAINED, 'eval "$X"')).toMatchObject({
      verdict: 'auto',
      profile: { name: 'contained', network: false, write: [], show: [] },
    });
  });

  it.each(['if then', "echo 'a", 'cat <<EOF\na', 'echo \u200b', '# nothing'])(
    'but not what cannot be read as shell: %j',
    (command) => {
      expect(verdictOf(CONTAINED, command)).toMatchObject({
        verdict: 'deny',
        because: expect.stringMatching(/^It never runs: /) as string,
      });
    },
  );

  it.each([
    ['what writes the workspace', 'echo x > src/a.ts'],
    ['what deletes', 'rm -rf src'],
    ['what deletes somewhere that is known only at run time', 'find . -name x | xargs rm'],
    ['a git write', 'git commit -m x'],
    ['a push', 'git push'],
    ['an installation', 'npm install left-pad'],
    ['what is always fetched', 'pnpm dlx cowsay'],
    ['what deletes beside /tmp, too', 'rm -rf /tmp/x src'],
    ['what deletes beside /tmp what is known only at run time', 'rm -rf /tmp/x "$DIR"'],
    ['what deletes all that is there', 'rm -rf /tmp/../w/src'],
    ['what a runner deletes', 'npx rimraf src'],
    ['a download', 'curl https://example.com/x'],
    ['a publication', 'npm publish'],
    ['a publication whose output is in /tmp', 'npm publish > /tmp/log'],
    ['other rights for a file of /tmp', 'chmod u+s /tmp/x'],
    ['what deletes by a search', 'find /tmp/x "$Y" -delete > /tmp/log'],
    ['a publication of what is known only at run time', 'cargo publish -p "$CRATE"'],
    ['an installation of what is known only at run time', 'pip install "$PACKAGE"'],
    ['a program that is fetched for it', 'uv run --with rich python a.py'],
    ['an installation that uv starts', 'uv run pip install x'],
    ['an installation that pnpm starts', 'pnpm exec npm install x'],
    ['an installation that pnpm starts in packages', 'pnpm -r exec npm install x'],
    ['an installation that corepack starts', 'corepack pnpm add x'],
    ['an installation by corepack', 'corepack enable'],
    ['a program that is fetched for it, by a short option', 'uv run -w rich python a.py'],
    ['what git is told to write', 'git log --output=x'],
    ['what git is told to run', 'git diff --ext-diff "$BASE"'],
    ['a branch whose name is known only at run time', 'git branch "$NAME"'],
    ['a checkout of what is known only at run time', 'git checkout "$NAME"'],
    ['a secret by its name', 'cat .env'],
    ['a secret by its name, in a part', 'ls && base64 config/server.key'],
  ])('but asks about %s', (_, command) => {
    expect(verdictOf(CONTAINED, command).verdict).toBe('requireApproval');
  });

  it('never denies less than without it', () => {
    expect(verdictOf(CONTAINED, 'cat .git/config').verdict).toBe('deny');
    expect(verdictOf(CONTAINED, 'echo x > /usr/x').verdict).toBe('deny');
    expect(verdictOf(CONTAINED, 'rm -rf ~').verdict).toBe('deny');
    expect(verdictOf(`${CONTAINED}\ndeny: ["bash_run"]`, 'make').verdict).toBe('deny');
    expect(
      verdictOf(`${CONTAINED}\ndeny: ["fs_read(src/secret/**)"]`, 'cat src/secret/a').verdict,
    ).toBe('deny');
  });

  it.each([
    ['it was not proved', { contained: false }],
    ['no sandbox stands', { contained: false, sandboxed: false }],
    ['the call is to keep what it writes', { access: 'write' as const }],
    ['a plan is still to be approved', { planning: true }],
  ])('not where %s', (_, parts) => {
    expect(verdictOf(CONTAINED, 'make', parts).verdict).not.toBe('auto');
  });

  it('not where the policy switches the sandbox off', () => {
    expect(verdictOf(`${CONTAINED}\nsandbox: off`, 'make').verdict).toBe('requireApproval');
  });

  it.each([
    'valgrind evilprog x',
    'somerunner -a evilprog x',
    '/lib64/ld-linux-x86-64.so.2 /usr/bin/evilprog x',
    'numactl --all evilprog',
    'ls && otherrunner -- evilprog x',
  ])('asks where a program that nobody knows may start what a rule denies: %s', (command) => {
    const rules = `${CONTAINED}\ndeny: ["bash_run(evilprog *)"]`;
    expect(verdictOf(rules, command)).toMatchObject({ verdict: 'requireApproval' });
    expect(verdictOf(CONTAINED, command).verdict).toBe('auto');
    expect(verdictOf(`${CONTAINED}\ndeny: ["bash_run(other *)"]`, command).verdict).toBe('auto');
  });

  it.each([
    'python3 -c "os.system(x)"',
    'node -e "f()"',
    'make CC=x',
    'perl -e "f()"',
    "vim -c '!evilprog x' a",
    `emacs --batch --eval '(shell-command "evilprog x")'`,
    "sqlite3 a.db '.shell f'",
  ])('asks where code in the words may start what a rule denies: %s', (command) => {
    const rules = `${CONTAINED}\ndeny: ["bash_run(evilprog *)"]`;
    expect(verdictOf(rules, command).verdict).toBe('requireApproval');
    expect(verdictOf(CONTAINED, command).verdict).toBe('auto');
  });

  it('shows the settings of git, which contain no credentials there, and changes none', () => {
    expect(verdictOf(CONTAINED, 'git config --list').verdict).toBe('auto');
    expect(verdictOf(CONTAINED, 'git config -l --show-origin').verdict).toBe('auto');
    expect(verdictOf(CONTAINED, 'git config --get-all remote.origin.fetch').verdict).toBe('auto');
    for (const command of [
      'git config user.name x',
      'git config --unset user.name',
      'git config --list --file other',
      'git -c include.path=x config --list',
      'git config --edit',
      'git config --list "$x"',
    ])
      expect(verdictOf(CONTAINED, command).verdict, command).toBe('requireApproval');
  });

  it.each([
    'yarn --version',
    'unknown-tool --version',
    'find -L . -name x',
    'find . | xargs grep x',
  ])('runs %s', (command) => expect(verdictOf(CONTAINED, command).verdict).toBe('auto'));

  it('does not take an installation for a version', () => {
    expect(verdictOf(CONTAINED, 'yarn').verdict).toBe('requireApproval');
    expect(verdictOf(CONTAINED, 'yarn --immutable').verdict).toBe('requireApproval');
    expect(verdictOf(CONTAINED, 'yarn add x --version').verdict).toBe('requireApproval');
  });

  it('reads the words of a program that starts nothing as words', () => {
    const rules = `${CONTAINED}\ndeny: ["bash_run(evilprog *)"]`;
    expect(verdictOf(rules, 'grep -n evilprog README.md | tail -5').verdict).toBe('auto');
    expect(verdictOf(rules, 'echo evilprog x').verdict).toBe('auto');
    expect(verdictOf(rules, 'npm run check').verdict).toBe('auto');
    expect(verdictOf(rules, 'make && npm test && node build.js').verdict).toBe('auto');
    // One word of the rule alone is not the command that it is about.
    const push = `${CONTAINED}\ndeny: ["bash_run(git push *)"]`;
    expect(verdictOf(push, "unknown-tool 'git log' a").verdict).toBe('auto');
    expect(verdictOf(push, "unknown-tool '!git push' a").verdict).toBe('requireApproval');
  });

  it('asks where its words may start what a rule holds back, whatever stands before it', () => {
    const rules = `${CONTAINED}\ndeny: ["bash_run(evilprog *)"]`;
    for (const command of ['valgrind evilprog x', 'valgrind cat evilprog x', 'vim "+!evilprog x"'])
      expect(verdictOf(rules, command).verdict, command).toBe('requireApproval');
    expect(verdictOf(rules, 'valgrind').verdict).toBe('auto');
  });

  it('runs with untrusted content as reading does', () => {
    expect(verdictOf(CONTAINED, 'make', { untrusted: true }).verdict).toBe('auto');
    const strict = `${CONTAINED}\nwhenUntrusted: { mode: ask, deny: ["bash_run(make *)"] }`;
    expect(verdictOf(strict, 'make all', { untrusted: true }).verdict).toBe('deny');
  });
});

describe('rules still apply to what a contained command names', () => {
  it.each([
    ['deny', 'bash_run(curl *)', 'env FOO=1 bash -c "curl x"', 'deny'],
    ['requireApproval', 'bash_run(npm run deploy)', 'npm run deploy', 'requireApproval'],
    ['deny', 'bash_run(@recursive-delete)', 'rm -rf /tmp/x', 'deny'],
  ])('%s %s about %s', (list, rule, command, expected) => {
    expect(verdictOf(`${CONTAINED}\n${list}: ["${rule}"]`, command).verdict).toBe(expected);
  });

  it.each([
    'if then',
    'eval "$X"',
    '$CMD x',
    'xargs -I{} sh -c "$0"',
    'x=$(cat f); $x',
    'awk "BEGIN { system(\\"curl x\\") }"',
    'find . -exec curl {} \\;',
  ])('and what may run unseen asks where a denied program could be it: %s', (command) => {
    expect(verdictOf(`${CONTAINED}\ndeny: ["bash_run(curl *)"]`, command).verdict).not.toBe('auto');
  });

  it.each([
    ['shells nested too deep to be read', inShells('curl x', 6)],
    ['a source that is refused', "bash -c 'cat <<X'"],
    ['a function', 'ls() { "$@"; }; ls curl x'],
    ['a choice', 'select x in a b; do ls; done'],
    ['a coprocess', 'coproc ls'],
  ])('and so does what a source as a whole may run unseen: %s', (_, command) => {
    expect(verdictOf(CONTAINED, command).verdict).toBe('auto');
    expect(verdictOf(`${CONTAINED}\ndeny: ["bash_run(curl *)"]`, command).verdict).not.toBe('auto');
  });

  it.each([
    '@recursive-delete',
    '@force-push',
    '@history-rewrite',
    '@publish',
    '@privilege',
    '@install',
    '@download',
    '@writes',
    '@git-write',
  ])('but not where only %s is denied: it cannot happen there', (intent) => {
    expect(verdictOf(`${CONTAINED}\ndeny: ["bash_run(${intent})"]`, 'eval "$X"').verdict).toBe(
      'auto',
    );
  });

  it.each([
    ['@publish', 'cargo test "$NAME"'],
    ['@publish', 'for t in $(cat list.txt); do poetry run pytest "$t"; done'],
    ['@install', 'go test $(go list ./...)'],
    ['@privilege', 'docker run "$IMAGE" ls'],
  ])('nor where only %s is denied, and a word may be it: %s', (intent, command) => {
    expect(verdictOf(`${CONTAINED}\ndeny: ["bash_run(${intent})"]`, command).verdict).toBe('auto');
  });

  it.each([
    ['@publish', 'cargo publish "$NAME"'],
    ['@install', 'uv run pytest'],
    ['@install', 'pnpm exec tsc'],
    ['@install', 'npx tsc'],
  ])('but where %s is denied, and the words show it: %s', (intent, command) => {
    expect(verdictOf(`${CONTAINED}\ndeny: ["bash_run(${intent})"]`, command).verdict).toBe('deny');
  });

  it.each([
    ['npm install x', 'npm has the intent @install'],
    ['echo x > src/a', 'it writes "src/a"'],
    ['curl https://example.com/x', 'curl has the intent @download'],
    ['psql -h example.com', 'it names the host example.com'],
    ['git commit -m x', 'git may change the repository'],
  ])('says why it does not cover %s', (command, why) => {
    expect(verdictOf(CONTAINED, command).because).toMatch(
      new RegExp(`"bash_run\\(@contained\\)" does not cover it: ${why}\\.`),
    );
  });

  it('is the rule that is named where it lets a part of the line run', () => {
    const rules = 'auto: ["bash_run(@readonly)", "bash_run(@contained)"]';
    const verdict = verdictOf(rules, 'cd web && npm test | tail -5');
    expect(verdict).toMatchObject({ verdict: 'auto', rule: 'bash_run(@contained)' });
    expect(verdict.because).toMatch(/^The rule "bash_run\(@contained\)"/);
  });

  it('is a class for auto alone', () => {
    const found = problems('version: 1\ndeny:\n  - bash_run(@contained)\n');
    expect(found[0]).toMatchObject({ line: 3 });
    expect(found[0]?.message).toContain('"@contained" is a class for "auto" alone');
  });
});

describe('the profile of a command is made from its verdict', () => {
  const RULES =
    'auto: ["kind:readonly", "bash_run(@readonly)", "bash_run(@git-readonly)", "bash_run(npm test *)", "bash_run(git commit *)", "bash_run(touch *)", "bash_run(mv *)", "bash_run(@writes)", "fs_write(out/**)"]';

  it.each([
    ['ls src', 'reading', []],
    ['git log --oneline', 'reading', []],
    ['grep -n x src/a | head', 'reading', []],
    ['touch src/a', 'writing', ['src/a']],
    ['mv a b', 'writing', ['a', 'b']],
    ['sed -i s/a/b/ src/a', 'writing', ['src/a']],
    ['echo x > out/a', 'writing', ['out/a']],
    ['npm test', 'program', []],
    ['npm test > out/log', 'program', []],
    ['git commit -m x', 'git', []],
    ['git commit -m x && git log', 'git', []],
    ['npm test && git commit -m x', 'program', []],
  ])('%s: %s', (command, name, write) => {
    expect(verdictOf(RULES, command)).toMatchObject({
      verdict: 'auto',
      profile: { name, write, show: [] },
    });
  });

  it('shows what a person is asked about by its name, and nothing else that is hidden', () => {
    expect(verdictOf(RULES, 'cat .env src/a')).toMatchObject({
      verdict: 'requireApproval',
      profile: { name: 'reading', show: ['.env', 'src/a'], network: false },
    });
    expect(verdictOf(RULES, 'cat .env').profile?.show).toEqual(['.env']);
    expect(verdictOf(RULES, 'cat .env; ls .').profile?.show).toEqual(['.env']);
  });

  it('gives a network to what reaches hosts, and to programs that nobody knows', () => {
    expect(verdictOf(RULES, 'ls').profile?.network).toBe(false);
    expect(verdictOf(RULES, 'npm test').profile?.network).toBe(true);
    expect(verdictOf(RULES, 'curl https://example.com/').profile?.network).toBe(true);
  });

  it('is none where the call is denied', () => {
    expect(verdictOf('deny: ["bash_run"]', 'ls').profile).toBeUndefined();
  });
});

function hidden(rules: string): (path: string) => boolean {
  return hiddenFromCommands(policy(rules), { caseInsensitive: false });
}

describe('what commands do not see', () => {
  it('is what a rule for reading denies or asks about, and what usually contains secrets', () => {
    const isHidden = hidden(
      'auto: ["kind:readonly"]\ndeny: ["fs_read(private/**)"]\nrequireApproval: ["fs_*(config/*.yml)"]',
    );
    for (const path of [
      'private/a',
      '.env',
      'a/.env.local',
      'deploy.pem',
      'config/a.yml',
      '.ssh/id_rsa',
    ])
      expect(isHidden(path), path).toBe(true);
    for (const path of ['src/a.ts', 'config/sub/a.yml', 'README.md'])
      expect(isHidden(path), path).toBe(false);
  });

  it('is not what a rule lets read by its own words', () => {
    const isHidden = hidden('auto: ["kind:readonly", "fs_read(test/**/*.pem)"]');
    expect(isHidden('test/fixtures/a.pem')).toBe(false);
    expect(isHidden('deploy.pem')).toBe(true);
  });

  it('is nothing more where reading asks in general, and everything where it is denied', () => {
    expect(hidden('requireApproval: ["fs_read"]')('src/a.ts')).toBe(false);
    expect(hidden('mode: ask')('src/a.ts')).toBe(false);
    expect(hidden('deny: ["fs_read"]')('src/a.ts')).toBe(true);
  });

  it('is what rules for untrusted content keep from being read, too', () => {
    expect(hidden('whenUntrusted: { mode: ask, deny: ["fs_read(docs/**)"] }')('docs/a')).toBe(true);
  });
});

function words(command: string, hosts: readonly string[] = []): string {
  const { profile } = verdictOf('mode: ask', command);
  return profile === undefined ? '' : profileSentence(profile, hosts);
}

describe('the words for a profile', () => {
  it('say what is kept, what is shown, and whether there is a network', () => {
    expect(words('cat .env')).toBe(
      'It reads the workspace; what it writes is discarded. It sees .env, even where commands do not usually see them. It has no network.',
    );
    expect(words('mv a b')).toContain('writes a, b; other writes are discarded or refused, except');
    expect(words('npm install')).toContain(
      'It can write the whole workspace, except .git and what a rule denies to write',
    );
    expect(words('git push')).toContain(
      'the repository in .git, except its configuration and hooks',
    );
  });

  it('name the hosts that the policy lists, and no network if it lists none', () => {
    expect(words('npm install')).toMatch(/It has no network\.$/);
    const hosts = ['registry.npmjs.org', '*.example.com'];
    expect(words('npm install', hosts)).toMatch(
      /It can reach registry\.npmjs\.org, \*\.example\.com and no other host\.$/,
    );
    expect(words('cat .env', hosts)).toMatch(/It has no network\.$/);
  });

  it('name at most ten paths', () => {
    const sentence = words(
      `touch ${Array.from({ length: 30 }, (_, index) => `f${index}`).join(' ')}`,
    );
    expect(sentence).toContain('f9 and 20 more');
  });
});
