import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { posixDifference } from '../../../../src/policy/commands/parse/posix.ts';
import { evaluate } from '../../../../src/policy/evaluate/evaluate.ts';
import { array, casesToTry, constantFrom, sample } from '../../../properties.ts';
import { quoted } from '../../../shell-words.ts';
import { policy, situation } from '../../helpers.ts';
import { runsByItself } from '../helpers.ts';

const dash = spawnSync('dash', ['-c', ':']).status === 0;
const runs = casesToTry(1_000);

describe('what a POSIX shell reads differently asks', () => {
  const sources = [
    '[[ x || ./evil.sh ]]',
    'CI=src; CI=private :; cat $CI/a',
    'CI=1 export LANG=C',
    'CI=private exec --; cat $CI/a',
    'CI=private exec $x; cat $CI/a',
    'CI=private exec > /dev/null; cat $CI/a',
    '[[ -f x ]]',
    '[[ b > a ]]',
    '((x=1)); ls',
    '(( 1 || 2 ))',
    'for ((;;)); do break; done',
    "echo $'\\'; ./evil.sh #\\''",
    'echo $"\\"; ./evil.sh"',
    'cat <(ls)',
    'ls > >(cat)',
    'ls &> /dev/null',
    'ls &>> /dev/null',
    'ls >& x',
    'ls |& cat',
    'cat <<< x',
    'cat <<E\nx\nE',
    'cat {README.md,package.json}',
    'cat {a,"b"}',
    'echo {1..3}',
    'function f { ls; }',
    'f() { ls; }',
    'echo ${x//a/b}',
    'echo ${x:1}',
    'echo ${x^^}',
    'echo ${!x}',
    'echo ${x@U}',
    'echo "${x:-\'a\'}"',
    'a=(x y); ls',
    'a+=x; ls',
    'a[0]=x; ls',
    'select x in a; do ls; done',
    'coproc ls',
    'case x in a) ls ;& b) ls;; esac',
    'case x in a) ls ;;& b) ls;; esac',
    'time ls',
    'ls ?(a)',
    'ls !(a)',
    'ls [ab].md',
    'ls ?.md',
    'ls ~+',
    'echo $[1+1]',
    'echo $((x++))',
    'echo `ls`',
    'source x',
    'pushd src',
    'mapfile x',
    'find src | while read -d "" f; do cat "$f"; done',
    'read -n 1 x',
    'set -o pipefail',
    'set -euo pipefail; ls',
    'ls 10> /dev/null',
    'ls {fd}> /dev/null',
    'ls 2>&1-',
    'echo é',
    '((ls); (ls))',
    'echo $((ls); (ls))',
  ];
  test.each(sources)('sh -c %j', (source) => {
    for (const shell of ['sh', '/bin/sh', 'dash', 'env sh', 'nice dash', 'timeout 5 sh'])
      expect(runsByItself(`${shell} -c ${quoted(source)}`), shell).toBe(false);
    expect(runsByItself(`find . -exec sh -c ${quoted(source)} ';'`)).toBe(false);
    expect(runsByItself(`ls | xargs sh -c ${quoted(source)}`)).toBe(false);
    expect(posixDifference(source)).not.toBeNull();
  });

  test.each(['ls', 'cat README.md | head'])('another shell: %s', (source) => {
    for (const shell of ['ash', 'busybox sh', 'busybox ash', 'zsh', 'ksh', 'mksh', 'fish', 'csh'])
      expect(runsByItself(`${shell} -c ${quoted(source)}`), shell).toBe(false);
  });

  test('bash is still read as bash', () => {
    expect(runsByItself("bash -c '[[ -f README.md ]] && cat {README.md,package.json}'")).toBe(true);
  });
});

test.each([
  'ls',
  'ls | head -3',
  "grep -n 'foo$' README.md",
  'if [ -f README.md ]; then cat README.md; else echo none; fi',
  'for f in src/*.ts; do head -3 "$f"; done',
  'ls src 2>/dev/null || true',
  'x=$(pwd); echo "$x/src"',
  '(cd src && ls); { ls; }',
  'case x in a|b) ls;; *) pwd;; esac',
  'find src -type f | while read -r f; do wc -l "$f"; done',
  'echo $((1 + 2))',
  '! ls nothing >/dev/null 2>&1',
  'set -eu; ls',
  'CI=1 exec ls',
  'f=src/util.ts; echo "${f%.ts} ${f#src/} ${#f} ${f:-none}"',
])('what every shell reads alike is analysed as written: sh -c %j', (source) => {
  expect(posixDifference(source)).toBeNull();
  expect(runsByItself(`sh -c ${quoted(source)}`)).toBe(true);
});

test.each([
  '[[ x || rm -rf src ]]',
  "echo $'\\'; rm -rf src #\\''",
  '((1)); rm -rf src',
  'ls &>x; rm -rf src',
])('a rule that denies sees through either reading: sh -c %j', async (source) => {
  const denying = policy('auto: [bash_run(@readonly)]\ndeny: [bash_run(rm *)]\n');
  const command = `sh -c ${quoted(source)}`;
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  expect(evaluate(denying, facts, situation()).verdict).toBe('deny');
});

const PIECES = (
  "[[ |]] |(( |))|$'|'|\"|\\|\\'|; ./evil.sh #|; ./evil.sh;|&& ./evil.sh|\n./evil.sh\n|$\"|{|}|,|{./evil.sh,}|$(|)|`|echo |ls |cat |" +
  'README.md|src|$x|"$x"|${x|:-|%|#|//|x=|;|\n| |&>|>&2|<(|<<E\n|\nE\n|<<<|!|test |[ |]|-f |if |then |fi;|for x in |do |done;|case x in |*)|;;|esac|function |time |select |coproc |f()|' +
  '$((|1+1|*|~|~+|$[|&|\\|&|read -d "" x;|printf '
).split('|');

/** What runs in the background prints when it comes to it. */
function lines(text: string): readonly string[] {
  return text.split('\n').sort();
}

test.skipIf(!dash)(
  'what is evaluated as harmless starts nothing under dash, and prints there what it prints under bash (skipped where dash is missing)',
  () => {
    const root = mkdtempSync(join(realpathSync(tmpdir()), 'countersign-posix-'));
    try {
      mkdirSync(join(root, 'src'));
      writeFileSync(join(root, 'README.md'), '# hello\n');
      writeFileSync(join(root, 'evil.sh'), '#!/bin/sh\necho started > pwn\n');
      chmodSync(join(root, 'evil.sh'), 0o755);
      const sources = sample(
        array(constantFrom(...PIECES), { minLength: 2, maxLength: 9 }).map((pieces) =>
          pieces.join(''),
        ),
        { numRuns: runs, seed: 5 },
      );
      const harmless = [...new Set(sources)].filter((source) =>
        runsByItself(`sh -c ${quoted(source)}`),
      );
      expect(harmless.length).toBeGreaterThan(20);
      for (const source of harmless.slice(0, runs / 16)) {
        const options = { cwd: root, encoding: 'utf8', timeout: 3_000, input: '' } as const;
        const byDash = spawnSync('dash', ['-c', source], options);
        expect(existsSync(join(root, 'pwn')), source).toBe(false);
        const byBash = spawnSync('bash', ['-c', source], options);
        expect(existsSync(join(root, 'pwn')), source).toBe(false);
        // Of `echo` a backslash is another character to dash, which does not change how a later command is evaluated.
        const bothEnded = byDash.status !== null && byBash.status !== null;
        if (bothEnded && !source.includes('\\') && !/syntax|arithmetic/i.test(byDash.stderr))
          expect(lines(byDash.stdout), source).toEqual(lines(byBash.stdout));
      }
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
  600_000,
);
