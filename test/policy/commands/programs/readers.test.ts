import { expect, test } from 'vitest';
import { PROGRAM_READERS } from '../../../../src/policy/commands/programs/index.ts';
import { PROGRAMS } from '../../../../src/policy/commands/specs/index.ts';

test('each reader is for the first name of a spec: for another name, it would never be asked', () => {
  const names = [...PROGRAM_READERS.keys()];
  expect(names.filter((name) => PROGRAMS.get(name)?.name !== name)).toEqual([]);
});
