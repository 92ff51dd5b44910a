/** Runs of any policy, any replies of a model, any tools and hooks, and any answers of people: each leaves an intact audit trail. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { TRAIL_FILE, verifyAt } from '../../src/audit/index.ts';
import { CountersignError } from '../../src/common/index.ts';
import { type RunOptions, startRun } from '../../src/sdk/index.ts';
import { defineTool } from '../../src/tools/index.ts';
import * as fc from '../properties.ts';
import { program, use } from './run.ts';

const COMMANDS = ['true', 'false', 'echo a', 'cat a.txt', 'echo b > b.txt', 'true && rm b.txt'];
const RULES = [
  'kind:readonly',
  'kind:write',
  'fs_*',
  'fs_write(b.txt)',
  'fs_write(*.md)',
  'bash_run',
  'bash_run(true)',
  'bash_run(echo *)',
  'bash_run(@readonly)',
  'outer',
  'ask_me',
  'task_run',
  'clarify',
];
const MODES = ['auto', 'auto', 'auto', 'ask', 'ask', 'ask', 'custom', 'custom', 'deny', 'plan'];

/** A rule may be in one list alone, and this class only in one. */
const lists = fc
  .dictionary(
    fc.constantFrom(...RULES),
    fc.constantFrom('auto', 'auto', 'deny', 'requireApproval'),
    {
      maxKeys: 5,
    },
  )
  .map((chosen) =>
    ['auto', 'deny', 'requireApproval'].map((list) => {
      const rules = Object.keys(chosen).filter((rule) => chosen[rule] === list);
      return `${list}: [${[...rules, ...(list === 'auto' ? CONTAINED : [])].join(', ')}]`;
    }),
  );
const CONTAINED = ['bash_run(@contained)'];

const policies = fc
  .record({
    mode: fc.constantFrom(...MODES),
    lists: fc.option(lists),
    untrusted: fc.option(
      fc.tuple(fc.constantFrom('auto', 'ask', 'deny'), fc.subarray(RULES, { maxLength: 2 })),
    ),
    approvals: fc.constantFrom('{}', '{ count: 2 }', '{ then: fail }', '{ self: true }'),
    sandbox: fc.constantFrom('sandbox: off', '', 'sandbox: off'),
    plan: fc.constantFrom('', '', 'plan: required'),
    budget: fc.constantFrom(
      '{}',
      '{}',
      '{ turns: 3, onLimit: ask }',
      '{ calls: 2, onLimit: ask }',
      '{ tokens: 300, onLimit: ask }',
      '{ turns: 2 }',
      '{ calls: 3 }',
      '{ tokens: 500 }',
      '{ usd: 0.02, onLimit: ask }',
    ),
    limits: fc.constantFrom('{}', '{ fs_write: 1 }', '{ bash_run: 1, outer: 1 }'),
    done: fc.constantFrom('', '', 'done: { requires: [bash_run(cat a.txt)] }'),
  })
  .map((one) => {
    const { mode, approvals, sandbox, plan, budget, limits, done } = one;
    const untrusted =
      one.untrusted === null
        ? ''
        : `whenUntrusted: { mode: ${one.untrusted[0]}, deny: [${one.untrusted[1].join(', ')}] }`;
    return [
      `version: 1\nmode: ${mode}`,
      ...(one.lists ?? []),
      `approvals: ${approvals}\nbudget: ${budget}\nlimits: ${limits}`,
      untrusted,
      sandbox,
      plan,
      done,
      '',
    ].join('\n');
  });

const baselines = fc
  .tuple(fc.constantFrom('defer', 'defer', 'ask', 'auto'), lists)
  .map(([mode, own]) =>
    [`version: 1\nmode: ${mode}`, ...own, 'approvals: { self: true }', ''].join('\n'),
  );

const finishes = fc.constantFrom(
  { outcome: 'done', summary: 'It is done.' },
  { outcome: 'done', summary: 'It is done.', result: { n: 1 } },
  { outcome: 'incomplete', summary: 'Not all of it.' },
  { outcome: 'done', summary: 'The token is ghp_0123456789abcdefghijABCDEFGHIJ012345.' },
);
const planCalls = [
  { tool: 'bash_run', input: { command: 'true' } },
  { tool: 'fs_write', input: { path: 'b.txt', content: 'b' } },
];
const calls = fc.oneof(
  fc.constantFrom(...COMMANDS).map((command) => use('bash_run', { command })),
  fc.constantFrom(...COMMANDS).map((command) => use('bash_run', { command, background: true })),
  fc.constantFrom('a.txt', 'b.txt', 'c.md').map((path) => use('fs_read', { path })),
  fc
    .tuple(
      fc.constantFrom('a.txt', 'b.txt', 'c.md', '../x'),
      fc.constantFrom('x', 'y\n'.repeat(3_000)),
    )
    .map(([path, content]) => use('fs_write', { path, content })),
  fc.constantFrom(
    use('outer', { what: 'command' }),
    use('outer', { what: 'other command' }),
    use('outer', { what: 'ask' }),
    use('outer', { what: 'request' }),
    use('outer', { what: 'todo' }),
    use('outer', { what: 'throw' }),
    use('outer', { what: 'late' }),
    use('ask_me', {}),
    use('todo_write', { todos: [{ text: 'a', status: 'done' }] }),
    use('clarify', { question: 'Which?' }),
    use('clarify', { question: 'Which?', default: 'the first' }),
    use('no_such_tool', { a: [1] }),
    use('fs_write', { nothing: true }),
    use('plan_submit', { plan: 'I write.', calls: planCalls }),
    use('plan_submit', { plan: 'I write.' }),
    use('bash_run', { command: 'echo "' }),
  ),
);
const usage = fc.constantFrom(
  {},
  { usage: { inputTokens: 100, outputTokens: 20 } },
  { usage: { inputTokens: 300, outputTokens: 1 }, costUsd: 0.011 },
);
const turnsOf = (call: fc.Arbitrary<{ readonly blocks: readonly object[] }>, most: number) =>
  fc.array(
    fc
      .tuple(
        fc.array(call, { maxLength: 4 }),
        usage,
        fc.constantFrom({}, {}, {}, { stopReason: 'max_tokens' }, { stopReason: 'refusal' }),
        fc.constantFrom('', 'A text.'),
      )
      .map(([made, used, stop, text]) => ({
        blocks: [
          ...(text === '' ? [] : [{ type: 'text', text }]),
          ...made.flatMap(({ blocks }) => blocks),
        ],
        ...used,
        ...stop,
      }))
      .map((turn) =>
        turn.blocks.length > 0 ? turn : { ...turn, blocks: [{ type: 'text', text: 'Nothing.' }] },
      ),
    { minLength: 1, maxLength: most },
  );
const scripts = fc
  .tuple(
    turnsOf(
      fc.oneof({ arbitrary: calls, weight: 5 }, fc.constant(use('task_run', { task: 'Sub.' }))),
      5,
    ),
    turnsOf(calls, 3),
    finishes,
    finishes,
  )
  .map(([turns, sub, end, subEnd]) => ({
    turns: [...turns, ...Array.from({ length: 6 }, () => use('finish', end))],
    subagents: [
      {
        when: 'Task: Sub',
        turns: Array.from({ length: 4 }, () => [...sub, use('finish', subEnd)]).flat(),
      },
    ],
  }));

const answers = fc.array(
  fc.constantFrom(
    ...['ann', 'bob', ['ann', 'bob'], ['bob', 'cid']].map((by) => ({ decision: 'approve', by })),
    { decision: 'approve', by: ['ann', 'bob'], note: 'Go on.' },
    { decision: 'approve', by: ['ann', 'ann'] },
    { decision: 'approve', by: 'the-requester' },
    { decision: 'deny', by: 'ann', reason: 'No.' },
    { decision: 'answer', by: 'ann', text: 'The second.' },
    undefined,
    'throw',
  ),
  { minLength: 1, maxLength: 6 },
);
const preHooks = fc.array(
  fc.constantFrom(
    ...Array.from({ length: 12 }, () => undefined),
    { decision: 'auto' },
    { decision: 'ask', reason: 'Ask.' },
    { decision: 'deny' },
    { update: { command: 'true' } },
    { update: { command: 'echo a', path: 'b.txt' }, decision: 'auto' },
    { replace: 7 },
    { result: 'ready' },
    'throw',
  ),
  { minLength: 1, maxLength: 6 },
);

/** The items in turn, again and again. */
function cycle<T>(items: readonly T[]): () => T {
  let next = 0;
  return () => {
    const item = items[next++ % items.length];
    if (item === 'throw') throw new Error('It is broken.');
    return item as T;
  };
}

const outer = defineTool({
  name: 'outer',
  description: 'Uses the services of calls.',
  kind: 'execute',
  category: 'test',
  timeoutMs: 300,
  input: z.object({ what: z.string() }),
  facts: ({ what }) => (what === 'command' ? { command: 'echo declared' } : {}),
  execute: async ({ what }, context) => {
    switch (what) {
      case 'command':
        return (await context.commands.run('echo declared')).output;
      case 'other command':
        return (await context.commands.run('echo other')).output;
      case 'ask':
        return await context.ask('Which one?');
      case 'request':
        return await context.request('which', { a: 1 });
      case 'todo':
        await context.todo.write([{ text: 'x', status: 'pending' }]);
        return 'noted';
      case 'late':
        await new Promise((resolve) => setTimeout(resolve, 400));
        return (await context.commands.run('echo late')).output;
      default:
        throw new Error('It failed.');
    }
  },
});
const askMe = defineTool({
  name: 'ask_me',
  description: 'Asks.',
  kind: 'readonly',
  category: 'test',
  asks: 'approval',
  input: z.object({}),
  execute: (_, { answer }) => answer ?? 'no words',
});

/** A folder with what the commands need, and no bubblewrap. */
function programsIn(root: string): string {
  const bin = join(root, 'bin');
  mkdirSync(bin);
  for (const name of ['bash', 'sh', 'cat', 'rm', 'env'])
    symlinkSync(`/bin/${name}`, join(bin, name));
  return bin;
}

interface Case {
  readonly policy: string;
  readonly baseline: string | null;
  readonly script: { readonly turns: readonly object[]; readonly subagents: readonly object[] };
  readonly said: readonly unknown[];
  readonly hooks: readonly unknown[];
  readonly requests: readonly unknown[];
  readonly untrusted: boolean;
  readonly hasBubblewrap: boolean;
  readonly schema: boolean;
  /** The number of the event at which the program ends the run; 0: it does not. */
  readonly cancelAt: number;
}

/** Makes the run, and returns what a verification says of its trail, with the entries around a broken one. */
async function verdictOf(one: Case): Promise<string> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'random-run-')));
  try {
    const workspace = join(root, 'w');
    mkdirSync(workspace);
    writeFileSync(join(workspace, 'a.txt'), 'one\n');
    writeFileSync(join(root, 'baseline.yml'), one.baseline ?? '');
    const cancel = new AbortController();
    const [answer, pre, asked] = [cycle(one.said), cycle(one.hooks), cycle(one.requests)];
    const options = {
      request: 'Do it.',
      policy: { text: one.policy },
      trail: join(root, 'trail'),
      model: one.script,
      requester: 'the-requester',
      ...(one.baseline === null ? {} : { baselines: [join(root, 'baseline.yml')] }),
      tools: [outer, askMe],
      approve: () => answer(),
      hooks: [{ name: 'pre', preToolUse: () => pre(), toolRequest: () => asked() }],
      context: one.untrusted ? [{ source: 'ticket 7', text: 'Hello', author: 'eve' }] : [],
      ...(one.schema ? { outputSchema: { type: 'object', required: ['n'] } } : {}),
      signal: cancel.signal,
    } as unknown as RunOptions;
    const run = startRun(options, {
      ...program(workspace),
      environment: { PATH: one.hasBubblewrap ? process.env['PATH'] : programsIn(root) },
    });
    let events = 0;
    run.on(['progress', 'control', 'monitor'], () => {
      events += 1;
      if (events === one.cancelAt) cancel.abort(new Error('The program ends it.'));
    });
    try {
      await run.report;
    } catch (error) {
      if (error instanceof CountersignError && error.code === 'policy-invalid') return 'intact';
      throw error;
    }
    const verdict = await verifyAt(options.trail, { requireEnd: true });
    if (verdict.kind !== 'broken') return verdict.kind;
    const lines = readFileSync(join(options.trail, TRAIL_FILE), 'utf8').split('\n');
    return [JSON.stringify(verdict), ...lines.slice(0, verdict.seq + 1)].join('\n');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test('the audit trail of every run is intact', async () => {
  const cases = fc.record({
    policy: policies,
    baseline: fc.option(baselines, { freq: 3 }),
    script: scripts,
    said: answers,
    hooks: preHooks,
    requests: fc.array(fc.constantFrom(undefined, { answer: 1 }, { decision: 'deny' }, 'throw'), {
      minLength: 1,
      maxLength: 3,
    }),
    untrusted: fc.boolean(),
    hasBubblewrap: fc.boolean(),
    schema: fc.constantFrom(false, false, true),
    cancelAt: fc.constantFrom(0, 0, 0, 0, 0, 0, 9, 30),
  });
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      expect(await verdictOf(one)).toBe('intact');
    }),
    { numRuns: 10 },
  );
});
