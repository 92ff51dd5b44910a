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

test('help with an unknown second word shows the help of the group, with the exit code 2', async () => {
  const { code, out, err } = await cli(['help', 'audit', 'verfy']);
  expect(code).toBe(2);
  expect(`${out}${err}`).toContain('Usage: countersign audit [options] [command]');
});
