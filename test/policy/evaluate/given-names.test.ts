import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/policy/index.ts';
import { pathResolver, policy, situation } from '../helpers.ts';

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '/w': ['private', 'src', 'list', 'config'],
  '/w/private': ['a'],
  '/w/config': ['.env'],
  '/w/src': ['b', 'lib'],
  '/w/src/b': ['c.ts'],
  '/w/src/lib': ['d.ts', 'private'],
  '/w/src/lib/private': ['e'],
};

const files = {
  ...pathResolver(),
  list: (folder: string): readonly string[] => FOLDERS[folder] ?? [],
  secretsBelow: (folder: string): string[] =>
    '/w/config/.env'.startsWith(`${folder}/`) ? ['/w/config/.env'] : [],
  namesBelow: () => ({ words: false, lines: false }),
};

function verdictOf(rules: string, command: string): string {
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  return evaluate(policy(rules), facts, situation({ pathResolver: files })).verdict;
}

const OPEN = ['mode: auto', 'auto: [bash_run]'];
const DENIED = "deny: ['fs_read(private/**)', 'fs_read(src/lib/private/**)']";
const ASKED = "requireApproval: ['fs_read(private/**)', 'fs_read(src/lib/private/**)']";
const SECRETS = "deny: ['fs_read(**/.env*)']";

describe('names that are known only at run time, for a program of which no table says what it does', () => {
  test.each([
    'find . -exec mytool {} +',
    'find . -type f -exec mytool {} \\;',
    'find src/lib -exec mytool {} +',
    'find . -type f -print0 | xargs -0 mytool',
    "find . -name '*.ts' -print0 | xargs -0 mytool",
    'ls | xargs mytool',
    'ls src/lib | xargs mytool',
    'echo . | xargs mytool',
    'git ls-files | xargs mytool',
    "git ls-files '*.ts' | xargs -I{} mytool --file {}",
    'git diff --name-only | xargs mytool',
    'ls | while read -r f; do mytool "$f"; done',
    'find . -type f | while read -r f; do mytool "$f"; done',
    'while read f; do mytool "$f"; done < list',
    'for f in $(git ls-files); do mytool $f; done',
    'for f in *; do mytool "$f"; done',
    'for f in src/*; do mytool "$f"; done',
    'mytool *',
    'mytool src/*',
    'mytool $(ls)',
    'mytool $(cat list)',
    'mytool "$NAME"',
    'mytool --file="$NAME"',
    'mytool src/"$NAME"',
    'mytool fileb://p"$NAME"',
    'mytool git+file://p"$NAME"',
    'mytool ~-/x',
    'cat list | xargs mytool',
    'xargs mytool < list',
    'xargs -a list mytool',
    '/opt/bin/mytool "$NAME"',
    './x.sh "$NAME"',
    'node x.js "$NAME"',
    'find . -exec python3 x.py {} +',
    'uv run mytool "$NAME"',
    'env mytool "$NAME"',
  ])('count as names that a rule denies: %s', (command) => {
    for (const start of OPEN)
      for (const rules of [DENIED, ASKED])
        expect(verdictOf(`${start}\n${rules}\n`, command), start).toBe('requireApproval');
  });

  test.each([
    'find . -exec mytool {} +',
    'find config -type f -exec mytool {} +',
    'mytool .',
    'mytool ./config',
    'mytool "$NAME"',
    'kubectl create secret generic x --from-literal=a="$NAME"',
  ])('count as names of files that usually contain secrets: %s', (command) => {
    for (const start of OPEN)
      expect(verdictOf(`${start}\n${SECRETS}\n`, command), start).toBe('requireApproval');
  });

  test.each([
    'find src/b -exec mytool {} +',
    'find src/b -type f -print0 | xargs -0 mytool',
    'for f in src/b/*.ts; do mytool "$f"; done',
    'mytool src/b/*',
    'mytool -j$(nproc) src/b',
    'mytool --retries "$((2 + 3))"',
    'mytool https://a.example/"$ID"',
    'mytool s3://"$BUCKET"/x',
    'kill "$PID"',
    'pgrep node | xargs kill',
    'mytool ./src/b',
  ])('are no reason to ask if no rule is about one: %s', (command) => {
    for (const start of OPEN)
      for (const rules of [DENIED, SECRETS])
        expect(verdictOf(`${start}\n${rules}\n`, command), start).toBe('auto');
  });

  test.each(['find . -exec mytool {} +', 'mytool "$NAME"', 'ls | xargs mytool', 'mytool *'])(
    'are no reason to ask without a rule about reading: %s',
    (command) => {
      expect(verdictOf('mode: auto', command)).toBe('auto');
      expect(verdictOf("mode: auto\ndeny: ['bash_run(rm *)', 'fs_read(/etc/**)']", command)).toBe(
        'auto',
      );
    },
  );
});

describe('a path inside of a word, for such a program', () => {
  test.each([
    'mytool @.',
    'mytool x@./src/lib',
    `mytool '{"path":"."}'`,
    `mytool "read('.')"`,
    "mytool '<.'",
    'mytool +private/a',
    'mytool a+private/a',
    'mytool file:///w/priv%61te/a',
    'mytool file:%2e',
    "mytool 'priv*/a'",
    "mytool '**/*'",
    "mytool './*/*'",
    "mytool 'src/**/e'",
    "mytool 'src/**'",
    "mytool 'src/*'",
    "mytool '{src,x}/lib/private/e'",
    "mytool --file='{src,x}/lib/private/*'",
    "mytool 'src/l[i]b/private/e'",
    "mytool '@(src)/lib/private/e'",
    "mytool '/w/src/*/private/e'",
    'mytool file://src/lib/private/e',
    'mytool fileb://src/lib/private/e',
    "mytool '--include=p?ivate/*'",
    'mytool /proc/self/cwd/private/a',
    'mytool /proc/self/cwd',
    'mytool /proc/thread-self/cwd/src/lib',
    'mytool /proc/1/root/w/private/a',
    'mytool ~',
    'mytool ~/w/private/a',
    'mytool ~root/private/a',
    'mytool "$HOME"/w/src/lib/',
    'python3 -m mytool .',
    'uv run mytool .',
    'npm exec -- mytool ./src',
  ])('is one that a rule denies: %s', (command) => {
    for (const start of OPEN)
      expect(verdictOf(`${start}\n${DENIED}\n`, command), start).toBe('requireApproval');
  });

  test.each([
    "mytool 's/^\\///'",
    "mytool 'src/b/*.ts'",
    "mytool 'src/b/**/*.{ts,tsx}'",
    'mytool https://a.example/{id}/x',
    "mytool '*'",
    "mytool 'a / b . c'",
    "mytool '/foo.*bar/'",
    'mytool user@host.example:x',
    'mytool ~/.config/x',
    'mytool ~/.cache',
    'mytool /proc/cpuinfo',
    'mytool a+b',
    "perl -ne 'print if $_ =~ /a/'",
    'python3 -m unittest discover -s .',
    'python3 -m pytest ./src',
    'python3 -m mypy .',
    'uv run pytest ./src',
    'npm exec -- eslint .',
  ])('is none: %s', (command) => {
    expect(verdictOf(`mode: auto\n${DENIED}\n`, command)).toBe('auto');
  });
});

test.each([
  ["'**/*.{pem,key}'", "mytool 'src/**/*.ts'", 'auto'],
  ["'**/*.{pem,key}'", "mytool 'src/**/*.key'", 'requireApproval'],
  ["'**/*.{pem,key}'", "mytool '^src/[a-z]+/x$'", 'auto'],
  ["'**/*.{pem,key}'", "mytool 's/[a-z]*/x/g'", 'auto'],
  ["'~/.ssh/**'", "mytool '{src,test}/**/*.ts'", 'auto'],
  ["'private/**'", "mytool 'repos/{owner}/{repo}/issues'", 'auto'],
  ["'private/**'", "mytool '{{.Name}}/{{.ID}}'", 'auto'],
  ["'src/l?b/[p]rivate/**'", "mytool 'src/b/*'", 'auto'],
  ["'src/l?b/[p]rivate/**'", "mytool 'src/**/e'", 'requireApproval'],
  ["'**/.env*'", "mytool 'src/**'", 'auto'],
  ["'**/.env*'", "mytool '**/.e*'", 'requireApproval'],
])('a rule for reading %s about what %s may expand: %s', (rule, command, verdict) => {
  const rules = `mode: auto\ndeny: ["fs_read(${rule.slice(1, -1)})"]\n`;
  expect(verdictOf(rules, command)).toBe(verdict);
});
