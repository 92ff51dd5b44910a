/** What people write to a suspended run: what counts resumes it, and whatever else seems meant as an answer is explained. */
import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  MAINTAINER,
  OUTSIDER,
  type Scene,
  scene,
  turn,
} from './harness.ts';
import {
  approvalCommentOn,
  job,
  nothingMade,
  onApprovalComment,
  policyOf,
  say,
  SUSPENDING,
  TURNS,
} from './suspended.ts';
import { nightly } from '../properties.ts';

const TWO = [
  turn(
    'Two.',
    ['bash_run', { command: 'echo one >> src/one.txt' }],
    ['bash_run', { command: 'echo two >> src/two.txt' }],
  ),
  finish('Both.', 'incomplete'),
];

function repliesOn(at: Scene): readonly string[] {
  return at.github
    .commentsOn(at.issue)
    .map(({ body }) => body)
    .filter((body) => body.includes('did not count'));
}

function answers(at: Scene, body: string, login = MAINTAINER): void {
  at.github.comment({ login, issue: at.issue, body });
}

const UNCLEAR: readonly [name: string, body: (id: string) => string][] = [
  ['a wrong id', () => '/approve ap-00000000'],
  ['backticks', (id) => `\`/approve ${id}\``],
  ['a full stop behind the id', (id) => `/approve ${id}.`],
  ['no slash', (id) => `approve ${id}`],
  ['a mention', (id) => `@countersign /approve ${id}`],
  ['prose above it', (id) => `Good.\n/approve ${id}`],
  ['a quote directly above it', (id) => `> why\n/approve ${id}`],
  ['another line that is no command', (id) => `/approve ${id}\n/dney all`],
  ['a picture', () => '👍'],
];

test.concurrent('each comment that resembles an answer gets one reply, and leaves the run suspended', async () => {
  await using at = await scene({ policy: SUSPENDING });
  await job(at, 501);
  const { body: asked, ids } = approvalCommentOn(at);
  const downloads = () => at.github.log.filter(({ path }) => path.includes('/artifacts')).length;
  const before = downloads();
  for (const [index, [name, body]] of UNCLEAR.entries()) {
    const event = await say(at, body(ids[0] ?? ''));
    const end = await job(at, 510 + index, { event });
    expect(end.outputs['outcome'], name).toBe('skipped');
    const replies = repliesOn(at);
    expect(replies, name).toHaveLength(index + 1);
    expect(replies.at(-1)).toContain(`\`\`\`text\n/approve ${ids[0]}\n\`\`\``);
  }
  expect(downloads()).toBe(before);
  expect(approvalCommentOn(at).body).toBe(asked);
  await nothingMade(at);
  // The job that resumes the run reads all of them again, and explains none a second time.
  const resumed = await job(at, 530, { event: await say(at, '/approve') });
  await expectEnd(resumed, { outcome: 'done', exitCode: 0 });
  expect(repliesOn(at)).toHaveLength(UNCLEAR.length);
  expect(await inWorkspace(at, 'src/made.txt')).toBe('made\n');
});

nightly.concurrent(
  'a denial that does not count is explained with the line of a denial, and one without an id counts',
  async () => {
    await using at = await scene({ policy: SUSPENDING });
    const turns = [TURNS[0] ?? {}, finish('Left out.', 'incomplete')];
    await job(at, 541, { turns });
    const [id = ''] = approvalCommentOn(at).ids;
    await job(at, 542, { turns, event: await say(at, `deny ${id}, too risky`) });
    expect(repliesOn(at)[0]).toContain(`\n/deny ${id} your reason\n`);
    const denied = await job(at, 543, { turns, event: await say(at, '\n/Deny too risky') });
    await expectEnd(denied, { outcome: 'denied', exitCode: 1 });
    expect(entriesOf(denied, 'approval.decision')).toMatchObject([
      { decision: 'deny', counted: true, note: 'too risky' },
    ]);
    await nothingMade(at);
  },
);

nightly.concurrent(
  'a command without an id decides nothing if two calls wait, and its author learns it',
  async () => {
    await using at = await scene({ policy: SUSPENDING });
    await job(at, 551, { turns: TWO });
    const { ids } = approvalCommentOn(at);
    const end = await job(at, 552, { turns: TWO, event: await say(at, '/approve') });
    expect(end.outputs['outcome']).toBe('skipped');
    expect(repliesOn(at)[0]).toContain('it names no call, and 2 calls were asked for');
    expect(repliesOn(at)[0]).toContain(`/approve ${ids.join(' ')}`);
    const body = `/approve ${ids[0]}\r\n/deny ${ids[1]} not now\r\n\r\nThanks.`;
    const resumed = await job(at, 553, { turns: TWO, event: await say(at, body) });
    expect(
      entriesOf(resumed, 'approval.decision').map(({ decision, counted }) => [decision, counted]),
    ).toEqual([
      ['approve', true],
      ['deny', true],
    ]);
    expect(await inWorkspace(at, 'src/one.txt')).toBe('one\n');
    await expect(inWorkspace(at, 'src/two.txt')).rejects.toThrow('ENOENT');
  },
);

nightly.concurrent(
  'an id in a sentence, and an outsider, get a reaction and no reply',
  async () => {
    await using at = await scene({ policy: SUSPENDING });
    await job(at, 561);
    const [id = ''] = approvalCommentOn(at).ids;
    const comments = at.github.commentsOn(at.issue).length;
    await job(at, 562, { event: await say(at, `Is ${id} safe?`) });
    await job(at, 563, { event: await say(at, `approve ${id}`, { login: OUTSIDER }) });
    const [first, second, ...others] = at.github.commentsOn(at.issue).slice(comments);
    expect(others).toEqual([]);
    for (const one of [first, second])
      expect(at.github.reactionsOn(one?.id ?? 0)).toMatchObject([{ content: 'confused' }]);
  },
);

nightly.concurrent(
  'a waiting job explains a comment once, though the job that it started reads it, too',
  async () => {
    await using at = await scene({ policy: policyOf('wait: 30s, then: suspend') });
    const first = job(at, 571);
    const event = await new Promise<Parameters<typeof job>[2]>((done) => {
      onApprovalComment(at, ({ ids: [id = ''] }) =>
        done({ event: at.ask(`/approve ${id}.`, at.issue, MAINTAINER), runner: 'two' }),
      );
    });
    const second = job(at, 572, event);
    const { promise: explained, resolve } = Promise.withResolvers<void>();
    at.github.onComment(({ body }) => {
      if (body.includes('did not count')) resolve();
    });
    await explained;
    answers(at, '/approve');
    expect((await first).outputs['outcome']).toBe('done');
    expect((await second).outputs['outcome']).toBe('skipped');
    expect(repliesOn(at)).toHaveLength(1);
  },
);
