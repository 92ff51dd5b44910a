import { describe, expect, test } from 'vitest';
import { runsByItself, ROOT, resolverOf } from '../helpers.ts';

const pathResolver = resolverOf({
  files: { [ROOT]: ['docs', 'src', 'README.md'], [`${ROOT}/docs`]: ['a.md'] },
  below: { words: false, lines: false },
});

describe('names mean what was found only in the folder where they were listed', () => {
  test.each([
    'cd docs && ls | (cd ..; xargs cat)',
    'cd docs && ls | (cd .. && xargs cat)',
    'cd docs && ls *.md | (cd ..; xargs cat)',
    'cd docs && echo a.md | (cd ..; xargs cat)',
    "cd docs && printf '%s\\n' a.md | (cd ..; xargs cat)",
    'cd docs && find . -name "*.md" -type f | (cd ..; xargs cat)',
    'cd docs && find . -name "*.md" -type f -print0 | (cd ..; xargs -0 cat)',
    'cd docs && grep -rl x --include="*.md" . | (cd ..; xargs cat)',
    'cd docs && rg -l x -g "*.md" | (cd ..; xargs cat)',
    'cd docs && git ls-files "*.md" | (cd ..; xargs cat)',
    'cd docs && ls | while read -r f; do (cd ..; cat "$f"); done',
    'cd docs && ls | { cd ..; xargs cat; }',
    'ls docs | (cd src; xargs cat)',
    'find docs -name "*.md" -type f | (cd src; xargs cat)',
    'cd docs && for f in *.md; do (cd ..; cat "$f"); done',
    'cd docs && for f in *; do cd ..; cat "$f"; done',
    'cd docs && x=$(ls) && cd .. && cat $x',
    'cd docs && x=$(echo a.md) && (cd ..; cat $x)',
    'cd docs && cat $(cd ..; ls *.md)',
    'pushd docs; ls | (popd; xargs cat)',
    'ls docs | env -C docs xargs cat',
    'ls docs | xargs env -C docs cat',
    'ls docs | xargs sh -c \'cd ..; cat "$@"\' _',
    'find docs -type f -name "*.md" -execdir cat {} +',
  ])('%s', (source) => expect(runsByItself(source, pathResolver)).toBe(false));

  test.each([
    "cd docs && find . -name '*.md' -type f | xargs cat",
    "find docs -name '*.md' -type f | xargs cat",
    'cd docs && for f in *.md; do cat "$f"; done',
    `find ${ROOT}/docs -name '*.md' -type f | (cd src && xargs cat)`,
    `for f in ${ROOT}/docs/*.md; do (cd src && cat "$f"); done`,
    "(cd docs && find . -name '*.md' -type f | xargs wc -l)",
  ])('%s passes', (source) => expect(runsByItself(source, pathResolver)).toBe(true));
});

describe('names mean what was found only where they are read as they were written', () => {
  test.each([
    // A file may be called what stands between two marks of the other kind.
    "find src -name '*.ts' -type f | xargs -0 cat",
    "find src -name '*.ts' -type f -print0 | xargs cat",
    "find src -name '*.ts' -type f -print -print0 | xargs -0 cat",
    'find src -name \'*.ts\' -type f -print0 | while read -r f; do cat "$f"; done',
    'find src -name \'*.ts\' -type f | while read -r -d "" f; do cat "$f"; done',
    "cat $(find src -name '*.ts' -type f -print0)",
    "find src -name '*.ts' -type f | sort -z | xargs -0 cat",
    "find src -name '*.ts' -type f -print0 | sort | xargs -0 cat",
    "grep -rl x --include='*.ts' src | xargs -0 cat",
    "grep -rlZ x --include='*.ts' src | xargs cat",
    'echo README.md | xargs -0 cat',
    // Two names on one line are one name to what reads lines.
    "echo README.md package.json | xargs -d '\\n' cat",
    'echo README.md package.json | xargs -I {} cat {}',
    'echo README.md package.json | while read -r f; do cat "$f"; done',
    'cat "$(echo README.md package.json)"',
    'x=$(echo README.md package.json); cat "$x"',
    // A character that splits is taken from a name's end.
    'find src -name \'*.ts\' -type f | while IFS=x read -r f; do cat "$f"; done',
    'find src -name \'*.ts\' -type f | while IFS=/ read -r f; do cat "$f"; done',
  ])('%s', (source) => expect(runsByItself(source, pathResolver)).toBe(false));

  test('a quoted substitution is all names in one word, which may be another name if names contain newlines', () => {
    const source = 'cat "$(find src -name \'*.ts\' -type f)"';
    expect(runsByItself(source, pathResolver)).toBe(true);
    expect(runsByItself(source, resolverOf({ below: { words: true, lines: true } }))).toBe(false);
  });

  test.each([
    "find src -name '*.ts' -type f -print0 | sort -z | xargs -0 cat",
    "find src -name '*.ts' -type f | sort | head -3 | xargs cat",
    "grep -rlZ x --include='*.ts' src | xargs -0 cat",
    'find src -name \'*.ts\' -type f -print0 | while IFS= read -r -d "" f; do cat "$f"; done',
    'find src -name \'*.ts\' -type f | while IFS= read -r f; do cat "$f"; done',
    'echo README.md package.json | xargs cat',
    'cat $(echo README.md package.json)',
  ])('%s passes', (source) => expect(runsByItself(source, pathResolver)).toBe(true));
});

describe('a file that is only counted is read as `wc -l FILE` reads it', () => {
  test.each(['wc -l "$f"', 'wc -l < "$f"', 'wc < "$f"'])('%s passes', (counting) =>
    expect(runsByItself(`for f in $(find . -type f); do ${counting}; done`, pathResolver)).toBe(
      true,
    ),
  );

  test.each([
    'cat < "$f"',
    'wc -l --files0-from=- < "$f"',
    'wc -l "$OTHER" < "$f"',
    '{ wc -l; cat; } < "$f"',
  ])('%s does not pass', (reading) =>
    expect(runsByItself(`for f in $(find . -type f); do ${reading}; done`, pathResolver)).toBe(
      false,
    ),
  );
});

describe('names may be symlinks that lead elsewhere', () => {
  const source = "find docs -name '*.md' | xargs cat";

  test('none does if each is looked at', () =>
    expect(runsByItself(source, pathResolver)).toBe(true));

  test('one may in a folder with too many names to look at', () =>
    expect(runsByItself(source, { ...pathResolver, list: () => null })).toBe(false));
});

describe('what is passed on is not a name that was found', () => {
  test.each([
    'grep -H --label=/etc/passwd -l x - | xargs cat',
    'grep -l --label=/etc/passwd x < README.md | xargs cat',
    'cat README.md | grep -l --label=.env hello | xargs cat',
    "grep -rl --label=.env x --include='*.ts' src - | xargs cat",
    "grep -rlc x --include='*.ts' src | xargs cat",
    "grep -rl --color=always x --include='*.ts' src | xargs cat",
    "grep -rho x --include='*.ts' src | xargs cat",
    "rg --files --path-separator X -g '*.ts' src | xargs cat",
    "rg -l x --replace .env -g '*.ts' src - | xargs cat",
    "rg -l --stats x -g '*.ts' src | xargs cat",
    "find src -name '*.ts' -type f -printf '%h\\n' | xargs cat",
    "find src -name '*.ts' -type f | sed 's/.*/.env/' | xargs cat",
    "find src -name '*.ts' -type f | cut -c 2- | xargs cat",
    "find src -name '*.ts' -type f | tr a b | xargs cat",
    "find src -name '*.ts' -type f | grep -o e | xargs cat",
    "find src -name '*.ts' -type f | tail -c 4 | xargs cat",
    'git log --format=%s --name-only | xargs stat',
    'git show --name-only | xargs ls',
    'ls -w 3 docs | xargs cat',
    'ls -Q docs | xargs cat',
  ])('%s', (source) => expect(runsByItself(source, pathResolver)).toBe(false));
});
