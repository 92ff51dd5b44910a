import { FINDINGS_SCHEMA, findingsOf, lineOf, type Planted, scored } from '../check.ts';
import { call, finish, type Task, turn } from '../task.ts';

const ORDERS = `import sqlite3
import threading
from decimal import Decimal

_lock = threading.Lock()
_cache = {}


def orders_of(connection: sqlite3.Connection, customer: str):
    """All orders of a customer, the newest first."""
    query = f"SELECT id, total FROM orders WHERE customer = '{customer}' ORDER BY id DESC"
    return connection.execute(query).fetchall()


def total(lines):
    """The sum of the lines (count, price as decimal text), to the cent."""
    result = 0.0
    for count, price in lines:
        result += count * float(price)
    return Decimal(result)


def discount(amount: Decimal, percent: int) -> Decimal:
    """The amount less a percentage from 0 to 100."""
    if not 0 <= percent <= 100:
        raise ValueError(percent)
    return amount * (100 - percent) / 100


def rate_of(currency, load):
    """The rate of a currency, loaded once. A load that fails is tried again by the next call."""
    _lock.acquire()
    if currency not in _cache:
        _cache[currency] = load(currency)
    _lock.release()
    return _cache[currency]


def chunks(items, size):
    """Lists of up to size items, all of them."""
    return [items[start : start + size] for start in range(0, len(items) - 1, size)]
`;

const PLANTED: readonly Planted[] = [
  { file: 'orders.py', from: lineOf(ORDERS, 'query = f'), to: lineOf(ORDERS, 'execute(query)') },
  {
    file: 'orders.py',
    from: lineOf(ORDERS, 'result = 0.0'),
    to: lineOf(ORDERS, 'Decimal(result)'),
  },
  { file: 'orders.py', from: lineOf(ORDERS, '_lock.acquire'), to: lineOf(ORDERS, '_lock.release') },
  {
    file: 'orders.py',
    from: lineOf(ORDERS, 'len(items) - 1'),
    to: lineOf(ORDERS, 'len(items) - 1'),
  },
];

export const reviewPython: Task = {
  id: 'review-python',
  title: 'A review of Python with four planted defects',
  topic: 'review',
  asks: `Review orders.py. Give back each defect (code that does not do what its docstring says, or that an attacker could
use) with its line, one entry each. Leave style, types and speed out: a remark that is no defect counts against you.
Change nothing.`,
  policy: `version: 1
mode: deny
auto: [kind:readonly]
budget: { turns: 20 }`,
  files: { 'orders.py': ORDERS },
  outputSchema: FINDINGS_SCHEMA,
  check: ({ result }) => scored(findingsOf(result), PLANTED),
  solution: [
    turn(call('fs_read', { path: 'orders.py' })),
    finish('Four defects.', {
      result: {
        findings: PLANTED.map(({ file, to }) => ({ file, line: to, problem: 'A defect.' })),
      },
    }),
  ],
  failure: [
    turn(call('fs_read', { path: 'orders.py' })),
    finish('One defect.', {
      result: {
        findings: [
          { file: 'orders.py', line: PLANTED[0]?.from ?? 0, problem: 'SQL made of text.' },
        ],
      },
    }),
  ],
};
