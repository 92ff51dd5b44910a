import { expect, test } from 'vitest';
import { someOf } from '../properties.ts';
import {
  type Event,
  entriesOf,
  expectEnd,
  finish,
  REQUESTER,
  type Scene,
  scene,
} from './harness.ts';
import { issuesEvent } from '../testing/github-server/events.ts';

const senderOf = (at: Scene) => at.github.account(REQUESTER);
const CASES: readonly (readonly [
  string,
  (at: Scene) => Event,
  Readonly<Record<string, string>>,
])[] = [
  [
    'an issue whose text asks',
    (at) => ({
      name: 'issues',
      payload: issuesEvent(
        at.github,
        at.github.issue({
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
    (at) => ({
      name: 'workflow_dispatch',
      payload: { inputs: {}, ref: 'refs/heads/main', sender: senderOf(at) },
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
    (at) => ({
      name: 'push',
      payload: { ref: 'refs/heads/main', after: at.stage.headSha, sender: senderOf(at) },
    }),
    { prompt: 'Mend it.' },
  ],
  [
    'a comment with another phrase',
    (at) => at.ask('Thanks!\n\n/robot: mend it'),
    { 'trigger-phrase': '/robot' },
  ],
  [
    'a bot that is named',
    (at) => at.ask('/countersign mend it', at.issue, 'helper[bot]'),
    { 'allow-actors': 'helper[bot]' },
  ],
];

test.concurrent.each(someOf(CASES, 3))(
  '%s starts a run on the pinned commit',
  async (_name, event, inputs) => {
    await using at = await scene();
    const end = await at.act({ event: event(at), inputs, turns: [finish('Mended.')] });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(entriesOf(end, 'run.start')[0]).toMatchObject({
      headSha: at.stage.headSha,
      request: expect.stringMatching(/mend it/i) as string,
    });
  },
);
