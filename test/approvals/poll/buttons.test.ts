/** The check run with the buttons of an approval comment, from its creation to its end. */
import { describe, expect, test } from 'vitest';
import { CountersignError } from '../../../src/common/index.ts';
import { MemoryChecks } from '../memory-checks.ts';
import { BOB } from '../memory-github.ts';
import { QUIET, requestOf, testContext } from '../context.ts';

const request = requestOf();
const DOWN = new CountersignError('github-unreachable', 'down');

function withButtons(settings: NonNullable<Parameters<typeof testContext>[0]>['settings'] = {}) {
  const checks = new MemoryChecks();
  const buttons = { checks, headSha: checks.state.headSha };
  return { checks, ...testContext({ buttons, settings: { waitMs: 60_000, ...settings } }) };
}

test('the comment links its buttons, which go once it is decided, and the trail has both', async () => {
  const { checks, github, trail, approver } = withButtons();
  const { url } = checks.state;
  github.onPoll = (poll) => {
    if (poll !== 2) return;
    expect(github.approvalComment().body).toContain(`(${url})`);
    github.say(BOB, '/approve all');
  };
  expect(await approver.ask([request], QUIET)).toMatchObject([{ kind: 'approved' }]);
  expect(trail.of('github.write')).toMatchObject([
    { what: 'approval check run', id: 5, url },
    { what: 'approval comment' },
  ]);
  expect(github.approvalComment().body).toContain('"check":5');
  const [first, ...updates] = checks.shown;
  expect(first?.buttons).toHaveLength(2);
  expect(updates.at(-1)).toMatchObject({ conclusion: 'success', buttons: [] });
});

test('a comment without buttons names no check run', async () => {
  const { github, approver } = testContext({ settings: { waitMs: 0 } });
  await approver.ask([request], QUIET);
  expect(github.approvalComment().body).toContain('"check":null');
});

describe('a comment can be answered without them', () => {
  test('if GitHub does not create them', async () => {
    const { checks, github, trail, approver } = withButtons();
    checks.failing.set('createCheckRun', DOWN);
    github.onPoll = (poll) => void (poll === 2 && github.say(BOB, '/approve all'));
    expect(await approver.ask([request], QUIET)).toMatchObject([{ kind: 'approved' }]);
    expect(trail.of('warning')).toMatchObject([{ code: 'buttons-not-offered', message: 'down' }]);
    expect(checks.shown).toEqual([]);
  });

  test('if GitHub does not update them', async () => {
    const { checks, github, trail, approver } = withButtons();
    checks.failing.set('updateCheckRun', DOWN);
    github.onPoll = (poll) => void (poll === 2 && github.say(BOB, '/approve all'));
    expect(await approver.ask([request], QUIET)).toMatchObject([{ kind: 'approved' }]);
    expect(trail.of('warning')).toContainEqual(
      expect.objectContaining({ code: 'check-not-updated', message: 'down' }),
    );
  });

  test.each([
    new CountersignError('trail-unwritable', 'The disk is full.'),
    new Error('not of GitHub'),
  ])('but nobody is asked after an error that is not of GitHub: %s', async (error) => {
    const { checks, github, approver } = withButtons();
    checks.failing.set('createCheckRun', error);
    await expect(approver.ask([request], QUIET)).rejects.toBe(error);
    expect(github.all.size).toBe(0);
  });
});

describe('if the comment cannot be posted', () => {
  test('its buttons go, and the check run does not say how to answer: nobody would read it', async () => {
    const { checks, github, approver } = withButtons();
    github.failing.set('createComment', DOWN);
    const [answer] = await approver.ask([request], QUIET);
    expect(answer).toMatchObject({
      kind: 'unanswered',
      because: expect.stringContaining('nobody could be asked on #7: down'),
    });
    expect(checks.shown).toMatchObject([
      { buttons: [{}, {}] },
      {
        conclusion: 'neutral',
        title: 'Nothing waits for an answer',
        summary: 'nobody could be asked on #7: down',
        buttons: [],
      },
    ]);
  });

  test('buttons that GitHub does not remove are on record', async () => {
    const { checks, github, trail, approver } = withButtons();
    github.failing.set('createComment', DOWN);
    checks.failing.set('updateCheckRun', DOWN);
    expect(await approver.ask([request], QUIET)).toMatchObject([{ kind: 'unanswered' }]);
    expect(trail.of('warning')).toMatchObject([{ code: 'check-not-updated' }]);
  });
});

describe('a job that waits', () => {
  test('suspends the run for a job that has the click', async () => {
    const { checks, github, clock, approver } = withButtons({ then: 'suspend' });
    github.onPoll = (poll) => {
      if (poll === 3) checks.state = { ...checks.state, conclusion: null };
    };
    expect(await approver.ask([request], QUIET)).toMatchObject([{ kind: 'suspended' }]);
    expect(github.polls.count).toBe(3);
    expect(clock.monotonicMs()).toBeLessThan(10_000);
  });

  test.each<[string, (checks: MemoryChecks) => void]>([
    ['that nobody clicked', () => undefined],
    ['that it cannot read', (checks) => void checks.failing.set('checkRun', DOWN)],
  ])('waits on beside buttons %s', async (_what, act) => {
    const { checks, github, clock, approver } = withButtons({ then: 'suspend' });
    github.onPoll = (poll) => void (poll === 3 && act(checks));
    expect(await approver.ask([request], QUIET)).toMatchObject([{ kind: 'suspended' }]);
    expect(clock.monotonicMs()).toBe(60_000);
  });
});
