/** Reviews of the pull request as answers, to a job that waits and to a suspended run. */
import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  type Event,
  finish,
  inWorkspace,
  MAINTAINER,
  REQUESTER,
  type TestRepository,
  openRepository,
  pullOfTopic,
} from './harness.ts';
import { job, nothingMade, onApprovalComment, pause, policyOf, TURNS } from './suspended.ts';
import { nightly } from '../properties.ts';
import { addReview, dismissReview, reviewEvent } from '../testing/github-server/events.ts';

type State = Parameters<typeof addReview>[1]['state'];
const AUTHOR = 'octo-author';
/** GitHub's times have whole seconds: a review in the second of the approval comment may be older. */
const DELAY_MS = 1_200;

async function pullRequest(
  repository: TestRepository,
): Promise<{ readonly number: number; readonly event: Event }> {
  repository.github.person(AUTHOR, 'write');
  const headSha = await repository.runner.commit('topic', { 'src/a.txt': 'of the pull request\n' });
  const { number } = pullOfTopic(repository, { headSha, author: AUTHOR });
  return { number, event: repository.ask('/countersign do it', number) };
}

function reviewed(
  repository: TestRepository,
  number: number,
  state: State,
  login = MAINTAINER,
): Event {
  const { id } = addReview(repository.github, { login, number, state });
  return {
    name: 'pull_request_review',
    payload: reviewEvent(repository.github, number, id, 'submitted'),
  };
}

nightly.concurrent(
  'a job that waits takes an approving review of the head for an answer',
  async () => {
    await using repository = await openRepository({
      policy: policyOf('wait: 30s, then: deny, reviews: true'),
    });
    const { number, event } = await pullRequest(repository);
    onApprovalComment(repository, async ({ body }) => {
      await pause(DELAY_MS);
      expect(body).toContain('review this pull request');
      reviewed(repository, number, 'COMMENTED');
      reviewed(repository, number, 'APPROVED', AUTHOR);
      reviewed(repository, number, 'APPROVED', REQUESTER);
      reviewed(repository, number, 'APPROVED');
    });
    const end = await job(repository, 601, { event });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(
      entriesOf(end, 'approval.decision').map(({ by, counted, review }) => [
        by.login,
        counted,
        review?.commit.length,
      ]),
    ).toEqual([
      [AUTHOR, false, 40],
      [REQUESTER, false, 40],
      [MAINTAINER, true, 40],
    ]);
  },
);

test.concurrent('a review resumes a suspended run, and only one by somebody who may approve lets it continue', async () => {
  await using repository = await openRepository({
    policy: policyOf('wait: 1s, then: suspend, reviews: true'),
  });
  const { number, event } = await pullRequest(repository);
  await job(repository, 611, { event });
  await pause(DELAY_MS);
  const refused = await job(repository, 612, {
    event: reviewed(repository, number, 'APPROVED', AUTHOR),
  });
  expect(refused.outputs['outcome']).toBe('awaiting-approval');
  const older = addReview(repository.github, {
    login: MAINTAINER,
    number,
    state: 'APPROVED',
    commit: 'b'.repeat(40),
  });
  dismissReview(
    repository.github,
    number,
    addReview(repository.github, { login: MAINTAINER, number, state: 'APPROVED' }).id,
  );
  const payload = reviewEvent(repository.github, number, older.id, 'submitted');
  const still = await job(repository, 613, { event: { name: 'pull_request_review', payload } });
  expect(still.outputs['outcome']).toBe('awaiting-approval');
  const resumed = await job(repository, 614, { event: reviewed(repository, number, 'APPROVED') });
  await expectEnd(resumed, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/made.txt')).toBe('made\n');
});

nightly.concurrent('a request for changes denies the calls of a suspended run', async () => {
  await using repository = await openRepository({
    policy: policyOf('wait: 1s, then: suspend, reviews: true'),
  });
  const { number, event } = await pullRequest(repository);
  await job(repository, 621, { event });
  await pause(DELAY_MS);
  const turns = [TURNS[0] ?? {}, finish('Left out.', 'incomplete')];
  const end = await job(repository, 622, {
    event: reviewed(repository, number, 'CHANGES_REQUESTED'),
    turns,
  });
  expect(entriesOf(end, 'approval.decision')).toMatchObject([
    { decision: 'deny', counted: true, by: { login: MAINTAINER } },
  ]);
  await nothingMade(repository);
});

nightly.concurrent('without the policy a review starts nothing and answers nothing', async () => {
  await using repository = await openRepository({ policy: policyOf('wait: 1s, then: suspend') });
  const { number, event } = await pullRequest(repository);
  await job(repository, 631, { event });
  await pause(DELAY_MS);
  const end = await job(repository, 632, { event: reviewed(repository, number, 'APPROVED') });
  expect(end.outputs['outcome']).toBe('skipped');
  expect(repository.github.log.filter(({ path }) => path.endsWith('/reviews'))).toEqual([]);
  await nothingMade(repository);
});
