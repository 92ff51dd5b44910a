import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { awkEscapeHatch } from '../../../../src/policy/commands/programs/awk.ts';
import { array, casesToTry, constantFrom, sample } from '../../../properties.ts';

const runs = casesToTry(1_500);
const AWKS = [['mawk'], ['gawk'], ['original-awk'], ['busybox', 'awk']].filter(
  ([program = '', ...args]) => spawnSync(program, [...args, 'BEGIN {}']).status === 0,
);

describe('what an awk could read as more than printing asks', () => {
  test.each([
    '/[]/ && "]/ {print | $0} #"/',
    '/[^]/ && "]/ {print | $0} #"/',
    '/[^]/ {print > "pwn"} #]/',
    '/[[:alpha:]/ {print | "sh"} #]/',
    '/[/]/ {print > "pwn"} #]/',
    '/[\\]/ {print > "pwn"} #]/ {}',
    '/[a\\]/ {print > "pwn"} #]/',
    '/[[.a.]]/ {print > "pwn"}',
    '/=/ {print > "pwn"} /=/',
    '{ if (x) /re"/ ; print "a" | "sh" } #"/',
    '{ exit /x/ ; print > "pwn" /1 }',
    '{ print length /"/ ; print > "pwn" } #"/',
    '{ x = y++ /"/ 2; print > "pwn" } #"/',
    '{ x = "a" /"/ 2; print > "pwn" } #"/',
    '{ (x\n/"/ ); print > "pwn" } #"/',
    '{ print "a\n" > "pwn" }',
    '# a \\\n{ print > "pwn" }',
    '{ print > "pwn" }',
    '{ print >> "pwn" }',
    '{ print $0, (1) > "pwn" }',
    '{ print (1)(2) > "pwn" }',
    '{ printf("%s", $0) > "pwn" }',
    '{ print | "sh" }',
    '{ print |& "sh" }',
    '{ "date" | getline x }',
    '{ getline < ".env" }',
    'BEGIN { system("./evil.sh") }',
    'BEGIN { awk::system("./evil.sh") }',
    'BEGIN { f = "system"; @f("./evil.sh") }',
    '@load "filefuncs"',
    '@include "evil.awk"',
    'BEGIN { print ENVIRON["SECRET"] }',
    'BEGIN { ARGV[1] = ".env"; ARGC = 2 }',
    'BEGIN { for (x in PROCINFO) print x }',
    'BEGIN { SYMTAB["x"] = 1 }',
    '{ print > "/dev/stderr" ".x" }',
    '/é/ { print > "pwn" }',
  ])('%j', (program) => expect(awkEscapeHatch(program)).not.toBeNull());
});

describe('what every awk reads as printing is harmless', () => {
  test.each([
    '{ print $1 }',
    '/system/ { print }',
    '{ print "getline", "ENVIRON" } # system',
    '$1 ~ /system|getline/ { n++ } END { print n }',
    '/a|b/ { print $1 }',
    '$3 > 100 && /x|y/ { print }',
    '{ if ($1 > 0) print ($1 + $2) / 2 }',
    '/[0-9]+(\\.[0-9]+)?|x/ { print }',
    '{ gsub(/[^a-zA-Z0-9_|]/, "_"); print }',
    '/^[[:space:]]*(a|b)/ { print $2 }',
    '{ s += $1 } END { print s / NR > "/dev/stderr" }',
    'NR > 1 && NR < 10',
    '{ print ($1 > 5 ? "a" : "b") }',
    '{ split($0, a, "/"); print a[1] / 2 > "/dev/stdout" }',
    'function f(a) { return a > 1 ? a : 1 } { print f($1) / 2 }',
    '/\\[|\\// { x = $1 > 2 }',
    '/[\\t ]|[a\\-z]|[^\\/]/ { x = $1 > 2 }',
  ])('%s', (program) => expect(awkEscapeHatch(program)).toBeNull());
});

const PIECES = (
  '/ [ ] ^ [^ [:alpha:] \\ \\/ " \\" # \n ; { } ( ) , x 1 $1 $0 = ++ - ! ~ ? : a[1] && | || > >> if§(x) else§ exit§ length§ print§ printf§ print§>§"pwn" ' +
  'print§|§"./evil.sh" print§(1)(2§>§3) >§"pwn" >>§"pwn" |§"./evil.sh" system("./evil.sh") "./evil.sh"§|§getline getline§<§"pwn" BEGIN§ END§ /x/ in§ do§ while§(x++§<§1)§ case§ §'
)
  .split(' ')
  .map((piece) => piece.replaceAll('§', ' '));

/** Programs that put what writes where some reading of the quotes, brackets and slashes before it would find it. */
function generated(): string[] {
  const pieces = sample(
    array(constantFrom(...PIECES), { minLength: 2, maxLength: 12 }).map((parts) => parts.join('')),
    { numRuns: runs, seed: 3 },
  );
  const shapes = [
    (text: string) => text,
    (text: string) => `BEGIN { ${text} }`,
    (text: string) => `${text} {print > "pwn"} #"/`,
    (text: string) => `{ x = ${text}; print | "./evil.sh" } #"]/`,
    (text: string) => `/${text}/ && "${text}/ {print > "pwn"}`,
  ];
  return pieces.map((text, index) => (shapes[index % shapes.length] ?? String)(text));
}

/** Runs every program under every awk that is named, in one process, and says which of them left another file. */
const RUN_ALL = `shopt -s dotglob
runs=0
while IFS= read -r -d '' program; do
  for awk in "$@"; do
    timeout 2 $awk "$program" in < /dev/null > /dev/null 2>&1
    files=(*)
    [ "\${files[*]}" = 'evil.sh in' ] || printf '%s wrote: %s\\n' "$awk" "$program"
    runs=$((runs + 1))
  done
done
echo "$runs runs"`;

test.skipIf(AWKS.length === 0)(
  `what is found to only print writes nothing under ${AWKS.map(([name]) => name).join(', ')}`,
  () => {
    const root = mkdtempSync(join(realpathSync(tmpdir()), 'countersign-awk-'));
    try {
      writeFileSync(join(root, 'in'), '1 x ]/ "\n./evil.sh\n');
      writeFileSync(join(root, 'evil.sh'), '#!/bin/sh\ntouch pwn\n');
      chmodSync(join(root, 'evil.sh'), 0o755);
      const harmless = [...new Set(generated())].filter(
        (program) => awkEscapeHatch(program) === null,
      );
      expect(harmless.length).toBeGreaterThan(50);
      // The last one writes, so that it is seen that a program which does is found.
      const programs = [...harmless.slice(0, casesToTry(60)), '{ print > "pwn" }'];
      const names = AWKS.map((words) => words.join(' '));
      const ran = spawnSync('bash', ['--norc', '-c', RUN_ALL, 'bash', ...names], {
        cwd: root,
        input: programs.map((program) => `${program}\0`).join(''),
        encoding: 'utf8',
      });
      expect(ran.stdout.split('\n')).toEqual([
        ...names.map((name) => `${name} wrote: { print > "pwn" }`),
        `${programs.length * names.length} runs`,
        '',
      ]);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
  240_000,
);
