import { expect, test } from 'vitest';
import { interpolate } from '../examples/expressions.ts';
import { runs } from '../examples/example.ts';
import { contextsOf, openExample, expectNothingRefused } from './example.ts';
import { expectEnd, finish, REQUESTER, turn } from './harness.ts';

test.concurrent('the example release-notes reads, and passes its notes to the job that creates the draft', async () => {
  await using opened = await openExample('release-notes');
  const { repository, one } = opened;
  const event = {
    name: 'push',
    payload: {
      ref: 'refs/tags/v1.2.0',
      // The object of a tag with a message is no commit.
      after: 'b'.repeat(40),
      repository: { id: 7, full_name: 'octo-org/octo-repo', default_branch: 'main' },
      sender: repository.github.account(REQUESTER),
    },
  };
  const notes = '## Breaking\n\n`one` is two now; see `$(id)` and ${{ github.token }}.';
  const end = await opened.act(event, {
    turns: [
      turn('', ['bash_run', { command: 'git push' }]),
      { ...finish('No notes.', 'incomplete'), expect: 'mode: deny' },
    ],
  });
  // Nothing is published of a run that is not done.
  await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
  const done = await opened.act(event, {
    turns: [turn('', ['fs_read', { path: 'src/a.js' }]), finish(notes)],
  });
  await expectEnd(done, { outcome: 'done', exitCode: 0 });
  expectNothingRefused(repository);
  const contexts = (step: typeof end) => ({
    ...contextsOf(event),
    needs: {
      agent: { outputs: { outcome: step.outputs['outcome'], notes: step.outputs['summary'] } },
    },
  });
  expect(runs(one, contexts(end), 'draft')).toBe(false);
  expect(runs(one, contexts(done), 'draft')).toBe(true);
  const [make] = one.workflow.jobs['draft']?.steps ?? [];
  expect(interpolate(make?.env['TAG'] ?? '', contexts(done))).toBe('v1.2.0');
  expect(interpolate(make?.env['NOTES'] ?? '', contexts(done))).toContain('`one` is two now');
});
