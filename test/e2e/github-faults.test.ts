import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  finish,
  type TestRepository,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';
import { nightly, someOf } from '../properties.ts';

const ASKS = [
  turn('', ['bash_run', { command: 'touch src/made.txt' }]),
  finish('Could not.', 'incomplete'),
];

test.concurrent('a token that may not comment: nobody can be asked, and the permission to write is named', async () => {
  await using repository = await openRepository({
    github: { tokenPermissions: { contents: 'read', issues: 'read', pull_requests: 'read' } },
  });
  const end = await repository.runStep({ turns: ASKS });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(statesOf(end, 'c1')).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'DENIED']);
  expect(JSON.stringify(end.entries)).toContain('issues: write');
  expect(end.log).toContain('issues: write');
  expect(end.summary).toContain('bash_run(touch src/made.txt)');
});

nightly.concurrent('disabled issues: nobody can be asked, and the run says so', async () => {
  await using repository = await openRepository();
  repository.github.fail({
    match: /^POST .*\/comments$/,
    times: 20,
    status: 410,
    body: { message: 'Issues are disabled for this repo' },
  });
  const end = await repository.runStep({ turns: ASKS });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(JSON.stringify(end.entries)).toMatch(/[Ii]ssues are (?:disabled|switched off)/);
});

test.concurrent('the approval comment of a very long call fits, and the audit trail has the whole call', async () => {
  await using repository = await openRepository();
  repository.answerApprovalComments((ids) => `/deny ${ids.join(' ')} too long`);
  const content = Array.from({ length: 20_000 }, (_, line) => `line ${line} of a long file`).join(
    '\n',
  );
  const end = await repository.runStep({
    turns: [
      turn('', ['fs_write', { path: 'docs/long.md', content }]),
      finish('Could not.', 'incomplete'),
    ],
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(repository.approvalComments()[0]?.body.length).toBeLessThanOrEqual(65_536);
  expect(
    [...end.artifact].some(
      ([path, bytes]) => path.startsWith('blobs/') && bytes.includes('line 19999 of a long file'),
    ),
  ).toBe(true);
});

nightly.concurrent(
  'a summary too long for a comment and the job summary is cut, and the run ends as it would',
  async () => {
    await using repository = await openRepository();
    const end = await repository.runStep({ turns: [turn(`${'word '.repeat(200_000)}end`)] });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    const tracking = repository.github
      .commentsOn(repository.issue)
      .find((comment) => comment.body.includes('countersign:tracking'));
    expect(tracking?.body).toContain('Countersign: done');
    expect(tracking?.body.length).toBeLessThanOrEqual(65_536);
    expect(Buffer.byteLength(end.summary)).toBeLessThan(1024 * 1024);
  },
);

const LIMITS: readonly (readonly [string, (repository: TestRepository) => void])[] = [
  [
    'a 502',
    (repository) =>
      repository.github.fail({ match: /POST .*comments/, status: 502, body: '<html>' }),
  ],
  [
    'a lost answer',
    (repository) => repository.github.fail({ match: /POST .*comments/, dropAfter: true }),
  ],
  [
    'the primary limit',
    (repository) =>
      repository.github.fail({
        match: /POST .*comments/,
        status: 403,
        headers: {
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 1),
        },
        body: { message: 'API rate limit exceeded' },
      }),
  ],
  [
    'the secondary limit',
    (repository) =>
      repository.github.fail({
        match: /POST .*comments/,
        status: 403,
        headers: { 'retry-after': '1' },
        body: { message: 'You have exceeded a secondary rate limit.' },
      }),
  ],
  [
    'a 429',
    (repository) =>
      repository.github.fail({
        match: /POST .*comments/,
        status: 429,
        headers: { 'retry-after': '1' },
        body: { message: 'Too many requests' },
      }),
  ],
];

test.concurrent.each(someOf(LIMITS, 1))(
  '%s is waited out, and what it stopped happens once',
  async (_name, fail) => {
    await using repository = await openRepository();
    fail(repository);
    repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
    const end = await repository.runStep({
      turns: [turn('', ['bash_run', { command: 'echo once >> src/made.txt' }]), finish('Made.')],
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(repository.approvalComments()).toHaveLength(1);
    expect(
      repository.github
        .commentsOn(repository.issue)
        .filter((comment) => comment.body.includes('countersign:tracking')),
    ).toHaveLength(1);
    expect(end.log).toContain('for GitHub');
    expect(entriesOf(end, 'approval.consumed')).toHaveLength(1);
  },
);

test.concurrent('a rate limit of hours ends the run with a message instead of waiting', async () => {
  await using repository = await openRepository();
  const reset = Math.floor(Date.now() / 1000) + 7_200;
  repository.github.fail({
    match: /GET .*\/commits\/|GET .*\/git\//,
    times: 50,
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) },
    body: { message: 'API rate limit exceeded' },
  });
  const end = await repository.runStep({ turns: [finish('Never said.')] });
  await expectEnd(end, { outcome: 'error', exitCode: 1 });
  expect(end.outputs['summary']).toContain('limits the rate of requests');
});
