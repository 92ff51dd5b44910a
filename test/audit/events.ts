import type { TrailEvent } from '../../src/audit/index.ts';
import { digestOf, type JsonObject, sha256 } from '../../src/common/index.ts';

export const POLICY = sha256('policy');
export const ARGS = { path: 'src/a.ts' };

export function runStart(
  over: Partial<Extract<TrailEvent, { type: 'run.start' }>> = {},
): TrailEvent {
  return {
    type: 'run.start',
    start: 'fresh',
    version: '0.1.0',
    repository: 'octo/repo',
    headSha: 'a'.repeat(40),
    trigger: { event: 'issues', actor: { login: 'mona', id: 1 }, number: 7, url: null },
    workflow: null,
    policy: { source: '.github/countersign.yml', ref: 'main', sha256: POLICY, mode: 'ask' },
    'gen_ai.provider.name': 'scripted',
    'gen_ai.request.model': 'script',
    request: 'Fix the bug.',
    budget: { turns: 10, calls: 10, tokens: 1000, usd: 5 },
    ...over,
  };
}

export function turnStart(turn: number): TrailEvent {
  return { type: 'turn.start', turn, parent: null, messages: turn };
}

export function reply(turn: number, tokens = 10): TrailEvent {
  return {
    type: 'model.reply',
    turn,
    parent: null,
    'gen_ai.response.id': `msg_${turn}`,
    'gen_ai.response.model': 'script',
    'gen_ai.response.finish_reasons': ['tool_use'],
    'gen_ai.usage.input_tokens': tokens,
    'gen_ai.usage.output_tokens': 1,
    'gen_ai.usage.cache_read.input_tokens': 0,
    'gen_ai.usage.cache_creation.input_tokens': 0,
    costUsd: 0.01,
    durationMs: 12,
    requestSha256: sha256(`request ${turn}`),
    replySha256: sha256(`reply ${turn}`),
    text: 'I will read the file.',
  };
}

export function state(
  call: string,
  is: Extract<TrailEvent, { type: 'call.state' }>['state'],
  over: Partial<Extract<TrailEvent, { type: 'call.state' }>> = {},
): TrailEvent {
  const pending = {
    turn: 1,
    parent: null,
    'gen_ai.tool.name': 'fs_write',
    'gen_ai.tool.call.id': `toolu_${call}`,
    'gen_ai.tool.call.arguments': ARGS,
    argumentsSha256: digestOf(ARGS),
    kind: 'write',
  };
  return {
    type: 'call.state',
    call,
    state: is,
    ...(is === 'PENDING' ? pending : {}),
    ...(is === 'EXECUTING' ? { argumentsSha256: digestOf(ARGS) } : {}),
    ...over,
  };
}

export function verdict(
  call: string,
  is: 'auto' | 'requireApproval' | 'deny',
  over: Partial<Extract<TrailEvent, { type: 'call.verdict' }>> = {},
): TrailEvent {
  return {
    type: 'call.verdict',
    call,
    verdict: is,
    rule: over.list === 'mode' || over.list === 'wall' ? null : 'fs_write(src/**)',
    list: is,
    line: 4,
    because: `the rule says ${is}`,
    policySha256: POLICY,
    argumentsSha256: digestOf(ARGS),
    untrusted: false,
    sandboxed: true,
    ...over,
  };
}

export function asked(
  call: string,
  over: Partial<Extract<TrailEvent, { type: 'approval.asked' }>> = {},
): TrailEvent {
  return {
    type: 'approval.asked',
    card: { commentId: 5, url: 'https://github.com/octo/repo/issues/7#issuecomment-5' },
    via: 'comment',
    count: 1,
    expires: '2026-01-09T00:00:00.000Z',
    requests: [{ approval: `ap-${call}`, call, digest: sha256(`approval ${call}`) }],
    ...over,
  };
}

export function decision(
  call: string,
  over: Partial<Extract<TrailEvent, { type: 'approval.decision' }>> = {},
): TrailEvent {
  return {
    type: 'approval.decision',
    approval: `ap-${call}`,
    call,
    decision: 'approve',
    counted: true,
    because: 'write permission',
    by: { login: 'hubot', id: 2 },
    permission: 'write',
    comment: {
      id: 6,
      url: 'https://github.com/octo/repo/issues/7#issuecomment-6',
      createdAt: '2026-01-02T03:05:00Z',
    },
    ...over,
  };
}

/** A change of a command by the person of `decision`, who left these arguments. */
export function changed(call: string, left: JsonObject): TrailEvent {
  return {
    type: 'call.changed',
    call,
    approval: `ap-${call}`,
    by: { login: 'hubot', id: 2 },
    argument: 'command',
    textSha256: sha256('text'),
    fromSha256: sha256('from'),
    argumentsSha256: sha256('to'),
    arguments: left,
  };
}

export function consumed(
  call: string,
  over: Partial<Extract<TrailEvent, { type: 'approval.consumed' }>> = {},
): TrailEvent {
  return {
    type: 'approval.consumed',
    approval: `ap-${call}`,
    call,
    digest: sha256(`approval ${call}`),
    ...over,
  };
}

/** In place of what a run says at its end. */
export const SUMMARY = 'It is done.';

export function runEnd(
  outcome: Extract<TrailEvent, { type: 'run.end' }>['outcome'] = 'done',
  over: Partial<Extract<TrailEvent, { type: 'run.end' }>> = {},
): TrailEvent {
  return {
    type: 'run.end',
    outcome,
    summary: SUMMARY,
    count: 0,
    turns: 1,
    calls: { auto: 1 },
    tokens: 11,
    costUsd: 0.01,
    ...over,
  };
}

/** A run with one call of each verdict, as a real one writes it. */
export function wholeRun(): readonly TrailEvent[] {
  return [
    runStart(),
    turnStart(1),
    reply(1),
    state('c1', 'PENDING'),
    verdict('c1', 'auto'),
    state('c1', 'APPROVED'),
    state('c1', 'EXECUTING'),
    state('c1', 'COMPLETED', {
      durationMs: 3,
      result: 'ok',
      resultSha256: sha256('ok'),
      resultBytes: 2,
    }),
    state('c2', 'PENDING'),
    verdict('c2', 'requireApproval'),
    state('c2', 'APPROVAL_REQUIRED'),
    asked('c2'),
    decision('c2'),
    consumed('c2'),
    state('c2', 'APPROVED'),
    state('c2', 'EXECUTING'),
    state('c2', 'FAILED', { because: 'exit 1', 'process.exit.code': 1 }),
    state('c3', 'PENDING'),
    verdict('c3', 'deny'),
    state('c3', 'DENIED', { because: 'the policy says so' }),
    { type: 'redaction', counts: { 'github-token': 1 } },
    runEnd(),
  ];
}
