import { expect, test } from 'vitest';
import { openExample, expectNothingRefused, pullOf } from './example.ts';
import { expectEnd, finish, REQUESTER, turn } from './harness.ts';
import { pullEvent } from '../testing/github-server/events.ts';

test.concurrent('the example review reviews a pull request that was opened', async () => {
  await using opened = await openExample('review');
  const { repository } = opened;
  const { number } = await pullOf(repository, REQUESTER, { 'src/a.js': 'export const one = 2;\n' });
  const end = await opened.act(
    { name: 'pull_request', payload: pullEvent(repository.github, number, 'opened') },
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
  expectNothingRefused(repository);
  expect(
    repository.github.log.some(
      ({ method, path }) => method === 'POST' && path.endsWith('/reviews'),
    ),
  ).toBe(true);
});

test.concurrent('the example review asks before code of a pull request could have an effect', async () => {
  await using opened = await openExample('review', {
    policy: (text) => `${text}approvals: { wait: 1s, then: deny }\n`,
  });
  const { repository } = opened;
  const { number } = await pullOf(repository, REQUESTER, { 'src/a.js': 'export const one = 2;\n' });
  const end = await opened.act(
    { name: 'pull_request', payload: pullEvent(repository.github, number, 'opened') },
    {
      turns: [
        turn('', ['bash_run', { command: 'npm install && npm test' }]),
        finish('Not run.', 'incomplete'),
      ],
    },
  );
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expectNothingRefused(repository);
});
