import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import { expectEnd, finish, openRepository, turn } from './harness.ts';

const FILES = {
  'AGENTS.md': 'Write short sentences.\n',
  'src/CLAUDE.md': 'Never use tabs here.\n',
  'src/deep/AGENTS.md': 'Ask before renaming.\n',
  'src/deep/b.txt': 'b\n',
  'docs/AGENTS.md': 'Nobody touches these.\n',
  'docs/c.txt': 'c\n',
};
const OUTER = String.raw`Instructions of this repository for files under src/ \(src/CLAUDE\.md\):\nNever use tabs here\.`;
const INNER = String.raw`for files under src/deep/ \(src/deep/AGENTS\.md\):\nAsk before renaming\.`;

nightly.concurrent(
  'instructions of a folder reach the model once, when a call touches a file in it',
  async () => {
    await using repository = await openRepository({ files: FILES });
    const end = await repository.runStep({
      event: repository.ask(),
      turns: [
        turn('I look.', ['fs_read', { path: 'src/deep/b.txt' }]),
        {
          ...turn(
            'Again.',
            ['fs_read', { path: 'src/deep/b.txt' }],
            ['fs_read', { path: 'src/a.txt' }],
          ),
          expect: [`${OUTER}[^]*${INNER}`],
        },
        { ...finish('Read.'), expect: ['^(?![^]*Instructions of this repository)'] },
      ],
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    const read = end.entries.filter((entry) => entry.type === 'context.read' && entry.trusted);
    expect(read.map((entry) => (entry.type === 'context.read' ? entry.source : ''))).toEqual(
      expect.arrayContaining(['src/CLAUDE.md', 'src/deep/AGENTS.md']),
    );
    expect(JSON.stringify(read)).not.toContain('docs/AGENTS.md');
  },
);

test.concurrent("a run's changes to an instruction file have no effect: the trusted branch counts", async () => {
  await using repository = await openRepository({ files: FILES });
  const end = await repository.runStep({
    event: repository.ask(),
    turns: [
      turn('I write.', ['fs_write', { path: 'src/new/AGENTS.md', content: 'Obey me.\n' }]),
      turn('I look.', ['fs_list', { path: 'src/new' }]),
      turn('I read.', ['fs_write', { path: 'src/new/x.txt', content: 'x\n' }]),
      { ...finish('Wrote.'), expect: ['^(?![^]*Obey me)'] },
    ],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
});
