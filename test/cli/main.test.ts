import { expect, test } from 'vitest';
import { cli } from './command.ts';

test('help with both words of a command shows the help of that command', async () => {
  for (const words of [
    ['audit', 'verify'],
    ['tools', 'call'],
    ['policy', 'check'],
  ]) {
    const asked = await cli(['help', ...words]);
    expect(asked).toEqual(await cli([...words, '--help']));
    expect(asked.out).toContain(`Usage: countersign ${words.join(' ')} [options]`);
  }
});

test('help with one word shows the help of a group or a command', async () => {
  expect(await cli(['help', 'audit'])).toEqual(await cli(['audit', '--help']));
  expect(await cli(['help', 'run'])).toEqual(await cli(['run', '--help']));
});

test('help with more words after a command without a group does not start it', async () => {
  expect(await cli(['help', 'run', 'this'])).toEqual(await cli(['run', '--help']));
});

test.each([
  ['help nonsense', "unknown command 'nonsense'"],
  ['help audt', 'Did you mean audit?'],
  ['help audit verfy', 'Did you mean verify?'],
  ['audit help verfy', 'Did you mean verify?'],
])('%s says that there is no such command, with the exit code 2', async (words, because) => {
  const { code, out, err } = await cli(words.split(' '));
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(because);
});

test.each([
  [['policy', 'explain', 'git push'], '--command <source>'],
  [['tools', 'call', 'fs_read', '{"path":"a"}'], '--input <json>'],
  [['init', 'fix'], '--recipe <name>'],
])('%j has a word too many, and is told the options that take one', async (words, option) => {
  const { code, err } = await cli(words);
  expect(code).toBe(2);
  expect(err).toContain('too many arguments');
  expect(err).toMatch(/^Write the value of an option after its name: /m);
  expect(err).toContain(option);
});
