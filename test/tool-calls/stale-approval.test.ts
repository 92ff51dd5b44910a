import { expect, test } from 'vitest';
import { approvalDigest, type ApprovalRequest } from '../../src/approvals/index.ts';
import type { Entry } from '../../src/audit/index.ts';
import { answering, setUpCalls, looseTool, requestOf, runCalls } from './context.ts';

/** The digest of the policy that the verdicts name. */
function policyOf(entries: readonly Entry[]): string {
  return entries.find((entry) => entry.type === 'call.verdict')?.policySha256 ?? '';
}

const TIGHTENED = 'version: 1\nmode: ask\nwhenUntrusted: { mode: deny }\n';

test('an approved call that the policy denies by then does not run, and nobody is asked about it again', async () => {
  let effects = 0;
  let asked = 0;
  const setup = await setUpCalls({
    policy: TIGHTENED,
    tools: [
      looseTool(
        'write',
        () => {
          effects += 1;
          return 'written';
        },
        { kind: 'write' },
      ),
    ],
    approver: (trail) =>
      answering(
        trail,
        () => {
          asked += 1;
          return 'approve';
        },
        () =>
          void setup.untrusted.push({
            source: 'issue #7',
            author: 'mallory',
            because: 'no write access',
            sha256: '0'.repeat(64),
          }),
      ),
  });
  const request = requestOf('write', {});
  const { finished } = await runCalls(setup.context, [request]);
  expect(effects).toBe(0);
  expect(asked).toBe(1);
  expect(finished).toMatchObject([{ state: 'DENIED', refusal: 'policy' }]);
  expect(JSON.stringify(finished)).toContain('no longer possible: the policy now denies it');
  const entries = setup.entries();
  expect(entries.filter(({ type }) => type === 'approval.consumed')).toEqual([]);
  const verdicts = entries.flatMap((entry) =>
    entry.type === 'call.verdict' ? [entry.verdict] : [],
  );
  expect([verdicts[0], verdicts.at(-1)]).toEqual(['requireApproval', 'deny']);
  await setup.verified('denied');
});

test('the digest of a call covers the head of its run', async () => {
  const asked: ApprovalRequest[] = [];
  const headSha = 'e'.repeat(40);
  const setup = await setUpCalls({
    tools: [looseTool('write', () => 'written', { kind: 'write' })],
    approver: {
      ask: async (requests) => {
        asked.push(...requests);
        return requests.map((request) => ({ kind: 'suspended', request }));
      },
    },
    over: { headSha },
  });
  const request = requestOf('write', { n: 1 });
  const { suspended } = await runCalls(setup.context, [request]);
  const digest = approvalDigest({
    tool: 'write',
    input: { n: 1 },
    policySha256: policyOf(setup.entries()),
    headSha,
    run: 'run-0123456789abcdef',
    call: request.id,
    nonce: suspended?.calls[0]?.nonce ?? '',
  });
  expect(asked.map((one) => one.digest)).toEqual([digest]);
});

test('the digest of a command covers the profile of its sandbox and the files that its words name', async () => {
  const asked: ApprovalRequest[] = [];
  const facts = { command: 'npm test' };
  const setup = await setUpCalls({
    tools: [looseTool('bash_run', () => 'ran', { kind: 'execute', facts: () => facts })],
    approver: {
      ask: async (requests) => {
        asked.push(...requests);
        return requests.map((request) => ({ kind: 'suspended', request }));
      },
    },
  });
  setup.files.set('package.json', 'd'.repeat(64));
  const request = requestOf('bash_run', facts);
  const { suspended } = await runCalls(setup.context, [request]);
  const [first] = asked;
  const profile = { name: 'program', write: [], show: [], network: true } as const;
  expect(first?.verdict.profile).toEqual(profile);
  const digest = approvalDigest({
    tool: 'bash_run',
    input: facts,
    policySha256: policyOf(setup.entries()),
    headSha: setup.context.headSha,
    run: setup.context.run,
    call: request.id,
    nonce: suspended?.calls[0]?.nonce ?? '',
    files: { npm: null, 'package.json': 'd'.repeat(64), test: null },
    profile,
  });
  expect(first?.digest).toBe(digest);
});

test.each([
  { files: 2_000, state: 'COMPLETED' },
  { files: 2_001, state: 'DENIED' },
])('an approval of $files files ends as $state', async ({ files, state }) => {
  const paths = Array.from({ length: files }, (_, index) => ({
    path: `${index}.txt`,
    access: 'write' as const,
  }));
  const tool = looseTool('write', () => 'written', { kind: 'write', facts: () => ({ paths }) });
  const setup = await setUpCalls({ tools: [tool] });
  const { finished } = await runCalls(setup.context, [requestOf('write', {})]);
  expect(finished).toMatchObject([{ state }]);
});

test('a call that needs other people once untrusted content was read is asked again', async () => {
  const asked: ApprovalRequest[] = [];
  const setup = await setUpCalls({
    policy: `version: 1
mode: auto
requireApproval: [{ rule: write, from: [read], self: true }]
whenUntrusted: { mode: auto, requireApproval: [{ rule: write, from: [admin], count: 2 }] }
`,
    tools: [looseTool('write', () => 'written', { kind: 'write' })],
    approver: (trail) =>
      answering(
        trail,
        (request) => {
          asked.push(request);
          return 'approve';
        },
        () => {
          if (asked.length > 0) return;
          setup.untrusted.push({
            source: 'issue #7',
            author: 'mallory',
            because: 'no write access',
            sha256: '0'.repeat(64),
          });
        },
      ),
  });
  const { finished } = await runCalls(setup.context, [requestOf('write', {})]);
  expect(finished).toMatchObject([{ state: 'COMPLETED' }]);
  expect(asked.map(({ needs }) => needs)).toMatchObject([
    { from: [['read']], count: 1, self: true },
    { from: [['read'], ['admin']], count: 2, self: false },
  ]);
  expect(asked[0]?.digest).not.toBe(asked[1]?.digest);
  // The trail has the verdict that needs them before it says that the first approval is void.
  const types = setup.entries().map(({ type }) => type);
  const between = types.slice(types.indexOf('approval.asked'), types.indexOf('approval.void'));
  expect(between).toContain('call.verdict');
  await setup.verified('done');
});

test('calls that ran before another one is asked about again keep their results if the run is then suspended', async () => {
  const setup = await setUpCalls({
    tools: [
      looseTool('write', (input) => `wrote ${String(input['path'])}`, {
        kind: 'write',
        facts: ({ path }) => ({ paths: [{ path: String(path), access: 'write' }] }),
      }),
    ],
    approver: (trail) =>
      answering(
        trail,
        (_request, round) => (round === 1 ? 'approve' : 'suspend'),
        () => void setup.files.set('b.txt', 'd'.repeat(64)),
      ),
  });
  const [first, second] = ['a.txt', 'b.txt'].map((path) => requestOf('write', { path }));
  const { finished, suspended } = await runCalls(
    setup.context,
    [first, second].flatMap((one) => one ?? []),
  );
  expect(finished).toMatchObject([{ request: { id: first?.id }, state: 'COMPLETED' }]);
  expect(suspended?.calls).toMatchObject([{ request: { id: second?.id } }]);
});

test('a call that only a hook asks about is asked for again as the hook said, though the policy lets it run', async () => {
  const asked: ApprovalRequest[] = [];
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: ask\nauto: [write]\n',
    tools: [
      looseTool('write', () => 'written', {
        kind: 'write',
        facts: () => ({ paths: [{ path: 'a.txt', access: 'write' }] }),
      }),
    ],
    over: {
      hooks: [{ name: 'careful', preToolUse: () => ({ decision: 'ask', reason: 'too risky' }) }],
    },
    approver: (trail) =>
      answering(
        trail,
        (request) => {
          asked.push(request);
          return 'approve';
        },
        () => void (asked.length === 0 && setup.files.set('a.txt', 'd'.repeat(64))),
      ),
  });
  const { finished } = await runCalls(setup.context, [requestOf('write', {})]);
  expect(finished).toMatchObject([{ state: 'COMPLETED' }]);
  expect(asked).toHaveLength(2);
  for (const { verdict } of asked)
    expect(verdict).toMatchObject({
      verdict: 'requireApproval',
      because: 'A hook decided: too risky',
    });
});
