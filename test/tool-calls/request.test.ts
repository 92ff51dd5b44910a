/** What people see of a call that they are asked about, and what their approval is bound to. */
import { describe, expect, test } from 'vitest';
import {
  approvalDigest,
  type ApprovalRequest,
  ResumedByOtherJob,
} from '../../src/approvals/index.ts';
import type { Json } from '../../src/common/index.ts';
import {
  answering,
  setUpCalls,
  type CallSetup,
  looseTool,
  requestOf,
  runCalls,
  type CallSetupOptions,
  SECRET,
} from './context.ts';

const POLICY = 'version: 1\nmode: ask\n';

const bash = looseTool('bash_run', () => 'ran', {
  kind: 'execute',
  changeable: 'command',
  facts: ({ command }) => ({ command: String(command) }),
});
const write = looseTool('write', () => 'written', {
  kind: 'write',
  facts: ({ path }) => ({ paths: [{ path: String(path), access: 'write' }] }),
});

/** The first request for a call that everybody approves. */
async function requestFor(
  name: string,
  input: Json,
  options: CallSetupOptions = {},
): Promise<{ readonly request: ApprovalRequest; readonly setup: CallSetup }> {
  const requests: ApprovalRequest[] = [];
  const setup = await setUpCalls({
    policy: POLICY,
    tools: [bash, write],
    approver: (trail) =>
      answering(trail, (request) => {
        requests.push(request);
        return 'approve';
      }),
    ...options,
  });
  await runCalls(setup.context, [requestOf(name, input)]);
  const [request] = requests;
  if (request === undefined) throw new Error('Nobody was asked.');
  return { request, setup };
}

test('people see what the model says of a call, without secrets', async () => {
  const described = { command: 'npm test', description: `Run the tests, not ${SECRET}` };
  const { request } = await requestFor('bash_run', described);
  expect(request.description).toMatch(/^Run the tests, not \[redacted:/);
  const without = await requestFor('bash_run', { command: 'npm test' });
  expect(without.request).not.toHaveProperty('description');
  const odd = await requestFor('bash_run', { command: 'npm test', description: 7 });
  expect(odd.request).not.toHaveProperty('description');
});

describe('the changes of the work tree', () => {
  const over = { changesDiff: () => Promise.resolve(`+ ${SECRET} is new`) };

  test.each(['git commit -m x', 'git push origin x', 'ls && /usr/bin/git push'])(
    'are shown, without secrets, with %s',
    async (command) => {
      const { request } = await requestFor('bash_run', { command }, { over });
      expect(request.diff?.form).toBe('diff');
      expect(request.diff?.text).toMatch(/^\+ \[redacted:\S+\] is new$/);
    },
  );

  test.each(['git status', 'npm run commit', 'echo git push', 'legit push'])(
    'are not shown with %s',
    async (command) => {
      const { request } = await requestFor('bash_run', { command }, { over });
      expect(request).not.toHaveProperty('diff');
    },
  );

  test('are those that the tool itself shows, if it shows some', async () => {
    const tool = looseTool('bash_run', () => 'ran', {
      kind: 'execute',
      facts: ({ command }) => ({ command: String(command) }),
      preview: () => ({ form: 'text', text: 'A push', diff: '+ what it pushes' }),
    });
    const options = { over, tools: [tool] };
    const { request } = await requestFor('bash_run', { command: 'git push' }, options);
    expect(request.diff).toEqual({ form: 'diff', text: '+ what it pushes' });
    expect(request.preview).toEqual({ form: 'text', text: 'A push' });
  });
});

test('people read about the sandbox of a command only if commands are contained', async () => {
  const { context } = await setUpCalls({ policy: POLICY });
  const [inside, outside] = [true, false].map((contained) => ({
    policy: `${POLICY}sandbox: { network: [example.com] }\n`,
    over: { situation: () => ({ ...context.situation(), contained }) },
  }));
  const command = { command: 'npm test' };
  const { request } = await requestFor('bash_run', command, inside);
  expect(request.sandbox).toContain('It can reach example.com and no other host.');
  for (const options of [outside, {}]) {
    const uncontained = await requestFor('bash_run', command, options);
    expect(uncontained.request).not.toHaveProperty('sandbox');
    const [verdict] = uncontained.setup.entries().filter(({ type }) => type === 'call.verdict');
    expect(verdict).toMatchObject({ contained: false });
  }
  expect((await requestFor('write', { path: 'a' }, inside)).request).not.toHaveProperty('sandbox');
});

test('rules are proposed for a call that the policy asks about, none for one that a built-in rule asks about', async () => {
  const { request } = await requestFor('bash_run', { command: `npm test ${SECRET}` });
  expect(request.rules).toEqual([expect.stringMatching(/^bash_run\(npm test \[redacted:\S+\]\)$/)]);
  const policy = 'version: 1\nmode: auto\n';
  const builtIn = await requestFor('write', { path: '.env' }, { policy });
  expect(builtIn.request.verdict.list).toBe('wall');
  expect(builtIn.request.rules).toEqual([]);
});

test('a call can be changed if its tool says by which argument, and expects an approval', async () => {
  const { request } = await requestFor('bash_run', { command: 'npm test' });
  expect(request).toMatchObject({ changeable: true, expects: 'approval', tool: 'bash_run' });
  expect((await requestFor('write', { path: 'a' })).request).not.toHaveProperty('changeable');
});

test('a listener sees each request, and who decided it', async () => {
  const { request, setup } = await requestFor('bash_run', { command: 'npm test' });
  expect(setup.events.filter(({ type }) => type.startsWith('permission_'))).toEqual([
    expect.objectContaining({
      type: 'permission_required',
      asked: [
        {
          approval: request.id,
          rules: request.rules,
          snapshot: expect.objectContaining({ state: 'APPROVAL_REQUIRED' }) as object,
        },
      ],
    }),
    { type: 'permission_decided', call: request.call, approved: true, by: 'alice' },
  ]);
});

test('the digest of a call covers whom its rule asks, and the files whose code owners decide', async () => {
  const policy = `${POLICY}requireApproval: [{ rule: write(pay/**), from: [codeowners] }]\n`;
  const asked: ApprovalRequest[] = [];
  const setup = await setUpCalls({
    policy,
    tools: [write],
    approver: {
      ask: (requests) => {
        asked.push(...requests);
        return Promise.resolve(requests.map((request) => ({ kind: 'suspended', request })));
      },
    },
  });
  setup.files.set('pay/a.ts', 'd'.repeat(64));
  const call = requestOf('write', { path: 'pay/a.ts' });
  const { suspended } = await runCalls(setup.context, [call]);
  const [request] = asked;
  if (request === undefined) throw new Error('Nobody was asked.');
  expect(request.paths).toEqual(['pay/a.ts']);
  const binding = {
    tool: 'write',
    input: { path: 'pay/a.ts' },
    policySha256: setup.context.policy.sha256,
    headSha: setup.context.headSha,
    run: setup.context.run,
    call: call.id,
    nonce: suspended?.calls[0]?.nonce ?? '',
    files: { 'pay/a.ts': 'd'.repeat(64) },
    needs: request.needs,
    owned: ['pay/a.ts'],
  };
  expect(request.needs.from).toEqual([['codeowners']]);
  expect(request.digest).toBe(approvalDigest(binding));
});

test.each([
  [2_000, 'COMPLETED'],
  [2_001, 'DENIED'],
])('an approval binds at most 2,000 files: a call with %i is %s', async (count, state) => {
  const many = looseTool('many', () => 'written', {
    kind: 'write',
    facts: () => ({
      paths: Array.from({ length: count }, (_, index) => ({
        path: `src/${index}.ts`,
        access: 'write' as const,
      })),
    }),
  });
  const setup = await setUpCalls({ policy: POLICY, tools: [many] });
  const { finished } = await runCalls(setup.context, [requestOf('many', {})]);
  expect(finished).toMatchObject([{ state }]);
});

test('an approver that leaves a request without an answer is an error, and nothing runs', async () => {
  const setup = await setUpCalls({
    policy: POLICY,
    tools: [write],
    approver: { ask: () => Promise.resolve([]) },
    isPart: true,
  });
  await expect(runCalls(setup.context, [requestOf('write', { path: 'a' })])).rejects.toThrow(
    'left a request without an answer',
  );
  expect(setup.events.some(({ type }) => type === 'tool_executed')).toBe(false);
});

test.each([
  ['fails', new Error('The network is down.'), false],
  ['fails', new Error('The network is down.'), true],
  ['learns that another job resumed the run', new ResumedByOtherJob(), false],
  ['learns that another job resumed the run', new ResumedByOtherJob(), true],
])('an approver that %s (%s, cancelled: %s) answers nothing', async (_, error, cancelled) => {
  const setup = await setUpCalls({
    policy: POLICY,
    tools: [write],
    approver: {
      ask: () => {
        if (cancelled) setup.cancel.abort();
        return Promise.reject(error);
      },
    },
    isPart: true,
  });
  const ended = runCalls(setup.context, [requestOf('write', { path: 'a' })]);
  const isDenied = cancelled && !(error instanceof ResumedByOtherJob);
  if (isDenied) expect((await ended).finished).toMatchObject([{ state: 'DENIED' }]);
  else await expect(ended).rejects.toBe(error);
  expect(setup.events.some(({ type }) => type === 'permission_decided')).toBe(false);
});
