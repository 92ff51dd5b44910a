import { expect, test } from 'vitest';
import { createCommentApprover } from '../../../src/approvals/index.ts';
import { askOnNewIssue } from '../../../src/action/prepare/new-issue.ts';
import { BOB } from '../../approvals/memory-github.ts';
import { QUIET, requestOf, testContext } from '../../approvals/context.ts';
import { context } from '../../github/context.ts';

test('two who ask at once ask on one issue, and one that could not be opened is tried again', async () => {
  const { github, options, trail } = testContext();
  const { github: real, server } = await context();
  let opened = 0;
  const approver = askOnNewIssue({
    on: (issue) => createCommentApprover({ ...options, issue }),
    github: {
      createIssue: (title, body) => {
        opened += 1;
        return real.createIssue(title, body);
      },
    },
    trail,
    job: { run: trail.run, workflow: null },
  });
  server.fail({ match: /POST .*issues/, status: 403, body: { message: 'no' } });
  expect(await approver.ask([requestOf()], QUIET)).toMatchObject([
    { kind: 'unanswered', because: expect.stringContaining('could not be opened') },
  ]);
  const requests = ['c1', 'c2'].map((call) => requestOf({ call }));
  const words = `/approve ${requests.map(({ id }) => id).join(' ')}`;
  github.onPoll = () => void github.say(BOB, words, { issue: 1 });
  const asked = requests.map((request) => approver.ask([request], QUIET));
  const answers = (await Promise.all(asked)).flat();
  expect(answers.map(({ kind }) => kind)).toEqual(['approved', 'approved']);
  expect(opened).toBe(2);
});
