import { expect, test } from 'vitest';
import * as z from 'zod';
import { createFailApprover } from '../../../src/approvals/index.ts';
import { defineTool } from '../../../src/tools/index.ts';
import { answering, setUpCalls, requestOf, runCalls } from '../context.ts';

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
  const setup = await setUpCalls({
    policy: POLICY,
    tools: [SHELL],
    approver: (trail) =>
      approver === 'nobody'
        ? createFailApprover({ trail, because: 'Nobody can be asked.' })
        : answering(trail, () => ({ deny: approver === 'deny' ? 'Use the tool.' : '' })),
  });
  const { finished } = await runCalls(setup.context, [requestOf('bash_run', { command })]);
  await setup.verified('denied');
  const recorded = JSON.stringify(setup.entries().filter(({ type }) => type === 'call.state'));
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

test('of many denied commands the first five are named, each in at most 120 characters', async () => {
  const pushes = Array.from({ length: 7 }, (_, index) => `git push r${index}`);
  const { text } = await refusalOf(`echo a && ${pushes.join(' && ')}`, 'nobody');
  const named = pushes.slice(0, 5).map((command) => JSON.stringify(command));
  expect(text).toContain(`This is about ${named.join(', ')} and 2 more; the other commands`);
  const [fits, long] = ['b'.repeat(111), 'b'.repeat(112)];
  const about = async (branch: string) =>
    (await refusalOf(`echo a; git push ${branch}`, 'nobody')).text;
  expect(await about(fits)).toContain(`This is about "git push ${fits}"; the other`);
  expect(await about(long)).toContain(`This is about "git push ${fits}…"; the other`);
});

test('a denial of every command names none of them', async () => {
  for (const command of ['git push a', 'git push a && git push b']) {
    const { text } = await refusalOf(command, 'nobody');
    expect(text).toContain('The policy denies this call.');
    expect(text).not.toContain('This is about');
  }
});

test('people read in the audit trail which rule would allow a call that nobody approved, and the model does not', async () => {
  const { text, recorded } = await refusalOf('make all', 'nobody');
  expect(recorded).toContain(
    'To allow it without an approval, add `bash_run(make all)` to `auto` in the policy.',
  );
  expect(text).not.toContain('auto');
});

test('a call that nobody approved says which of its commands asked for it', async () => {
  const { text } = await refusalOf('echo a && npm install x', 'nobody');
  expect(text).toContain('This is about "npm install x"; the other commands of the line');
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
  const rest =
    'Do not get the same effect in another way. Continue with what needs no such call, then finish and name exactly what is missing.';
  expect(text).toBe(
    `Error (permission): @alice denied this call: Use the tool.\n- Follow what they say. ${rest}`,
  );
  expect((await refusalOf('npm install x', 'denyPlainly')).text).toBe(
    `Error (permission): @alice denied this call without a reason.\n- ${rest}`,
  );
});
