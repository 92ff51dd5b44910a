import { expect, test } from 'vitest';
import { RunScreen } from '../../src/cli/screen.ts';

/** A screen without a terminal, and what it wrote to standard error, write by write. */
function plainScreen() {
  const writes: string[] = [];
  const err = (text: string) => writes.push(text);
  const screen = new RunScreen({ err, errHasColour: false, errIsTerminal: false });
  return { screen, writes };
}

test('the lines of one moment are written together, before the process does anything else', async () => {
  const { screen, writes } = plainScreen();
  screen.write('c1 fs_read');
  await Promise.resolve();
  screen.write('c2 fs_read', 'call');
  expect(writes).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  screen.write('c1 done');
  await new Promise((resolve) => setImmediate(resolve));
  expect(writes).toEqual(['c1 fs_read\nc2 fs_read\n', 'c1 done\n']);
});

test('a question to a person follows all lines before it, and so does what comes after the run', () => {
  const { screen, writes } = plainScreen();
  screen.write('waiting for approval');
  screen.listen({ type: 'permission_required', asked: [], respond: () => false });
  expect(writes).toEqual(['waiting for approval\n']);
  screen.write('Outcome: done');
  screen.close();
  expect(writes).toEqual(['waiting for approval\n', 'Outcome: done\n']);
});
