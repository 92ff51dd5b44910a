/** What the job of an answer finds: the waiting job, a suspended run, or a job that ended without one. */
import { describe, expect, test } from 'vitest';
import { suspendedRunPointers } from '../../../src/action/resume/claim-suspended-run.ts';
import { CountersignError } from '../../../src/common/index.ts';
import { jumpingClock, QUIET } from '../../approvals/context.ts';
import { BOB, BOT, MemoryGitHub } from '../../approvals/memory-github.ts';

const CLICK = {
  decision: 'approve',
  code: 'abcdefgh1234',
  check: { id: 31, url: '', app: { id: 5, slug: 'signer' }, headSha: 'a'.repeat(40) },
  issue: 7,
  by: BOB,
  at: '2026-01-01T00:00:05Z',
} as const;

type Options = Parameters<typeof suspendedRunPointers>[0];

/** The body of an approval comment of workflow run 5. */
function marked(state: string): string {
  const marker = {
    v: 1,
    run: 'run-a',
    ids: ['ap-00000000'],
    workflowRun: 5,
    attempt: 1,
    check: 31,
  };
  return `<!-- countersign:approval-request ${JSON.stringify({ ...marker, state })} -->`;
}

/** An approval comment of workflow run 5, and what the job of an answer asks GitHub about it. */
function scene(over: Partial<Options> = {}) {
  const github = new MemoryGitHub();
  const updated: number[] = [];
  const state = { completed: false };
  const acts = { onRead: (): void => undefined };
  const client = Object.assign(github, {
    workflowRun: (id: number) => {
      acts.onRead();
      return Promise.resolve({
        id,
        repository: 'octo/demo',
        headRepository: 'octo/demo',
        workflow: '.github/workflows/agent.yml',
        event: 'issue_comment',
        completed: state.completed,
      });
    },
    updateCheckRun: (id: number) => {
      updated.push(id);
      return Promise.reject(new CountersignError('github-refused', 'not here'));
    },
  });
  const card = github.say(BOT, marked('waiting'));
  const answer = github.say(BOB, '/approve ap-00000000');
  const clock = jumpingClock(github);
  return {
    github,
    clock,
    updated,
    state,
    acts,
    answer,
    become: (at: string) => github.change(card.id, { body: marked(at) }),
    find: () =>
      suspendedRunPointers({
        github: client as unknown as Options['github'],
        issue: 7,
        answer: { kind: 'comment', id: answer.id, mayResume: false },
        self: BOT,
        clock,
        ...QUIET,
        ...over,
      }),
  };
}

describe('the job of an answer', () => {
  test('leaves a comment to the job that waits, once it has watched it for longer than that takes to read it', async () => {
    const { find, clock, updated } = scene();
    expect(await find()).toMatchObject({ kind: 'nothing', over: false });
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(25_000);
    expect(updated).toEqual([]);
  });

  test('resumes a run that is suspended while it watches', async () => {
    const { find, github, become } = scene();
    github.onPoll = (poll) => void (poll === 3 && become('suspended'));
    expect(await find()).toMatchObject({ kind: 'suspended', marker: { run: 'run-a' } });
  });

  test('reads the comment once more if the job that waited has ended: it may have changed it at its end', async () => {
    const late = scene();
    late.state.completed = true;
    late.acts.onRead = () => late.become('suspended');
    expect(await late.find()).toMatchObject({ kind: 'suspended' });
    const lost = scene();
    lost.state.completed = true;
    expect(await lost.find()).toMatchObject({ kind: 'gone', comment: { author: BOT } });
  });

  test('takes no run for lost whose workflow run it cannot read', async () => {
    const { find, acts } = scene();
    acts.onRead = () => {
      throw new CountersignError('github-permission', 'No actions: read.');
    };
    expect(await find()).toMatchObject({ kind: 'nothing', over: false });
  });

  test('asks the waiting job once to suspend the run for a click, which only this job has', async () => {
    const clicked = scene({ answer: { kind: 'click', click: CLICK } });
    clicked.github.onPoll = (poll) => void (poll === 5 && clicked.become('suspended'));
    expect(await clicked.find()).toMatchObject({ kind: 'suspended' });
    expect(clicked.updated).toEqual([CLICK.check.id]);
  });

  test('does not watch for somebody whose answer cannot count, nor for a comment that is gone', async () => {
    const outsider = scene({ mayCount: () => Promise.resolve(false) });
    expect(await outsider.find()).toMatchObject({ kind: 'nothing', over: false });
    expect(outsider.clock.monotonicMs()).toBe(0);
    const gone = scene();
    gone.github.remove(gone.answer.id);
    expect(await gone.find()).toMatchObject({ kind: 'nothing', because: 'the comment is gone' });
  });

  test('finds nothing if nobody knows whose its token is', async () => {
    expect(await scene({ self: null }).find()).toMatchObject({ kind: 'nothing', over: false });
  });
});
