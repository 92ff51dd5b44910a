import { expect, test } from 'vitest';
import { type EndedStep, entriesOf, expectEnd, finish, openRepository, turn } from './harness.ts';
import { approvalCommentOn, job, policyOf, say } from './suspended.ts';

const POLICY = `${policyOf('wait: 1s, then: suspend')}plan: required\n`;
const write = (path: string, content: string) => ['fs_write', { path, content }] as const;
const EXACT = write('docs/exact.md', 'as planned\n');
const TURNS = [
  turn('I plan.', [
    'plan_submit',
    {
      plan: 'Write the documents.',
      calls: [{ tool: 'fs_write', input: EXACT[1] }, { rule: 'fs_write(docs/notes/**)' }],
    },
  ]),
  turn('I write.', [...EXACT], [...write('docs/notes/a.md', 'a\n')]),
  turn('I write something else.', [...write('docs/exact.md', 'not as planned\n')]),
  { ...turn('I go on.', [...write('docs/notes/b.md', 'b\n')]), expect: 'not this one' },
  finish('Written.', 'incomplete'),
];

/** The verdicts of a job by their calls, with the lines of the plan that let them run. */
function verdictsIn(end: EndedStep): readonly string[] {
  const seen = new Set<string>();
  return entriesOf(end, 'call.verdict').flatMap(({ call, verdict, plan }) => {
    const text = `${call} ${verdict}${plan === undefined ? '' : ` by ${plan.call} ${plan.lines.join()}`}`;
    return seen.has(text) ? [] : [...seen.add(text)].slice(-1);
  });
}

test.concurrent('calls of an approved plan run without another question, also in later jobs, and no others', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const run = { turns: TURNS };
  await expectEnd(await job(repository, 901, run), { outcome: 'awaiting-approval', exitCode: 0 });
  const plan = approvalCommentOn(repository);
  expect(plan.body).toContain('docs/exact.md');
  expect(plan.body).toContain('fs_write(docs/notes/**)');

  const event = await say(repository, `/approve ${plan.ids[0]}`);
  const second = await job(repository, 902, { ...run, event, runner: 'second' });
  await expectEnd(second, { outcome: 'awaiting-approval', exitCode: 0 });
  const adopted = entriesOf(second, 'plan.approved');
  expect(adopted).toMatchObject([
    { call: 'c1', lines: [{ tool: 'fs_write' }, { rule: 'fs_write(docs/notes/**)' }] },
  ]);
  expect(verdictsIn(second)).toEqual(
    expect.arrayContaining(['c2 auto by c1 1', 'c3 auto by c1 2', 'c4 requireApproval']),
  );

  const [id] = approvalCommentOn(repository).ids;
  expect(id).not.toBe(plan.ids[0]);
  const denial = await say(repository, `/deny ${id} not this one`);
  const third = await job(repository, 903, { ...run, event: denial, runner: 'third' });
  await expectEnd(third, { outcome: 'denied', exitCode: 1 });
  expect(verdictsIn(third)).toContain('c5 auto by c1 2');
  expect(entriesOf(third, 'approval.asked')).toHaveLength(2);
  const patch = third.artifact.get('changes.patch')?.toString() ?? '';
  expect(patch.match(/^\+[^+].*$/gm)).toEqual(['+as planned', '+a', '+b']);
});
