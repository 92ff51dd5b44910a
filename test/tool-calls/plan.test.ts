import { describe, expect, test } from 'vitest';
import type { ApprovalRequest } from '../../src/approvals/index.ts';
import type { Trail } from '../../src/audit/index.ts';
import type { Json } from '../../src/common/index.ts';
import { planTool } from '../../src/tools/index.ts';
import {
  answering,
  setUpCalls,
  looseTool,
  requestOf,
  runCalls,
  type CallSetupOptions,
} from './context.ts';

const POLICY = `version: 1
mode: ask
plan: required
deny: [write(secret/**)]
requireApproval: [{ rule: 'write(pay/**)', count: 2 }]
`;

/** Every call and what people were asked, after a plan that they approve. */
async function afterPlan(
  calls: Json,
  made: readonly Json[],
  options: CallSetupOptions & {
    readonly between?: (setup: Awaited<ReturnType<typeof setUpCalls>>) => void;
  } = {},
) {
  const asked: ApprovalRequest[] = [];
  const effects: Json[] = [];
  const write = looseTool(
    'write',
    (input) => {
      effects.push(input as Json);
      return 'written';
    },
    {
      kind: 'write',
      facts: ({ path }) => ({ paths: [{ path: String(path), access: 'write' }] }),
    },
  );
  const people = (trail: Trail) =>
    answering(trail, (request) => {
      asked.push(request);
      return request.tool === 'plan_submit' ? 'approve' : { deny: 'not planned' };
    });
  const setup = await setUpCalls({
    policy: POLICY,
    tools: [planTool({ onApproved: () => undefined }), write],
    approver: people,
    ...options,
  });
  const plan = requestOf('plan_submit', { plan: 'Change files.', calls });
  const first = await runCalls(setup.context, [plan]);
  options.between?.(setup);
  const { finished } = await runCalls(
    setup.context,
    made.map((input) => requestOf('write', input)),
  );
  return {
    setup,
    asked,
    effects,
    plan,
    submitted: first.finished[0],
    states: finished.map(({ state }) => state),
  };
}

describe('an approved plan', () => {
  const calls = [
    { tool: 'write', input: { path: 'a', text: 'exact' } },
    { rule: 'write(docs/**)' },
  ];

  test('lets its exact calls and the calls of its rules run, as often as they are made', async () => {
    const made = [
      { path: 'a', text: 'exact' },
      { path: 'docs/x' },
      { path: 'docs/y' },
      { path: 'a', text: 'exact' },
    ];
    const { setup, asked, effects, states, plan } = await afterPlan(calls, made);
    expect(states).toEqual(made.map(() => 'COMPLETED'));
    expect(effects).toEqual(made);
    expect(asked).toHaveLength(1);
    const verdicts = setup
      .entries()
      .flatMap((entry) => (entry.type === 'call.verdict' ? [entry] : []));
    const [adopted] = setup
      .entries()
      .flatMap((entry) => (entry.type === 'plan.approved' ? [entry] : []));
    expect(adopted).toMatchObject({
      call: plan.id,
      lines: [{ tool: 'write' }, { rule: 'write(docs/**)' }],
    });
    expect(
      verdicts.slice(1).map((entry) => [entry.list, entry.plan?.lines, entry.plan?.sha256]),
    ).toEqual([1, 2, 2, 1].map((line) => ['plan', [line], adopted?.sha256]));
    await setup.verified('done');
  });

  test('shows people each call as it would be asked for, and each rule', async () => {
    const { asked } = await afterPlan(calls, []);
    expect(asked[0]?.preview.text).toContain('Change files.');
    expect(asked[0]?.preview.text).toContain('1. Exactly this call of write');
    expect(asked[0]?.preview.text).toContain('"text": "exact"');
    expect(asked[0]?.preview.text).toContain(
      '2. Every call that only this rule is missing for: write(docs/**)',
    );
  });

  test.each<[string, Json]>([
    ['other arguments', { path: 'a', text: 'Exact' }],
    ['more arguments', { path: 'a', text: 'exact', more: 1 }],
    ['a place beside the rule', { path: 'docsx/a' }],
    ['a way out of the place', { path: 'docs/../b' }],
  ])('asks about a call with %s', async (_, input) => {
    const { setup, asked, effects, states } = await afterPlan(calls, [input]);
    expect(states).toEqual(['DENIED']);
    expect(asked).toHaveLength(2);
    expect(effects).toEqual([]);
    await setup.verified('denied');
  });

  test('lets nothing run that untrusted content, a deny rule or a rule with approvers is about', async () => {
    const wide = [
      { rule: 'write(secret/a)' },
      { rule: 'write(pay/**)' },
      { rule: 'write(docs/**)' },
    ];
    const refused = await afterPlan(wide, [{ path: 'secret/a' }, { path: 'pay/a' }]);
    expect(refused.states).toEqual(['DENIED', 'DENIED']);
    expect(refused.asked).toHaveLength(2);
    const untrusted = await afterPlan(calls, [{ path: 'a', text: 'exact' }, { path: 'docs/a' }], {
      between: ({ untrusted: items }) =>
        void items.push({ source: 'issue #7', author: 'm', because: 'b', sha256: '0'.repeat(64) }),
    });
    expect(untrusted.states).toEqual(['DENIED', 'DENIED']);
    expect(untrusted.effects).toEqual([]);
  });

  test('binds its approval to its lines, and is replaced by a later one', async () => {
    const one = await afterPlan(calls, []);
    const two = await afterPlan([], []);
    expect(one.asked[0]?.plan).toMatch(/^[0-9a-f]{64}$/);
    expect(two.asked[0]?.plan).toBeUndefined();
    const { setup, effects } = await afterPlan(calls, []);
    await runCalls(setup.context, [requestOf('plan_submit', { plan: 'Nothing.' })]);
    await runCalls(setup.context, [requestOf('write', { path: 'docs/x' })]);
    expect(effects).toEqual([]);
    await setup.verified('denied');
  });

  test.each<[string, Json]>([
    ['an unknown tool', [{ tool: 'nothing', input: {} }]],
    ['a rule for every call', [{ rule: 'write' }]],
    ['a rule for several tools', [{ rule: 'kind:write' }]],
    ['a call that the policy denies', [{ tool: 'write', input: { path: 'secret/x' } }]],
    ['a question', [{ tool: 'plan_submit', input: { plan: 'again' } }]],
  ])('is not asked for with %s', async (_, lines) => {
    const { asked, submitted } = await afterPlan(lines, []);
    expect(asked).toEqual([]);
    expect(submitted).toMatchObject({ state: 'FAILED' });
    expect(JSON.stringify(submitted)).toContain('Line 1 of \\"calls\\" cannot be planned');
  });

  test('lets an exact command run that each of its parts would ask for', async () => {
    const shell = looseTool('bash_run', () => 'ran', {
      kind: 'execute',
      facts: ({ command }) => ({ command: String(command) }),
    });
    const setup = await setUpCalls({
      policy: POLICY,
      tools: [planTool({ onApproved: () => undefined }), shell],
    });
    const command = 'make a && make b';
    const planned = [{ tool: 'bash_run', input: { command } }];
    await runCalls(setup.context, [requestOf('plan_submit', { plan: 'Make.', calls: planned })]);
    const { finished } = await runCalls(setup.context, [requestOf('bash_run', { command })]);
    expect(finished).toMatchObject([{ state: 'COMPLETED' }]);
    const verdict = setup.entries().findLast((entry) => entry.type === 'call.verdict');
    expect(verdict).toMatchObject({ verdict: 'auto', list: 'plan', plan: { lines: [1] } });
  });

  test.each(['deny', 'ask'] as const)('lets no call run to which a hook says %s', async (say) => {
    const hook = {
      name: 'careful',
      preToolUse: ({ tool }: { readonly tool: string }) =>
        tool === 'write' ? { decision: say, reason: 'not now' } : {},
    };
    const { setup, states } = await afterPlan(calls, [{ path: 'a', text: 'exact' }], {
      over: { hooks: [hook] },
    });
    expect(states).toEqual(['DENIED']);
    const verdict = setup.entries().findLast((entry) => entry.type === 'call.verdict');
    expect(verdict).toMatchObject({ list: 'wall' });
    expect(verdict).not.toHaveProperty('plan');
  });

  test('lets nothing run if a hook gave its result, so that the tool of plans never took it', async () => {
    const hook = {
      name: 'ready',
      preToolUse: ({ tool }: { readonly tool: string }) =>
        tool === 'plan_submit' ? { result: 'later' } : {},
    };
    const { setup, asked, effects, submitted } = await afterPlan(calls, [{ path: 'docs/x' }], {
      over: { hooks: [hook] },
    });
    expect(submitted).toMatchObject({ state: 'COMPLETED', content: 'later' });
    expect(asked[0]?.tool).toBe('plan_submit');
    expect(effects).toEqual([]);
    expect(setup.entries().filter(({ type }) => type === 'plan.approved')).toEqual([]);
  });

  test('that was denied lets nothing run', async () => {
    const { effects, states } = await afterPlan(calls, [{ path: 'docs/x' }], {
      approver: (trail) => answering(trail, () => ({ deny: 'no' })),
    });
    expect(states).toEqual(['DENIED']);
    expect(effects).toEqual([]);
  });
});
