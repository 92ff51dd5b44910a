/** Runs with what the vectors do not have: a proof of the work, a plan, a subagent, requests that say who can approve. */
import type { TrailEvent } from '../../../src/audit/index.ts';
import { digestOf, sha256 } from '../../../src/common/index.ts';
import {
  ARGS,
  asked,
  consumed,
  decision,
  reply,
  runEnd,
  runStart,
  state,
  turnStart,
  verdict,
} from '../events.ts';
import { approvalIdOf, finished, plausible, realRun } from '../plausible.ts';

const TREE = 'a'.repeat(40);
const STATE = 'a crashed state';
const CRASHED = { sha256: sha256(STATE), bytes: STATE.length };

function ran(call: string, over: Parameters<typeof state>[2] = {}): readonly TrailEvent[] {
  return [state(call, 'APPROVED'), state(call, 'EXECUTING'), state(call, 'COMPLETED', over)];
}

/** A run whose `done` is proved by a command with this command line, of which its verdict has these words. */
export function proved(command: string, words: readonly string[]): readonly TrailEvent[] {
  return plausible([
    runStart({ doneRequires: ['bash_run(npm *)'] }),
    state('c1', 'PENDING', {
      'gen_ai.tool.name': 'bash_run',
      'gen_ai.tool.call.arguments': { command },
      kind: 'execute',
    }),
    verdict('c1', 'auto', { commands: [{ words: [...words], verdict: 'auto' }] }),
    ...ran('c1', { 'process.exit.code': 0, workTree: TREE }),
    state('c2', 'PENDING'),
    verdict('c2', 'auto'),
    state('c2', 'APPROVED'),
    state('c2', 'EXECUTING'),
    state('c2', 'FAILED', { 'error.type': 'validation', because: 'no such file' }),
    { ...runEnd(), workTree: TREE } as TrailEvent,
  ]).events;
}

function planned(): readonly TrailEvent[] {
  const lines = [{ tool: 'fs_write', argumentsSha256: digestOf(ARGS) }, { rule: 'fs_write(b)' }];
  const plan = digestOf(lines);
  const requests = [{ approval: 'ap-c1', call: 'c1', digest: sha256('approval c1'), plan }];
  return plausible([
    runStart(),
    state('c1', 'PENDING', { 'gen_ai.tool.name': 'plan_submit' }),
    verdict('c1', 'requireApproval'),
    state('c1', 'APPROVAL_REQUIRED'),
    asked('c1', { requests }),
    decision('c1'),
    consumed('c1'),
    state('c1', 'APPROVED'),
    state('c1', 'EXECUTING'),
    { type: 'plan.approved', call: 'c1', sha256: plan, lines },
    state('c1', 'COMPLETED'),
    state('c2', 'PENDING'),
    verdict('c2', 'auto', { list: 'plan', plan: { call: 'c1', sha256: plan, lines: [1, 2] } }),
    ...ran('c2'),
    runEnd(),
  ]).events;
}

/** A subagent, a fallback of the model, a raised limit, and layers of the policy. */
function delegated(): readonly TrailEvent[] {
  const raise = { budget: 'turns', raiseTo: 12 };
  return plausible([
    runStart({ fallbackModels: ['second'], budget: { turns: 10, calls: 3 } }),
    turnStart(1),
    {
      type: 'model.fallback',
      turn: 1,
      parent: null,
      from: 'script',
      to: 'second',
      reason: 'refused',
      because: 'no',
    },
    reply(1),
    state('c1', 'PENDING', { 'gen_ai.tool.name': 'task_run', kind: 'readonly' }),
    verdict('c1', 'auto'),
    state('c1', 'APPROVED'),
    state('c1', 'EXECUTING'),
    { ...turnStart(2), parent: 'c1' } as TrailEvent,
    { ...reply(2), parent: 'c1' } as TrailEvent,
    state('c2', 'PENDING', { turn: 2, parent: 'c1' }),
    verdict('c2', 'auto'),
    ...ran('c2'),
    state('c1', 'COMPLETED'),
    { type: 'budget', budget: 'turns', event: 'near', used: 2, limit: 10 },
    state('c3', 'PENDING', {
      'gen_ai.tool.name': 'budget_extend',
      'gen_ai.tool.call.arguments': raise,
    }),
    verdict('c3', 'requireApproval'),
    state('c3', 'APPROVAL_REQUIRED'),
    asked('c3'),
    decision('c3'),
    consumed('c3'),
    state('c3', 'APPROVED'),
    state('c3', 'EXECUTING'),
    { type: 'budget', budget: 'turns', event: 'raised', used: 2, limit: 12, call: 'c3' },
    state('c3', 'COMPLETED'),
    turnStart(3),
    reply(3),
    ...finished('c4', 3),
    runEnd(),
  ]).events;
}

/** A run with the types of entries that the other runs of the vectors do not have. */
export function allKinds(): readonly TrailEvent[] {
  const lines = [{ tool: 'fs_write', argumentsSha256: digestOf(ARGS) }];
  const plan = digestOf(lines);
  const digest = sha256('approval c1');
  const hook = { type: 'hook.ran', call: 'c2', hook: 'hooks.mjs', effect: 'none' } as const;
  return plausible([
    runStart({ fallbackModels: ['spare'] }),
    { type: 'warning', code: 'no-tracking', message: 'No comment shows the progress.' },
    turnStart(1),
    { type: 'context.trimmed', turn: 1, how: 'old results were removed', removedBytes: 1000 },
    { type: 'model.retry', turn: 1, attempt: 1, because: 'status 529', delayMs: 1000 },
    {
      type: 'model.fallback',
      turn: 1,
      parent: null,
      from: 'script',
      to: 'spare',
      reason: 'unavailable',
      because: 'status 529',
    },
    reply(1),
    state('c1', 'PENDING', { 'gen_ai.tool.name': 'plan_submit' }),
    verdict('c1', 'requireApproval'),
    state('c1', 'APPROVAL_REQUIRED'),
    asked('c1', { requests: [{ approval: 'ap-c1', call: 'c1', digest, plan }] }),
    {
      type: 'approval.notified',
      via: 'webhook',
      kind: 'asked',
      approvals: [approvalIdOf(digest)],
    },
    decision('c1'),
    consumed('c1'),
    state('c1', 'APPROVED'),
    state('c1', 'EXECUTING'),
    { type: 'plan.approved', call: 'c1', sha256: plan, lines },
    state('c1', 'COMPLETED'),
    state('c2', 'PENDING'),
    verdict('c2', 'auto', { list: 'plan', plan: { call: 'c1', sha256: plan, lines: [1] } }),
    { ...hook, phase: 'preToolUse' },
    state('c2', 'APPROVED'),
    state('c2', 'EXECUTING'),
    {
      type: 'call.service',
      call: 'c2',
      service: 'secret',
      target: 'NPM_TOKEN',
      because: 'the policy names it',
    },
    { ...hook, phase: 'postToolUse' },
    state('c2', 'COMPLETED'),
    { type: 'budget', budget: 'turns', event: 'near', used: 1, limit: 10 },
    turnStart(2),
    reply(2),
    ...finished('c3', 2),
    { type: 'redaction', counts: { 'github-token': 1 } },
    runEnd(),
  ]).events;
}

/** A command that the code of a tool runs as the tool declared it, and one that a subagent asks for before it ends. */
export function nested(
  subagent: 'COMPLETED' | 'FAILED' = 'COMPLETED',
  lastTurn = 3,
): readonly TrailEvent[] {
  const command = {
    'gen_ai.tool.name': 'bash_run',
    'gen_ai.tool.call.arguments': { command: 'npm test' },
    kind: 'execute',
  };
  return plausible([
    runStart(),
    turnStart(1),
    reply(1),
    ...begun('c1', 'release'),
    state('c2', 'PENDING', { ...command, parent: 'c1' }),
    verdict('c2', 'auto', { rule: null, list: 'wall', line: null }),
    ...ran('c2'),
    state('c1', 'COMPLETED'),
    ...begun('c3', 'task_run'),
    { ...turnStart(2), parent: 'c3' } as TrailEvent,
    { ...reply(2), parent: 'c3' } as TrailEvent,
    state('c4', 'PENDING', { ...command, turn: 2, parent: 'c3' }),
    verdict('c4', 'auto'),
    ...ran('c4'),
    state('c3', subagent),
    turnStart(lastTurn),
    reply(lastTurn),
    ...finished('c5', lastTurn),
    runEnd(),
  ]).events;
}

const asks = (call: string, request: number): TrailEvent => ({
  type: 'call.request',
  call,
  request,
  name: 'colour',
  data: '{"of":"sky"}',
});
const answered = (
  call: string,
  request: number,
  over: Omit<Extract<TrailEvent, { type: 'call.answer' }>, 'type' | 'call' | 'request'>,
): TrailEvent => ({ type: 'call.answer', call, request, ...over });
const begun = (call: string, tool = 'fs_write') => [
  state(call, 'PENDING', { 'gen_ai.tool.name': tool }),
  verdict(call, 'auto'),
  state(call, 'APPROVED'),
  state(call, 'EXECUTING'),
];

/** Tools that ask: answered by a hook, refused by one, answered by the program in another order, and interrupted. */
export function questioned(): readonly TrailEvent[] {
  return plausible([
    runStart(),
    turnStart(1),
    reply(1),
    ...begun('c1'),
    asks('c1', 1),
    asks('c1', 2),
    answered('c1', 2, { by: 'hook', hook: 'colours.mjs', answer: '"blue"' }),
    answered('c1', 1, { by: 'program', answer: 'null' }),
    asks('c1', 3),
    answered('c1', 3, { by: 'hook', hook: 'colours.mjs', because: 'It is night.' }),
    state('c1', 'COMPLETED'),
    ...begun('c2'),
    asks('c2', 1),
    answered('c2', 1, { by: 'nobody', because: 'Nobody answers.' }),
    state('c2', 'FAILED', { 'error.type': 'execution', because: 'no colour' }),
    ...begun('c3'),
    asks('c3', 1),
    state('c3', 'SEALED', { because: 'interrupted' }),
    turnStart(2),
    reply(2),
    ...finished('c4', 2),
    runEnd(),
  ]).events;
}

/** Two approvers with files of their own, who are named by the request. */
export function owned(): readonly TrailEvent[] {
  const from = [['maintain', '@hubot'], ['codeowners']];
  const needs = { from, count: 2, self: false, expires: '2026-01-09T00:00:00Z', files: ['a', 'b'] };
  const requests = [{ approval: 'ap-c1', call: 'c1', digest: sha256('approval c1'), needs }];
  return plausible([
    runStart({ requester: { login: 'mona', id: 1 } }),
    state('c1', 'PENDING'),
    verdict('c1', 'requireApproval', {
      needs: { from, count: 2, self: false, expireMs: 10 * 86_400_000 },
    }),
    state('c1', 'APPROVAL_REQUIRED'),
    asked('c1', { requests, count: 2, named: [{ login: 'hubot', id: 2 }] }),
    decision('c1', { as: ['@hubot', 'codeowners'], files: ['a'] }),
    decision('c1', {
      by: { login: 'lisa', id: 3 },
      comment: { id: 7, url: 'https://a.test', createdAt: '2026-01-02T03:05:00Z' },
      permission: 'admin',
      as: ['maintain', 'codeowners'],
      files: ['b'],
    }),
    consumed('c1'),
    ...ran('c1'),
    runEnd(),
  ]).events;
}

/** A commit as an executed call pushed it. */
const PUSHED = {
  type: 'github.write',
  call: 'c1',
  what: 'commit',
  id: 'b'.repeat(40),
  url: null,
  branch: 'agent/fix',
} as const satisfies TrailEvent;

/** What `commits` of a statement does not have: it was there before, no call wrote it, or it is the id of no commit. */
const NOT_PUSHED: readonly TrailEvent[] = [
  { ...PUSHED, id: 'c'.repeat(40), found: true },
  { ...PUSHED, id: 'd'.repeat(40), call: null },
  { ...PUSHED, id: 'zzz' },
  { ...PUSHED, id: 'E'.repeat(40) },
  { ...PUSHED, id: 'f'.repeat(41) },
  { ...PUSHED, id: 7 },
  { ...PUSHED, id: null },
];

/** Two jobs: a commit was pushed, and the second has other models and another budget. */
export function resumedOtherwise(): { events: readonly TrailEvent[]; files: Map<string, Buffer> } {
  const { events } = plausible([
    runStart({ fallbackModels: ['spare'] }),
    turnStart(1),
    reply(1),
    state('c1', 'PENDING'),
    verdict('c1', 'auto'),
    state('c1', 'APPROVED'),
    state('c1', 'EXECUTING'),
    PUSHED,
    { ...PUSHED, id: 'a'.repeat(64), url: 'https://a.test' },
    ...NOT_PUSHED,
    state('c1', 'COMPLETED'),
    { type: 'checkpoint.saved', name: 'checkpoint-17.bin', ...CRASHED },
    runEnd('error'),
    runStart({
      start: 'resumed',
      'gen_ai.request.model': 'other',
      budget: { turns: 20, calls: 20, tokens: 2000, usd: 7.5 },
    }),
    turnStart(2),
    reply(2),
    ...finished('c2', 2),
    runEnd(),
    { ...PUSHED, id: 'd'.repeat(40), call: null },
  ]);
  return { events, files: new Map([['checkpoint-17.bin', Buffer.from(STATE)]]) };
}

const usage = ([input, output, read, created]: readonly [number, number, number, number]) => ({
  'gen_ai.usage.input_tokens': input,
  'gen_ai.usage.output_tokens': output,
  'gen_ai.usage.cache_read.input_tokens': read,
  'gen_ai.usage.cache_creation.input_tokens': created,
});

/** A run whose tokens are rounded when they are added. */
export function rounded(): readonly TrailEvent[] {
  return [
    runStart({ budget: {} }),
    turnStart(1),
    { ...reply(1), ...usage([0.1, 0.2, 0.3, 2 ** 53]) },
    turnStart(2),
    { ...reply(2), ...usage([2 ** 53, 1, 1, 1]) },
    runEnd('error', { turns: 2, calls: { total: 0 }, tokens: 2 ** 54, costUsd: 0.02 }),
  ];
}

export function moreRuns(): readonly (readonly TrailEvent[])[] {
  return [
    realRun(),
    proved('npm test', ['npm', 'test']),
    planned(),
    delegated(),
    owned(),
    questioned(),
  ];
}
