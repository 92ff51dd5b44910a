import { expect, test } from 'vitest';
import { subjectOf } from '../../../src/action/resume/load-resumed-job.ts';

type Context = Parameters<typeof subjectOf>[0];
type Run = Parameters<typeof subjectOf>[1];

test.each([
  ['without an issue', null, { number: null, isPullRequest: false }, 7],
  ['with an issue', 7, { number: 7, isPullRequest: true }, null],
])(
  'a run %s stays so when an answer on a pull request resumes it',
  (_what, number, about, asks) => {
    const trigger = { number: 7, isPullRequest: true, event: 'issue_comment' };
    const context = { trigger, inputs: { approvalIssue: null } } as unknown as Context;
    expect(subjectOf(context, { trigger: { number } } as Run)).toEqual({
      trigger: { ...trigger, ...about },
      inputs: { approvalIssue: asks },
    });
  },
);
