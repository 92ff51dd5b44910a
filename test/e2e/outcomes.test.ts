/** How an outcome is reported beside the step's own result: annotations on files, and a check run on the commit. */
import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import { expectEnd, finish, type Scene, scene, turn } from './harness.ts';
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

function outcomeChecks(at: Scene) {
  return at.github.checkRuns().filter(({ name }) => name === 'Countersign');
}

test.concurrent('a denied call is annotated on its file, in the log and on the check run of the outcome', async () => {
  await using at = await scene({ policy: DENYING });
  const end = await at.act({ turns: DENIED });
  await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
  expect(end.log).toMatch(/::warning title=fs_write was denied,file=\.github\/workflows\/x\.yml::/);
  expect(outcomeChecks(at)).toMatchObject([
    {
      conclusion: 'failure',
      headSha: at.stage.headSha,
      annotations: [
        { path: '.github/workflows/x.yml', annotation_level: 'warning', start_line: 1 },
      ],
    },
  ]);
  expect(outcomeChecks(at)[0]?.summary).toContain(end.outputs['audit-head']);
});

nightly.concurrent('a policy that is not valid is annotated on its line', async () => {
  await using at = await scene({ policy: 'version: 1\nmode: maybe\n' });
  const end = await at.act({ turns: [] });
  expect(end.outputs['outcome']).toBe('error');
  expect(end.log).toMatch(
    /::error title=The policy is not valid,file=\.github\/countersign\.yml,line=2::/,
  );
});

test.concurrent('one check run for a run of several jobs, updated by the job that ends it', async () => {
  await using at = await scene({ policy: SUSPENDING });
  await job(at, 801);
  expect(outcomeChecks(at)).toMatchObject([{ conclusion: 'action_required', annotations: [] }]);
  await job(at, 802, { event: await say(at, `/approve ${approvalCommentOn(at).ids[0]}`) });
  expect(outcomeChecks(at)).toMatchObject([{ conclusion: 'success' }]);
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
    await using at = await scene(
      permissions === null ? {} : { github: { tokenPermissions: permissions } },
    );
    const end = await at.act({ turns: [finish('Done.')], inputs });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(outcomeChecks(at)).toEqual([]);
    expect(end.log.split('was not published as a check run').length - 1).toBe(lines);
  },
);

test.concurrent('the input fail-on decides which outcomes fail the step, and the check run says so', async () => {
  await using at = await scene();
  const endOf = async (failOn: string, event = at.ask()) =>
    await at.act({
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
    expect(outcomeChecks(at).at(-1), failOn).toMatchObject({ conclusion });
  }
  const skipped = await endOf('skipped', at.ask('Just talking.'));
  expect(skipped).toMatchObject({ exitCode: 1, outputs: { outcome: 'skipped' } });
  expect(outcomeChecks(at)).toHaveLength(3);
});
