import { afterAll, expect, test } from 'vitest';
import { MAINTAINER, removeTemplates, runStage } from './faults/stages.ts';

afterAll(removeTemplates);

test('a run that fails before it begins says so where it was asked', async () => {
  const body = { message: 'Resource not accessible by integration' };
  const fault = { match: /contents\/.*countersign\.yml/, status: 403, times: 99, body };
  const end = await runStage({ stage: 'start', by: MAINTAINER, fault });
  expect(end.outcome).toBe('error');
  expect(end.last).toContain('**Countersign: error**');
  expect(end.last).toContain('`contents: read`');
}, 60_000);

test('more files than one push takes are pushed by several commits of one branch', async () => {
  const end = await runStage({ stage: 'apply', by: MAINTAINER, removes: 101 });
  expect(end, end.log).toMatchObject({ outcome: 'done', pushes: 2, pulls: 1 });
});
