import { expect, test } from 'vitest';
import { cli } from '../cli/command.ts';
import { expectEnd, finish, inWorkspace, openRepository, statesOf, turn } from './harness.ts';

test.concurrent('a comment with the phrase starts a run that works, finishes, and leaves its trail', async () => {
  await using repository = await openRepository({ ownProcesses: true });
  const end = await repository.runStep({
    event: repository.ask('/countersign write three'),
    turns: [
      turn('I look.', ['fs_read', { path: 'src/a.txt' }], ['fs_grep', { pattern: 'two' }]),
      turn(
        'I write.',
        ['fs_edit', { path: 'src/a.txt', old_string: 'two', new_string: 'three' }],
        ['fs_write', { path: 'src/b.txt', content: 'b\n' }],
      ),
      finish('src/a.txt says three.'),
    ],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/b.txt')).toBe('b\n');
  expect(statesOf(end, 'c1')).toEqual(['PENDING', 'APPROVED', 'EXECUTING', 'COMPLETED']);
  expect(end.outputs).toMatchObject({
    summary: 'src/a.txt says three.',
    turns: '3',
    'calls-auto': '5',
  });
  // Anybody can check the folder with the command line, too.
  const { code, out } = await cli([
    'audit',
    'verify',
    end.outputs['audit-path'] ?? '',
    '--head',
    end.outputs['audit-head'] ?? '',
  ]);
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining('intact') as string,
  });
});
