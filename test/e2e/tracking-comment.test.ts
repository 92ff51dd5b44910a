import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import { expectEnd, finish, openRepository, turn } from './harness.ts';

const POLICY = 'version: 1\nauto: [kind:readonly, bash_run(sleep *)]\nsandbox: off\n';
const inputs = { 'tracking-comment': 'sticky' };

test.concurrent('with tracking-comment: sticky two runs share one comment, also after a crashed run', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const tracking = () =>
    repository.github
      .commentsOn(repository.issue)
      .filter(({ body }) => body.includes('countersign:tracking'));
  const first = await repository.runStep({ inputs, turns: [finish('First.')] });
  await expectEnd(first, { outcome: 'done', exitCode: 0 });
  const [comment] = tracking();

  const event = repository.ask();
  const sleep = turn('', ['bash_run', { command: 'sleep 60' }]);
  const killed = await repository.start('action', { event, inputs, turns: [sleep] });
  await killed.seen('sleep 60');
  killed.process.kill('SIGKILL');
  await killed.end;
  await repository.runStep({ event, inputs }, 'post');
  expect(tracking().map(({ id }) => id)).toEqual([comment?.id]);
  expect(tracking()[0]?.body).toContain('Countersign: error');

  const last = await repository.runStep({ inputs, turns: [finish('Last.')] });
  await expectEnd(last, { outcome: 'done', exitCode: 0 });
  expect(tracking().map(({ id }) => id)).toEqual([comment?.id]);
  expect(tracking()[0]?.body).toContain('Last.');
  expect(tracking()[0]?.body).not.toContain('First.');
});

nightly.concurrent('with tracking-comment: off there is none', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const end = await repository.runStep({
    inputs: { 'tracking-comment': 'off' },
    turns: [finish('Done.')],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(
    repository.github.commentsOn(repository.issue).filter(({ body }) => body.includes('tracking')),
  ).toEqual([]);
});
