import { expect, test } from 'vitest';
import {
  type Event,
  finish,
  REQUESTER,
  type TestRepository,
  openRepository,
  OUTSIDER,
} from './harness.ts';
import { pullEvent } from '../testing/github-server/events.ts';

const PUSH = {
  ref: 'refs/heads/main',
  after: '1'.repeat(40),
  sender: { login: REQUESTER, id: 1, type: 'User' },
};
const SELF = 'github-actions[bot]';
/** Each with what it says, and how many requests it costs at most. */
const CASES: readonly (readonly [string, (repository: TestRepository) => Event, RegExp, number])[] =
  [
    [
      'its own comment',
      (repository) => repository.ask('/countersign', repository.issue, SELF),
      /never starts a run/,
      Number.POSITIVE_INFINITY,
    ],
    [
      'a comment without the phrase',
      (repository) => repository.ask('Please mend this.'),
      /has no line that starts with/,
      0,
    ],
    ['an event without text', () => ({ name: 'push', payload: PUSH }), /prompt/, 0],
    [
      'an untrusted user',
      (repository) =>
        unassociated(repository.ask('/countersign do it', repository.issue, OUTSIDER)),
      /permission read; starting a run needs write/,
      3,
    ],
    [
      'a person whose permission GitHub does not say',
      (repository) => {
        const body = { message: 'Must have push access' };
        repository.github.fail({ match: /collaborators/, status: 403, times: 20, body });
        return repository.ask();
      },
      /could not be looked up|permission none/,
      Number.POSITIVE_INFINITY,
    ],
  ];

/** The event as GitHub sends it of somebody without an association that it knows. */
function unassociated({ name, payload }: Event): Event {
  const copy = JSON.parse(JSON.stringify(payload));
  copy.comment.author_association = 'NONE';
  return { name, payload: copy };
}

test.concurrent('what may not start a run starts nothing, says so, is green, and costs few requests', async () => {
  await using repository = await openRepository();
  for (const [name, event, reason, requests] of CASES) {
    const before = repository.github.log.length;
    const end = await repository.runStep({
      event: event(repository),
      turns: [finish('This must never be said.')],
    });
    expect(end.exitCode, end.log).toBe(0);
    expect(end.outputs['outcome'], end.log).toBe('skipped');
    expect(end.outputs['summary']).toMatch(reason);
    expect(end.log).toMatch(reason);
    expect(end.artifact.size).toBe(0);
    expect(repository.github.log.length - before, name).toBeLessThanOrEqual(requests);
  }
  const written = repository.github
    .commentsOn(repository.issue)
    .filter(({ body }) => body.includes('<!--'));
  expect(written).toEqual([]);
});

test.concurrent('a pull request from a fork has no secrets and ends with a message before any request', async () => {
  await using repository = await openRepository();
  const { number } = repository.github.pull({
    author: OUTSIDER,
    title: 'Mine',
    body: '/countersign',
    pull: {
      headRef: 'x',
      headSha: repository.runner.headSha,
      headRepository: 'octo-outsider/octo-repo',
      baseRef: 'main',
      draft: false,
      commitAuthors: [],
    },
  });
  const asked = repository.github.log.length;
  const end = await repository.runStep({
    event: { name: 'pull_request', payload: pullEvent(repository.github, number, 'opened') },
    inputs: { 'github-token': '' },
  });
  expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'skipped' } });
  expect(end.outputs['summary']).toContain('fork');
  expect(repository.github.log).toHaveLength(asked);
});

test.concurrent('everyone who may start a run starts it, whatever author association the event has', async () => {
  await using repository = await openRepository();
  const event = unassociated(repository.ask('/countersign do it'));
  const end = await repository.runStep({ event, turns: [finish('Done.')] });
  expect(end.outputs['outcome'], end.log).toBe('done');
});
