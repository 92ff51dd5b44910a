import { expect, test } from 'vitest';
import { loadPolicy } from '../../../src/policy/index.ts';
import type { Job } from '../../../src/session/job.ts';
import { runIdentityOf } from '../../../src/session/suspend/snapshot.ts';
import { stateOf } from '../../checkpoint/states.ts';

const loaded = loadPolicy('version: 1\n', { file: 'policy.yml' });
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
const { policy } = loaded;
const { run, repository, headSha, request, requester, instructions, workflow, marker } = stateOf();

function identityOf(over: Partial<Pick<Job, 'requesterId' | 'headSha' | 'repository'>>) {
  const job = { run, repository, headSha, request, requester, instructions, policy, ...over };
  return runIdentityOf(job as unknown as Job, { suspension: { secret: 'x', workflow }, marker });
}

test('a checkpoint has the account of whoever asked for the run, by its number: a login can pass to somebody else', () => {
  expect(identityOf({ requesterId: 7 })).toMatchObject({ requester, requesterId: 7 });
  for (const requesterId of [0, 1])
    expect(identityOf({ requesterId })).toMatchObject({ requesterId });
  expect(identityOf({ requesterId: null })).not.toHaveProperty('requesterId');
});

test('a run without a repository or a commit cannot be suspended', () => {
  expect(() => identityOf({ headSha: null })).toThrow('cannot be suspended');
  expect(() => identityOf({ repository: null })).toThrow('cannot be suspended');
});
