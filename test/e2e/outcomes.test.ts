/** How an outcome is reported beside the step's own result: annotations on files, and a check run on the commit. */
import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import { expectEnd, finish, type TestRepository, openRepository, turn } from './harness.ts';
import { approvalCommentOn, job, say, SUSPENDING } from './suspended.ts';

const DENIED = [
  turn('No.', ['fs_write', { path: '.github/workflows/x.yml', content: 'x' }]),
  finish('It may not be.', 'incomplete'),
];
const DENYING = `version: 1
mode: ask
auto:
  - kind:readonly
deny:
  - fs_write(.github/**)
sandbox: off
`;

function outcomeChecks(repository: TestRepository) {
  return repository.github.checkRuns().filter(({ name }) => name === 'Countersign');
}

test.concurrent('a denied call is annotated on its file, in the log and on the check run of the outcome', async () => {
  await using repository = await openRepository({ policy: DENYING });
  const end = await repository.runStep({ turns: DENIED });
  await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
  expect(end.log).toMatch(/::warning title=fs_write was denied,file=\.github\/workflows\/x\.yml::/);
  expect(outcomeChecks(repository)).toMatchObject([
    {
      conclusion: 'failure',
      headSha: repository.runner.headSha,
      annotations: [
        { path: '.github/workflows/x.yml', annotation_level: 'warning', start_line: 1 },
      ],
    },
  ]);
  expect(outcomeChecks(repository)[0]?.summary).toContain(end.outputs['audit-head']);
});

nightly.concurrent('a policy that is not valid is annotated on its line', async () => {
  await using repository = await openRepository({ policy: 'version: 1\nmode: maybe\n' });
  const end = await repository.runStep({ turns: [] });
  expect(end.outputs['outcome']).toBe('error');
  expect(end.log).toMatch(
    /::error title=The policy is not valid,file=\.github\/countersign\.yml,line=2::/,
  );
});

test.concurrent('one check run for a run of several jobs, updated by the job that ends it', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 801);
  expect(outcomeChecks(repository)).toMatchObject([
    { conclusion: 'action_required', annotations: [] },
  ]);
  await job(repository, 802, {
    event: await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`),
  });
  expect(outcomeChecks(repository)).toMatchObject([{ conclusion: 'success' }]);
});

nightly.concurrent.each([
  [
    'may not make check runs',
    { contents: 'write', issues: 'write', actions: 'read' } as const,
    {},
    1,
  ],
  ['is told not to', null, { 'check-run': 'false' }, 0],
])(
  'a token that %s: no check run, nothing else is different',
  async (_what, permissions, inputs, lines) => {
    await using repository = await openRepository(
      permissions === null ? {} : { github: { tokenPermissions: permissions } },
    );
    const end = await repository.runStep({ turns: [finish('Done.')], inputs });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(outcomeChecks(repository)).toEqual([]);
    expect(end.log.split('was not published as a check run').length - 1).toBe(lines);
  },
);

test.concurrent('the input fail-on decides which outcomes fail the step, and the check run says so', async () => {
  await using repository = await openRepository();
  const endOf = async (failOn: string, event = repository.ask()) =>
    await repository.runStep({
      event,
      turns: [finish('Half.', 'incomplete')],
      inputs: { 'fail-on': failOn },
    });
  for (const [failOn, exitCode, conclusion] of [
    ['none', 0, 'neutral'],
    ['done, incomplete', 1, 'failure'],
    ['error', 0, 'neutral'],
  ] as const) {
    await expectEnd(await endOf(failOn), { outcome: 'incomplete', exitCode });
    expect(outcomeChecks(repository).at(-1), failOn).toMatchObject({ conclusion });
  }
  const skipped = await endOf('skipped', repository.ask('Just talking.'));
  expect(skipped).toMatchObject({ exitCode: 1, outputs: { outcome: 'skipped' } });
  expect(outcomeChecks(repository)).toHaveLength(3);
});
