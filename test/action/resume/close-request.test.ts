/** What becomes of the comments and buttons that no job waits at any more. */
import { describe, expect, test } from 'vitest';
import {
  claimCrashedRun,
  closeMarkedComment,
  closeSuspendedRequest,
  removeButtons,
} from '../../../src/action/resume/close-request.ts';
import { CountersignError } from '../../../src/common/index.ts';
import { MemoryChecks } from '../../approvals/memory-checks.ts';
import { BOB, BOT, MemoryGitHub } from '../../approvals/memory-github.ts';
import { CLICK, contextOf, MARKER } from './answered-run.ts';

type Context = Parameters<typeof claimCrashedRun>[1];

test('of two jobs that are asked to resume a crashed run, one claims it, and the other changes nothing', async () => {
  const github = new MemoryGitHub();
  const comment = github.say(BOT, 'This run crashed.');
  const crashed = { comment, marker: { ...MARKER, state: 'crashed' as const, check: null } };
  const answer = github.say(BOB, '/resume');
  const context = contextOf(github, answer.id) as unknown as Context;
  await claimCrashedRun(crashed, context);
  expect(github.reactions.get(comment.id)).toEqual(new Set(['rocket']));
  // Jobs that read the command later see that it counted.
  expect(github.reactions.get(answer.id)).toEqual(new Set(['+1']));
  const closed = github.all.get(comment.id)?.body;
  expect(closed).toContain('The run resumes in the job below.');
  await expect(claimCrashedRun(crashed, context)).rejects.toMatchObject({
    name: 'ResumedByOtherJob',
  });
  expect(github.all.get(comment.id)?.body).toBe(closed);
});

const DOWN = new CountersignError('github-unreachable', 'down');
/** The external id of a check run with the buttons of an approval comment. */
const APPROVAL = 'countersign:approval:7';

/** A comment on GitHub, and the check run with its buttons. */
function buttoned() {
  const github = new MemoryGitHub();
  const checks = new MemoryChecks();
  checks.state = { ...checks.state, externalId: APPROVAL, conclusion: 'action_required' };
  const client = {
    updateComment: async (id: number, body: string) => await github.updateComment(id, body),
    checkRun: async () => await checks.checkRun(),
    updateCheckRun: async (...call: Parameters<MemoryChecks['updateCheckRun']>) =>
      await checks.updateCheckRun(...call),
  };
  return { github, checks, client, comment: github.say(BOT, 'asked') };
}

describe('buttons that lead nowhere', () => {
  type Answer = Parameters<typeof removeButtons>[0]['answer'];
  const click: Answer = { kind: 'click', click: CLICK };

  /** What the check run shows after a job had this answer, and its warnings. */
  async function removed({ client, checks }: ReturnType<typeof buttoned>, answer: Answer) {
    const warnings: string[] = [];
    const runner = { warning: (text: string) => void warnings.push(text) };
    const context = { answer, github: client, runner } as unknown as Context;
    await removeButtons(context, 'it was decided');
    return { shown: checks.shown, warnings };
  }

  test('are removed for who clicked one, and the check run says why', async () => {
    const { shown, warnings } = await removed(buttoned(), click);
    expect(shown).toMatchObject([
      { conclusion: 'neutral', buttons: [], summary: 'The click had no effect: it was decided.' },
    ]);
    expect(warnings).toEqual([]);
  });

  test('stay as they are if the check run was decided, or if nobody clicked', async () => {
    const decided = buttoned();
    decided.checks.state = { ...decided.checks.state, conclusion: 'success' };
    expect((await removed(decided, click)).shown).toEqual([]);
    const comment = { kind: 'comment', id: 9, mayResume: false } as const;
    expect((await removed(buttoned(), comment)).shown).toEqual([]);
  });

  test('that cannot be removed are a warning', async () => {
    const where = buttoned();
    where.checks.failing.set('checkRun', DOWN);
    const { warnings } = await removed(where, click);
    expect(warnings).toEqual(['The check run could not be closed: down']);
  });
});

describe('a comment whose run no job can resume', () => {
  const end = { because: 'The job has ended.', runUrl: 'https://github.test/run' };

  test('says why, and what it had asked for, and its buttons go', async () => {
    const { github, checks, client, comment } = buttoned();
    await closeMarkedComment(client, { comment, marker: MARKER }, end);
    const body = github.all.get(comment.id)?.body;
    expect(body).toContain('The job has ended. It had asked for `ap-00000000`.');
    expect(body).toContain('"ids":["ap-00000000"],"state":"closed"');
    expect(checks.shown).toMatchObject([{ buttons: [], summary: end.because }]);
  });

  test('says nothing of calls if it had asked for none', async () => {
    const { github, client, comment } = buttoned();
    await closeMarkedComment(client, { comment, marker: { ...MARKER, ids: [] } }, end);
    expect(github.all.get(comment.id)?.body).not.toContain('It had asked for');
  });

  test('loses its buttons, too, if GitHub takes no update of the comment', async () => {
    const { github, checks, client, comment } = buttoned();
    github.failing.set('updateComment', DOWN);
    const closing = closeMarkedComment(client, { comment, marker: MARKER }, end);
    await expect(closing).rejects.toBe(DOWN);
    expect(checks.shown).toMatchObject([{ buttons: [] }]);
  });
});

describe('the comment of a checkpoint that is not resumed', () => {
  type Checkpoint = Parameters<typeof closeSuspendedRequest>[0]['checkpoint'];
  const denial = {
    approval: 'ap-00000002',
    reason: 'never',
    permission: 'write',
    author: BOB,
    at: CLICK.at,
    comment: null,
  };
  const gated = [
    { approval: 'ap-00000001', request: { id: 'c1', name: 'bash_run' } },
    { approval: 'ap-00000002', request: { id: 'c2', name: 'fs_write' } },
  ];
  const close = async (where: ReturnType<typeof buttoned>, request: object | null) =>
    await closeSuspendedRequest({
      github: where.client,
      checkpoint: { run: MARKER.run, gated, suspendedRequest: request } as unknown as Checkpoint,
      because: 'the policy changed',
      runUrl: null,
      head: { hash: 'f'.repeat(64), count: 9 },
    });

  test('says of each call who denied it, or that it is void', async () => {
    const where = buttoned();
    const { id } = where.comment;
    await close(where, { commentId: id, denials: [denial], check: { id: 5 } });
    const body = where.github.all.get(id)?.body;
    expect(body).toContain('What was asked is void: the policy changed.');
    expect(body).toContain('- `ap-00000001` `bash_run` (`c1`): void, not run');
    expect(body).toContain('- `ap-00000002` `fs_write` (`c2`): deny by `@bob`; not run');
    expect(where.checks.shown).toMatchObject([{ buttons: [], summary: 'the policy changed' }]);
  });

  test('has no check run to close if it had no buttons, and there may be no comment', async () => {
    const where = buttoned();
    await close(where, { commentId: where.comment.id, denials: [], check: null });
    expect(where.checks.shown).toEqual([]);
    const none = buttoned();
    await close(none, null);
    expect(none.github.updates).toEqual([]);
  });
});
