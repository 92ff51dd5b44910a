/** What the job of an answer finds: the waiting job, a suspended run, or a job that ended without one. */
import { describe, expect, test } from 'vitest';
import { afterClaim } from '../../../src/action/resume/find-suspended-run.ts';
import { CountersignError } from '../../../src/common/index.ts';
import { QUIET } from '../../approvals/context.ts';
import { BOB, BOT } from '../../approvals/memory-github.ts';
import { CLICK, MARKER, RUN, openSetup } from './answered-run.ts';

type AfterClaimContext = Parameters<typeof afterClaim>[1]['context'];

describe('the job of an answer', () => {
  test('leaves a comment to the job that waits, once it has watched it for longer than that takes to read it', async () => {
    for (const reaction of ['+1', 'confused']) {
      const { find, clock, updated, github, answer } = openSetup();
      github.reactions.set(answer.id, new Set([reaction]));
      expect(await find()).toMatchObject({ kind: 'nothing', over: false });
      expect(clock.monotonicMs()).toBeGreaterThanOrEqual(25_000);
      expect(clock.monotonicMs()).toBeLessThan(40_000);
      expect(updated).toEqual([]);
    }
  });

  test('watches longer if the waiting job does not read the answer: GitHub may not answer that job, which then suspends the run', async () => {
    const unread = openSetup();
    unread.acts.onRead = () => {
      unread.state.completed = unread.clock.monotonicMs() > 120_000;
    };
    expect(await unread.find()).toMatchObject({ kind: 'gone' });
    const clicked = openSetup({ answer: { kind: 'click', click: CLICK } });
    clicked.acts.onRead = () => {
      if (clicked.clock.monotonicMs() > 60_000) clicked.become('suspended');
    };
    expect(await clicked.find()).toMatchObject({ kind: 'suspended' });
    const id = 'ap-00000000';
    const ticking = (mark: string) => {
      const tick = { id, by: BOB, at: '2026-01-01T00:00:00Z', comment: 100, url: '' };
      const ticked = openSetup({ answer: { kind: 'tick', tick } });
      const { body } = ticked.github.approvalComment();
      ticked.github.change(ticked.commentId, { body: `${body}\n\n- [${mark}] approve ${id}` });
      ticked.acts.onRead = () => {
        if (ticked.clock.monotonicMs() > 60_000) ticked.become('suspended');
      };
      return ticked;
    };
    expect(await ticking('x').find()).toMatchObject({ kind: 'suspended' });
    expect(await ticking(' ').find()).toMatchObject({ kind: 'nothing' });
    const never = openSetup();
    expect(await never.find()).toMatchObject({ kind: 'nothing', over: false });
    expect(never.clock.monotonicMs()).toBeLessThan(200_000);
    const ignored = openSetup({ answer: { kind: 'click', click: CLICK } });
    const because = expect.stringContaining('has not suspended the run for the click');
    expect(await ignored.find()).toMatchObject({ kind: 'nothing', because });
  });

  test('watches no longer for an outsider, a review, or an answer whose reactions it cannot read', async () => {
    const outsider = openSetup();
    outsider.github.change(outsider.answer.id, { byOutsider: true });
    const reviewing = openSetup({ answer: { kind: 'review' } });
    reviewing.become('waiting', { reviews: true });
    const unreadable = openSetup();
    unreadable.client.hasReacted = () =>
      Promise.reject(new CountersignError('github-refused', 'Down.'));
    for (const { find, clock } of [outsider, reviewing, unreadable]) {
      expect(await find()).toMatchObject({ kind: 'nothing', over: false });
      expect(clock.monotonicMs()).toBeGreaterThanOrEqual(25_000);
      expect(clock.monotonicMs()).toBeLessThan(40_000);
    }
  });

  test('resumes a run that is suspended while it watches', async () => {
    const { find, github, become } = openSetup();
    github.onPoll = (poll) => void (poll === 3 && become('suspended'));
    expect(await find()).toMatchObject({ kind: 'suspended', marker: { run: RUN } });
  });

  test('reads the comment once more if the job that waited has ended: it may have changed it at its end', async () => {
    const late = openSetup();
    late.state.completed = true;
    late.acts.onRead = () => late.become('suspended');
    expect(await late.find()).toMatchObject({ kind: 'suspended' });
    const lost = openSetup();
    lost.state.completed = true;
    expect(await lost.find()).toMatchObject({ kind: 'gone', comment: { author: BOT } });
  });

  test('reports the run as lost if the job that waited has ended and its workflow run was started again', async () => {
    const rerun = openSetup();
    rerun.state.attempt = 2;
    expect(await rerun.find()).toMatchObject({ kind: 'gone' });
    const own = openSetup();
    own.become('waiting', { attempt: 2 });
    own.state.attempt = 2;
    expect(await own.find()).toMatchObject({ kind: 'nothing', over: false });
  });

  test('takes no run for lost whose workflow run it cannot read', async () => {
    const { find, acts } = openSetup();
    acts.onRead = () => {
      throw new CountersignError('github-permission', 'No actions: read.');
    };
    expect(await find()).toMatchObject({ kind: 'nothing', over: false });
  });

  test('asks the waiting job once to suspend the run for a click, which only this job has', async () => {
    const clicked = openSetup({ answer: { kind: 'click', click: CLICK } });
    clicked.github.onPoll = (poll) => void (poll === 5 && clicked.become('suspended'));
    expect(await clicked.find()).toMatchObject({ kind: 'suspended' });
    expect(clicked.updated).toEqual([CLICK.check.id]);
  });

  test('does not watch for somebody whose answer cannot count, nor for a comment that is gone', async () => {
    const outsider = openSetup({}, () => Promise.resolve(false));
    expect(await outsider.find()).toMatchObject({ kind: 'nothing', over: false });
    expect(outsider.clock.monotonicMs()).toBe(0);
    const gone = openSetup();
    gone.github.remove(gone.answer.id);
    expect(await gone.find()).toMatchObject({ kind: 'nothing', because: 'the comment is gone' });
  });

  test('finds nothing if nobody knows whose its token is', async () => {
    expect(await openSetup({ self: () => Promise.resolve(null) }).find()).toMatchObject({
      kind: 'nothing',
      over: false,
    });
  });
});

/** What became of the run, and whether that was known only at the end of the watch. */
async function watched(change: (where: ReturnType<typeof openSetup>) => void) {
  const where = openSetup();
  where.become('suspended');
  change(where);
  const context = { github: where.client, clock: where.clock, ...QUIET };
  const end = await afterClaim(where.commentId, {
    claimed: MARKER,
    context: context as unknown as AfterClaimContext,
  });
  const what = typeof end === 'string' ? end : `suspended by attempt ${end.marker.attempt}`;
  return [what, where.clock.monotonicMs() >= 120_000];
}

function hideComments({ client }: ReturnType<typeof openSetup>): void {
  client.comment = () => Promise.reject(new CountersignError('github-refused', 'Down.'));
}

describe('a run that another job claimed', () => {
  test('is continued if that job closes the approval comment, and not if the comment stays open', async () => {
    expect(await watched(({ become }) => become('closed'))).toEqual(['continued', false]);
    expect(await watched(() => undefined)).toEqual(['abandoned', true]);
  });

  test('counts as continued if its comment is gone or cannot be read', async () => {
    const removed = await watched(({ github, commentId }) => github.remove(commentId));
    expect(removed).toEqual(['continued', false]);
    expect(await watched(hideComments)).toEqual(['continued', false]);
  });

  test('is suspended again if the comment names another job of the same run', async () => {
    const again = await watched(({ become }) => become('suspended', { attempt: 2 }));
    expect(again).toEqual(['suspended by attempt 2', false]);
    const other = { attempt: 2, run: 'run-fedcba9876543210' };
    expect(await watched(({ become }) => become('suspended', other))).toEqual(['abandoned', true]);
    const waiting = await watched(({ become }) => become('waiting', { attempt: 2 }));
    expect(waiting).toEqual(['abandoned', true]);
  });
});
