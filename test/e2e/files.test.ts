import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import {
  type EndedStep,
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  POLICY,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';

const LONG_LINE_BYTES = 5 * 1024 * 1024;
/** What a result may add to the conversation, with room for words around it. */
const MAX_RESULT_CHARS = 40_000;

const CONFLICT = {
  ...turn('', ['fs_edit', { path: 'src/a.txt', old_string: 'one', new_string: '$& $1 $$' }]),
};

test.concurrent('empty, binary, huge and unreadable files are results, and the run continues', async () => {
  await using repository = await openRepository();
  const place = (name: string): string => join(repository.runner.workspace, 'src', name);
  await writeFile(place('empty.txt'), '');
  await writeFile(place('binary.bin'), Buffer.from([0, 1, 2, 255, 254, 0]));
  await writeFile(place('line.txt'), 'x'.repeat(LONG_LINE_BYTES));
  await writeFile(place('closed.txt'), 'closed');
  await chmod(place('closed.txt'), 0o000);
  await mkdir(place('folder'));
  const names = ['empty.txt', 'binary.bin', 'line.txt', 'closed.txt', 'folder', 'missing.txt'];
  const end = await repository.runStep({
    turns: [
      turn('', ...names.map((name) => ['fs_read', { path: `src/${name}` }] as const), [
        'fs_grep',
        { pattern: 'x+' },
      ]),
      { ...finish('Looked.'), expect: ['fs_list', 'src/missing.txt'] },
    ],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  for (const index of names.keys())
    expect(statesOf(end, `c${index + 1}`).at(-1)).toMatch(/COMPLETED|FAILED/);
  for (const size of resultSizes(end)) expect(size).toBeLessThan(MAX_RESULT_CHARS);
});

function resultSizes(end: EndedStep): readonly number[] {
  return entriesOf(end, 'call.state').flatMap(({ resultBytes }) =>
    resultBytes === undefined ? [] : [resultBytes],
  );
}

nightly.concurrent(
  'edits are plain text, exact, and refused where the file was changed since it was read',
  async () => {
    await using repository = await openRepository({
      policy: POLICY.replace('auto:\n', 'auto:\n  - bash_run(touch *)\n'),
      files: { 'src/a.txt': '\uFEFFone\r\ntwo\r\none more\r\nlast' },
    });
    const end = await repository.runStep({
      turns: [
        CONFLICT,
        turn('', ['fs_read', { path: 'src/a.txt' }]),
        CONFLICT,
        {
          ...turn('', [
            'fs_edit',
            { path: 'src/a.txt', old_string: 'two', new_string: '$& $1 $$' },
          ]),
          expect: 'replace_all',
        },
        finish('Edited.'),
      ],
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(statesOf(end, 'c1').at(-1)).toBe('FAILED');
    expect(statesOf(end, 'c3').at(-1)).toBe('FAILED');
    expect(await inWorkspace(repository, 'src/a.txt')).toBe(
      '\uFEFFone\r\n$& $1 $$\r\none more\r\nlast',
    );
  },
);

nightly.concurrent('long output keeps its start and end, and says how much was cut', async () => {
  await using repository = await openRepository({
    policy: POLICY.replace('auto:\n', 'auto:\n  - bash_run(seq *)\n'),
  });
  const end = await repository.runStep({
    turns: [
      turn('', ['bash_run', { command: 'seq 1 200000' }]),
      {
        ...finish('Counted.'),
        expect: ['\\b1\\n2\\n3\\n', '199999\\n200000', '(cut|truncated|left out|omitted)'],
      },
    ],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(Math.max(...resultSizes(end))).toBeLessThan(MAX_RESULT_CHARS);
});

test.concurrent('a command that runs too long is ended with all that it started, and the model learns it', async () => {
  await using repository = await openRepository({
    policy: POLICY.replace('requireApproval:\n  - bash_run\n', '').replace(
      'mode: ask',
      'mode: auto',
    ),
  });
  const end = await repository.runStep({
    turns: [
      turn('', ['bash_run', { command: 'sleep 300 & sleep 300; echo never', timeout_ms: 1_000 }]),
      { ...finish('Too slow.', 'incomplete'), expect: '(timed out|time.?out|ended after)' },
    ],
  });
  await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
});
