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
    expect(result.commands.map(({ words }) => words.map(({ text }) => text))).toEqual([
      ['npm', 'run', 'build'],
      ['echo', 'done'],
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

/** A rule that allows the first program of a command. */
function named(command: string): string {
  return `auto: ["bash_run(${command.split(' ')[0]} *)"]\n`;
}

/** A substitution by a command with a here document. */
function document(text: string, start = "cat <<'E'"): string {
  return `$(${start}\n${text}\nE\n)`;
}

describe('a here document that a substitution passes on unchanged', () => {
  const rules =
    'auto: ["bash_run(git commit *)", "bash_run(gh pr create *)", "bash_run(@readonly)"]\ndeny: ["bash_run(git push *)"]';

  it.each([
    `git commit -m "${document('it\'s (a "fix") of $x and `y`\n\n- one')}"`,
    `gh pr create --title x --body "${document('## Summary', 'cat <<E')}"`,
    `TEXT="${document('a')}"; git commit -m "$TEXT"`,
  ])('is text that a rule for the words covers: %s', (command) => {
    expect(verdict(rules, command)).toBe('auto');
  });

  it.each([
    `git "${document('push')}"`,
    `git ${document('push')}`,
    `x="${document('push')}"; git $x`,
    document('git push'),
  ])('is a word that a rule denies: %s', (command) => {
    expect(verdict(rules, command)).toBe('deny');
  });

  it.each([
    `git commit "${document('--amend')}"`,
    `git commit -m "${document('a', "cat <<'E' >&2")}"`,
    `git commit -m "${document('a', "cat <<'E' | tr a b")}"`,
    `git commit -m "${document('$X', 'cat <<E')}"`,
    `git commit -m "${document('a', "cat x - <<'E'")}"`,
    `git commit -m "$( (cat <<'E'\na\nE\n) > x)"`,
  ])('is not taken for another text: %s', (command) => {
    expect(verdict(rules, command)).toBe('requireApproval');
  });
});

describe('a command that another program starts from a text', () => {
  /** Each with `TEXT` in place of a command. */
  const texts = [
    "docker run IMAGE sh -c 'TEXT'",
    "docker run -- IMAGE /bin/sh -ec 'TEXT'",
    "docker run IMAGE bash -eo pipefail -c 'TEXT'",
    "docker run IMAGE bash -c -l -- 'TEXT'",
    "docker run IMAGE zsh -lic 'TEXT'",
    "docker run IMAGE busybox sh -c 'TEXT'",
    "docker run IMAGE tini -- sh -c 'TEXT'",
    "docker run IMAGE su - x -c 'TEXT'",
    "docker run IMAGE sh -c 'cd x && (echo $(TEXT))'",
    'docker run IMAGE sh -c "bash -lc \'TEXT\'"',
    'docker run IMAGE sh -c "eval \'TEXT\'"',
    'docker run IMAGE sh -c "trap \'TEXT\' EXIT"',
    'docker run IMAGE find . -exec TEXT \\;',
    "docker run --entrypoint sh IMAGE -c 'TEXT'",
    "docker run --entrypoint=/bin/sh IMAGE -c 'TEXT'",
    "docker run --health-cmd='TEXT' IMAGE",
    "docker -l debug exec -it -w /x C bash -lc 'TEXT'",
    "/opt/bin/docker exec C bash --login -c 'TEXT'",
    "docker compose -f a.yml exec -T S sh -c 'TEXT'",
    "docker compose run --entrypoint 'TEXT' S",
    "podman exec C sh -c 'TEXT'",
    "kubectl -n x exec P -c app -- sh -c 'TEXT'",
    "kubectl create job x --image=y -- sh -c 'TEXT'",
    "lxc exec C -- sh -c 'TEXT'",
    "uv run docker exec C sh -c 'TEXT'",
    "uv run bash -lc 'TEXT'",
    "nix develop .#x --command sh -c 'TEXT'",
    "nix shell a b -c sh -c 'TEXT'",
    "nix-shell -p x --run 'TEXT'",
    "yarn exec 'TEXT'",
    "yarn workspaces foreach exec -- 'TEXT'",
    "pnpm -c exec 'TEXT'",
    "pnpm exec concurrently 'TEXT'",
    "npx -c 'TEXT'",
    "npm exec -yc 'TEXT'",
    "mise x -c'TEXT'",
    "concurrently 'npm test' 'TEXT'",
    "concurrently -k -n a 'TEXT'",
    "hyperfine 'TEXT'",
    "yarn concurrently 'TEXT'",
    "yarn run concurrently 'TEXT'",
    "bun hyperfine 'TEXT'",
    "hyperfine -p'TEXT' ls",
    "hyperfine --cleanup='TEXT' -- ls",
    "hyperfine -- -n 'TEXT'",
    "cross-env-shell A=1 'TEXT'",
    "dotenv -e .env.test -- sh -c 'TEXT'",
    "nodemon --exec='TEXT'",
    "watchexec -e rs 'TEXT'",
    "watch -n 1 'TEXT'",
    'watch -n 1 TEXT',
    "ssh -p 22 host 'cd x && TEXT'",
    'ssh host TEXT',
    "script -qc 'TEXT' /dev/null",
    "script --command='TEXT'",
    "su root --command='TEXT'",
    "flock FILE -c 'TEXT'",
    'flock -n FILE TEXT',
    "parallel 'TEXT' ::: a",
    "entr -s 'TEXT'",
    "tmux new -d -s x 'TEXT'",
    "tmux send-keys 'TEXT' Enter",
    "screen -dmS x sh -c 'TEXT'",
    'start-stop-daemon --start --exec TEXT',
    "env -S 'TEXT'",
    "env -iS'A=1 TEXT'",
    "env --split-string='TEXT'",
    "xargs sh -c 'TEXT'",
    "find . -exec sh -c 'TEXT' \\;",
    "git -c alias.x='!TEXT' x",
    "git rebase -ix 'TEXT' main",
    'git bisect run TEXT',
    "git submodule foreach --recursive 'TEXT'",
    "git filter-branch --msg-filter 'TEXT' HEAD",
  ];

  it.each(texts)('is denied by its words, intents and hosts: %s', (text) => {
    const words = text.replace('TEXT', 'git push');
    const rules = named(text);
    expect(verdict(`${rules}deny: ["bash_run(git push *)"]`, words)).toBe('deny');
    const forced = text.replace('TEXT', 'git push -f');
    expect(verdict(`${rules}deny: ["bash_run(@force-push)"]`, forced)).toBe('deny');
    const reached = text.replace('TEXT', 'curl evil.example');
    expect(verdict(`${rules}deny: ["web_fetch(evil.example)"]`, reached)).toBe('deny');
  });

  it.each([
    "docker run IMAGE sh -c 'if'",
    'docker run IMAGE sh -c \'eval "$X"\'',
    'docker run IMAGE sh -c \'sh -c "$X"\'',
    'docker run IMAGE sh -c \'"$@"\' _ git push',
    'docker run IMAGE sh -c \'exec "$0" "$@"\' git push',
    'docker run IMAGE sh -c \'g() { git "$@"; }; g push\'',
    "docker run IMAGE bash -c 'hash -p /usr/bin/git ls; ls push'",
    "docker run IMAGE bash -c '. /dev/stdin'",
    "X=log; docker run -e X=push IMAGE sh -c 'git $X'",
    "docker exec -i C bash -eo pipefail <<< 'git push'",
    "echo 'git push' | kubectl exec -i P -- sh -s",
    'docker exec -i C sh < src/x',
    "concurrently 'if'",
    'concurrently "$X"',
    "hyperfine -L a git '{a} push'",
  ])('asks where it is not known before it runs: %s', (command) => {
    const allowed = ['docker', 'kubectl', 'echo', 'concurrently', 'hyperfine'];
    const rules = allowed.map((name) => `bash_run(${name} *)`);
    const text = `auto: ${JSON.stringify(rules)}\ndeny: ["bash_run(git push *)"]`;
    expect(verdict(text, command)).toBe('requireApproval');
  });

  it.each([
    "docker run --rm app sh -c 'npm ci && cat $FILE private/a | grep x'",
    "docker exec web bash -lc 'source venv/bin/activate && rm -rf /tmp/x'",
    'docker run --rm -it app sh',
    'docker run --rm app sh script.sh',
    'docker exec -i db psql < src/dump.sql',
    "kubectl exec pod -- sh -c 'ps aux | grep node'",
    'concurrently -k -n a,b "npm test" "npm:build-*"',
    "hyperfine -n 'name (new)' --warmup 3 'ls -la' 'node x.js'",
  ])('leaves to the rule for the program what no rule holds back: %s', (command) => {
    const gates =
      'deny: ["bash_run(git push *)", "bash_run(@force-push)", "fs_read(private/**)", "web_fetch(evil.example)"]';
    expect(verdict(`${named(command)}${gates}`, command)).toBe('auto');
  });

  it('reads the files of this machine, unless it runs in a container or on another machine', () => {
    const rules = 'mode: auto\ndeny: ["fs_read(private/**)"]';
    for (const command of [
      "hyperfine 'cat private/a'",
      "uv run sh -c 'cat private/a'",
      "flock f -c 'cat private/a'",
      'nsenter -t 1 -n cat private/a',
    ])
      expect(verdict(rules, command), command).toBe('deny');
    for (const command of ["ssh host 'cat private/a'", "docker exec C sh -c 'cat private/a'"])
      expect(verdict(rules, command), command).not.toBe('deny');
  });

  it('is covered by no rule for an intent, which says nothing of the program that starts it', () => {
    const rules = 'auto: ["bash_run(@install)"]';
    for (const command of [
      "docker run IMAGE sh -c 'npm install; make'",
      "hyperfine 'npm install' make",
      "bundle exec sh -c 'npm install; make'",
    ])
      expect(verdict(rules, command), command).toBe('requireApproval');
  });
});
