/** What people write to a suspended run: what counts resumes it, and whatever else seems meant as an answer is explained. */
import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  MAINTAINER,
  OUTSIDER,
  type TestRepository,
  openRepository,
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

function repliesOn(repository: TestRepository): readonly string[] {
  return repository.github
    .commentsOn(repository.issue)
    .map(({ body }) => body)
    .filter((body) => body.includes('did not count'));
}

function answers(repository: TestRepository, body: string, login = MAINTAINER): void {
  repository.github.comment({ login, issue: repository.issue, body });
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
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 501);
  const { body: asked, ids } = approvalCommentOn(repository);
  const downloads = () =>
    repository.github.log.filter(({ path }) => path.includes('/artifacts')).length;
  const before = downloads();
  for (const [index, [name, body]] of UNCLEAR.entries()) {
    const event = await say(repository, body(ids[0] ?? ''));
    const end = await job(repository, 510 + index, { event });
    expect(end.outputs['outcome'], name).toBe('skipped');
    const replies = repliesOn(repository);
    expect(replies, name).toHaveLength(index + 1);
    expect(replies.at(-1)).toContain(`\`\`\`text\n/approve ${ids[0]}\n\`\`\``);
  }
  expect(downloads()).toBe(before);
  expect(approvalCommentOn(repository).body).toBe(asked);
  await nothingMade(repository);
  // The job that resumes the run reads all of them again, and explains none a second time.
  const resumed = await job(repository, 530, { event: await say(repository, '/approve') });
  await expectEnd(resumed, { outcome: 'done', exitCode: 0 });
  expect(repliesOn(repository)).toHaveLength(UNCLEAR.length);
  expect(await inWorkspace(repository, 'src/made.txt')).toBe('made\n');
});

nightly.concurrent(
  'a denial that does not count is explained with the line of a denial, and one without an id counts',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    const turns = [TURNS[0] ?? {}, finish('Left out.', 'incomplete')];
    await job(repository, 541, { turns });
    const [id = ''] = approvalCommentOn(repository).ids;
    await job(repository, 542, { turns, event: await say(repository, `deny ${id}, too risky`) });
    expect(repliesOn(repository)[0]).toContain(`\n/deny ${id} your reason\n`);
    const denied = await job(repository, 543, {
      turns,
      event: await say(repository, '\n/Deny too risky'),
    });
    await expectEnd(denied, { outcome: 'denied', exitCode: 1 });
    expect(entriesOf(denied, 'approval.decision')).toMatchObject([
      { decision: 'deny', counted: true, note: 'too risky' },
    ]);
    await nothingMade(repository);
  },
);

nightly.concurrent(
  'a command without an id decides nothing if two calls wait, and its author learns it',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    await job(repository, 551, { turns: TWO });
    const { ids } = approvalCommentOn(repository);
    const end = await job(repository, 552, {
      turns: TWO,
      event: await say(repository, '/approve'),
    });
    expect(end.outputs['outcome']).toBe('skipped');
    expect(repliesOn(repository)[0]).toContain('it names no call, and 2 calls were asked for');
    expect(repliesOn(repository)[0]).toContain(`/approve ${ids.join(' ')}`);
    const body = `/approve ${ids[0]}\r\n/deny ${ids[1]} not now\r\n\r\nThanks.`;
    const resumed = await job(repository, 553, { turns: TWO, event: await say(repository, body) });
    expect(
      entriesOf(resumed, 'approval.decision').map(({ decision, counted }) => [decision, counted]),
    ).toEqual([
      ['approve', true],
      ['deny', true],
    ]);
    expect(await inWorkspace(repository, 'src/one.txt')).toBe('one\n');
    await expect(inWorkspace(repository, 'src/two.txt')).rejects.toThrow('ENOENT');
  },
);

nightly.concurrent(
  'an id in a sentence, and an outsider, get a reaction and no reply',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    await job(repository, 561);
    const [id = ''] = approvalCommentOn(repository).ids;
    const comments = repository.github.commentsOn(repository.issue).length;
    await job(repository, 562, { event: await say(repository, `Is ${id} safe?`) });
    await job(repository, 563, {
      event: await say(repository, `approve ${id}`, { login: OUTSIDER }),
    });
    const [first, second, ...others] = repository.github
      .commentsOn(repository.issue)
      .slice(comments);
    expect(others).toEqual([]);
    for (const one of [first, second])
      expect(repository.github.reactionsOn(one?.id ?? 0)).toMatchObject([{ content: 'confused' }]);
  },
);

nightly.concurrent(
  'a waiting job explains a comment once, though the job that it started reads it, too',
  async () => {
    await using repository = await openRepository({ policy: policyOf('wait: 30s, then: suspend') });
    const first = job(repository, 571);
    const event = await new Promise<Parameters<typeof job>[2]>((done) => {
      onApprovalComment(repository, ({ ids: [id = ''] }) =>
        done({
          event: repository.ask(`/approve ${id}.`, repository.issue, MAINTAINER),
          runner: 'two',
        }),
      );
    });
    const second = job(repository, 572, event);
    const { promise: explained, resolve } = Promise.withResolvers<void>();
    repository.github.onComment(({ body }) => {
      if (body.includes('did not count')) resolve();
    });
    await explained;
    answers(repository, '/approve');
    expect((await first).outputs['outcome']).toBe('done');
    expect((await second).outputs['outcome']).toBe('skipped');
    expect(repliesOn(repository)).toHaveLength(1);
  },
);
