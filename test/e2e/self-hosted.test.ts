import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import { expectEnd, finish, inWorkspace, openRepository, turn } from './harness.ts';

const POLICY = 'version: 1\nauto: [kind:readonly, fs_write, bash_run]\nsandbox: off\n';
const WORK = [
  turn(
    '',
    ['fs_write', { path: 'src/new.txt', content: 'new\n' }],
    ['bash_run', { command: 'echo $PWD > src/where.txt; mktemp > /dev/null; ls src' }],
  ),
  finish('Worked.'),
];

test.concurrent('a job leaves nothing on its machine but the trail in the folder that the runner empties, and its files do not count as the work of the next job in the same checkout', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const tmp = join(repository.folder, 'tmp');
  await mkdir(tmp);
  const before = await repository.runner.git('config', '--local', '--list');
  const job = { event: repository.ask(), environment: { TMPDIR: tmp } };
  // What ends with its process is gone, too.
  const first = await (await repository.start('action', { ...job, runId: 1, turns: WORK })).end;
  await repository.runStep({ ...job, runId: 1 }, 'post');
  expect(await readdir(join(repository.runner.temp, 'countersign'))).toHaveLength(1);
  const second = await repository.runStep({ ...job, runId: 2, turns: WORK });
  for (const end of [first, second]) await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(second.outputs['audit-path']).not.toBe(first.outputs['audit-path']);
  expect(await readdir(join(repository.runner.temp, 'countersign'))).toHaveLength(2);
  expect(await readdir(tmp)).toEqual([]);
  expect(await repository.runner.git('for-each-ref', 'refs/countersign')).toBe('');
  expect(await repository.runner.git('stash', 'list')).toBe('');
  expect(await repository.runner.git('config', '--local', '--list')).toBe(before);
});

nightly.concurrent(
  'two runners on one machine work side by side, each in its own folders',
  async () => {
    await using repository = await openRepository({ policy: POLICY });
    const tmp = join(repository.folder, 'tmp');
    await mkdir(tmp);
    const runners = ['one', 'two'];
    // A script of turns lies in a file by the runner's name; the rest of the machine is shared.
    const jobs = runners.map(async (runner, index) =>
      repository.runStep({
        event: repository.ask(),
        runner,
        runId: 100 + index,
        environment: { TMPDIR: tmp },
        turns: WORK,
      }),
    );
    const ends = await Promise.all(jobs);
    for (const end of ends) await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(new Set(ends.map((end) => end.outputs['audit-path'])).size).toBe(2);
    for (const [index, runner] of runners.entries()) {
      expect(ends[index]?.outputs['audit-path']).toContain(join(repository.folder, runner));
    }
    expect(await readdir(tmp)).toEqual([]);
    await expect(inWorkspace(repository, 'src/new.txt')).rejects.toThrow('ENOENT');
  },
);
