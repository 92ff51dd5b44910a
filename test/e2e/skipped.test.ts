import { expect, test } from 'vitest';
import { type Event, finish, REQUESTER, type Scene, scene, OUTSIDER } from './harness.ts';
import { pullEvent } from '../testing/github-server/events.ts';

const PUSH = {
  ref: 'refs/heads/main',
  after: '1'.repeat(40),
  sender: { login: REQUESTER, id: 1, type: 'User' },
};
const SELF = 'github-actions[bot]';
const REFUSED = [403, 404, 500].map((status): readonly [string, (at: Scene) => Event, RegExp] => [
  `the look-up of the permission fails with ${status}`,
  (at) => {
    at.github.fail({
      match: /collaborators/,
      status,
      times: 20,
      body: { message: 'Must have push access' },
    });
    return at.ask();
  },
  /could not be looked up|permission none/,
]);

const CASES: readonly (readonly [string, (at: Scene) => Event, RegExp])[] = [
  ['its own comment', (at) => at.ask('/countersign again', at.issue, SELF), /never starts a run/],
  ['another bot', (at) => at.ask('/countersign', at.issue, 'other[bot]'), /allow-actors/],
  ['no phrase', (at) => at.ask('Please mend this.'), /has no line that starts with/],
  [
    'the phrase in a quote',
    (at) => at.ask('> /countersign do it\n\nShould we?'),
    /has no line that starts with/,
  ],
  [
    'the phrase in a code fence',
    (at) => at.ask('```\n/countersign do it\n```'),
    /has no line that starts with/,
  ],
  [
    'the phrase as part of a word',
    (at) => at.ask('/countersigned'),
    /has no line that starts with/,
  ],
  [
    'the phrase inside a line',
    (at) => at.ask('try /countersign do it'),
    /has no line that starts with/,
  ],
  [
    'an untrusted user',
    (at) => at.ask('/countersign do it', at.issue, OUTSIDER),
    /permission read; starting a run needs write/,
  ],
  ['an event without text', () => ({ name: 'push', payload: PUSH }), /prompt/],
  ['an event of another kind', () => ({ name: 'gollum', payload: {} }), /gollum/],
  [
    'an edited comment',
    (at) => ({ ...at.ask(), payload: { ...(at.ask().payload as object), action: 'edited' } }),
    /no new text/,
  ],
  ...REFUSED,
];

test.concurrent.each(CASES)(
  '%s starts nothing, says so, and is green',
  async (_name, event, reason) => {
    await using at = await scene();
    const end = await at.act({ event: event(at), turns: [finish('This must never be said.')] });
    expect(end.exitCode, end.log).toBe(0);
    expect(end.outputs['outcome'], end.log).toBe('skipped');
    expect(end.outputs['summary']).toMatch(reason);
    expect(end.log).toMatch(reason);
    expect(end.artifact.size).toBe(0);
    expect(
      at.github.commentsOn(at.issue).filter((comment) => comment.body.includes('<!--')),
    ).toEqual([]);
  },
);

test.concurrent.each([
  ['a comment without the phrase', (at: Scene) => at.ask('Please mend this.')],
  ['an event without text', () => ({ name: 'push', payload: PUSH })],
])('%s costs no request', async (_name, event) => {
  await using at = await scene();
  const end = await at.act({ event: event(at), turns: [finish('This must never be said.')] });
  expect(end.outputs['outcome'], end.log).toBe('skipped');
  expect(at.github.log).toEqual([]);
});

test.concurrent('a pull request from a fork has no secrets and ends with a message before any request', async () => {
  await using at = await scene();
  const { number } = at.github.pull({
    author: OUTSIDER,
    title: 'Mine',
    body: '/countersign',
    pull: {
      headRef: 'x',
      headSha: at.stage.headSha,
      headRepository: 'octo-outsider/octo-repo',
      baseRef: 'main',
      draft: false,
      commitAuthors: [],
    },
  });
  const asked = at.github.log.length;
  const end = await at.act({
    event: { name: 'pull_request', payload: pullEvent(at.github, number, 'opened') },
    inputs: { 'github-token': '' },
  });
  expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'skipped' } });
  expect(end.outputs['summary']).toContain('fork');
  expect(at.github.log).toHaveLength(asked);
});

test.concurrent("an untrusted user's comment costs only the permission look-ups", async () => {
  await using at = await scene();
  const asked = at.ask('/countersign do it', at.issue, OUTSIDER);
  const payload = JSON.parse(JSON.stringify(asked.payload));
  payload.comment.author_association = 'NONE';
  const end = await at.act({
    event: { ...asked, payload },
    turns: [finish('This must never be said.')],
  });
  expect(end.outputs['summary'], end.log).toMatch(/permission read; starting a run needs write/);
  expect(at.github.log.length).toBeLessThanOrEqual(3);
});

test.concurrent('everyone who may start a run starts it, whatever author association the event has', async () => {
  await using at = await scene();
  const asked = at.ask('/countersign do it');
  const payload = JSON.parse(JSON.stringify(asked.payload));
  payload.comment.author_association = 'NONE';
  const end = await at.act({ event: { ...asked, payload }, turns: [finish('Done.')] });
  expect(end.outputs['outcome'], end.log).toBe('done');
});
