import { failed, pythonGives, unless } from '../check.ts';
import { edit, finish, type Task } from '../task.ts';

export const featurePythonFilter: Task = {
  id: 'feature-python-filter',
  title: 'A new parameter of a Python function, with its cases',
  topic: 'feature',
  asks: `Give select in report.py a keyword parameter minimum: only rows whose amount is at least that are kept. Absent or
None keeps all, and 0 is a minimum like any other. A row without an amount ("") has none and is left out wherever a
minimum is given. Amounts are decimal text such as "12.50"; compare them as numbers. Say it in the docstring.`,
  needs: ['python3'],
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit, fs_write, bash_run(python3 *)]
budget: { turns: 30 }`,
  files: {
    'report.py': `import csv
import io


def select(text, *, customer=None):
    """The rows of a CSV text with the columns customer and amount, as dicts; only those of a customer if one is given."""
    rows = csv.DictReader(io.StringIO(text))
    return [row for row in rows if customer is None or row["customer"] == customer]
`,
  },
  check: async (end) => {
    if (!/"""[^"]*minimum[^"]*"""/.test(end.text('report.py') ?? ''))
      return failed('the docstring does not mention minimum');
    return unless(
      [
        await pythonGives(end, {
          setup: `from report import select
text = 'customer,amount\\na,9.50\\nb,10\\na,\\na,100.00\\nb,-1\\n'
of = lambda **k: [row['amount'] for row in select(text, **k)]`,
          cases: [
            ['of()', ['9.50', '10', '', '100.00', '-1']],
            ['of(minimum=None)', ['9.50', '10', '', '100.00', '-1']],
            ['of(minimum=0)', ['9.50', '10', '100.00']],
            ['of(minimum=10)', ['10', '100.00']],
            ["of(customer='a', minimum=9.5)", ['9.50', '100.00']],
            ["of(customer='b')", ['10', '-1']],
          ],
        }),
      ],
      'the minimum is compared as a number, and 0 is one',
    );
  },
  solution: [
    edit(
      'report.py',
      `def select(text, *, customer=None):
    """The rows of a CSV text with the columns customer and amount, as dicts; only those of a customer if one is given."""
    rows = csv.DictReader(io.StringIO(text))
    return [row for row in rows if customer is None or row["customer"] == customer]`,
      `def select(text, *, customer=None, minimum=None):
    """The rows of a CSV text with the columns customer and amount, as dicts; only those of a customer if one is given.

    minimum: only rows with an amount of at least that; rows without an amount are left out then.
    """
    rows = csv.DictReader(io.StringIO(text))
    return [
        row
        for row in rows
        if (customer is None or row["customer"] == customer)
        and (minimum is None or (row["amount"] != "" and float(row["amount"]) >= minimum))
    ]`,
    ),
    finish('select has a minimum.'),
  ],
  // 0 counts as absent.
  failure: [
    edit(
      'report.py',
      `def select(text, *, customer=None):
    """The rows`,
      `def select(text, *, customer=None, minimum=None):
    """With minimum, only rows of at least that amount. The rows`,
    ),
    edit(
      'report.py',
      'row["customer"] == customer]',
      'row["customer"] == customer and (not minimum or float(row["amount"] or 0) >= minimum)]',
    ),
    finish('select has a minimum.'),
  ],
};
