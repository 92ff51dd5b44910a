import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { someOf } from '../properties.ts';
import { cli, finish, openRepository } from './harness.ts';

const FAULTS = [
  [
    'refuses',
    {
      match: /CreateArtifact/,
      times: 50,
      status: 403,
      body: { code: 'permission_denied', msg: 'quota exceeded' },
    },
  ],
  ['is not there', { match: /twirp/, times: 50, drop: true }],
] as const;

test.concurrent.each(someOf(FAULTS, 1))(
  'an artifact service that %s changes no outcome; the trail stays and verifies',
  { timeout: 90_000 },
  async (_name, fault) => {
    await using repository = await openRepository();
    repository.github.fail(fault);
    const end = await repository.runStep({ turns: [finish('All done.')] });
    expect(end.outputs['outcome'], end.log).toBe('done');
    expect(end.exitCode).toBe(0);
    expect(end.log).toContain('::warning::The audit trail was not uploaded');
    expect(end.summary).toContain('not uploaded');
    expect(end.outputs['audit-artifact-id']).toBe('');
    const kept = join(repository.folder, 'kept');
    await cp(end.outputs['audit-path'] ?? '', kept, { recursive: true });
    const verdict = await cli([
      'audit',
      'verify',
      kept,
      '--require-end',
      '--head',
      end.outputs['audit-head'] ?? '',
    ]);
    expect(verdict.code, verdict.out).toBe(0);
  },
);

test.concurrent('a step without the artifact service says what is missing', async () => {
  await using repository = await openRepository();
  const end = await repository.runStep({
    turns: [finish('All done.')],
    environment: { ACTIONS_RUNTIME_TOKEN: '', ACTIONS_RESULTS_URL: '' },
  });
  expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'done' } });
  expect(end.summary).toContain('ACTIONS_RUNTIME_TOKEN');
});
