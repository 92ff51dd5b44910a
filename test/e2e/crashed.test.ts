import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import { entriesOf, expectEnd, openRepository, statesOf, turn, verified } from './harness.ts';
import { pause } from './suspended.ts';

const POLICY =
  'version: 1\nauto: [kind:readonly, bash_run(sleep *), bash_run(echo *)]\nsandbox: off\n';
const COMMAND = turn('', ['fs_read', { path: 'src/a.txt' }], ['bash_run', { command: 'sleep 60' }]);

test.concurrent('the post step closes the trail of a run that crashed during a command, and keeps its work in a patch, without what it had pushed', async () => {
  const policy = `${POLICY.replace('auto: [', 'auto: [fs_write, github_push_branch, ')}deny: ["fs_read(private/**)"]\n`;
  await using repository = await openRepository({ policy });
  const event = repository.ask();
  const turns = [
    turn(
      '',
      ['fs_write', { path: 'src/pushed.txt', content: 'on GitHub\n' }],
      ['fs_write', { path: 'src/left.txt', content: 'only here\n' }],
      ['fs_write', { path: 'private/plan.md', content: 'a plan\n' }],
      ['github_push_branch', { message: 'Push one', paths: ['src/pushed.txt'] }],
    ),
    turn('', ['bash_run', { command: 'sleep 60' }]),
  ];
  const main = await repository.start('action', { event, turns });
  await main.seen('c5 bash_run');
  await pause(500);
  main.process.kill('SIGKILL');
  const crashed = await main.end;
  expect(crashed.exitCode).toBeNull();
  expect(crashed.outputs).toEqual({});
  expect(crashed.artifact.size).toBe(0);

  const { end } = await repository.start('post', { event });
  const post = await end;
  expect(post.exitCode, post.log).toBe(0);
  expect(post.summary).toContain('Countersign: error');
  expect(post.summary).toContain('c5 bash_run');
  expect(post.summary).not.toContain('/resume');
  expect(statesOf(post, 'c4').at(-1)).toBe('COMPLETED');
  expect(statesOf(post, 'c5')).toEqual(['PENDING', 'APPROVED', 'EXECUTING', 'SEALED']);
  const head = /head hash `([0-9a-f]{64})`/.exec(post.summary)?.[1] ?? '';
  expect(await verified(post, head)).toMatchObject({ kind: 'intact', outcome: 'error', head });
  expect(entriesOf(post, 'run.end')).toHaveLength(1);

  expect(post.summary).toContain('git apply trail/changes.patch');
  expect(post.summary).toContain('`private/plan.md`, because the policy keeps it from being read');
  const patch = post.artifact.get('changes.patch') ?? '';
  expect(patch.toString()).toContain('src/left.txt');
  expect(patch.toString()).not.toMatch(/src\/pushed\.txt|a plan/);
  await writeFile(join(repository.folder, 'changes.patch'), patch);
  await repository.runner.git(
    'apply',
    '--check',
    '--reverse',
    join(repository.folder, 'changes.patch'),
  );
});

nightly.concurrent('after a finished run the post step does nothing', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const event = repository.ask();
  const main = await repository.runStep({
    event,
    turns: [turn('', ['bash_run', { command: 'echo hi' }]), turn('Done.')],
  });
  await expectEnd(main, { outcome: 'done', exitCode: 0 });
  const post = await repository.runStep({ event }, 'post');
  expect(post).toMatchObject({ exitCode: 0, summary: '' });
  expect(repository.github.artifacts.artifacts).toHaveLength(1);
});

test.concurrent('a run that was killed while it posted its tracking comment does not leave it as if the run still worked', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const event = repository.ask();
  const posts = Promise.withResolvers<undefined>();
  const killed = Promise.withResolvers<undefined>();
  repository.github.fail({
    match: /^POST .*\/issues\/1\/comments/,
    until: () => {
      posts.resolve(undefined);
      return killed.promise;
    },
  });
  const main = await repository.start('action', { event, turns: [COMMAND] });
  await posts.promise;
  main.process.kill('SIGKILL');
  await main.end;
  killed.resolve(undefined);
  const trackingOf = () =>
    repository.github
      .commentsOn(repository.issue)
      .filter(({ body }) => body.includes('countersign:tracking'));
  while (trackingOf().length === 0) await pause(20);
  const post = await repository.runStep({ event }, 'post');
  expect(post.summary).toContain('Countersign: error');
  expect(trackingOf().map(({ body }) => body)).toEqual([
    expect.stringContaining('Countersign: error') as string,
  ]);
});
