import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/policy/index.ts';
import { pathResolver, policy, situation } from '../helpers.ts';

function verdictOf(rules: string, command: string): string {
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  const secrets = ['/w/config/.env'];
  const secretsBelow = (folder: string): string[] =>
    secrets.filter((path) => path.startsWith(`${folder}/`));
  const files = { ...pathResolver(), secretsBelow };
  return evaluate(policy(rules), facts, situation({ pathResolver: files })).verdict;
}

describe('a rule that denies a path in a home folder', () => {
  const rules = 'mode: auto\ndeny: ["bash_run(cat ~/.ssh/*)"]';

  test.each([
    'cat ~/.ssh/id_rsa',
    'cat $HOME/.ssh/id_rsa',
    'cat "$HOME"/.ssh/id_rsa',
    'cat "${HOME}/.ssh/id_rsa"',
    'cat ~/.ssh/*',
    'for f in ~/.ssh/*; do cat "$f"; done',
    'env cat ~/.ssh/config',
  ])('denies %s', (command) => expect(verdictOf(rules, command)).toBe('deny'));

  test('asks about what may be that path, and not about others', () => {
    expect(verdictOf(rules, 'cat "$x"')).toBe('requireApproval');
    expect(verdictOf(rules, 'cat a')).toBe('auto');
    expect(verdictOf(rules, "cat '~/.ssh/a'")).toBe('deny');
  });
});

test.each(['node -e', 'node -p', 'perl -e'])(
  'the code of %s is no file, however long it is',
  (run) => {
    const code = 'const a = require("./package.json"); print(a.dependencies / 2); '.repeat(5);
    expect(verdictOf('mode: auto', `${run} '${code}'`)).toBe('auto');
    expect(verdictOf('auto: ["bash_run(node *)"]', `${run} '${code}'`)).toBe('requireApproval');
  },
);

describe('what a program reads and writes that another one starts', () => {
  const rules = `auto: [bash_run]
deny: ["fs_read(private/**)", "web_fetch(evil.example)"]
requireApproval: ["fs_write(.github/**)"]
`;

  test.each([
    'uv run cat private/a',
    'uv run -q -- cat private/a',
    '/opt/bin/uv run /usr/bin/cat private/a',
    'poetry run cp private/a a',
    'bundle exec env A=1 timeout 5 cat private/a',
    'npm exec -- cat private/a',
    'mise exec node@20 -- sed -n 1p private/a',
    'uv run poetry run git diff --no-index private/a a',
    `uv run sh -c 'pytest; cat private/a'`,
    'uv run curl https://evil.example/a',
    'pnpm cat private/a',
    `mise exec node@20 -c 'cat private/a'`,
    `mise x --command='cat private/a'`,
    `npm exec --call 'cat private/a'`,
    'docker run --rm alpine curl evil.example/a',
    'kubectl exec pod -- wget evil.example',
    `${'uv run '.repeat(40)}cat private/a`,
  ])('is denied by a rule about it: %s', (command) => {
    expect(verdictOf(rules, command)).toBe('deny');
    const other = command.replace('private/', 'src/').replace('evil.', 'good.');
    expect(verdictOf(rules, other)).not.toBe('deny');
  });

  test.each([
    `${'uv run '.repeat(400)}cat private/a`,
    `uv run uv run concurrently ${"'echo a' ".repeat(250)} 'git push'`,
  ])('asks about more programs than are followed: %s', (command) => {
    expect(verdictOf('auto: ["bash_run(uv *)"]', command)).toBe('requireApproval');
  });

  test.each(['uv run "my tools/rm" -rf src', 'uv run "rm -rf" src'])(
    'may be a program whose name has blanks, or source: %s',
    (command) => {
      expect(verdictOf('mode: auto\ndeny: ["bash_run(@recursive-delete)"]', command)).toBe('deny');
    },
  );

  test('is not about the files of a container', () => {
    expect(verdictOf(rules, 'docker run --rm alpine cat private/a')).toBe('auto');
  });

  test.each(['pnpm build', 'pnpm watch', 'pnpm -r test', 'pnpm make', 'pnpm tsc', 'pnpm format'])(
    'a script of pnpm may have the name of a program: %s',
    (command) => expect(verdictOf('auto: ["bash_run(pnpm *)"]', command)).toBe('auto'),
  );

  test.each([
    'npm run lint -- -c eslint.config.js',
    'npm test -- exec -c a.json',
    'mise run build -c x.toml',
    'mise run build -- -c x.toml',
    'mise exec node@20 -- node -c a.js',
  ])('an option of the program that is started is no source of its starter: %s', (command) => {
    const narrow =
      'auto: ["bash_run(npm run lint *)", "bash_run(npm test *)", "bash_run(mise run build *)", "bash_run(mise exec *)"]';
    expect(verdictOf(narrow, command)).toBe('auto');
  });

  test.each(['npm -c "cat private/a" exec', 'mise -q x node@20 -c "cat private/a"'])(
    'is denied wherever the option stands: %s',
    (command) => expect(verdictOf(rules, command)).toBe('deny'),
  );

  test.each(['mise exec -c "$TEXT"', 'mise exec -c'])(
    'asks for source that is unknown: %s',
    (command) => expect(verdictOf(rules, command)).toBe('requireApproval'),
  );

  test('is denied also where more programs may be started than are read', () => {
    const many = 'cross-env '.repeat(20);
    expect(verdictOf(rules, `${many}cat private/a`)).toBe('deny');
    expect(verdictOf(rules, `${many}cat src/a`)).toBe('requireApproval');
    const denied = 'auto: [bash_run]\ndeny: ["bash_run(git push *)"]';
    expect(verdictOf(denied, `${many}git push`)).toBe('deny');
  });

  test.each([
    'uv run tee .github/workflows/ci.yml',
    'uv run cat .env',
    'uv run cat "$FILE"',
    `uv run awk 'BEGIN { system("make") }'`,
    'uv run git apply a.patch',
    'poetry run -- rake cat private/a',
    'uv add cat private/a',
  ])('is asked about: %s', (command) => {
    expect(verdictOf(rules, command)).toBe('requireApproval');
  });

  test.each([
    'uv run cat src/a',
    'uv run tee src/a',
    'uv run pytest -q tests',
    'poetry run black --unheard-of src',
    'bundle exec rake db:migrate A=1',
  ])('leaves to a rule for the program that starts it: %s', (command) => {
    expect(verdictOf(rules, command)).toBe('auto');
  });
});

describe('what is moved or packed is read', () => {
  const rules = 'mode: auto\ndeny: ["fs_read(private/**)"]';

  test.each([
    'git mv private/a public/a',
    'git mv -f private/a public/a',
    'mv private/a public/a',
    'zip out.zip private/a',
    '7z a out.7z private/a',
    "rename 's/x/y/' private/a",
    'tar czf out.tgz private/a',
    'tar -czf out.tgz private/a',
    'tar -c -f out.tgz private/a',
    'gzip -c private/a',
    'gzip private/a',
    'zcat private/a',
    'zcat private/a.gz',
  ])('%s', (command) => {
    expect(verdictOf(rules, command)).toBe('deny');
    expect(verdictOf(rules, command.replaceAll('private/', 'src/'))).toBe('auto');
  });

  test('with what is below a folder', () => {
    for (const command of ['zip -r out.zip .', 'tar czf out.tgz .']) {
      expect(verdictOf(rules, command), command).toBe('requireApproval');
      expect(verdictOf('mode: auto', command), command).toBe('requireApproval');
    }
  });
});

test.each([
  './private/x.sh',
  'private/x.sh prod',
  'cd private && ./x.sh',
  'bash private/x.sh',
  'bash -e ./private/x.sh',
  "sh -c './private/x.sh'",
  'timeout 5 private/x.sh',
  'xargs private/x.sh',
  'node private/x.js',
])('a file that is run is read: %s', (command) => {
  for (const [list, verdict] of [
    ['deny', 'deny'],
    ['requireApproval', 'requireApproval'],
  ] as const) {
    const rules = policy(`mode: auto\n${list}: ['fs_read(private/**)']\n`);
    const facts = { tool: 'bash_run', kind: 'execute', command } as const;
    expect(evaluate(rules, facts, situation()).verdict).toBe(verdict);
  }
});

test('a program behind a link out of the workspace is no file that is read', () => {
  const seen = pathResolver({ '.venv/bin/python': '/usr/bin/python3' });
  const facts = { tool: 'bash_run', kind: 'execute', command: '.venv/bin/python a.py' } as const;
  const rules = policy('auto: [bash_run(.venv/bin/python *)]\n');
  expect(evaluate(rules, facts, situation({ pathResolver: seen })).verdict).toBe('auto');
});

test('a backslash in a word may separate the parts of a path', () => {
  const rules = 'mode: auto\ndeny: ["fs_read(src/deep/**)"]';
  expect(verdictOf(rules, String.raw`mytool 'src\deep\x'`)).toBe('requireApproval');
  expect(verdictOf(rules, String.raw`mytool 'src\other\x'`)).toBe('auto');
  expect(verdictOf(rules, String.raw`npx jest -t 'a\.b\d+ \(deep\)'`)).toBe('auto');
});
