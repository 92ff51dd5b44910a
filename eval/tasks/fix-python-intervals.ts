import { pythonGives, unchanged, unless } from '../check.ts';
import { edit, finish, type Task } from '../task.ts';

export const fixPythonIntervals: Task = {
  id: 'fix-python-intervals',
  title: 'A failing test of a Python module: intervals that touch, and one inside another',
  topic: 'fix',
  asks: 'python3 -m unittest fails. Fix intervals.py so that merge does what its docstring says. Leave the tests alone.',
  needs: ['python3'],
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit(intervals.py), fs_write(intervals.py), bash_run(python3 -m unittest *)]
budget: { turns: 30 }`,
  files: {
    'intervals.py': `def merge(intervals):
    """Merges intervals [start, end) that overlap or touch. Gives back a new list in ascending order."""
    merged = []
    for start, end in intervals:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged
`,
    'test_intervals.py': `import unittest

from intervals import merge


class MergeTest(unittest.TestCase):
    def test_intervals_that_touch(self):
        self.assertEqual(merge([(1, 2), (2, 3)]), [(1, 3)])


if __name__ == "__main__":
    unittest.main()
`,
  },
  check: async (end) =>
    unless(
      [
        unchanged(end, ['test_intervals.py']),
        await pythonGives(end, {
          setup: 'from intervals import merge\ngiven = [(3, 4), (1, 2)]',
          cases: [
            ['merge([(1, 9), (2, 3), (9, 10)])', [[1, 10]]],
            [
              'merge([(5, 6), (1, 2)])',
              [
                [1, 2],
                [5, 6],
              ],
            ],
            [
              '[len(merge(given)), given]',
              [
                2,
                [
                  [3, 4],
                  [1, 2],
                ],
              ],
            ],
            ['merge([])', []],
          ],
        }),
      ],
      'merge does what its docstring says',
    ),
  solution: [
    edit(
      'intervals.py',
      `    for start, end in intervals:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], end)`,
      `    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))`,
    ),
    finish('Sorted first; intervals that touch are merged; the larger end counts.'),
  ],
  failure: [
    edit('intervals.py', 'start < merged[-1][1]', 'start <= merged[-1][1]'),
    finish('Intervals that touch are merged.'),
  ],
};
