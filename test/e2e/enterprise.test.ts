import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import { expectEnd, finish, MAINTAINER, openRepository, turn, verified } from './harness.ts';
import { KEY, SUSPENDING, TURNS, WORKFLOW } from './suspended.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTrail, trailBytes, verifyTrail } from '../../src/audit/index.ts';

const SERVER = { GITHUB_SERVER_URL: 'https://github.octo-corp.example' };

test.concurrent('on Enterprise Server a run uses its API, and says where the trail is that cannot be uploaded', async () => {
  await using repository = await openRepository();
  const end = await repository.runStep({
    environment: SERVER,
    turns: [turn('', ['fs_write', { path: 'src/b.txt', content: 'b\n' }]), finish('Written.')],
  });
  expect(end.outputs['outcome'], end.log).toBe('done');
  expect(end.exitCode).toBe(0);
  const folder = end.outputs['audit-path'] ?? '';
  const head = end.outputs['audit-head'] ?? '';
  expect(await verifyTrail(trailBytes(folder), { heads: [{ hash: head }] })).toMatchObject({
    kind: 'intact',
  });
  expect(end.outputs['audit-artifact-url']).toBe('');
  expect(end.log).toContain('not supported on GitHub Enterprise Server (github.octo-corp.example)');
  expect(end.log).toContain('audit-path');
  expect(end.summary).toContain('not uploaded');
  expect(end.summary).toContain('is beside the audit trail on the runner');
  expect(await readFile(join(folder, 'changes.patch'), 'utf8')).toContain('+b');
  const links = repository.github
    .commentsOn(repository.issue)
    .map(({ body }) => body)
    .join('\n');
  expect(links).toContain('https://github.octo-corp.example/octo-org/octo-repo/actions/runs/');
  expect(links).not.toContain('https://github.com/');
});

test.concurrent('without artifacts nothing is suspended: the call is denied after the wait', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  const end = await repository.runStep({
    environment: {
      ...SERVER,
      GITHUB_WORKFLOW_REF: `octo-org/octo-repo/${WORKFLOW}@refs/heads/main`,
    },
    inputs: { 'state-key': KEY },
    turns: [TURNS[0] ?? {}, finish('Not made.', 'incomplete')],
  });
  expect(end.outputs['outcome'], end.log).toBe('denied');
  expect(repository.approvalComments()[0]?.body).not.toContain('suspended');
  const types: string[] = [];
  for await (const entry of readTrail(end.outputs['audit-path'] ?? '')) types.push(entry.type);
  expect(types).not.toContain('run.suspended');
});

nightly.concurrent('approvals within the wait need no artifacts', async () => {
  await using repository = await openRepository();
  repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`, MAINTAINER);
  const end = await repository.runStep({
    environment: SERVER,
    turns: [turn('', ['bash_run', { command: 'echo x > src/x.txt' }]), finish('Made.')],
  });
  expect(end.outputs).toMatchObject({ outcome: 'done', 'calls-approved': '1' });
});

test.concurrent('on GitHub Enterprise Cloud artifacts work as on github.com', async () => {
  await using repository = await openRepository();
  const end = await repository.runStep({
    environment: { GITHUB_SERVER_URL: 'https://octo.ghe.com' },
    turns: [finish('Done.')],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(await verified(end, end.outputs['audit-head'] ?? '')).toMatchObject({ kind: 'intact' });
});
