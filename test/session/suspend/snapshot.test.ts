import { expect, test } from 'vitest';
import {
  type AgentState,
  type BudgetLimits,
  createConversation,
} from '../../../src/agent/index.ts';
import { loadPolicy } from '../../../src/policy/index.ts';
import type { Job } from '../../../src/session/job.ts';
import {
  finishedState,
  type RunProgress,
  runIdentityOf,
  runSnapshotOf,
} from '../../../src/session/suspend/snapshot.ts';
import { stateOf } from '../../checkpoint/states.ts';

const loaded = loadPolicy('version: 1\n', { file: 'policy.yml' });
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
const { policy } = loaded;
const { run, repository, headSha, request, requester, instructions, workflow, marker } = stateOf();

function identityOf(over: Partial<Pick<Job, 'requesterId' | 'headSha' | 'repository' | 'policy'>>) {
  const absent = { requesterId: null, outputSchema: null };
  const known = { run, repository, headSha, request, requester, instructions, policy };
  const job = { ...known, ...absent, ...over };
  return runIdentityOf(job as unknown as Job, { suspension: { secret: 'x', workflow }, marker });
}

test('a checkpoint has the account of whoever asked for the run, by its number: a login can pass to somebody else', () => {
  expect(identityOf({ requesterId: 7 })).toMatchObject({ requester, requesterId: 7 });
  for (const requesterId of [0, 1])
    expect(identityOf({ requesterId })).toMatchObject({ requesterId });
  expect(identityOf({ requesterId: null })).not.toHaveProperty('requesterId');
});

test('a checkpoint has the commit of each baseline, so that the policy is read there again', () => {
  expect(identityOf({})).not.toHaveProperty('baselines');
  const [own] = policy.layers;
  if (own === undefined) throw new Error('The policy has no layer.');
  const commit = 'c'.repeat(40);
  const shared = { ...own, file: 'octo/policies/agent.yml', origin: { commit } };
  const machine = { ...own, file: '/etc/countersign.yml', origin: undefined };
  const layers = [own, shared, machine] as unknown as typeof policy.layers;
  expect(identityOf({ policy: { ...policy, layers } })).toMatchObject({
    baselines: [
      { address: shared.file, commit },
      { address: machine.file, commit: null },
    ],
  });
});

test('a run without a repository or a commit cannot be suspended', () => {
  expect(() => identityOf({ headSha: null })).toThrow('cannot be suspended');
  expect(() => identityOf({ repository: null })).toThrow('cannot be suspended');
});

test('a checkpoint has each limit that was raised, and no other', () => {
  const job = { budget: { turns: 5, usd: 1, minutes: 9 } } as Job;
  const { messages, repeats, settled: _, ...standing } = stateOf();
  const state = {
    ...standing,
    conversation: createConversation({ messages, duplicates: repeats ?? {} }),
  };
  const raised = (limits: BudgetLimits) =>
    runSnapshotOf(
      job,
      state as unknown as AgentState,
      { ...standing, limits } as unknown as RunProgress,
    ).raised;
  expect(raised({ turns: 5, usd: 1.5, minutes: 9 })).toEqual({ usd: 1.5 });
  expect(raised({ turns: 8, usd: 1, minutes: 9 })).toEqual({ turns: 8 });
});

test('a finished call keeps its metadata in a checkpoint, and not what its turn alone needs', () => {
  const [call] = stateOf().settled;
  if (call === undefined) throw new Error('no call');
  const stored = { ...call, metadata: { exitCode: 1 } };
  expect(finishedState({ ...stored, contentSha256: 'a'.repeat(64), touched: ['a'] })).toEqual(
    stored,
  );
});
