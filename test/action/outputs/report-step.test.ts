/** Whole steps that end with a suspended run, which the next job can resume as soon as its checkpoint is uploaded. */
import { afterAll, expect, test } from 'vitest';
import {
  MAINTAINER,
  OUTSIDER,
  removeTemplates,
  runStage,
  type StageEnd,
} from '../faults/stages.ts';

afterAll(removeTemplates);

const SUSPENDED = { stage: 'suspend', by: MAINTAINER } as const;

/** What the step changed on GitHub after its upload was complete. */
function changedAfterUpload({ requests }: StageEnd): readonly string[] {
  const uploaded = requests.findIndex(({ path }) => path.endsWith('/FinalizeArtifact'));
  expect(uploaded).toBeGreaterThan(0);
  return requests
    .slice(uploaded + 1)
    .filter(({ method, path }) => method !== 'GET' && !path.includes('ArtifactService'))
    .map(({ method, path }) => `${method} ${path}`);
}

test('a suspended run changes nothing on GitHub once its checkpoint is uploaded, because another job may have the run then', async () => {
  const end = await runStage({ ...SUSPENDED, inputs: { 'retention-days': '3' } });
  expect(end, end.log).toMatchObject({ outcome: 'awaiting-approval', thrown: null });
  expect(changedAfterUpload(end)).toEqual([]);
  expect(end.saved).toMatchObject({ finished: 'true' });
  expect(end.tracking).toContain('**Countersign: awaiting-approval**');
  expect(end.tracking).toMatch(/\[audit trail\]\(http[^)]*\/actions\/runs\/701#artifacts\)/);
  expect(end.requests.some(({ path }) => path.endsWith('/check-runs'))).toBe(true);
  expect(end.log).toContain('its checkpoint is kept for only 3 days');
}, 60_000);

test('nor does its post step, even if its tracking comment could not be written before', async () => {
  const fault = { match: /^PATCH .*\/issues\/comments\/2005/, status: 403, times: 99 };
  const end = await runStage({ ...SUSPENDED, fault });
  expect(end.outcome, end.log).toBe('awaiting-approval');
  expect(end.log).toContain('The final tracking comment could not be written');
  expect(changedAfterUpload(end)).toEqual([]);
  expect(end.saved).toMatchObject({ finished: 'true' });
}, 60_000);

test('a suspended run whose checkpoint cannot be uploaded says so everywhere', async () => {
  const body = { code: 'permission_denied', msg: 'no storage left' };
  const fault = { match: /CreateArtifact/, status: 403, times: 99, body };
  const end = await runStage({ ...SUSPENDED, fault });
  expect(end.outcome, end.log).toBe('error');
  expect(end.outputs).toMatchObject({ 'pending-approvals': '', 'audit-artifact-id': '' });
  expect(end.tracking).toContain('❌ **Countersign: error**');
  expect(end.tracking).not.toContain('[audit trail]');
  expect(end.tracking).toContain('No answer can resume the run');
  expect(end.tracking).not.toContain('Waiting for an answer');
  expect(end.tracking).not.toContain('/approve');
  expect(end.asked).toContain('could not be uploaded');
  expect(end.checks).toEqual([
    expect.stringMatching(/^failure: ❌ error: .*could not be uploaded/) as string,
  ]);
}, 60_000);

test('a run whose call nobody approved says so where people look first, whatever its agent says', async () => {
  const end = await runStage({ stage: 'start', by: OUTSIDER });
  expect(end.outcome, end.log).toBe('denied');
  expect(end.tracking).toMatch(
    /\*\*These calls needed an approval and got none\*\*\n\n- \[`ap-\w{8}`\]\(\S+#issuecomment-\d+\) `bash_run` .*: add `bash_run\(echo made\)` to `auto`/,
  );
  expect(end.checks).toEqual([
    'failure: ⛔ denied: not run: bash_run (nobody approved it). The run says: Made.',
  ]);
}, 60_000);

test('nobody is said to have refused what they approved, if the approval could not be claimed', async () => {
  const fault = { match: /^POST .*\/comments\/\d+\/reactions/, times: 99, status: 422 };
  const end = await runStage({ stage: 'start', by: MAINTAINER, fault });
  expect(end.outcome, end.log).toBe('denied');
  expect(end.tracking).toContain('The approval could not be claimed');
  expect(end.checks).toEqual([
    'failure: ⛔ denied: not run: bash_run (its approval did not count). The run says: Made.',
  ]);
}, 60_000);

test('an approval comment whose last update GitHub did not take is updated once more when the run has ended', async () => {
  const fault = { match: /^PATCH .*\/issues\/comments\/2006/, times: 1, status: 403 };
  const end = await runStage({ stage: 'start', by: MAINTAINER, fault });
  expect(end.outcome, end.log).toBe('done');
  expect(end.entries).toContainEqual(
    expect.objectContaining({ type: 'warning', code: 'approval-comment-not-updated' }),
  );
  expect(end.asked).toContain('nothing here is waiting for an answer');
  expect(end.asked).toMatch(/approve by `@?octo-maintainer`; it ran/);
}, 60_000);
