import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readCommandFile } from '../../src/demo/index.ts';
import { commandLine } from '../../src/step/runner-commands.ts';
import { githubRunner } from '../../src/step/runner.ts';

async function runnerFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-runner-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'file');
  await writeFile(file, '');
  return file;
}

test('an input is found by its name in capitals, trimmed, and is empty where it was not given', () => {
  const runner = githubRunner({ 'INPUT_ALLOW-ACTORS': ' ann \n', INPUT_A_B: 'x', STATE_run: 'r ' });
  expect(runner.input('allow-actors')).toBe('ann');
  expect(runner.input('a b')).toBe('x');
  expect(runner.input('model')).toBe('');
  expect(runner.state('run')).toBe('r ');
  expect(runner.state('folder')).toBe('');
});

test('whatever an output or a state holds, it is that one value and no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }), async (values) => {
      const [output, state] = [await runnerFile(), await runnerFile()];
      const runner = githubRunner({ GITHUB_OUTPUT: output, GITHUB_STATE: state });
      const lines = values.map((value) => value.split(/\r?\n/).join('\n'));
      for (const [index, value] of lines.entries()) {
        runner.output(`o${index}`, `${value}\nx<<EOF\n1\nEOF`);
        runner.saveState(`s${index}`, value);
      }
      const named = (name: string, end: string) =>
        Object.fromEntries(lines.map((value, index) => [`${name}${index}`, `${value}${end}`]));
      expect(await readCommandFile(output)).toEqual(named('o', '\nx<<EOF\n1\nEOF'));
      expect(await readCommandFile(state)).toEqual(named('s', ''));
    }),
    { numRuns: 30 },
  );
});

test('nothing in a message or a property ends a command, or begins another', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ':', ',', '%', '\r', '\n', '=', ' ') });
  fc.assert(
    fc.property(text, text, text, (message, title, file) => {
      const line = commandLine('warning', message, { title, file, line: 7, col: null });
      expect(line).not.toMatch(/[\r\n]/);
      const [, properties = '', said = ''] = /^::warning ([^:]*)::(.*)$/.exec(line) ?? [];
      expect(unescaped(said)).toBe(message);
      const pairs = properties.split(',').map((pair) => pair.split(/=(.*)/, 2).map(unescaped));
      const given = Object.entries({ title, file, line: '7' }).filter(([, value]) => value !== '');
      expect(pairs).toEqual(given);
    }),
  );
});

function unescaped(text: string): string {
  const marks = [
    ['%3A', ':'],
    ['%2C', ','],
    ['%0D', '\r'],
    ['%0A', '\n'],
    ['%25', '%'],
  ] as const;
  return marks.reduce((rest, [mark, char]) => rest.replaceAll(mark, char), text);
}

test('summaries are added to the file, and one that is missing is named', async () => {
  const file = await runnerFile();
  const runner = githubRunner({ GITHUB_STEP_SUMMARY: file });
  await runner.summary('# One');
  await runner.summary('# Two');
  expect(await readFile(file, 'utf8')).toBe('# One\n# Two\n');
  await expect(githubRunner({}).summary('# One')).rejects.toThrow(/GITHUB_STEP_SUMMARY is empty/);
});
