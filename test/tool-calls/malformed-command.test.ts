import { expect, test } from 'vitest';
import * as z from 'zod';
import { reopenCalls } from '../../src/tool-calls/index.ts';
import { defineTool, type Tool } from '../../src/tools/index.ts';
import { answering, setUpCalls, requestOf, runCalls } from './context.ts';

const MALFORMED: readonly (readonly [string, string])[] = [
  ["echo 'abc", 'unterminated single quote at line 1, column 6'],
  ['git commit -m "it\'s', 'unterminated double quote at line 1, column 15'],
  ['echo `ls', 'unterminated backtick'],
  ['echo $(ls', 'unterminated command substitution'],
  ['echo a\nif true; then\n  echo b', "expected 'fi' to close 'if' at line 3, column 9"],
  ['for x in 1 2; do echo $x', "expected 'done' to close 'for'"],
  ['while true do echo; done', "expected 'do'"],
  ['case x in a) echo;;', "expected 'esac'"],
  ['cat <<EOF\nabc\n  EOF\n', 'no line ends the here-document that begins at line 1, column 5'],
  ['x=$(cat <<A\nx\n)\n', 'unterminated command substitution'],
  ['echo a )', "unexpected token ')' at line 1, column 8"],
  ['grep -E (a|b) x', 'before "(a|b) x"'],
  ['echo a &&', "expected command after '&&' at line 1, column 10, at the end of the line"],
  ['echo >', 'expected redirect target'],
  ['echo a &; echo b', "unexpected token ';'"],
  ['echo ${a', 'unterminated parameter expansion'],
  ['f() {', 'expected command in brace group'],
  ['[[ a == b', "expected ']]'"],
  ['echo \u200bx', 'a control or invisible character, U+200B, on line 1'],
  ['# only a comment', 'nothing to run'],
];

function shell(ran: string[]): Tool {
  return defineTool({
    name: 'bash_run',
    description: 'x',
    kind: 'execute',
    input: z.object({ command: z.string() }),
    facts: ({ command }) => ({ command }),
    execute: ({ command }) => void ran.push(command),
  });
}

test.each([
  ['asks', 'mode: ask'],
  ['lets all run', 'mode: auto'],
  ['denies', 'mode: deny'],
  ['lets any contained command run', 'auto: ["bash_run(@contained)"]'],
  ['asks about each command', 'requireApproval: [bash_run]'],
])(
  'a malformed command never runs and nobody is asked, under a policy that %s',
  async (_, policy) => {
    const ran: string[] = [];
    let asked = 0;
    const setup = await setUpCalls({
      policy: `version: 1\n${policy}\n`,
      tools: [shell(ran)],
      approver: (trail) =>
        answering(trail, () => {
          asked += 1;
          return 'approve';
        }),
      over: {
        situation: () => ({
          pathResolver: {
            root: '/work',
            caseInsensitive: false,
            realpath: (path) => path,
            gitConfigRuns: () => null,
          },
          untrusted: false,
          sandboxed: true,
          contained: true,
        }),
      },
    });
    const requests = MALFORMED.map(([command]) => requestOf('bash_run', { command }));
    const { finished } = await runCalls(setup.context, requests);
    for (const [index, [command, because]] of MALFORMED.entries()) {
      const call = finished[index];
      expect(call, command).toMatchObject({ state: 'FAILED', error: { type: 'validation' } });
      expect(call?.content).toContain(because);
      expect(call?.error?.recommendations[0], command).toMatch(/\w.*\.$/s);
      expect(setup.states(requests[index]?.id ?? '')).toEqual(['PENDING', 'FAILED']);
    }
    expect(setup.entries().filter(({ type }) => type === 'call.verdict')).toEqual([]);
    expect({ ran, asked }).toEqual({ ran: [], asked: 0 });
    await setup.verified();
  },
);

test('a malformed command that an earlier job was suspended with ends without an answer', async () => {
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: ask\n',
    tools: [shell([])],
    isPart: true,
  });
  const request = requestOf('bash_run', { command: "echo 'a" });
  const { gated, finished } = await reopenCalls(setup.context, [
    { request, nonce: 'n', digest: '', ready: null },
  ]);
  expect(gated).toEqual([]);
  expect(finished).toMatchObject([{ state: 'DENIED' }]);
  await setup.trail.close();
});

test('neither an unknown tool nor arguments that it does not take are put before a person', async () => {
  let asked = 0;
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: ask\n',
    tools: [shell([])],
    approver: (trail) =>
      answering(trail, () => {
        asked += 1;
        return 'approve';
      }),
  });
  const { finished } = await runCalls(setup.context, [
    requestOf('bash', { command: 'ls' }),
    requestOf('bash_run', { cmd: 'ls' }),
    requestOf('bash_run', 'ls'),
  ]);
  expect(finished.map(({ state }) => state)).toEqual(['FAILED', 'FAILED', 'FAILED']);
  expect(asked).toBe(0);
  await setup.verified();
});
