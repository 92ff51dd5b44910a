import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingsOf, lineOf, nodeGives, onlyChanged, scored, unchanged } from '../../eval/check.ts';
import { runConfined } from '../../eval/programs.ts';
import { snapshot } from '../../eval/snapshot.ts';
import type { TaskEnd } from '../../eval/task.ts';

const finding = (line: number, file = 'a.js') => ({ file, line });

let folder: string;
let end: TaskEnd;
const first = { 'src/a.js': 'export const one = 2;\n', 'test/a.test.js': 'old\n' };

/** Wrong code that attacks the check which loads it. */
const ATTACKS = {
  'prints.js': `import { readFileSync } from 'node:fs';
const check = readFileSync(process.argv[1], 'utf8');
const nonce = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(check)[0];
console.log(nonce);
console.log(nonce + ' null');
console.log(nonce + ' [{"value":true}]');
process.exit(0);
export const total = () => 0;
`,
  'changes.js': `import assert from 'node:assert/strict';
for (const name of Object.keys(assert)) assert[name] = () => {};
const stringify = JSON.stringify;
JSON.stringify = (value) => stringify(value).replace('null', 'true');
export const total = () => null;
`,
  // It finds the value if the check's own process, files or variables have it.
  'looks.js': `import { readdirSync, readFileSync } from 'node:fs';
const files = readdirSync('.', { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
const all = [...files.map((one) => readFileSync(one.parentPath + '/' + one.name, 'utf8')), ...process.argv, JSON.stringify(process.env)];
export const total = () => ({ sum: /wanted-\\d/.exec(all.join())?.[0] ?? 'not found' });
`,
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-eval-check-'));
  const checkout = join(folder, 'checkout');
  for (const name of ['src', 'test', '.git', 'new'])
    mkdirSync(join(checkout, name), { recursive: true });
  writeFileSync(join(folder, 'outside.txt'), 'outside\n');
  writeFileSync(join(checkout, 'src/a.js'), first['src/a.js']);
  writeFileSync(join(checkout, 'src/ends.js'), 'process.exit(0);\n');
  for (const [name, text] of Object.entries(ATTACKS))
    writeFileSync(join(checkout, 'src', name), text);
  writeFileSync(join(checkout, 'new/file.txt'), 'new\n');
  writeFileSync(join(checkout, '.git/config'), 'x\n');
  symlinkSync(join(folder, 'outside.txt'), join(checkout, 'linked.txt'));
  symlinkSync(folder, join(checkout, 'test/a.test.js'));
  writeFileSync(join(checkout, '.check'), 'in the way\n');
  const setting = {
    model: { kind: 'script', script: 'solution' },
    sandbox: 'off',
    environment: { PATH: process.env['PATH'] },
  } as const;
  const left = snapshot(checkout, {
    first,
    folder: join(folder, 'checks'),
    run: async (command) => await runConfined(setting, command),
  });
  const run = { outcome: 'done', summary: '', result: null, calls: [], questions: 0, github: null };
  end = { ...run, ...left };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a checkout as a check sees it', () => {
  test('is its files, without .git and without links', () => {
    expect(end.changed()).toEqual([
      '.check',
      'new/file.txt',
      ...['changes', 'ends', 'looks', 'prints'].map((name) => `src/${name}.js`),
      'test/a.test.js',
    ]);
    expect(end.text('linked.txt')).toBeNull();
    expect(end.text('.git/config')).toBeNull();
    expect(end.text('src')).toBeNull();
    expect(end.text('src/a.js/below')).toBeNull();
  });

  test('has changed where a file is new, other or gone', () => {
    expect(onlyChanged(end, ['.check', 'new/file.txt', /^src\//])).toBe(
      'it also changed test/a.test.js',
    );
    expect(unchanged(end, ['src/a.js'])).toBeNull();
    expect(unchanged(end, ['test/a.test.js'])).toBe('it changed test/a.test.js');
  });
});

describe('a hidden check', () => {
  const setup = "import { one } from '../src/a.js';";

  test('passes where every expression gives the value that is wanted, or the error', async () => {
    const cases = [
      ['one', 2],
      ['Promise.resolve([one, { b: undefined }])', [2, {}]],
      ["(() => { throw new RangeError('too much'); })()", /^RangeError: too much/],
    ] as const;
    expect(await nodeGives(end, { setup, cases })).toBeNull();
  });

  test('says which expression gives what instead', async () => {
    expect(await nodeGives(end, { setup, cases: [['one', 1]] })).toBe(
      'the hidden check did not pass: one gives {"value":2}',
    );
    expect(await nodeGives(end, { setup, cases: [['one', /no/]] })).toMatch(/one gives/);
  });

  test('does not pass where the program ends itself with 0 before the end', async () => {
    const cases = [['1', 1]] as const;
    expect(await nodeGives(end, { setup: "import '../src/ends.js';", cases })).toMatch(
      /^the hidden check did not pass/,
    );
  });

  test.each([
    ['prints the random number', 'prints.js'],
    ['changes assertions and JSON', 'changes.js'],
    ['looks for what is wanted', 'looks.js'],
  ])('does not pass where the code that it checks %s', async (_, file) => {
    const cases = [['total([1, 2, 3])', { sum: 'wanted-6' }]] as const;
    const attack = `import { total } from '../src/${file}';`;
    expect(await nodeGives(end, { setup: attack, cases })).toMatch(
      /^the hidden check did not pass/,
    );
  });
});

describe('a review', () => {
  const planted = [1, 10, 20, 30].map((line) => ({ file: 'a.js', from: line, to: line }));

  test('is scored by what it names and by what it names beside that', () => {
    const found = [finding(1), finding(10), finding(21), finding(50), finding(30, 'b.js')];
    expect(scored(found, planted)).toEqual({
      solved: true,
      detail: '3 of 4 planted defects named, 2 of 5 remarks beside them',
      precision: 0.6,
      recall: 0.75,
    });
  });

  test('that names one defect many times names one', () => {
    expect(scored([finding(1), finding(1), finding(1)], planted)).toMatchObject({
      solved: false,
      recall: 0.25,
    });
  });

  test('gains nothing by a remark that it repeats', () => {
    const wrong = [50, 60, 70, 80, 90, 100].map((line) => finding(line));
    const once = scored([finding(1), finding(10), finding(20), ...wrong], planted);
    expect(once).toMatchObject({ solved: false, precision: 1 / 3 });
    const again = [
      finding(1),
      finding(1),
      finding(1, './a.js'),
      finding(0),
      finding(2),
      finding(2),
    ];
    expect(
      scored([finding(1), finding(10), finding(20), ...wrong, ...again], planted),
    ).toMatchObject({
      solved: false,
      precision: 1 / 3,
    });
  });

  test('that remarks on every line is not solved', () => {
    const all = Array.from({ length: 40 }, (_, index) => finding(index + 1));
    expect(scored(all, planted)).toMatchObject({ solved: false, recall: 1 });
  });

  test('without remarks has no precision', () => {
    expect(scored([], planted)).toMatchObject({ solved: false, precision: 0, recall: 0 });
  });

  test('is read from a result of any form', () => {
    for (const result of [null, 'text', [], {}, { findings: 'none' }, { findings: [1, {}] }])
      expect(findingsOf(result)).toEqual([]);
    expect(findingsOf({ findings: [{ file: 'a', line: 1, problem: 'x' }] })).toEqual([
      finding(1, 'a'),
    ]);
  });
});

test('a planted defect that is not in its text is an error of the task', () => {
  expect(lineOf('a\nb', 'b')).toBe(2);
  expect(() => lineOf('a\nb', 'c')).toThrow('No line has c');
});
