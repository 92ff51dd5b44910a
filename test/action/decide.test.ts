/** What an event asks a step to do, where GitHub need not be asked for it. */
import { expect, test } from 'vitest';
import type { ActionContext } from '../../src/action/context.ts';
import { decide } from '../../src/action/decide.ts';
import { readInputs } from '../../src/action/inputs/inputs.ts';
import type { Step } from '../../src/action/inputs/read-step.ts';
import { githubRunner } from '../../src/action/inputs/runner.ts';
import { type Account, parseTrigger } from '../../src/github/index.ts';
import { BOB, BOT, CAROL } from '../approvals/memory-github.ts';

const ID = 'ap-00000000';
const MARKER = { v: 1, run: 'run-a', ids: [ID], state: 'suspended', workflowRun: 5, attempt: 1 };
const BODY = `<!-- countersign:approval-request ${JSON.stringify(MARKER)} -->\n\n- [ ] approve ${ID}`;

/** Bob ticks the box in a comment that `author` wrote. */
async function decided(author: Account, self: Account | null) {
  const trigger = parseTrigger({
    eventName: 'issue_comment',
    payload: {
      action: 'edited',
      repository: { id: 7, full_name: 'o/r', default_branch: 'main' },
      sender: BOB,
      issue: { number: 5, title: 'T', body: '', user: BOB },
      comment: {
        id: 9,
        body: BODY.replace('[ ]', '[x]'),
        user: author,
        html_url: 'https://github.test/c',
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:01:00Z',
      },
      changes: { body: { from: BODY } },
    },
  });
  const environment = { owner: 'o', repo: 'r' } as Step['environment'];
  const context = { self: () => Promise.resolve(self) } as ActionContext;
  const inputs = readInputs(githubRunner({}));
  return await decide({ inputs, trigger, environment, noSecretsBecause: null }, context);
}

test('a ticked box resumes a run only if the account of this step wrote the comment', async () => {
  expect(await decided(BOT, BOT)).toMatchObject({
    kind: 'resume',
    answer: { answer: { kind: 'tick', tick: { id: ID, comment: 9 } } },
  });
  const skipped = { kind: 'skip', refused: false };
  expect(await decided(CAROL, BOT)).toMatchObject(skipped);
  expect(await decided(BOT, null)).toMatchObject(skipped);
});
