import { expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../src/common/index.ts';
import { nightly } from '../properties.ts';
import { entriesOf, expectEnd, finish, messagesApi, openRepository, turn } from './harness.ts';
import { approvalCommentOn, job, say, SUSPENDING } from './suspended.ts';

const TURNS = [
  turn('I ask.', ['bash_run', { command: 'echo made > src/made.txt' }]),
  { ...finish('The file is made.'), expect: 'exit code 0[^]*resumes in another job' },
];

/** The messages of a request without the marks of the cache, which move from turn to turn. */
function messagesIn(body: JsonObject | undefined): readonly string[] {
  const messages = body?.['messages'];
  return Array.isArray(messages)
    ? messages.map((message) => JSON.stringify(unmarked(message)))
    : [];
}

function unmarked(value: Json): Json {
  if (Array.isArray(value)) return value.map(unmarked);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'cache_control');
  return Object.fromEntries(entries.map(([name, inner]) => [name, unmarked(inner)]));
}

test('a resumed run sends the messages of the jobs before it unchanged, and says after them that it resumes', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await using api = await messagesApi({ script: { turns: TURNS } as never });
  const first = await job(repository, 41, { inputs: api.inputs });
  await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
  await expectEnd(await job(repository, 42, { inputs: api.inputs, event, runner: 'other' }), {
    outcome: 'done',
    exitCode: 0,
  });
  const [before, after] = api.requests.map(({ body }) => body);
  const [opening = ''] = messagesIn(before);
  expect(opening).toContain('# This run');
  expect(messagesIn(after)[0]).toBe(opening);
  expect(JSON.stringify(unmarked(after?.['system'] ?? null))).toBe(
    JSON.stringify(unmarked(before?.['system'] ?? null)),
  );
  expect(JSON.stringify(after?.['tools'])).toBe(JSON.stringify(before?.['tools']));
});

nightly(
  'what a checkpoint does not contain is named in the audit trail, to people, and to the agent when it resumes',
  async () => {
    const policy = SUSPENDING.replace('auto:', 'auto:\n  - bash_run(mkfifo *)');
    await using repository = await openRepository({ policy });
    const turns = [
      turn('I make a pipe.', ['bash_run', { command: 'mkfifo src/pipe' }]),
      turn('I ask.', ['bash_run', { command: 'echo made > src/made.txt' }]),
      {
        ...finish('The file is made.'),
        expect: 'could not be saved[^]*src/pipe \\(it is a FIFO\\)',
      },
    ];
    const first = await job(repository, 43, { turns });
    await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
    expect(entriesOf(first, 'checkpoint.saved')).toMatchObject([
      { leftOut: [{ path: 'src/pipe', because: 'it is a FIFO' }] },
    ]);
    const said = 'The checkpoint does not contain src/pipe (it is a FIFO).';
    expect(entriesOf(first, 'run.end')).toMatchObject([{ notices: [said] }]);
    expect(first.summary).toContain(said);
    expect(repository.github.commentsOn(repository.issue).map(({ body }) => body)).toContainEqual(
      expect.stringContaining(said),
    );
    const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
    await expectEnd(await job(repository, 44, { turns, event, runner: 'other' }), {
      outcome: 'done',
      exitCode: 0,
    });
  },
);
