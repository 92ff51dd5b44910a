import { expect, test } from 'vitest';
import { diffResults, diffText } from '../../eval/diff.ts';
import type { Attempt, Results } from '../../eval/results.ts';

function attemptOf(task: string, over: Partial<Attempt> = {}): Attempt {
  return {
    task,
    attempt: 1,
    status: 'solved',
    detail: '',
    outcome: 'done',
    turns: 4,
    calls: 6,
    questions: 0,
    tokens: 100,
    costUsd: 0.1,
    seconds: 1,
    trail: null,
    ...over,
  };
}

function resultsOf(tasks: Record<string, string>, attempts: readonly Attempt[]): Results {
  const about = { provider: 'p', model: 'm', date: 'd', version: 'v', node: 'n', sandbox: 'off' };
  return { format: 1, ...about, tasks, attempts: [...attempts] };
}

test('attempts are compared by their share and per attempt', () => {
  const before = resultsOf({ a: '1' }, [attemptOf('a'), attemptOf('a', { status: 'failed' })]);
  const after = resultsOf({ a: '1' }, [attemptOf('a', { turns: 6, costUsd: 0.3, questions: 2 })]);
  const diff = diffResults(before, after);
  expect(diff).toEqual({
    tasks: [
      {
        task: 'a',
        before: 0.5,
        after: 1,
        costUsd: expect.closeTo(0.2) as number,
        turns: 2,
        questions: 2,
      },
    ],
    leftOut: [],
  });
  expect(diffText(before, after, diff)).toMatch(/^a +\+\$0\.2000 +2? *\+2 +\+2$/m);
});

test('a task that changed, and one that was not tried, are left out with the reason', () => {
  const before = resultsOf({ same: '1', changed: '1', gone: '1', skipped: '1' }, [
    attemptOf('same'),
    attemptOf('changed'),
    attemptOf('gone'),
    attemptOf('skipped', { status: 'skipped' }),
  ]);
  const after = resultsOf({ same: '1', changed: '2', added: '1', skipped: '1' }, [
    attemptOf('same'),
    attemptOf('changed', { status: 'failed' }),
    attemptOf('added'),
    attemptOf('skipped', { status: 'failed' }),
  ]);
  const diff = diffResults(before, after);
  expect(diff.tasks.map(({ task }) => task)).toEqual(['same']);
  expect(diff.leftOut).toEqual([
    { task: 'changed', because: 'the task itself changed' },
    { task: 'added', because: 'only in the second' },
    { task: 'skipped', because: 'not tried in the first' },
    { task: 'gone', because: 'only in the first' },
  ]);
});

test('an unknown cost makes the difference unknown', () => {
  const tasks = { a: '1' };
  const diff = diffResults(
    resultsOf(tasks, [attemptOf('a', { costUsd: null })]),
    resultsOf(tasks, [attemptOf('a', { turns: 5 })]),
  );
  expect(diff.tasks[0]?.costUsd).toBeNull();
});
