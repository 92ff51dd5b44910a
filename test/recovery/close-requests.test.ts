import { expect, test } from 'vitest';
import { closeLostRequests, LOST_CHECKPOINT, RUN_ENDED } from '../../src/recovery/index.ts';
import type { TrailEvent } from '../../src/audit/index.ts';
import { sha256 } from '../../src/common/index.ts';
import { asked, runStart, state, verdict } from '../audit/events.ts';
import { plausible } from '../audit/plausible.ts';
import { trailOf } from '../cli/trails.ts';
import { context } from '../github/context.ts';

const RUN = 'run-0123456789abcdef';

test('an approval comment that its job has closed stays as that job wrote it', async () => {
  const { github, server } = await context();
  const { number } = server.issue({ author: 'mona', title: 'a', body: 'b' });
  const marker = { v: 1, run: RUN, ids: [], state: 'closed', workflowRun: null, attempt: null };
  const body = `<!-- countersign:approval-request ${JSON.stringify(marker)} -->\napproved by bob`;
  const { id, url } = await github.createComment(number, body);
  const requests = [{ approval: 'ap-00000000', call: 'c1', digest: sha256('c1') }];
  const events = [
    state('c1', 'PENDING'),
    verdict('c1', 'requireApproval'),
    state('c1', 'APPROVAL_REQUIRED'),
    asked('c1', { card: { commentId: id, url }, requests }),
  ];
  const { folder } = await trailOf(plausible([runStart(), ...events]).events);
  const warnings: string[] = [];
  await closeLostRequests({
    github,
    report: { run: RUN, trailFolder: folder, head: { hash: 'b'.repeat(64), count: 5 } },
    because: LOST_CHECKPOINT,
    runUrl: 'https://example.com/job',
    warn: (message) => warnings.push(message),
  });
  expect((await github.comment(id))?.body).toBe(body);
  expect(warnings).toEqual([]);
});

test('an approval comment that is gone keeps no other one open, and a comment that the run did not write stays', async () => {
  const { github, server } = await context();
  const { number } = server.issue({ author: 'mona', title: 'a', body: 'b' });
  const marker = { v: 1, run: RUN, ids: [], state: 'suspended', workflowRun: null, attempt: null };
  const others = await github.createComment(number, 'words of somebody else');
  const own = await github.createComment(
    number,
    `<!-- countersign:approval-request ${JSON.stringify(marker)} -->\n/approve me`,
  );
  const gone = { id: 999_999, url: 'https://example.com/gone' };
  const events = [gone, others, own].flatMap(({ id, url }, index) => {
    const call = `c${index + 1}`;
    const requests = [{ approval: `ap-0000000${index}`, call, digest: sha256(call) }];
    return [
      state(call, 'PENDING'),
      verdict(call, 'requireApproval'),
      state(call, 'APPROVAL_REQUIRED'),
      asked(call, { card: { commentId: id, url }, requests }),
    ];
  });
  const { folder } = await trailOf(plausible([runStart(), ...events]).events);
  const warnings: string[] = [];
  await closeLostRequests({
    github,
    report: { run: RUN, trailFolder: folder, head: { hash: 'b'.repeat(64), count: 14 } },
    because: LOST_CHECKPOINT,
    runUrl: 'https://example.com/job',
    warn: (message) => warnings.push(message),
  });
  expect((await github.comment(others.id))?.body).toBe('words of somebody else');
  expect((await github.comment(own.id))?.body).toContain('No answer can resume it');
  expect(warnings).toEqual([]);
});

/** The approval comment of a run with this start and these events besides, after its requests were closed for this reason. */
async function closedFor(
  because: Parameters<typeof closeLostRequests>[0]['because'],
  { start = runStart(), later = [] }: { start?: TrailEvent; later?: readonly TrailEvent[] } = {},
): Promise<string> {
  const { github, server } = await context();
  const { number } = server.issue({ author: 'mona', title: 'a', body: 'b' });
  const marker = { v: 1, run: RUN, ids: [], state: 'waiting', workflowRun: null, attempt: null };
  const { id, url } = await github.createComment(
    number,
    `<!-- countersign:approval-request ${JSON.stringify(marker)} -->\n/approve me`,
  );
  const requests = [{ approval: 'ap-00000000', call: 'c1', digest: sha256('c1') }];
  const { folder } = await trailOf([
    start,
    state('c1', 'PENDING'),
    verdict('c1', 'requireApproval'),
    state('c1', 'APPROVAL_REQUIRED'),
    asked('c1', { card: { commentId: id, url }, requests }),
    ...later,
  ]);
  await closeLostRequests({
    github,
    report: { run: RUN, trailFolder: folder, head: { hash: 'b'.repeat(64), count: 5 } },
    because,
    runUrl: 'https://example.com/job',
    warn: (message) => expect.unreachable(message),
  });
  return (await github.comment(id))?.body ?? '';
}

test('of a run that another job resumed, a checkpoint that was not uploaded closes nothing: the comment points to that job', async () => {
  expect(await closedFor(LOST_CHECKPOINT, { start: runStart({ start: 'resumed' }) })).toContain(
    '/approve me',
  );
  expect(await closedFor(LOST_CHECKPOINT)).not.toContain('/approve me');
});

test('a run that ended closes a comment only if GitHub did not take an update of one', async () => {
  const stale: TrailEvent = {
    type: 'warning',
    code: 'approval-comment-not-updated',
    message: 'GitHub did not take it.',
  };
  const other: TrailEvent = { ...stale, code: 'buttons-not-offered' };
  const decided: TrailEvent = {
    type: 'approval.void',
    approval: 'ap-00000000',
    call: 'c1',
    because: 'It was not answered.',
  };
  expect(await closedFor(RUN_ENDED, { later: [decided, other] })).toContain('/approve me');
  expect(await closedFor(RUN_ENDED, { later: [decided, stale] })).not.toContain('/approve me');
});
