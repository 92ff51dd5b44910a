import { expect, test } from 'vitest';
import { someOf } from '../properties.ts';
import {
  type Event,
  entriesOf,
  expectEnd,
  finish,
  REQUESTER,
  type TestRepository,
  openRepository,
} from './harness.ts';
import { issuesEvent } from '../testing/github-server/events.ts';

const senderOf = (repository: TestRepository) => repository.github.account(REQUESTER);
const CASES: readonly (readonly [
  string,
  (repository: TestRepository) => Event,
  Readonly<Record<string, string>>,
])[] = [
  [
    'an issue whose text asks',
    (repository) => ({
      name: 'issues',
      payload: issuesEvent(
        repository.github,
        repository.github.issue({
          author: REQUESTER,
          title: 'Mend',
          body: 'It is broken.\n\n/countersign mend it',
        }).number,
        'opened',
      ),
    }),
    {},
  ],
  [
    'a dispatch with a prompt',
    (repository) => ({
      name: 'workflow_dispatch',
      payload: { inputs: {}, ref: 'refs/heads/main', sender: senderOf(repository) },
    }),
    { prompt: 'Mend it.' },
  ],
  [
    'a schedule with a prompt',
    () => ({ name: 'schedule', payload: { schedule: '0 0 * * *' } }),
    { prompt: 'Mend it.' },
  ],
  [
    'a push with a prompt',
    (repository) => ({
      name: 'push',
      payload: {
        ref: 'refs/heads/main',
        after: repository.runner.headSha,
        sender: senderOf(repository),
      },
    }),
    { prompt: 'Mend it.' },
  ],
  [
    'a comment with another phrase',
    (repository) => repository.ask('Thanks!\n\n/robot: mend it'),
    { 'trigger-phrase': '/robot' },
  ],
  [
    'a bot that is named',
    (repository) => repository.ask('/countersign mend it', repository.issue, 'helper[bot]'),
    { 'allow-actors': 'helper[bot]' },
  ],
];

test.concurrent.each(someOf(CASES, 3))(
  '%s starts a run on the pinned commit',
  async (_name, event, inputs) => {
    await using repository = await openRepository();
    const end = await repository.runStep({
      event: event(repository),
      inputs,
      turns: [finish('Mended.')],
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(entriesOf(end, 'run.start')[0]).toMatchObject({
      headSha: repository.runner.headSha,
      request: expect.stringMatching(/mend it/i) as string,
    });
  },
);
