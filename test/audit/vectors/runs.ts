/** Four small runs, as a real one writes them, with the files beside their trails. */
import type { TrailEvent } from '../../../src/audit/index.ts';
import { digestOf, type Json, sha256 } from '../../../src/common/index.ts';
import {
  asked,
  consumed,
  decision,
  POLICY,
  reply,
  runEnd,
  runStart,
  state,
  turnStart,
  verdict,
} from '../events.ts';
import { finished, plausible } from '../plausible.ts';

/** A trail before it is chained, and its files by their paths. */
export interface Run {
  readonly events: readonly TrailEvent[];
  readonly files: ReadonlyMap<string, Buffer>;
}

export const HEAD = 'a'.repeat(40);
const REQUESTER = { login: 'mona', id: 1 };
const LONG = 'a long line of a file\n'.repeat(3);
const OUTPUT = 'a line of output\n'.repeat(3);
const PREVIEW = 'the whole preview of a long approval request';
const SCHEMA = sha256('the output schema');
const RESULT = '{"answer":42}';
const PATCH = 'diff --git a/a b/a\n';

function blobs(...texts: readonly string[]): [string, Buffer][] {
  return texts.map((text) => [`blobs/${sha256(text)}`, Buffer.from(text)]);
}

function refOf(text: string) {
  return { sha256: sha256(text), bytes: Buffer.byteLength(text) };
}

/** The entries of a call that needs nobody. */
function auto(
  call: string,
  input: {
    readonly tool: string;
    readonly recorded: Json;
    readonly exact: Json;
    readonly kind: string;
  },
  result: Partial<Extract<TrailEvent, { type: 'call.state' }>>,
): readonly TrailEvent[] {
  const argumentsSha256 = digestOf(input.exact);
  return [
    state(call, 'PENDING', {
      'gen_ai.tool.name': input.tool,
      'gen_ai.tool.call.arguments': input.recorded,
      argumentsSha256,
      kind: input.kind,
    }),
    verdict(call, 'auto', { argumentsSha256 }),
    state(call, 'APPROVED'),
    state(call, 'EXECUTING', { argumentsSha256 }),
    state(call, 'COMPLETED', result),
  ];
}

/** One job: calls of each verdict, blobs in arguments and results, a patch, a structured result. */
export function oneJob(): Run {
  const written = { path: 'src/a.ts', content: LONG };
  const { sha256: blob, bytes } = refOf(LONG);
  const { events } = plausible([
    runStart({ headSha: HEAD, outputSchemaSha256: SCHEMA }),
    { type: 'sandbox.probe', sandbox: 'bubblewrap', results: [] },
    turnStart(1),
    reply(1),
    ...auto(
      'c1',
      {
        tool: 'fs_write',
        recorded: { path: 'src/a.ts', content: { blob, bytes } },
        exact: written,
        kind: 'write',
      },
      { result: 'written' },
    ),
    state('c2', 'PENDING'),
    verdict('c2', 'requireApproval', { untrusted: true }),
    state('c2', 'APPROVAL_REQUIRED', { because: 'a rule asks' }),
    asked('c2'),
    decision('c2'),
    consumed('c2'),
    state('c2', 'APPROVED'),
    state('c2', 'EXECUTING'),
    state('c2', 'COMPLETED', { result: refOf(OUTPUT) }),
    state('c3', 'PENDING', { 'gen_ai.tool.call.arguments': { path: '.env' } }),
    verdict('c3', 'deny', { untrusted: true }),
    state('c3', 'DENIED', { because: 'the policy says so' }),
    turnStart(2),
    reply(2),
    ...finished('c4', 2, { result: { answer: 42 } }).map((event) =>
      event.type === 'call.verdict' ? { ...event, untrusted: true } : event,
    ),
    {
      type: 'changes.saved',
      name: 'changes.patch',
      ...refOf(PATCH),
      base: HEAD,
      files: 1,
      leftOut: [],
    },
    { ...runEnd(), result: refOf(RESULT) } as TrailEvent,
  ]);
  return {
    events,
    files: new Map([
      ...blobs(LONG, OUTPUT, RESULT, PREVIEW),
      ['changes.patch', Buffer.from(PATCH)] as const,
    ]),
  };
}

function saved(seq: number): TrailEvent {
  return {
    type: 'checkpoint.saved',
    name: `checkpoint-${seq}.bin`,
    ...refOf('an encrypted state'),
  };
}

const NEEDED = { from: [['write']], count: 1, self: false };

/** A comment that asks for a call, and says who can approve it. */
function askedWithNeeds(call: string): TrailEvent {
  const needs = { ...NEEDED, expires: '2026-01-09T00:00:00.000Z' };
  return asked(call, {
    requests: [{ approval: `ap-${call}`, call, digest: sha256(`approval ${call}`), needs }],
  });
}

/** Two jobs: suspended while a call waits for an approval, and resumed by the answer. */
export function suspended(): Run {
  const before = plausible([
    runStart({ headSha: HEAD, requester: REQUESTER }),
    turnStart(1),
    reply(1),
    state('c1', 'PENDING'),
    verdict('c1', 'requireApproval'),
    state('c1', 'APPROVAL_REQUIRED', { because: 'a rule asks' }),
    askedWithNeeds('c1'),
  ]).events;
  const { events } = plausible([
    ...before,
    saved(before.length),
    { type: 'run.suspended', approvals: ['ap-c1'] },
    runEnd('awaiting-approval'),
    runStart({ headSha: HEAD, start: 'resumed', requester: REQUESTER }),
    decision('c1', { as: ['write'] }),
    consumed('c1'),
    state('c1', 'APPROVED'),
    state('c1', 'EXECUTING'),
    state('c1', 'COMPLETED'),
    turnStart(2),
    reply(2),
    ...finished('c2', 2),
    runEnd(),
  ]);
  // The ids of approvals were given with the first part.
  const ids = before.flatMap((one) => (one.type === 'approval.asked' ? one.requests : []));
  const approval = ids[0]?.approval ?? '';
  const named = events.map((event): TrailEvent => {
    if (event.type === 'run.suspended') return { ...event, approvals: [approval] };
    return 'approval' in event ? { ...event, approval } : event;
  });
  const file = `checkpoint-${before.length}.bin`;
  return { events: named, files: new Map([[file, Buffer.from('an encrypted state')]]) };
}

/** Two jobs: suspended while a call waits for an approval, and ended before the second loaded its policy. */
export function endedEarly(): Run {
  const about = { headSha: HEAD, outputSchemaSha256: SCHEMA, doneRequires: ['bash_run(npm *)'] };
  const { events } = plausible([
    runStart({ ...about, requester: REQUESTER }),
    turnStart(1),
    reply(1),
    state('c1', 'PENDING'),
    verdict('c1', 'requireApproval'),
    state('c1', 'APPROVAL_REQUIRED', { because: 'a rule asks' }),
    askedWithNeeds('c1'),
    { type: 'checkpoint.saved', name: 'checkpoint-7.bin', ...refOf('an encrypted state') },
    { type: 'run.suspended', approvals: ['ap-c1'] },
    runEnd('awaiting-approval'),
    runStart({
      headSha: 'c'.repeat(40),
      start: 'resumed',
      policy: { source: 'none was loaded', ref: null, sha256: POLICY, mode: 'none' },
      budget: {},
    }),
    { type: 'approval.void', approval: 'ap-c1', call: 'c1', because: 'the commit is another one' },
    state('c1', 'DENIED', { because: 'the commit is another one' }),
    { ...runEnd('denied'), turns: 0, calls: {}, tokens: 0, costUsd: 0 } as TrailEvent,
  ]);
  return { events, files: new Map([['checkpoint-7.bin', Buffer.from('an encrypted state')]]) };
}

/** Two jobs: the first was killed in a call, its last line was truncated, and the run was resumed. */
export function crashed(): Run {
  const torn = '{"_schema":"countersign';
  const { events } = plausible([
    runStart({ headSha: HEAD }),
    turnStart(1),
    reply(1),
    state('c1', 'PENDING'),
    verdict('c1', 'auto'),
    state('c1', 'APPROVED'),
    state('c1', 'EXECUTING'),
    { type: 'recovered', tornBytes: torn.length, tornSha256: sha256(torn) },
    state('c1', 'SEALED', { because: 'the job was killed' }),
    { type: 'checkpoint.saved', name: 'checkpoint-9.bin', ...refOf('a crashed state') },
    runEnd('error'),
    runStart({ headSha: HEAD, start: 'resumed' }),
    turnStart(2),
    reply(2),
    ...finished('c2', 2),
    runEnd(),
  ]);
  return {
    events,
    files: new Map([
      ['torn-7.bin', Buffer.from(torn)],
      ['checkpoint-9.bin', Buffer.from('a crashed state')],
    ]),
  };
}

/** The verdict on the call `c1` that an approver changes. */
const gated = (digest: string | undefined) =>
  verdict('c1', 'requireApproval', {
    ...(digest === undefined ? {} : { argumentsSha256: digest }),
    needs: { ...NEEDED, expireMs: 10 * 86_400_000 },
  });

/** One job: a call that its approver changed, a question without an answer, untrusted content, and a reply that broke off. */
export function changedByApprover(): Run {
  const text = `rm -rf dist # ${'a long line of a command '.repeat(3)}`;
  const { sha256: blob, bytes } = refOf(text);
  const before = { command: 'rm -rf build', cwd: '.' };
  const [fromSha256, argumentsSha256] = [before, { ...before, command: text }].map(digestOf);
  const { events } = plausible([
    runStart({ headSha: HEAD, requester: REQUESTER }),
    turnStart(1),
    {
      type: 'model.broken',
      turn: 1,
      parent: null,
      attempt: 1,
      because: 'the connection was lost',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 2,
      'gen_ai.usage.cache_read.input_tokens': 0,
      'gen_ai.usage.cache_creation.input_tokens': 0,
      costUsd: 0.01,
    },
    reply(1),
    state('c1', 'PENDING', {
      'gen_ai.tool.name': 'bash_run',
      'gen_ai.tool.call.arguments': before,
      ...(fromSha256 === undefined ? {} : { argumentsSha256: fromSha256 }),
      kind: 'execute',
    }),
    gated(fromSha256),
    state('c1', 'APPROVAL_REQUIRED', { because: 'a rule asks' }),
    askedWithNeeds('c1'),
    decision('c1', { as: ['write'], changeSha256: sha256(text) }),
    {
      type: 'call.changed',
      call: 'c1',
      approval: 'ap-c1',
      by: { login: 'hubot', id: 2 },
      argument: 'command',
      textSha256: sha256(text),
      fromSha256: fromSha256 ?? '',
      argumentsSha256: argumentsSha256 ?? '',
      arguments: { ...before, command: { blob, bytes } },
    },
    gated(argumentsSha256),
    consumed('c1'),
    state('c1', 'APPROVED'),
    state('c1', 'EXECUTING', argumentsSha256 === undefined ? {} : { argumentsSha256 }),
    state('c1', 'COMPLETED'),
    state('c2', 'PENDING', { 'gen_ai.tool.name': 'clarify', kind: 'readonly' }),
    verdict('c2', 'requireApproval', { rule: null, list: 'wall', line: null }),
    state('c2', 'APPROVAL_REQUIRED', { because: 'a question' }),
    askedWithNeeds('c2'),
    { type: 'approval.void', approval: 'ap-c2', call: 'c2', because: 'nobody answered' },
    state('c2', 'DENIED', { because: 'nobody answered', usedDefault: true }),
    {
      type: 'context.read',
      source: 'https://example.com',
      author: null,
      trusted: false,
      because: 'a tool brought it',
      sha256: sha256('text'),
    },
    turnStart(2),
    reply(2),
    ...finished('c3', 2).map((event) =>
      event.type === 'call.verdict' ? { ...event, untrusted: true } : event,
    ),
    runEnd(),
  ]);
  return { events, files: new Map(blobs(text)) };
}
