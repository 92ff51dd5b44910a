import { expect, test } from 'vitest';
import { ownTools } from '../../scripts/own-tools.ts';
import { BUILTIN_TOOLS } from '../../src/policy/index.ts';

const tools = await ownTools();

test('every tool of this program is looked at here', () => {
  expect(tools.map(({ name }) => name).sort()).toEqual([...BUILTIN_TOOLS].sort());
});

test.each(tools)('the ready-made schema of $name says what parses its calls', (tool) => {
  expect(JSON.stringify(tool.inputSchema)).toBe(JSON.stringify(tool.freshSchema?.()));
});
