/** A valid audit trail of any length, one line at a time: one turn with one call after the other. */
import type { TrailEvent } from '../src/audit/index.ts';
import { canonicalJson, digestOf, isJsonObject, sha256 } from '../src/common/index.ts';

const SHA = sha256('x');
const COMMAND = { command: 'npm test -- --reporter=dot' };
const ARGUMENTS = digestOf(COMMAND);
const RESULT = 'a line of output\n'.repeat(100);
const TOKENS = 10;

export const RUN_START: TrailEvent = {
  type: 'run.start',
  start: 'fresh',
  version: '0',
  repository: 'octo/repo',
  headSha: null,
  trigger: { event: 'issues', actor: null, number: 1, url: null },
  workflow: null,
  policy: { source: 'policy', ref: null, sha256: SHA, mode: 'ask' },
  'gen_ai.provider.name': 'scripted',
  'gen_ai.request.model': 'script',
  request: 'Fix it.',
  budget: {},
};

/** The lines of a trail with at least so many entries, without newlines. */
export function* longTrail(entries: number, run = 'run-bench'): Generator<string> {
  let prev = '0'.repeat(64);
  let seq = 0;
  const sealed = (event: TrailEvent): string => {
    const count = event.type === 'run.end' ? { count: seq } : {};
    if (!isJsonObject(event)) throw new Error('not an object');
    const time = new Date(Date.UTC(2026, 0, 1) + seq).toISOString();
    const body = {
      ...event,
      ...count,
      _schema: 'countersign.audit/1',
      seq,
      time,
      run,
      prev,
    };
    prev = sha256(canonicalJson(body));
    seq += 1;
    return canonicalJson({ ...body, hash: prev });
  };
  yield sealed(RUN_START);
  const calls = Math.ceil((entries - 1) / turnEvents(1).length);
  for (let turn = 1; turn <= calls; turn += 1)
    for (const event of turnEvents(turn)) yield sealed(event);
  const turns = calls + 1;
  for (const event of replyEvents(turns)) yield sealed(event);
  const total = calls;
  yield sealed({
    type: 'run.end',
    outcome: 'done',
    summary: 'Done.',
    count: 0,
    turns,
    calls: { auto: total, approved: 0, denied: 0, failed: 0, total },
    tokens: turns * TOKENS,
    costUsd: null,
  });
}

function replyEvents(turn: number): readonly TrailEvent[] {
  return [
    { type: 'turn.start', turn, parent: null, messages: turn },
    {
      type: 'model.reply',
      turn,
      parent: null,
      'gen_ai.response.id': `msg_${turn}`,
      'gen_ai.response.model': 'script',
      'gen_ai.response.finish_reasons': ['tool_use'],
      'gen_ai.usage.input_tokens': TOKENS,
      'gen_ai.usage.output_tokens': 0,
      'gen_ai.usage.cache_read.input_tokens': 0,
      'gen_ai.usage.cache_creation.input_tokens': 0,
      costUsd: null,
      durationMs: 12,
      requestSha256: SHA,
      replySha256: SHA,
      text: 'I run the tests.',
    },
  ];
}

/** The entries of a turn with one call, of the size that real ones have. */
function turnEvents(turn: number): readonly TrailEvent[] {
  const call = `c${turn}`;
  const verdict = { verdict: 'auto', rule: 'kind:readonly', list: 'auto', line: 4 } as const;
  return [
    ...replyEvents(turn),
    {
      type: 'call.state',
      call,
      state: 'PENDING',
      turn,
      parent: null,
      kind: 'execute',
      'gen_ai.tool.name': 'bash_run',
      'gen_ai.tool.call.id': `toolu_${turn}`,
      'gen_ai.tool.call.arguments': COMMAND,
      argumentsSha256: ARGUMENTS,
    },
    {
      type: 'call.verdict',
      call,
      ...verdict,
      because: 'a rule of the policy says so',
      policySha256: SHA,
      argumentsSha256: ARGUMENTS,
      untrusted: false,
      sandboxed: true,
    },
    { type: 'call.state', call, state: 'APPROVED' },
    { type: 'call.state', call, state: 'EXECUTING', argumentsSha256: ARGUMENTS },
    {
      type: 'call.state',
      call,
      state: 'COMPLETED',
      durationMs: 5,
      result: RESULT,
      resultSha256: sha256(RESULT),
      resultBytes: RESULT.length,
    },
  ];
}
