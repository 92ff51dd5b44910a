import { expect, test } from 'vitest';
import { claimCrashedRun } from '../../../src/action/resume/close-request.ts';
import { BOT, MemoryGitHub } from '../../approvals/memory-github.ts';
import { contextOf, MARKER } from './answered-run.ts';

type Context = Parameters<typeof claimCrashedRun>[1];

test('of two jobs that are asked to resume a crashed run, one claims it, and the other changes nothing', async () => {
  const github = new MemoryGitHub();
  const comment = github.say(BOT, 'This run crashed.');
  const crashed = { comment, marker: { ...MARKER, state: 'crashed' as const, check: null } };
  const context = contextOf(github, comment.id) as unknown as Context;
  await claimCrashedRun(crashed, context);
  expect(github.reactions.get(comment.id)).toEqual(new Set(['rocket']));
  const closed = github.all.get(comment.id)?.body;
  expect(closed).toContain('The run resumes in the job below.');
  await expect(claimCrashedRun(crashed, context)).rejects.toMatchObject({
    name: 'ResumedByOtherJob',
  });
  expect(github.all.get(comment.id)?.body).toBe(closed);
});
