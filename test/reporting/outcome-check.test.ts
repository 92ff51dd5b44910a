import { expect, test } from 'vitest';
import { type Outcome, OUTCOMES } from '../../src/common/index.ts';
import { conclusionOf } from '../../src/reporting/outcome-check.ts';

function all(failOn: readonly Outcome[]) {
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, conclusionOf(outcome, failOn)]));
}

test('every outcome concludes as its words say; unfinished ones as fail-on says', () => {
  expect(all(OUTCOMES)).toEqual({
    done: 'success',
    incomplete: 'failure',
    denied: 'failure',
    'awaiting-approval': 'action_required',
    'over-budget': 'failure',
    'timed-out': 'timed_out',
    cancelled: 'cancelled',
    error: 'failure',
    skipped: null,
  });
  expect(all([])).toMatchObject({
    incomplete: 'neutral',
    'over-budget': 'neutral',
    'timed-out': 'neutral',
    denied: 'failure',
    error: 'failure',
  });
});
