import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RunFacts } from '../../../../src/audit/verify/replay/run-facts.ts';

/** An entry, and the call that it is about. */
type Step = readonly [entry: object, open?: object];
type Taken = Parameters<RunFacts['take']>;
const SPECIFICATION = join(import.meta.dirname, '../../../../docs/trail-specification.md');

function after(...entries: readonly Step[]): RunFacts {
  const facts = new RunFacts();
  for (const [entry, open] of entries) facts.take(...([entry, open] as unknown as Taken));
  return facts;
}

const SAVED = { type: 'checkpoint.saved' };
const [, row = ''] =
  /^\| \*saved\* \| there is a `checkpoint\.saved`, and no (.*) after it \|$/m.exec(
    readFileSync(SPECIFICATION, 'utf8'),
  ) ?? [];
const work = [...row.matchAll(/`(.*?)`/g)].map(([, type = '']) => type);

test('the specification names the entries after which a checkpoint is no longer the state of the run', () => {
  expect(work).toContain('turn.start');
  expect(after([SAVED]).isSaved).toBe(true);
  expect(after([SAVED], [{ type: 'github.write' }]).isSaved).toBe(true);
});

test.each(work)('after %s a checkpoint is no longer the state of the run', (type) => {
  const entry = { type, parent: null, budget: {}, policy: {}, request: '' };
  expect(after([SAVED], [entry]).isSaved).toBe(false);
});

const ASKED = {
  call: 'c1',
  tool: 'bash_run',
  parent: null,
  turn: 1,
  argumentsSha256: 'a',
  asked: 'ap-1',
  verdict: { verdict: 'requireApproval' },
};

function ended(state: string, open: object): Step {
  return [{ type: 'call.state', state }, open];
}

function deniedByPerson(open: object): readonly Step[] {
  const decision = { type: 'approval.decision', counted: true, decision: 'deny' };
  return [[decision, open], ended('DENIED', open)];
}

/** How many calls count as denied by a person, and as refused. */
function countsAfter(...entries: readonly Step[]): readonly number[] {
  const { deniedByPeople, refused } = after(...entries);
  return [deniedByPeople.size, refused.size];
}

test('a call that a person denied is one that the run needed, until the same call completes', () => {
  const denied = deniedByPerson(ASKED);
  const completed = (other: object): Step => ended('COMPLETED', { ...ASKED, ...other });
  expect(countsAfter(...denied)).toEqual([1, 1]);
  expect(countsAfter(...denied, completed({ call: 'c2' }))).toEqual([0, 0]);
  expect(countsAfter(...denied, completed({ argumentsSha256: 'b' }))).toEqual([1, 1]);
  expect(countsAfter(...denied, completed({ tool: 'fs_read' }))).toEqual([1, 1]);
  // Not a call that a subagent made, and not one of the run itself at a limit.
  for (const other of [{ parent: 'c0' }, { tool: 'budget_extend' }])
    expect(countsAfter(...deniedByPerson({ ...ASKED, ...other }))).toEqual([0, 0]);
});
