import { describe, expect, test } from 'vitest';
import type { ReceivedClick } from '../../../src/approvals/index.ts';
import type { Account } from '../../../src/github/index.ts';
import { MemoryChecks } from '../memory-checks.ts';
import { BOB, CAROL, MALLORY } from '../memory-github.ts';
import { QUIET, requestOf, testContext } from '../context.ts';

const requests = [requestOf(), requestOf({ call: 'c2', command: 'npm publish' })];
const AT = '2026-01-01T00:05:00Z';

/** A suspended approval comment that a job resumes because somebody clicked a button of its check run. */
async function clicked(
  decision: ReceivedClick['decision'],
  by: Account | null,
  before: readonly Account[] = [],
) {
  const checks = new MemoryChecks();
  const { shown, state: check } = checks;
  const buttons = { checks, headSha: check.headSha };
  const asking = testContext({ suspends: true, settings: { waitMs: 0 }, buttons });
  await asking.approver.ask(requests, QUIET);
  const suspended = asking.approver.suspendedRequest();
  if (suspended === null) throw new Error('nothing was suspended');
  const { github, clock } = asking;
  const { approver, trail } = testContext({ github, clock, suspends: true, buttons });
  const code = suspended.check?.code ?? '';
  const click: ReceivedClick = { decision, code, check, issue: 7, by, at: AT };
  const clicks = before.map((one) => ({ by: one, at: AT }));
  const answers = await approver.resume({ ...suspended, clicks }, requests, { ...QUIET, click });
  return { answers, trail, github, shown, check };
}

describe('a click on a button', () => {
  test('approves every call, and the trail has the check run', async () => {
    const { answers, trail, github, check } = await clicked('approve', BOB);
    const by = { login: 'bob', id: 2, permission: 'write', commentId: null, commentUrl: null };
    expect(answers).toMatchObject(requests.map(() => ({ kind: 'approved', by: [by] })));
    expect(trail.of('approval.decision')).toMatchObject(
      requests.map(({ id }) => ({
        approval: id,
        decision: 'approve',
        counted: true,
        comment: null,
        check: { id: 5, url: check.url, app: 15_368, heardAt: AT },
      })),
    );
    expect([...github.reactions.values()].flatMap((names) => [...names])).toEqual(['rocket']);
  });

  test('that counts takes the place of one that did not, also in the check run', async () => {
    const { answers, shown } = await clicked('approve', BOB, [MALLORY]);
    expect(answers).toMatchObject(requests.map(() => ({ kind: 'approved' })));
    expect(shown.at(-1)?.conclusion).toBe('success');
    expect(shown.at(-1)?.summary).not.toContain('was not counted');
  });

  test('denies every call', async () => {
    const { answers } = await clicked('deny', CAROL);
    expect(answers).toMatchObject(requests.map(() => ({ kind: 'denied', by: { login: 'carol' } })));
  });

  test.each([
    { by: MALLORY, login: 'mallory', reason: 'its author has the permission read' },
    { by: null, login: 'ghost', reason: 'its author no longer exists' },
  ])('by $login does not count, and the check run says why', async ({ by, login, reason }) => {
    const { answers, trail, github, shown } = await clicked('approve', by);
    expect(answers).toMatchObject(requests.map(() => ({ kind: 'suspended' })));
    expect(trail.of('approval.decision')).toMatchObject(
      requests.map(() => ({ counted: false, by: { login, id: by?.id ?? null } })),
    );
    expect(shown.at(-1)?.summary).toContain(`The click by \`@${login}\` was not counted`);
    expect(shown.at(-1)?.summary).toContain(reason);
    expect(github.replies()).toEqual([]);
  });
});
