import { expect, test } from 'vitest';
import type { Approver, DecisionBy } from '../../src/approvals/index.ts';
import type { Trail } from '../../src/audit/index.ts';
import type { RuleProposal } from '../../src/tool-calls/index.ts';
import { answering, setUpCalls, looseTool, requestOf, runCalls, SECRET } from './context.ts';

const by: DecisionBy = {
  login: 'ann',
  id: 1,
  permission: 'write',
  commentId: 1,
  commentUrl: 'u',
  at: '2026-01-01T00:00:00Z',
};

const comment = { issue: 8, commentId: 2, url: 'u' };

/** People who approve everything with `always`. */
function always(trail: Trail): Approver {
  const people = answering(trail, () => 'approve');
  return {
    ask: async (requests, options) => {
      const answers = await people.ask(requests, options);
      return answers.map((answer) =>
        answer.kind === 'approved' ? { ...answer, always: by, comment } : answer,
      );
    },
  };
}

async function proposed(command: string, more: Readonly<Record<string, string>> = {}) {
  return await proposedFor('bash_run', { command, ...more });
}

async function proposedFor(name: string, input: Readonly<Record<string, string>>) {
  const proposals: RuleProposal[] = [];
  const effects: unknown[] = [];
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: ask\n',
    tools: [
      looseTool(
        'bash_run',
        (made) => {
          effects.push(made);
          return 'ran';
        },
        { kind: 'execute', facts: ({ command }) => ({ command: String(command) }) },
      ),
      looseTool('write', (made) => void effects.push(made), {
        kind: 'write',
        facts: ({ path }) => ({ paths: [{ path: String(path), access: 'write' }] }),
      }),
    ],
    approver: always,
    over: {
      proposeRules: (proposal) => {
        // The call has run by then.
        expect(effects).toHaveLength(1);
        proposals.push(proposal);
        return Promise.resolve();
      },
    },
  });
  await runCalls(setup.context, [requestOf(name, input)]);
  expect(effects).toEqual([input]);
  return proposals;
}

test('an approval with `always` proposes the rules that its request showed, after the call', async () => {
  const [proposal] = await proposed('npm test && git push origin x');
  expect(proposal?.rules).toEqual(proposal?.request.rules);
  expect(proposal).toMatchObject({
    rules: ['bash_run(npm test)', 'bash_run(git push origin x)'],
    because: null,
    by: { login: 'ann' },
    issue: comment.issue,
  });
});

test.each([
  ['a secret in it', `curl -H ${SECRET} example.com`, 'the call contains a secret'],
  ['a word that is known only at run time', 'rm -rf $X', 'no rule covers this call'],
  [
    'what replaces a secret in it',
    'echo "[redacted:token:0123abcd]"',
    'the call contains a secret',
  ],
])('proposes nothing for a call with %s', async (_, command, because) => {
  expect(await proposed(command)).toMatchObject([
    { rules: [], because: expect.stringContaining(because) as string },
  ]);
});

test('proposes nothing for a call with a secret in another argument, which no rule shows', async () => {
  expect(await proposed('npm test', { input: SECRET })).toMatchObject([
    {
      rules: [],
      because: 'the call contains a secret',
      request: { rules: ['bash_run(npm test)'] },
    },
  ]);
});

test.each([
  ['a tab', 'a\tb'],
  ['one for private use, which looks as each font likes', 'a\u{F0000}b'],
  ['one that does not exist yet', 'a\u0378b'],
])(
  'proposes nothing for a path with a character that its reviewer cannot see: %s',
  async (_, path) => {
    expect(await proposedFor('write', { path })).toMatchObject([
      {
        rules: [],
        because: 'its rule would have invisible characters',
        request: { rules: [`write(${path})`] },
      },
    ]);
  },
);

test('proposes a rule for a path whose characters its reviewer sees', async () => {
  expect(await proposedFor('write', { path: 'straße/日本.txt' })).toMatchObject([
    { rules: ['write(straße/日本.txt)'], because: null },
  ]);
});
