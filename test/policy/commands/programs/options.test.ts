import { expect, test } from 'vitest';
import { compileFlags } from '../../../../src/policy/commands/programs/options.ts';

test('a misspelt kind of value is an error: the path that the option reads would be a text', () => {
  expect(() => compileFlags('-n -f=reed')).toThrow('-f=reed: its value is text, read, pattern');
  expect(compileFlags('-n= -f=read').known.get('-f')).toEqual({ takes: 'value', kind: 'read' });
});
