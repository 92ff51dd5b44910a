import { expect, test } from 'vitest';
import { systemClock } from '../../src/common/index.ts';
import type { IssueComment } from '../../src/github/index.ts';
import { openTracking, trackingCommentIn, trackingMarker } from '../../src/reporting/index.ts';
import { fastClock, context } from '../github/context.ts';

/** The account of the local GitHub's token. */
const ME = 41_898_282;
const EVENT = { type: 'turn:end', turn: 1, parent: null, text: '', costUsd: 0 } as const;

async function tracked(options: {
  readonly setup: Awaited<ReturnType<typeof context>>;
  readonly run: string;
  readonly key?: string;
  readonly resumed?: boolean;
  readonly clock?: typeof systemClock;
}) {
  const { setup, run, key, resumed = false, clock = fastClock() } = options;
  let warned = 0;
  const ids: number[] = [];
  const warnings: string[] = [];
  const tracking = openTracking({
    github: setup.github,
    issue: 1,
    sticky: key === undefined ? null : { key, account: ME },
    resumedAs: resumed ? ME : null,
    body: () => `${trackingMarker(run)}\n\nworking ${(warned += 1)}`,
    clock,
    warn: (message) => warnings.push(message),
    onPosted: (id) => ids.push(id),
  });
  if (resumed) await takeOver(tracking, ids);
  await tracking.posted;
  expect(warnings).toEqual([]);
  const finish = async (): Promise<boolean> =>
    await tracking.finish(`${trackingMarker(run)}\n\n${run} done`);
  return { tracking, id: ids[0] ?? 0, ids, finish };
}

/** The comment of a resumed run is found once the run does something. */
async function takeOver(
  { listen }: Pick<ReturnType<typeof openTracking>, 'listen'>,
  ids: readonly number[],
): Promise<void> {
  listen(EVENT);
  await expect.poll(() => ids.length).toBe(1);
}

async function withIssue() {
  const setup = await context();
  setup.server.issue({ author: 'mona', title: 'a', body: 'b' });
  const bodies = () => setup.server.commentsOn(1).map(({ body }) => body.split('\n').at(-1));
  return { setup, bodies };
}

test('each run has a comment of its own unless it is sticky', async () => {
  const { setup, bodies } = await withIssue();
  for (const run of ['run-1', 'run-2']) await (await tracked({ setup, run })).finish();
  expect(bodies()).toEqual(['run-1 done', 'run-2 done']);
});

test('a sticky comment is used again by later runs of the same job, and by no others', async () => {
  const { setup, bodies } = await withIssue();
  const first = await tracked({ setup, run: 'run-1', key: 'a.yml agent' });
  await first.finish();
  await (await tracked({ setup, run: 'run-2', key: 'b.yml agent' })).finish();
  const third = await tracked({ setup, run: 'run-3', key: 'a.yml agent' });
  await third.finish();
  expect(third.id).toBe(first.id);
  expect(bodies()).toEqual(['run-3 done', 'run-2 done']);
});

test('a comment by somebody else that looks like it is not taken over', async () => {
  const { setup, bodies } = await withIssue();
  const first = await tracked({ setup, run: 'run-1', key: 'k' });
  await first.finish();
  const forged = setup.server.commentsOn(1)[0]?.body ?? '';
  setup.server.deleteComment(first.id);
  setup.server.comment({ login: 'mona', issue: 1, body: forged });
  await (await tracked({ setup, run: 'run-2', key: 'k' })).finish();
  expect(bodies()).toEqual(['run-1 done', 'run-2 done']);
});

test('a job that resumes a run continues the comment of the run, and of no other', async () => {
  const { setup, bodies } = await withIssue();
  const first = await tracked({ setup, run: 'run-1' });
  await first.finish();
  await (await tracked({ setup, run: 'run-2' })).finish();
  const forged = setup.server.commentsOn(1)[0]?.body ?? '';
  setup.server.comment({ login: 'mona', issue: 1, body: forged });
  const second = await tracked({ setup, run: 'run-1', resumed: true });
  expect(second.id).toBe(first.id);
  await second.finish();
  expect(bodies()).toEqual(['run-1 done', 'run-2 done', 'run-1 done']);
  const lost = await tracked({ setup, run: 'run-3', resumed: true });
  expect(lost.id).toBeGreaterThan(second.id);
});

test('the comment that a job continues is known before it is changed: the job may be killed meanwhile', async () => {
  const { setup } = await withIssue();
  const first = await tracked({ setup, run: 'run-1' });
  await first.finish();
  setup.server.fail({ match: /^PATCH .*comments/, status: 403, body: { message: 'No.' } });
  const ids: number[] = [];
  const late = openTracking({
    github: setup.github,
    issue: 1,
    sticky: null,
    resumedAs: ME,
    body: () => `${trackingMarker('run-1')}\n\nworking again`,
    clock: fastClock(),
    warn: () => undefined,
    onPosted: (id) => ids.push(id),
  });
  late.listen(EVENT);
  await late.finish('done');
  expect(ids).toEqual([first.id]);
});

test('a job that has not claimed its run yet leaves the comment of the run alone', async () => {
  const { setup, bodies } = await withIssue();
  const first = await tracked({ setup, run: 'run-1' });
  await first.finish();
  const ids: number[] = [];
  const late = openTracking({
    github: setup.github,
    issue: 1,
    sticky: null,
    resumedAs: ME,
    body: () => `${trackingMarker('run-1')}\n\nworking again`,
    clock: fastClock(),
    warn: () => undefined,
    onPosted: (id) => ids.push(id),
  });
  await late.posted;
  late.listen({ type: 'checklist', items: [] });
  late.listen({ type: 'permission_required', asked: [], respond: () => false });
  await late.finish(null);
  expect(ids).toEqual([]);
  expect(bodies()).toEqual(['run-1 done']);
});

test('a job that leaves its run to another one writes nothing more', async () => {
  const { setup, bodies } = await withIssue();
  const first = await tracked({ setup, run: 'run-1' });
  await first.tracking.finish(null);
  expect(bodies()).toEqual(['working 1']);
});

test('a run whose sticky comment a later run took over leaves it alone', async () => {
  const { setup, bodies } = await withIssue();
  const first = await tracked({ setup, run: 'run-1', key: 'k' });
  const second = await tracked({ setup, run: 'run-2', key: 'k' });
  await first.finish();
  expect(bodies()).toEqual(['working 1']);
  await second.finish();
  expect(bodies()).toEqual(['run-2 done']);
});

test('the run continues while the comment is posted, and the end of it waits for that', async () => {
  const { setup, bodies } = await withIssue();
  setup.server.fail({ match: /^POST .*comments/, delayMs: 200 });
  const order: string[] = [];
  const tracking = openTracking({
    github: setup.github,
    issue: 1,
    sticky: null,
    resumedAs: null,
    body: () => 'working',
    clock: fastClock(),
    warn: (message) => order.push(message),
    onPosted: () => order.push('posted'),
  });
  tracking.listen(EVENT);
  order.push('went on');
  await tracking.finish('done');
  expect(order).toEqual(['went on', 'posted']);
  expect(bodies()).toEqual(['done']);
});

test('a comment that cannot be posted is one warning, and nothing is edited', async () => {
  const { setup } = await withIssue();
  setup.server.fail({ match: /^POST .*comments/, status: 403, body: { message: 'No.' } });
  const warnings: string[] = [];
  const tracking = openTracking({
    github: setup.github,
    issue: 1,
    sticky: null,
    resumedAs: null,
    body: () => 'working',
    clock: fastClock(),
    warn: (message) => warnings.push(message),
    onPosted: () => warnings.push('posted'),
  });
  tracking.listen(EVENT);
  await tracking.finish('done');
  expect(warnings).toEqual([expect.stringMatching(/^The tracking comment could not be posted: /)]);
  expect(setup.server.log.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test.each([undefined, 'agent.yml agent'])(
  'a comment that somebody deleted is posted anew with the end of the run (sticky key: %s)',
  async (key) => {
    const { setup, bodies } = await withIssue();
    const { id, finish, ids } = await tracked({ setup, run: 'run-1', ...(key ? { key } : {}) });
    setup.server.deleteComment(id);
    expect(await finish()).toBe(true);
    expect(await finish()).toBe(true);
    expect(bodies()).toEqual(['run-1 done']);
    expect(ids).toEqual([id, setup.server.commentsOn(1)[0]?.id]);
  },
);

test('a comment that somebody deleted is one warning, however often the run would update it', async () => {
  const { setup } = await withIssue();
  const warnings: string[] = [];
  const ids: number[] = [];
  const tracking = openTracking({
    github: setup.github,
    issue: 1,
    sticky: null,
    resumedAs: null,
    body: () => `${trackingMarker('run-1')}\n\nworking`,
    clock: fastClock(),
    warn: (message) => warnings.push(message),
    onPosted: (id) => ids.push(id),
  });
  await tracking.posted;
  setup.server.deleteComment(ids[0] ?? 0);
  const edits = () => setup.server.log.filter(({ method }) => method === 'PATCH').length;
  for (const count of [1, 2, 3]) {
    await expect
      .poll(() => {
        if (edits() < count) tracking.listen(EVENT);
        return edits();
      })
      .toBeGreaterThanOrEqual(count);
  }
  expect(await tracking.finish(`${trackingMarker('run-1')}\n\ndone`)).toBe(true);
  expect(warnings).toEqual([expect.stringContaining('The tracking comment could not be updated')]);
});

test('however much happens, the first edits are five seconds apart', async () => {
  const { setup } = await withIssue();
  const sleepers: (() => void)[] = [];
  const slept: number[] = [];
  const clock = {
    ...systemClock,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((done, fail) => {
        slept.push(ms);
        sleepers.push(done);
        signal?.addEventListener('abort', () => fail(new Error('stopped')));
      }),
  };
  const { tracking, finish } = await tracked({ setup, run: 'run-1', clock });
  const edits = () => setup.server.log.filter(({ method }) => method === 'PATCH').length;
  for (let index = 0; index < 100; index += 1) tracking.listen(EVENT);
  // Posting counts as an edit.
  await expect.poll(() => slept).toEqual([5_000]);
  expect(edits()).toBe(0);
  sleepers[0]?.();
  await expect.poll(edits).toBe(1);
  for (let index = 0; index < 100; index += 1) tracking.listen(EVENT);
  await expect.poll(() => slept).toEqual([5_000, 5_000]);
  expect(edits()).toBe(1);
  sleepers[1]?.();
  await expect.poll(edits).toBe(2);
  await finish();
  expect(edits()).toBe(3);
});

test('a run of an hour in which something always happens edits its comment at most 110 times', async () => {
  const { setup } = await withIssue();
  const HOUR_MS = 3_600_000;
  let nowMs = 0;
  const over = Promise.withResolvers<void>();
  let happens: (() => void) | null = null;
  const clock = {
    ...systemClock,
    monotonicMs: () => nowMs,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      nowMs += ms;
      if (nowMs < HOUR_MS) queueMicrotask(() => happens?.());
      else over.resolve();
    },
  };
  const { tracking, finish } = await tracked({ setup, run: 'run-1', clock });
  const edits = () => setup.server.log.filter(({ method }) => method === 'PATCH').length;
  // The next event comes after the pause, so that another edit follows.
  happens = () => setImmediate(() => tracking.listen(EVENT));
  tracking.listen(EVENT);
  await over.promise;
  await finish();
  expect(edits()).toBeGreaterThan(60);
  expect(edits()).toBeLessThanOrEqual(112);
});

test('the tracking comment of a run is the newest that its account wrote, by the first line', () => {
  const mark = trackingMarker('run-1');
  const author = { login: 'bot', id: ME, type: 'Bot' };
  const comment = (id: number, over: Partial<IssueComment> = {}): IssueComment => ({
    id,
    nodeId: '',
    author,
    viaApp: null,
    byOutsider: false,
    body: `${mark}\n\nworking`,
    createdAt: '',
    updatedAt: '',
    url: '',
    ...over,
  });
  const comments = [
    comment(1),
    comment(2),
    comment(3, { author: { login: 'mona', id: 5, type: 'User' } }),
    comment(4, { author: null }),
    comment(5, { body: `> ${mark}` }),
    comment(6, { body: trackingMarker('run-12') }),
  ];
  expect(trackingCommentIn(comments, 'run-1', author)?.id).toBe(2);
  expect(trackingCommentIn(comments.slice(2), 'run-1', author)).toBeNull();
  expect(trackingCommentIn(comments, 'run-1', null)).toBeNull();
});
