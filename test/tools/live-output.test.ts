import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/common/index.ts';
import { planCommand } from '../../src/policy/index.ts';
import { createCommandRunner, openWorkspace, type CommandRunner } from '../../src/sandbox/index.ts';
import { bashTools, type Tool } from '../../src/tools/index.ts';
import { call, context, named, temporaryFolder, textOf } from './support.ts';

const SECRET = 'hunter2-hunter2-hunter2';

let folder: ReturnType<typeof temporaryFolder>;
let runner: CommandRunner;
let tools: readonly Tool[];

beforeEach(async () => {
  folder = temporaryFolder();
  const workspace = await openWorkspace(folder.path);
  const environment = { PATH: process.env['PATH'] };
  ({ runner } = await createCommandRunner({ workspace, mode: 'off', network: [], environment }));
  const redactor = createRedactor({ secrets: [{ kind: 'password', value: SECRET }] });
  tools = bashTools({ commands: runner, workspace, plan: planCommand, redactor });
});
afterEach(async () => {
  await runner.close();
  folder.remove();
});

/** Prints `first`, waits until it was shown, and prints `second`. */
async function shownOf(first: string, second = 'the end'): Promise<readonly string[]> {
  writeFileSync(join(folder.path, 'first'), first);
  writeFileSync(join(folder.path, 'second'), second);
  rmSync(join(folder.path, 'seen'), { force: true });
  const shown: string[] = [];
  const emit = (progress: { readonly output?: unknown }): void => {
    shown.push(String(progress.output));
    writeFileSync(join(folder.path, 'seen'), '');
  };
  const command = 'cat first; until [ -e seen ]; do sleep 0.05; done; cat second';
  const result = await call(named(tools, 'bash_run'), { command }, { ...context, emit });
  expect(textOf(result)).toMatch(/^exit code 0/);
  return shown;
}

describe('the output of a running command', () => {
  it('is shown while the command runs, and the rest at its end', async () => {
    const shown = await shownOf('one\ntwo\nthr', 'ee\nfour');
    expect(shown[0]).toBe('one\ntwo\n');
    expect(shown.join('')).toBe('one\ntwo\nthree\nfour');
  });
  it('has no secret, not even one that comes in two parts or between escape sequences', async () => {
    const half = SECRET.length / 2;
    const shown = await shownOf(
      `${SECRET}\n${SECRET.slice(0, 5)}\u001B[1m${SECRET.slice(5)}\nx ${SECRET.slice(0, half)}`,
      `${SECRET.slice(half)}\n`,
    );
    expect(shown.join('')).toMatch(
      /^(\[redacted:password:\w{8}\]\n){2}x \[redacted:password:\w{8}\]\n$/,
    );
    expect(shown.join('')).not.toContain('hunter2');
  });
  it('has no escape sequence, and of a line that is written again and again the last state', async () => {
    const shown = await shownOf(
      '\u001B[31mred\u001B[0m\u001B]0;title\u0007\n10%\r90%\r\n\u0008\u202E\n',
    );
    expect(shown[0]).toBe('red\n90%\n\\u{8}\\u{202E}\n');
  });
  it('may have many escape sequences that never end', async () => {
    const shown = await shownOf(`${'\u001B]'.repeat(60_000)}\u001B(Bplain\u001B7\n`);
    expect(shown[0]).toBe('plain\n');
  });
  it('is bounded: much output is cut, and of a line without an end nothing is shown', async () => {
    const shown = await shownOf('a line\n'.repeat(100_000));
    expect(shown[0]?.length).toBeLessThan(5_000);
    expect(shown[0]).toContain('characters cut here');
    const long = await shownOf(`${'x'.repeat(1_000_000)}${SECRET}\nnext\n`);
    expect(long[0]).toBe('next\n');
  });
  it('is not shown before its end if the command is quick', async () => {
    const shown: unknown[] = [];
    const emit = (progress: unknown): void => void shown.push(progress);
    await call(named(tools, 'bash_run'), { command: 'echo one' }, { ...context, emit });
    expect(shown).toEqual([]);
  });
});
