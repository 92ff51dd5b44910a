import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import { REQUESTER, openRepository } from './harness.ts';

const SCHEDULE = { name: 'schedule', payload: { schedule: '0 0 * * *' } };

const included = (matrix: string | undefined): unknown => JSON.parse(matrix ?? '').include;

test.concurrent('issues by label become jobs, oldest first, each with a share of the budget', async () => {
  await using repository = await openRepository();
  const made = ['one', 'two', 'three'].map((title) =>
    repository.github.issue({ title, author: REQUESTER, labels: ['bug', 'question'] }),
  );
  repository.github.issue({ title: 'closed', author: REQUESTER, labels: ['bug'], state: 'closed' });
  repository.github.issue({
    title: '$(touch pwned)',
    author: REQUESTER,
    labels: ['documentation'],
  });
  const end = await repository.runStep({
    event: SCHEDULE,
    inputs: {
      mode: 'plan',
      'plan-issues': 'bug, question',
      'max-jobs': '2',
      'max-usd': '1.5',
      'max-turns': '21',
    },
  });
  expect(end.exitCode).toBe(0);
  expect(included(end.outputs['matrix'])).toEqual(
    made.slice(0, 2).map(({ number }) => ({
      id: `issue-${number}`,
      number,
      'max-turns': 10,
      'max-usd': 0.75,
    })),
  );
  expect(end.outputs).toMatchObject({ jobs: '2', 'left-out': '1', outcome: 'done' });
  expect(end.log).toContain(`Left out: issue-${made[2]?.number}`);
  expect(end.summary).toContain('2 jobs, each with max-turns 10, max-usd 0.75.');
});

nightly.concurrent(
  'files by glob are distributed over the jobs, and an unsafe name is omitted',
  async () => {
    await using repository = await openRepository({
      files: {
        'src/b.txt': 'b',
        'src/deep/c.txt': 'c',
        'src/$(touch pwned).txt': 'x',
        'src/e --output=pwned.txt': 'a word of its own in a shell',
        'docs/d.md': 'd',
      },
    });
    const inputs = { mode: 'plan', 'plan-files': 'src/**/*.txt\ndocs/*.md', 'max-jobs': '2' };
    const end = await repository.runStep({ event: SCHEDULE, inputs });
    expect(included(end.outputs['matrix'])).toEqual([
      { id: 'files-1', files: 'docs/d.md\nsrc/a.txt' },
      { id: 'files-2', files: 'src/b.txt\nsrc/deep/c.txt' },
    ]);
    expect(end.outputs['left-out']).toBe('2');
    expect(end.outputs['matrix']).not.toContain('pwned');
  },
);

nightly.concurrent('repositories by list become jobs, each once', async () => {
  await using repository = await openRepository();
  const inputs = { mode: 'plan', 'plan-repositories': 'octo/one, octo/two\nocto/one' };
  const end = await repository.runStep({ event: SCHEDULE, inputs });
  expect(included(end.outputs['matrix'])).toEqual([
    { id: 'octo-one', repository: 'octo/one' },
    { id: 'octo-two', repository: 'octo/two' },
  ]);
});

nightly.concurrent('a query that finds nothing is no error: there are no jobs', async () => {
  await using repository = await openRepository();
  const end = await repository.runStep({
    event: SCHEDULE,
    inputs: { mode: 'plan', 'plan-issues': 'bug', 'max-usd': '1' },
  });
  expect(end.exitCode).toBe(0);
  expect(end.outputs).toMatchObject({ jobs: '0', matrix: '{"include":[]}' });
});

const IMPOSSIBLE: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
  [{}, 'plan-issues, plan-files and plan-repositories'],
  [{ 'plan-issues': 'bug', 'plan-files': '*' }, 'both given'],
  [{ 'plan-issues': ' , ' }, 'plan-issues'],
  [{ 'plan-repositories': 'octo/one; rm -rf /' }, 'OWNER/NAME'],
  [{ 'plan-files': '{a,b}*c*d*e*f*g' }, 'plan-files'],
  [{ 'plan-issues': 'bug', 'max-jobs': '257' }, '1 to 256'],
  [{ 'plan-files': '**', 'max-turns': '1' }, 'too little to divide'],
];

test.concurrent('a plan that cannot be fails and says what to write', async () => {
  await using repository = await openRepository();
  for (const [inputs, said] of IMPOSSIBLE) {
    const end = await repository.runStep({ event: SCHEDULE, inputs: { mode: 'plan', ...inputs } });
    expect(end.exitCode, said).toBe(1);
    expect(end.log).toContain(said);
  }
});
