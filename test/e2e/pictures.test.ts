import { expect, test } from 'vitest';
import { png } from '../github/images.ts';
import { entriesOf, expectEnd, finish, POLICY, openRepository, OUTSIDER } from './harness.ts';
import { attach } from '../testing/github-server/rendered.ts';

test.concurrent('a run begins with the pictures of the issue and of the comment that asks, each in the trail', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const { number } = repository.github.issue({
    title: 'It looks wrong',
    author: OUTSIDER,
    body: `See ${attach(repository.github.state, png(2, 2))} and ![x](https://evil.example/x.png)`,
  });
  const event = repository.ask(
    `/countersign like this? ${attach(repository.github.state, png(3, 3))}`,
    number,
  );
  const end = await repository.runStep({ event, turns: [finish('Seen.', 'done')] });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  const read = entriesOf(end, 'context.read');
  const pictures = read.filter(({ source }) => source.startsWith('image'));
  expect(pictures).toMatchObject([
    { source: expect.stringMatching(/^image 1 of comment \d+$/), trusted: true },
    { source: `image 1 of issue #${number}`, trusted: false, author: OUTSIDER },
  ]);
});
