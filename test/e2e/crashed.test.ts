import { expect, test } from 'vitest';
import { expectEnd, scene, statesOf, turn, verified } from './harness.ts';
import { pause } from './suspended.ts';

const POLICY =
  'version: 1\nauto: [kind:readonly, bash_run(sleep *), bash_run(echo *)]\nsandbox: off\n';
const COMMAND = turn('', ['fs_read', { path: 'src/a.txt' }], ['bash_run', { command: 'sleep 60' }]);

test.concurrent('the post step closes the trail of a run that crashed during a command', async () => {
  await using at = await scene({ policy: POLICY });
  const event = at.ask();
  const main = await at.start('action', { event, turns: [COMMAND] });
  await main.seen('c2 bash_run');
  await new Promise((resolve) => setTimeout(resolve, 500));
  main.process.kill('SIGKILL');
  const crashed = await main.end;
  expect(crashed.exitCode).toBeNull();
  expect(crashed.outputs).toEqual({});
  expect(crashed.artifact.size).toBe(0);

  const { end } = await at.start('post', { event });
  const post = await end;
  expect(post.exitCode, post.log).toBe(0);
  expect(post.summary).toContain('Countersign: error');
  expect(post.summary).toContain('c2 bash_run');
  expect(statesOf(post, 'c1').at(-1)).toBe('COMPLETED');
  expect(statesOf(post, 'c2')).toEqual(['PENDING', 'APPROVED', 'EXECUTING', 'SEALED']);
  const head = /head hash `([0-9a-f]{64})`/.exec(post.summary)?.[1] ?? '';
  expect(await verified(post, head)).toMatchObject({ kind: 'intact', outcome: 'error', head });
});

test.concurrent('after a finished run the post step does nothing', async () => {
  await using at = await scene({ policy: POLICY });
  const event = at.ask();
  const main = await at.act({
    event,
    turns: [turn('', ['bash_run', { command: 'echo hi' }]), turn('Done.')],
  });
  await expectEnd(main, { outcome: 'done', exitCode: 0 });
  const { end } = await at.start('post', { event });
  const post = await end;
  expect(post).toMatchObject({ exitCode: 0, summary: '' });
  expect(at.github.artifacts.artifacts).toHaveLength(1);
});

test.concurrent('the patch of a run that crashed leaves out what it had pushed', async () => {
  const policy = POLICY.replace('auto: [', 'auto: [fs_write, github_push_branch, ');
  await using at = await scene({ policy });
  const event = at.ask();
  const turns = [
    turn(
      '',
      ['fs_write', { path: 'src/pushed.txt', content: 'on GitHub\n' }],
      ['fs_write', { path: 'src/left.txt', content: 'only here\n' }],
      ['github_push_branch', { message: 'Push one', paths: ['src/pushed.txt'] }],
    ),
    COMMAND,
  ];
  const main = await at.start('action', { event, turns });
  await main.seen('c5 bash_run');
  main.process.kill('SIGKILL');
  await main.end;
  const post = await at.act({ event }, 'post');
  const patch = post.artifact.get('changes.patch')?.toString() ?? '';
  expect(patch).toContain('src/left.txt');
  expect(patch).not.toContain('src/pushed.txt');
});

test.concurrent('a run that crashed during an approval request leaves no request open', async () => {
  await using at = await scene({ policy: 'version: 1\nauto: [kind:readonly]\nsandbox: off\n' });
  const event = at.ask();
  const main = await at.start('action', {
    event,
    turns: [turn('', ['bash_run', { command: 'touch src/made.txt' }])],
  });
  await main.seen('approval required');
  // The log says that an approval is required before GitHub has the comment.
  while (at.approvalComments().length === 0) await pause(20);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  main.process.kill('SIGKILL');
  await main.end;
  expect(at.approvalComments()[0]?.body).toContain('waits for an answer');

  const post = await at.act({ event }, 'post');
  expect(statesOf(post, 'c1')).not.toContain('EXECUTING');
  const head = /head hash `([0-9a-f]{64})`/.exec(post.summary)?.[1] ?? '';
  expect(await verified(post, head)).toMatchObject({ kind: 'intact', outcome: 'error', head });
  expect(at.approvalComments()[0]?.body).not.toContain('waits for an answer');
  const tracking = at.github
    .commentsOn(at.issue)
    .find((comment) => comment.body.includes('countersign:tracking'));
  expect(tracking?.body).not.toContain('is working');
});

test.concurrent('a run that was killed while it posted its tracking comment does not leave it as if the run still worked', async () => {
  await using at = await scene({ policy: POLICY });
  const event = at.ask();
  const posts = Promise.withResolvers<undefined>();
  const killed = Promise.withResolvers<undefined>();
  at.github.fail({
    match: /^POST .*\/issues\/1\/comments/,
    until: () => {
      posts.resolve(undefined);
      return killed.promise;
    },
  });
  const main = await at.start('action', { event, turns: [COMMAND] });
  await posts.promise;
  main.process.kill('SIGKILL');
  await main.end;
  killed.resolve(undefined);
  const trackingOf = () =>
    at.github.commentsOn(at.issue).filter(({ body }) => body.includes('countersign:tracking'));
  while (trackingOf().length === 0) await pause(20);
  const post = await at.act({ event }, 'post');
  expect(post.summary).toContain('Countersign: error');
  expect(trackingOf().map(({ body }) => body)).toEqual([
    expect.stringContaining('Countersign: error') as string,
  ]);
});
