import { expect, test } from 'vitest';
import * as z from 'zod';
import { createFailApprover } from '../../../src/approvals/index.ts';
import { defineTool } from '../../../src/tools/index.ts';
import { answering, callScene, requestOf, runCalls } from '../context.ts';

const POLICY = `version: 1
mode: ask
auto: ['bash_run(echo *)']
requireApproval:
  - rule: bash_run(npm install *)
    reason: Packages run code.
deny:
  - rule: bash_run(git push *)
    reason: Use github_push_branch.
`;

const SHELL = defineTool({
  name: 'bash_run',
  description: 'x',
  kind: 'execute',
  input: z.object({ command: z.string() }),
  facts: ({ command }) => ({ command }),
  execute: () => 'ran',
});

async function refusalOf(command: string, approver: 'nobody' | 'deny' | 'denyPlainly') {
  const scene = await callScene({
    policy: POLICY,
    tools: [SHELL],
    approver: (trail) =>
      approver === 'nobody'
        ? createFailApprover({ trail, because: 'Nobody can be asked.' })
        : answering(trail, () => ({ deny: approver === 'deny' ? 'Use the tool.' : '' })),
  });
  const { finished } = await runCalls(scene.context, [requestOf('bash_run', { command })]);
  await scene.verified('denied');
  const recorded = JSON.stringify(scene.entries().filter(({ type }) => type === 'call.state'));
  const content = finished[0]?.content;
  return { text: typeof content === 'string' ? content : '', recorded };
}

test('a denial by the policy says which rule and why, which commands it is about, and what to do', async () => {
  const { text } = await refusalOf('echo a && git push -f', 'nobody');
  expect(text).toBe(
    'Error (permission): The policy denies this call. The rule "bash_run(git push *)" on line 8 forbids it. Its author ' +
      'says: Use github_push_branch. This is about "git push -f"; the other commands of the line can run in a call without it.' +
      '\n- Do not get the same effect in another way. Continue with what needs no such call, then finish and name exactly what is missing.',
  );
});

test('a call that nobody approved says why it asks, and proposes no rule that would not win', async () => {
  const { text, recorded } = await refusalOf('npm install x', 'nobody');
  expect(text).toContain(
    'Nobody can be asked. The rule "bash_run(npm install *)" on line 5 asks a person. Its author says: Packages run code.',
  );
  expect(text).not.toContain('`auto`');
  // No rule in `auto` wins over one that asks about these words, so none is proposed.
  expect(recorded).not.toContain('to `auto`');
});

test('a denial by a person says who denied it and what they said', async () => {
  const { text } = await refusalOf('npm install x', 'deny');
  expect(text).toContain('denied this call: Use the tool.');
  expect(text).not.toContain('..');
  expect(text).toContain('Follow what they say.');
  expect((await refusalOf('npm install x', 'denyPlainly')).text).not.toContain('Follow');
});
