/** Attacks on buttons: clicks by people who cannot approve, and forged events. */
import { expect, test } from 'vitest';
import { expectEnd, REQUESTER, openRepository, statesOf, OUTSIDER } from './harness.ts';
import { APP, buttonsOf, press, type Press, WITH_APP } from './button-click.ts';
import { approvalCommentOn, job, nothingMade, refusalsIn } from './suspended.ts';
import { nightly, someOf } from '../properties.ts';

test.concurrent.each(
  someOf(
    [
      ['a reader', OUTSIDER, 'permission read'],
      ['who asked for the run', REQUESTER, 'asked for this run'],
      ['the App itself', APP, 'a bot, not a person'],
      ['a bot', 'other[bot]', 'a bot, not a person'],
    ],
    1,
  ),
)('a press by %s approves nothing', async (_who, login, because) => {
  await using repository = await openRepository(WITH_APP);
  await job(repository, 961);
  const end = await job(repository, 962, { event: press(repository, 'Approve all', { login }) });
  expect(`${refusalsIn(end)}${end.log}`).toContain(because);
  expect(statesOf(end, 'c2')).not.toContain('EXECUTING');
  expect(buttonsOf(repository)).toMatchObject({ conclusion: 'action_required' });
  await nothingMade(repository);
  await expectEnd(await job(repository, 963, { event: press(repository, 'Approve all') }), {
    outcome: 'done',
    exitCode: 0,
  });
});

nightly.concurrent('the permission cannot be looked up: the click approves nothing', async () => {
  await using repository = await openRepository(WITH_APP);
  await job(repository, 971);
  repository.github.fail({
    match: /\/permission/,
    times: 9,
    status: 404,
    body: { message: 'Not Found' },
  });
  const end = await job(repository, 972, { event: press(repository, 'Approve all') });
  expect(refusalsIn(end)).toContain('could not be looked up');
  expect(buttonsOf(repository).summary).toContain('was not counted');
  await nothingMade(repository);
});

test.concurrent('forged events: another App, another check run, another question, another repository, another button', async () => {
  await using repository = await openRepository(WITH_APP);
  await job(repository, 981);
  const real: Press = press(repository, 'Approve all').payload;
  const { check_run: check } = real;
  const forged = [
    { ...real, check_run: { ...check, app: { ...check.app, slug: 'somebody-else' } } },
    { ...real, check_run: { ...check, app: { ...check.app, id: 666 } } },
    { ...real, check_run: { ...check, id: 666 } },
    { ...real, check_run: { ...check, head_sha: 'f'.repeat(40) } },
    { ...real, check_run: { ...check, external_id: '' } },
    { ...real, repository: { ...Object(real['repository']), full_name: 'octo-org/other' } },
    { ...real, requested_action: { identifier: `approve:${'0'.repeat(12)}` } },
    { ...real, requested_action: { identifier: 'lgtm|26764' } },
    { ...real, action: 'completed' },
  ];
  for (const [index, payload] of forged.entries()) {
    const event = { name: 'check_run', payload };
    const end = await job(repository, 982 + index, { event });
    expect(['skipped', 'error'], end.log).toContain(end.outputs['outcome']);
    expect(statesOf(end, 'c2')).not.toContain('EXECUTING');
  }
  expect(approvalCommentOn(repository).body).toContain('"state":"suspended"');
  await nothingMade(repository);
});
