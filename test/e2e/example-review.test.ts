import { expect, test } from 'vitest';
import { exampleScene, expectNothingRefused, pullOf } from './example.ts';
import { expectEnd, finish, REQUESTER, turn } from './harness.ts';
import { pullEvent } from '../testing/github-server/events.ts';

test.concurrent('the example review reviews a pull request that was opened', async () => {
  await using scene = await exampleScene('review');
  const { at } = scene;
  const { number } = await pullOf(at, REQUESTER, { 'src/a.js': 'export const one = 2;\n' });
  const end = await scene.act(
    { name: 'pull_request', payload: pullEvent(at.github, number, 'opened') },
    {
      turns: [
        turn('', ['fs_read', { path: 'src/a.js' }]),
        {
          ...turn('', ['github_review', { verdict: 'comment', body: 'One is not two.' }]),
          expect: 'one = 2',
        },
        finish('One finding.'),
      ],
    },
  );
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expectNothingRefused(at);
  expect(
    at.github.log.some(({ method, path }) => method === 'POST' && path.endsWith('/reviews')),
  ).toBe(true);
});

test.concurrent('the example review asks before code of a pull request could have an effect', async () => {
  await using scene = await exampleScene('review', {
    policy: (text) => `${text}approvals: { wait: 1s, then: deny }\n`,
  });
  const { at } = scene;
  const { number } = await pullOf(at, REQUESTER, { 'src/a.js': 'export const one = 2;\n' });
  const end = await scene.act(
    { name: 'pull_request', payload: pullEvent(at.github, number, 'opened') },
    {
      turns: [
        turn('', ['bash_run', { command: 'npm install && npm test' }]),
        finish('Not run.', 'incomplete'),
      ],
    },
  );
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expectNothingRefused(at);
});
