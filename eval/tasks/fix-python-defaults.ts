import { pythonGives, unchanged, unless } from '../check.ts';
import { edit, finish, type Task } from '../task.ts';

export const fixPythonDefaults: Task = {
  id: 'fix-python-defaults',
  title: 'A failing test of a Python package: a list that calls share',
  topic: 'fix',
  asks: 'python3 -m unittest fails. Find the cause and fix it in the package, not in its tests.',
  needs: ['python3'],
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit(basket/**), fs_write(basket/**), bash_run(python3 -m unittest *)]
budget: { turns: 30 }`,
  files: {
    'basket/__init__.py': `"""A basket of goods."""


def add(item, count=1, basket=[]):
    """Gives back the basket with \`count\` of an item added. The given basket stays as it is."""
    for _ in range(count):
        basket.append(item)
    return basket
`,
    'tests/test_basket.py': `import unittest

from basket import add


class AddTest(unittest.TestCase):
    def test_new_baskets_are_empty(self):
        self.assertEqual(add("pear"), ["pear"])
        self.assertEqual(add("plum"), ["plum"])


if __name__ == "__main__":
    unittest.main()
`,
    'tests/__init__.py': '',
  },
  check: async (end) =>
    unless(
      [
        unchanged(end, ['tests/test_basket.py']),
        await pythonGives(end, {
          setup: "from basket import add\ngiven = ['x']",
          cases: [
            ["add('a')", ['a']],
            ["add('b', 2)", ['b', 'b']],
            ["add('y', basket=given)", ['x', 'y']],
            ['given', ['x']],
          ],
        }),
      ],
      'no two calls share a basket, and a given one stays as it is',
    ),
  solution: [
    edit(
      'basket/__init__.py',
      `basket=[]):
    """Gives back the basket with \`count\` of an item added. The given basket stays as it is."""
    for _ in range(count):
        basket.append(item)
    return basket`,
      `basket=()):
    """Gives back the basket with \`count\` of an item added. The given basket stays as it is."""
    return [*basket, *[item] * count]`,
    ),
    finish('Every call makes a list of its own.'),
  ],
  // What the test shows is fixed; what the docstring promises is not.
  failure: [
    edit(
      'basket/__init__.py',
      `basket=[]):
    """Gives back the basket with \`count\` of an item added. The given basket stays as it is."""
`,
      `basket=None):
    """Gives back the basket with \`count\` of an item added. The given basket stays as it is."""
    basket = [] if basket is None else basket
`,
    ),
    finish('The default is no list any more.'),
  ],
};
