/** Buttons beside comments: a check run of the repository's own App, and presses of its buttons. */
import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  MAINTAINER,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';
import { APP, buttonsOf, press, WITH_APP } from './button-click.ts';
import {
  approvalCommentOn,
  job,
  MADE,
  nothingMade,
  policyOf,
  refusalsIn,
  say,
  SUSPENDING,
} from './suspended.ts';
import { nightly } from '../properties.ts';

/** Four jobs one after another, on a machine with other work. */
const SLOW_MS = 120_000;

test.concurrent("an approval request gets a check run whose buttons resume the run: approved once, by the event's sender", async () => {
  await using repository = await openRepository(WITH_APP);
  await expectEnd(await job(repository, 901), { outcome: 'awaiting-approval', exitCode: 0 });
  const asked = buttonsOf(repository);
  expect(asked.conclusion).toBe('action_required');
  expect(asked.buttons.map(({ label }) => label)).toEqual(['Approve all', 'Deny all']);
  expect(asked.summary).toContain('echo made >> src/made.txt');
  expect(approvalCommentOn(repository).body).toContain(`runs/${asked.id}`);
  const event = press(repository, 'Approve all');
  const end = await job(repository, 902, { event });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/made.txt')).toBe('made\n');
  const [decision] = entriesOf(end, 'approval.decision');
  expect(decision).toMatchObject({
    decision: 'approve',
    counted: true,
    by: { login: MAINTAINER },
    permission: 'maintain',
    comment: null,
    check: { id: asked.id, app: 770_001 },
  });
  expect(buttonsOf(repository)).toMatchObject({ conclusion: 'success', buttons: [] });
  expect(buttonsOf(repository).title).toContain(`@${MAINTAINER}`);
  // The same event again, as where somebody runs the job of the press once more.
  expect((await job(repository, 903, { event })).outputs['outcome']).toBe('skipped');
  expect(buttonsOf(repository)).toMatchObject({ conclusion: 'success', buttons: [] });
});

nightly.concurrent(
  'the button that denies ends the request, and the check run says who denied it',
  async () => {
    await using repository = await openRepository(WITH_APP);
    const turns = [MADE, finish('Left out.', 'incomplete')];
    await job(repository, 911, { turns });
    const end = await job(repository, 912, { turns, event: press(repository, 'Deny all') });
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
    expect(statesOf(end, 'c2').at(-1)).toBe('DENIED');
    expect(buttonsOf(repository)).toMatchObject({ conclusion: 'neutral', buttons: [] });
    expect(buttonsOf(repository).title).toContain(`Denied by`);
    await nothingMade(repository);
  },
);

nightly.concurrent(
  'a click while the job still waits: it suspends the run, and the job of the click resumes it',
  async () => {
    await using repository = await openRepository({
      ...WITH_APP,
      policy: policyOf('wait: 60s, then: suspend'),
    });
    const first = job(repository, 921);
    while (repository.approvalComments().length === 0)
      await new Promise((resolve) => setTimeout(resolve, 100));
    const second = job(repository, 922, { event: press(repository, 'Approve all'), runner: 'two' });
    await expectEnd(await first, { outcome: 'awaiting-approval', exitCode: 0 });
    await expectEnd(await second, { outcome: 'done', exitCode: 0 });
  },
);

nightly.concurrent(
  'two concurrent clicks: one effect, and the other job ends as skipped',
  async () => {
    await using repository = await openRepository(WITH_APP);
    await job(repository, 931);
    const event = press(repository, 'Approve all');
    const ends = await Promise.all([
      job(repository, 932, { event, runner: 'one' }),
      job(repository, 933, { event, runner: 'two' }),
    ]);
    expect(ends.map(({ outputs }) => outputs['outcome'])).toEqual(
      expect.arrayContaining(['done', 'skipped']),
    );
    expect(ends.filter((end) => statesOf(end, 'c2').includes('EXECUTING'))).toHaveLength(1);
  },
);

test.concurrent(
  'a click and a comment are two people, one person with both is one',
  async () => {
    const policy = policyOf('wait: 1s, then: suspend, count: 2');
    await using repository = await openRepository({ ...WITH_APP, policy });
    repository.github.person('octo-second', 'write');
    await job(repository, 941);
    const pressed = await job(repository, 942, { event: press(repository, 'Approve all') });
    await expectEnd(pressed, { outcome: 'awaiting-approval', exitCode: 0 });
    expect(buttonsOf(repository).summary).toContain('1 of 2');
    const same = await job(repository, 944, { event: await say(repository, '/approve all') });
    await expectEnd(same, { outcome: 'awaiting-approval', exitCode: 0 });
    const other = await say(repository, '/approve all', { login: 'octo-second' });
    await expectEnd(await job(repository, 945, { event: other }), { outcome: 'done', exitCode: 0 });
  },
  SLOW_MS,
);

nightly.concurrent(
  'the approver of a click is checked again at a second answer: a former approver does not count',
  async () => {
    const policy = policyOf('wait: 1s, then: suspend, count: 2');
    await using repository = await openRepository({ ...WITH_APP, policy });
    repository.github.person('octo-second', 'write');
    await job(repository, 951);
    await job(repository, 952, { event: press(repository, 'Approve all') });
    repository.github.person(MAINTAINER, 'read');
    const event = press(repository, 'Approve all', { login: 'octo-second' });
    const end = await job(repository, 953, { event });
    await expectEnd(end, { outcome: 'awaiting-approval', exitCode: 0 });
    expect(refusalsIn(end)).toContain('permission read');
    await nothingMade(repository);
  },
);

nightly.concurrent(
  "a workflow's own token, a person's, and a policy that does not suspend offer no buttons",
  async () => {
    for (const [index, options] of [
      { policy: SUSPENDING },
      { policy: SUSPENDING, github: { self: 'octo-owner', installation: false } },
      { ...WITH_APP, policy: policyOf('wait: 1s, then: deny') },
    ].entries()) {
      await using repository = await openRepository(options);
      await job(repository, 991 + index, {
        turns: [turn('', ['bash_run', { command: 'true' }]), finish('x')],
      });
      expect(repository.approvalComments()).toHaveLength(1);
      expect(repository.github.checkRuns().filter(({ name }) => name.includes('approval'))).toEqual(
        [],
      );
    }
  },
);

nightly.concurrent(
  'an App that may not create check runs asks only by comment, and the trail says why',
  async () => {
    const tokenPermissions = {
      contents: 'write',
      issues: 'write',
      actions: 'read',
      pull_requests: 'write',
    } as const;
    await using repository = await openRepository({
      ...WITH_APP,
      github: { self: APP, tokenPermissions },
    });
    const end = await job(repository, 995);
    await expectEnd(end, { outcome: 'awaiting-approval', exitCode: 0 });
    expect(entriesOf(end, 'warning').map(({ code }) => code)).toContain('buttons-not-offered');
    await expectEnd(await job(repository, 996, { event: await say(repository, '/approve all') }), {
      outcome: 'done',
      exitCode: 0,
    });
  },
);
