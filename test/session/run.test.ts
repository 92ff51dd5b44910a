import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { claimApproval } from '../../src/approvals/index.ts';
import { type Entry, TRAIL_FILE, verifyTrail } from '../../src/audit/index.ts';
import { CountersignError, createRedactor, newRunId, systemClock } from '../../src/common/index.ts';
import { createBus, type RunEvent } from '../../src/tool-calls/index.ts';
import { createModel, parsePrices, parseScript } from '../../src/model/index.ts';
import type { Fault } from '../testing/model-server/faults.ts';
import { startFaultyServer } from '../testing/model-server/server.ts';
import { fastClock } from '../model/harness.ts';
import { loadPolicy } from '../../src/policy/index.ts';
import { run } from '../../src/session/run.ts';
import type { Job, RunContext } from '../../src/session/job.ts';
import { createTally } from '../../src/reporting/summary/call-counts.ts';
import { trustedFolder } from '../../src/session/workspace/trusted-files.ts';
import { answering } from '../tool-calls/context.ts';

const folders: string[] = [];
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

function folder(files: Readonly<Record<string, string>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'run-')));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Makes a folder a repository with one commit, and returns that. */
function committed(root: string): string {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  return git('rev-parse', 'HEAD');
}

const use = (name: string, input: object) => ({ blocks: [{ type: 'tool_use', name, input }] });
const finish = use('finish', { outcome: 'done', summary: 'Done.' });

/** A whole run over a folder, with a scripted model and a person who says yes. */
async function runIn(options: {
  readonly files?: Readonly<Record<string, string>>;
  readonly policy: string;
  readonly script: object;
  readonly over?: Partial<RunContext>;
  /** The checkout is a repository, and the run can be suspended. */
  readonly isSuspendable?: boolean;
  readonly listen?: (event: RunEvent, trailFolder: string) => void;
}) {
  const root = folder(options.files ?? { 'a.txt': 'one\n' });
  const headSha = options.isSuspendable === true ? committed(root) : null;
  const beside = folder({ 'script.json': JSON.stringify(options.script) });
  const loaded = loadPolicy(`version: 1\nsandbox: off\n${options.policy}`, { file: 'policy.yml' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const job: Job = {
    run: newRunId(),
    root,
    repository: headSha === null ? null : 'octo-org/octo-repo',
    headSha,
    trigger: { event: 'cli', actor: null, number: null, url: null },
    workflow: null,
    github: null,
    requester: null,
    requesterId: null,
    request: 'Do it.',
    context: [],
    untrustedFiles: null,
    instructions: [],
    systemPrompt: null,
    outputSchema: null,
    dependentCalls: false,
    policy: loaded.policy,
    requires: loaded.policy.done.requires,
    policySource: { source: 'policy.yml', ref: null },
    budget: { turns: 40 },
    usdLimitBy: null,
    sandboxRequired: false,
    protect: [],
    askWhom: 'terminal',
    trailFolder: join(beside, 'trail'),
    resume: null,
  };
  const tally = createTally();
  const bus = createBus(() => undefined);
  bus.on(tally.listen);
  bus.on((event) => options.listen?.(event, job.trailFolder));
  const report = await run(job, {
    clock: systemClock,
    redactor: createRedactor(),
    bus,
    tally,
    model: await createModel({
      model: `scripted:${join(beside, 'script.json')}`,
      anthropicApiKey: undefined,
      anthropicBaseUrl: undefined,
      cwd: root,
      clock: systemClock,
    }),
    signal: new AbortController().signal,
    environment: process.env,
    approvals: ({ trail }) => ({
      approver: answering(trail, () => 'approve'),
      claim: (request, answer) => claimApproval({ trail, github: null, request, answer }),
      suspendedRequest: () => null,
      ended: () => null,
    }),
    extraTools: () => [],
    trustedFiles: trustedFolder(root),
    suspension: headSha === null ? null : { secret: 'a secret of many characters', workflow: 'w' },
    ...options.over,
  });
  const file = join(job.trailFolder, TRAIL_FILE);
  expect(await verifyTrail(createReadStream(file))).toMatchObject({ kind: 'intact' });
  const entries = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);
  return { root, report, entries };
}

test('with plan: required nothing but reading is allowed until somebody approved a plan', async () => {
  const { root, report, entries } = await runIn({
    policy: 'mode: auto\nplan: required\n',
    script: {
      turns: [
        use('fs_write', { path: 'b.txt', content: 'early' }),
        { ...use('plan_submit', { plan: 'Write b.txt.' }), expect: 'plan' },
        { ...use('fs_write', { path: 'b.txt', content: 'late' }), expect: 'The plan is approved' },
        finish,
      ],
    },
  });
  expect(report.outcome).toBe('done');
  expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('late');
  const states = entries.flatMap((entry) =>
    entry.type === 'call.state' && entry.call === 'c1' ? [entry.state] : [],
  );
  expect(states).toEqual(['PENDING', 'DENIED']);
});

test('hooks, tools and skills of the repository are part of the run', async () => {
  const { report } = await runIn({
    files: {
      'hooks.mjs':
        'export default { postToolUse: (call, result) => call.tool === "shout" ? { llmContent: result.llmContent + "?" } : undefined };',
      'tools/shout.mjs':
        'export default ({ tool }) => tool("shout", ({ text }) => text.toUpperCase(), { kind: "readonly", parameters: { text: { type: "string" } } });',
      '.claude/skills/release/SKILL.md': '---\ndescription: How to release\n---\nTag it.',
    },
    policy:
      'mode: auto\nhooks: [hooks.mjs, "countersign:block-paths(secret/**)"]\ntools: { modules: ["tools/*.mjs"] }\n',
    script: {
      turns: [
        use('shout', { text: 'hey' }),
        { ...use('skill', { name: 'release' }), expect: 'HEY\\?' },
        { ...use('fs_write', { path: 'secret/a', content: 'x' }), expect: 'Tag it' },
        { ...finish, expect: 'blocked by secret' },
      ],
    },
  });
  expect(report).toMatchObject({ outcome: 'done' });
});

test('a run whose policy takes away a tool that there is not does not start, and says what was meant', async () => {
  const { report } = await runIn({
    policy: 'mode: auto\ntools: { disabled: [bash_rum] }\n',
    script: { turns: [finish] },
  });
  expect(report.outcome).toBe('error');
  expect(report.summary).toMatch(
    /tools\.disabled: no tool is named "bash_rum"\. Did you mean "bash_run"/,
  );
});

test('a tool that this run does not have may be taken away, and one of a server that is not there', async () => {
  const { report } = await runIn({
    policy:
      'mode: auto\ntools: { disabled: [github_comment, web_search, mcp__none__x, "github_*"] }\n',
    script: { turns: [finish] },
  });
  expect(report.outcome).toBe('done');
});

test('a run whose hook cannot be loaded does not start', async () => {
  const { report, entries } = await runIn({
    policy: 'mode: auto\nhooks: [none.mjs]\n',
    script: { turns: [finish] },
  });
  expect(report).toMatchObject({
    outcome: 'error',
    summary: expect.stringContaining('hooks: none.mjs cannot be used') as string,
  });
  expect(entries.some((entry) => entry.type === 'turn.start')).toBe(false);
});

test('a hook on a tool that no run has is a warning with what was meant', async () => {
  const { report, entries } = await runIn({
    files: {
      'hooks.mjs': `const preToolUse = () => ({ decision: 'deny', reason: 'no' });
        export default [
          { name: 'typo', on: { tools: ['bash_rnu', 'bash_run', 'github_comment', 'bash_*'] }, preToolUse },
          { name: 'other', on: { tools: ['Bash', 'cash_*', 'mcp__none__x'] }, preToolUse },
          { name: 'disabled', on: { tools: ['bash_kill', '*'] }, preToolUse },
          { name: 'servers', on: { tools: ['mcp__*', 'mcp*'] }, preToolUse },
          { name: 'space', on: { tools: ['fs_read '] }, preToolUse },
        ];`,
    },
    policy: 'mode: auto\nhooks: [hooks.mjs]\ntools: { disabled: [bash_kill] }\n',
    script: { turns: [finish] },
  });
  const warnings = entries.flatMap((entry) =>
    entry.type === 'warning' && entry.code === 'hook-unmatched' ? [entry.message] : [],
  );
  expect(warnings).toEqual([
    'The hook hooks.mjs:typo names the tool "bash_rnu" in its filter, but no tool has that name: the hook does not run for it. Did you mean "bash_run"?',
    expect.stringMatching(
      /^The hook hooks\.mjs:other names the tool "Bash" .* Did you mean "bash_run"\?$/,
    ),
    expect.stringMatching(/^The hook hooks\.mjs:other names the tool "cash_\*" /),
    expect.stringMatching(/^The hook hooks\.mjs:other names the tool "mcp__none__x" .* for it\.$/),
    expect.stringMatching(/ names the tool "fs_read " .* Did you mean "fs_read"\?$/),
  ]);
  expect(report).toMatchObject({ outcome: 'error' });
});

test('a subagent reads files for itself before it changes them', async () => {
  const { root, report } = await runIn({
    policy: 'mode: auto\n',
    script: {
      turns: [
        use('fs_read', { path: 'a.txt' }),
        use('task_run', { task: 'Change a.txt' }),
        { ...finish, expect: ['"success": true', 'a\\.txt'] },
      ],
      subagents: [
        {
          when: 'Task: Change',
          turns: [
            use('fs_write', { path: 'a.txt', content: 'blind' }),
            { ...use('fs_read', { path: 'a.txt' }), expect: 'Error' },
            use('fs_write', { path: 'a.txt', content: 'two\n' }),
            finish,
          ],
        },
      ],
    },
  });
  expect(report.outcome).toBe('done');
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('two\n');
});

test('a run has the tools of its MCP servers, and one that does not start is a warning', async () => {
  const server = `import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const say = (result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
  if (method === 'initialize') say({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
  if (method === 'tools/list') say({ tools: [{ name: 'go', inputSchema: { type: 'object' } }] });
  if (method === 'tools/call') say({ content: [{ type: 'text', text: 'went' }] });
});`;
  const { report, entries } = await runIn({
    files: {
      'server.mjs': server,
      'hook.mjs': `export default { name: 'a', on: { tools: ['mcp__two__x', '*__x', 'mc*_x', 'x_*'] }, preToolUse() {} };`,
    },
    policy:
      'mode: auto\nhooks: [hook.mjs]\nmcp: { servers: { one: { command: node, args: [server.mjs] }, two: { command: /nowhere } } }\n',
    script: { turns: [use('mcp__one__go', {}), { ...finish, expect: 'went' }] },
  });
  expect(report.outcome).toBe('done');
  const unmatched = entries.filter(
    (entry) => entry.type === 'warning' && entry.code === 'hook-unmatched',
  );
  expect(unmatched).toMatchObject([{ message: expect.stringContaining('"x_*"') as string }]);
  expect(entries).toContainEqual(
    expect.objectContaining({ type: 'warning', code: 'mcp-left-out' }),
  );
  expect(entries).toContainEqual(
    expect.objectContaining({ type: 'context.read', source: 'MCP server one', trusted: false }),
  );
});

test('a trail that cannot be written is what a run rejects with, also if closing fails as well', async () => {
  const failing: Partial<RunContext> = {
    onTrail: (trail) => {
      const unwritable = new CountersignError('trail-unwritable', 'The disk is full.');
      const close = trail.close.bind(trail);
      trail.append = (event) =>
        event.type === 'run.start' ? Promise.resolve(trail.head()) : Promise.reject(unwritable);
      trail.close = async () => {
        await close();
        throw new Error('The file could not be closed.');
      };
    },
  };
  const script = { turns: [finish] };
  await expect(runIn({ policy: 'mode: auto\n', script, over: failing })).rejects.toMatchObject({
    code: 'trail-unwritable',
  });
});

const modelIn = (body: Readonly<Record<string, unknown>>): string => String(body['model']);

/** A run with the models `first, second`, of which the server answers the first one with a fault. */
async function runWithFallback(options: {
  readonly fault: (body: Readonly<Record<string, unknown>>, index: number) => Fault | undefined;
  readonly turns: readonly object[];
  readonly over?: Partial<RunContext>;
}) {
  const server = await startFaultyServer({
    api: 'chat',
    script: parseScript(JSON.stringify({ turns: options.turns }), 'test'),
    faults: (index, body) => (modelIn(body) === 'first' ? options.fault(body, index) : undefined),
  });
  try {
    const model = await createModel({
      provider: 'openai-compatible',
      model: 'first, second',
      apiKey: 'test-key',
      baseUrl: `${server.url}/v1`,
      prices: parsePrices('first: input=1,output=1\nsecond: input=1000,output=1000', 'prices'),
      cwd: '/',
      clock: fastClock(),
      random: () => 0,
    });
    const ran = await runIn({
      policy: 'auto: [fs_read]\n',
      script: { turns: [finish] },
      over: { model, ...options.over },
    });
    return { ...ran, asked: server.requests.map(({ body }) => modelIn(body)), server };
  } finally {
    await server.close();
  }
}

const reads = use('fs_read', { path: 'a.txt' });
const busyFrom =
  (first: number, status: number) =>
  (_body: unknown, index: number): Fault | undefined =>
    index < first ? undefined : { kind: 'status', status, body: { error: 'Overloaded' } };
const refuses = (): Fault => ({
  kind: 'edit',
  edit: (events) =>
    events.map((event) => ({
      ...event,
      data: JSON.parse(
        JSON.stringify(event.data).replace(
          /"finish_reason":"[^"]+"/,
          '"finish_reason":"content_filter"',
        ),
      ),
    })),
});

test('a model that is overloaded leaves the run to the next one, for good, with its own price', async () => {
  const fault = busyFrom(1, 529);
  const usage = { inputTokens: 1_000, outputTokens: 1_000 };
  const turns = [
    { ...reads, usage },
    { ...reads, usage },
    { ...finish, usage },
  ];
  const { entries, report, asked } = await runWithFallback({ fault, turns });
  expect(report.outcome).toBe('done');
  expect(report.model).toBe('first, then second');
  expect(report.warnings.join(' ')).toContain('continues with the model second');
  expect(asked).toEqual(['first', ...Array.from({ length: 8 }, () => 'first'), 'second', 'second']);
  expect(entries[0]).toMatchObject({ 'gen_ai.request.model': 'first', fallbackModels: ['second'] });
  expect(entries.filter(({ type }) => type === 'model.fallback')).toMatchObject([
    { turn: 2, parent: null, from: 'first', to: 'second', reason: 'unavailable' },
  ]);
  const costs = entries.flatMap((entry) => (entry.type === 'model.reply' ? [entry.costUsd] : []));
  expect(costs).toEqual([0.002, 2, 2]);
});

test('a reply that a model refused is left to the next one, and nothing of it is used', async () => {
  const { report, server, entries } = await runWithFallback({
    fault: refuses,
    turns: [reads, finish],
  });
  expect(report.outcome).toBe('done');
  expect(entries.filter(({ type }) => type === 'call.state').length).toBeGreaterThan(0);
  expect(server.requests.map(({ body }) => modelIn(body))).toEqual(['first', 'second', 'second']);
  expect(server.requests[1]?.body['messages']).toEqual(server.requests[0]?.body['messages']);
});

test('the reasoning of the first model is not sent to the next one', async () => {
  const thinks = {
    blocks: [
      { type: 'opaque', block: { type: 'chat_reasoning', reasoning_content: 'kept-abc' } },
      ...reads.blocks,
    ],
  };
  const fault = busyFrom(2, 503);
  const { report, server } = await runWithFallback({ fault, turns: [thinks, reads, finish] });
  expect(report.outcome).toBe('done');
  const [, second, ...rest] = server.requests.map(({ body }) => JSON.stringify(body));
  expect(second).toContain('kept-abc');
  expect(rest.filter((body) => body.includes('"model":"second"')).join('')).not.toContain(
    'kept-abc',
  );
});

test.each([
  ['a model that does not exist', 404, "The model 'first' does not exist."],
  ['a key that is refused', 401, 'Incorrect API key'],
  ['an account without money', 402, 'Pay first.'],
])('%s is an error, and no reason for the next model', async (_name, status, message) => {
  const fault = (): Fault => ({ kind: 'status', status, body: { error: { message } } });
  const { report, asked } = await runWithFallback({ fault, turns: [finish] });
  expect(report.outcome).toBe('error');
  expect(asked).toEqual(['first']);
});

test('the last model of a run that declines ends it', async () => {
  const turns = [{ blocks: [{ type: 'text', text: 'No.' }], stopReason: 'refusal' }];
  const { report, asked } = await runWithFallback({ fault: () => undefined, turns });
  expect(report.outcome).toBe('incomplete');
  expect(asked).toEqual(['first', 'second']);
});

test('what cannot be closed after the last entry is a warning: the outcome and the trail stay', async () => {
  const { report, entries } = await runIn({
    policy: 'mode: auto\n',
    script: { turns: [finish] },
    isSuspendable: true,
    listen: ({ type }, trailFolder) => {
      if (type !== 'turn:end') return;
      // A folder in place of the journal cannot be deleted as a file.
      rmSync(join(trailFolder, 'journal.bin'));
      mkdirSync(join(trailFolder, 'journal.bin'));
    },
  });
  expect(report.outcome).toBe('done');
  expect(report.warnings.join()).toContain('did not close everything');
  expect(entries.filter(({ type }) => type === 'run.end')).toHaveLength(1);
});

test('a run that fails marks each open call as interrupted, also one of more calls than its report keeps', async () => {
  const unknown = { type: 'tool_use', name: 'no_such_tool', input: {} };
  const many = { blocks: Array.from({ length: 200 }, () => unknown) };
  const gated = { type: 'tool_use', name: 'bash_run', input: { command: 'make' } };
  const { report, entries } = await runIn({
    policy: 'mode: ask\n',
    script: { turns: [...Array.from({ length: 10 }, () => many), { blocks: [gated] }] },
    over: {
      approvals: () => ({
        approver: { ask: () => Promise.reject(new Error('the approver is broken')) },
        claim: () => Promise.resolve(null),
        suspendedRequest: () => null,
        ended: () => null,
      }),
    },
  });
  expect(report.outcome).toBe('error');
  const states = entries.flatMap((entry) =>
    entry.type === 'call.state' && entry.call === 'c2001' ? [entry.state] : [],
  );
  expect(states).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'SEALED']);
});
