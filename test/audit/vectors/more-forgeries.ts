/** Small forgeries, one for each rule that no forgery of a whole run breaks. */
import type { TrailEvent } from '../../../src/audit/index.ts';
import { digestOf, type JsonObject, layersDigest, sha256 } from '../../../src/common/index.ts';
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
import { approvalIdOf, finished, plausible, withFields } from '../plausible.ts';

/** What was done, the code of the finding, and the entries, of which the last one is broken. */
export type SmallForgery = readonly [string, string, readonly (TrailEvent | JsonObject)[]];

const TURN = [runStart(), turnStart(1), reply(1)];
const PENDING = [...TURN, state('c1', 'PENDING')];
const AUTO = [...PENDING, verdict('c1', 'auto'), state('c1', 'APPROVED')];
const EXECUTING = [...AUTO, state('c1', 'EXECUTING')];
const WAITING = [
  ...PENDING,
  verdict('c1', 'requireApproval'),
  state('c1', 'APPROVAL_REQUIRED', { because: 'a rule asks' }),
];
const DIGEST = sha256('approval c1');
const ID = approvalIdOf(DIGEST);
const ASKED = request({});
const GATED = [...WAITING, ASKED];
const OTHER = sha256('other arguments');
const EDIT: TrailEvent = {
  type: 'call.changed',
  call: 'c1',
  approval: ID,
  by: { login: 'hubot', id: 2 },
  argument: 'content',
  textSha256: OTHER,
  fromSha256: OTHER,
  argumentsSha256: OTHER,
  arguments: {},
};

type Needs = NonNullable<
  Extract<TrailEvent, { type: 'approval.asked' }>['requests'][number]['needs']
>;

/** The request for `c1`. */
function request(over: Partial<Extract<TrailEvent, { type: 'approval.asked' }>>): TrailEvent {
  return asked('c1', { requests: [{ approval: ID, call: 'c1', digest: DIGEST }], ...over });
}

function approved(over: Parameters<typeof decision>[1] = {}): TrailEvent {
  return decision('c1', { approval: ID, ...over });
}

/** An approval of `c1` by somebody who does not have what the request needs. */
function answered(
  needs: Partial<Needs>,
  over: Parameters<typeof decision>[1],
): readonly TrailEvent[] {
  const whole = { from: [['write']], count: 1, self: false, expires: '2026-01-09T00:00:00.000Z' };
  const requests = [{ approval: ID, call: 'c1', digest: DIGEST, needs: { ...whole, ...needs } }];
  return [...WAITING, request({ requests }), approved(over)];
}

function changed(event: TrailEvent, fields: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify({ ...event, ...fields }));
}

const NO_COUNTS = { turns: 0, calls: { total: 0 }, tokens: 0, costUsd: 0 };
const ONE_TURN = { turns: 1, calls: { total: 0 }, tokens: 11, costUsd: 0.01 };

/** A policy with one baseline. */
const OWN = { address: 'own', commit: null, sha256: sha256('own') };
const BASE = { address: 'base', commit: null, sha256: sha256('base') };
const LAYERED = layersDigest(OWN.sha256, [BASE.sha256]);

function layered(over: JsonObject = {}): readonly (TrailEvent | JsonObject)[] {
  const policy = { source: 'p', ref: null, sha256: LAYERED, mode: 'ask', layers: [OWN, BASE] };
  const start = changed(runStart(), { policy: { ...policy, ...over } });
  return [start, turnStart(1), reply(1), state('c1', 'PENDING')];
}

function layeredVerdict(over: JsonObject): JsonObject {
  return changed(verdict('c1', 'auto'), { policySha256: LAYERED, ...over });
}

function said(layer: string, verdictOfIt: string, list = verdictOfIt): JsonObject {
  const rule = list === 'mode' ? null : 'fs_write';
  return { layer, verdict: verdictOfIt, rule, list, line: null };
}

const TREE = 'a'.repeat(40);
const REQUIRED = 'bash_run(npm test)';
const COMMAND = { command: 'npm test' };

/** A run that says it is done, after a command that proves less than its policy requires. */
function unproved(
  call: {
    readonly command?: string;
    readonly words?: readonly (readonly string[])[];
    readonly end?: Parameters<typeof state>[2];
  } | null,
  over: { readonly requires?: string; readonly workTree?: string } = {},
): readonly (TrailEvent | JsonObject)[] {
  const { command = 'npm test', words = [['npm', 'test']], end = {} } = call ?? {};
  const digest = { argumentsSha256: digestOf({ ...COMMAND, command }) };
  const ran = [
    state('c1', 'PENDING', {
      ...digest,
      'gen_ai.tool.name': 'bash_run',
      'gen_ai.tool.call.arguments': { command },
      kind: 'execute',
    }),
    verdict('c1', 'auto', {
      ...digest,
      commands: words.map((one) => ({ words: [...one], verdict: 'auto' })),
    }),
    state('c1', 'APPROVED'),
    state('c1', 'EXECUTING', digest),
    withFields(state('c1', 'COMPLETED', { 'process.exit.code': 0, workTree: TREE, ...end })),
  ];
  const { requires = REQUIRED, workTree = TREE } = over;
  return [
    runStart({ doneRequires: [requires] }),
    turnStart(1),
    reply(1),
    ...(call === null ? [] : ran),
    changed(runEnd('done'), { workTree }),
  ];
}

const PLAN = { type: 'plan.approved', call: 'c1', sha256: OTHER, lines: [] } as const;
const BUDGET = { type: 'budget', budget: 'minutes', used: 5, limit: 5 } as const;

/** Every small forgery. */
export function moreForgeries(): readonly SmallForgery[] {
  return [
    ['a negative number of an entry', 'bad-envelope', [changed(runStart(), { seq: -1 })]],
    ['an entry of a run without a name', 'bad-envelope', [changed(runStart(), { run: '' })]],
    ['an entry without a type', 'bad-envelope', [changed(runStart(), { type: '' })]],
    ['an entry that follows none', 'bad-envelope', [changed(runStart(), { prev: null })]],
    ['a resumption without a start', 'no-start', [runStart({ start: 'resumed' })]],
    [
      'an approval that lacks a file of another code owner',
      'unapproved',
      [
        ...answered(
          { from: [['codeowners']], files: ['a', 'b'] },
          { as: ['codeowners'], files: ['a'] },
        ),
        consumed('c1', { approval: ID }),
      ],
    ],
    [
      'an approval of what nobody can approve',
      'approval-mismatch',
      answered({ from: [] }, { as: [] }),
    ],
    [
      'an approval by somebody whom the request does not name',
      'approval-mismatch',
      answered({}, { as: [] }),
    ],
    [
      'an approval of a file that the call does not affect',
      'approval-mismatch',
      answered({ files: ['a'] }, { as: ['write'], files: ['b'] }),
    ],
    [
      'an approval by a code owner of no file',
      'approval-mismatch',
      answered({ from: [['codeowners']] }, { as: ['codeowners'] }),
    ],
    ['layers of another policy', 'layers-mismatch', layered({ sha256: POLICY }).slice(0, 1)],
    [
      'two layers of one address',
      'layers-mismatch',
      layered({ layers: [OWN, { ...BASE, address: 'own' }] }).slice(0, 1),
    ],
    [
      'a verdict by a layer that the policy does not have',
      'layers-mismatch',
      [...layered(), layeredVerdict({ layer: 'other' })],
    ],
    ['a verdict without its layers', 'layers-mismatch', [...layered(), layeredVerdict({})]],
    [
      'a verdict that leaves out a layer',
      'layers-mismatch',
      [...layered(), layeredVerdict({ layers: [said('own', 'auto')] })],
    ],
    [
      'a layer that lets run what its mode does not',
      'layers-mismatch',
      [
        ...layered(),
        layeredVerdict({ layers: [said('own', 'auto', 'mode'), said('base', 'auto')] }),
      ],
    ],
    [
      'a verdict that is looser than a layer',
      'layers-mismatch',
      [...layered(), layeredVerdict({ layers: [said('own', 'auto'), said('base', 'deny')] })],
    ],
    ['a limit that nobody raised', 'unapproved', [runStart(), { ...BUDGET, event: 'raised' }]],
    [
      'a turn of a run without a policy',
      'turn-mismatch',
      [
        runStart({
          policy: { source: 'none was loaded', ref: null, sha256: POLICY, mode: 'none' },
        }),
        turnStart(1),
      ],
    ],
    [
      'a repeated request of a turn that never began',
      'turn-mismatch',
      [runStart(), { type: 'model.retry', turn: 1, attempt: 1, because: 'x', delayMs: 1 }],
    ],
    ['a change of the model before any turn', 'turn-mismatch', [runStart(), fallback('spare')]],
    [
      'a change to another model than the next one',
      'model-mismatch',
      [runStart({ fallbackModels: ['spare'] }), turnStart(1), fallback('other')],
    ],
    [
      'a call of another turn than the call that makes it',
      'turn-mismatch',
      [...EXECUTING, state('c2', 'PENDING', { turn: 2, parent: 'c1' })],
    ],
    ['a comment that asks nobody', 'approval-mismatch', [...WAITING, request({ via: 'nobody' })]],
    [
      'a request that counts fewer approvals than it needs',
      'approval-mismatch',
      answered({ count: 2 }, {}).slice(0, -1),
    ],
    [
      'an approval comment that never expires',
      'bad-time',
      [...WAITING, request({ expires: null })],
    ],
    ['a required command that was not run', 'outcome-inconsistent', unproved(null)],
    [
      'a required command of another version',
      'outcome-inconsistent',
      unproved(null, { requires: 'fs_write' }),
    ],
    [
      'a required command in a longer line',
      'outcome-inconsistent',
      unproved({ command: 'npm test; true', words: [['npm', 'test'], ['true']] }),
    ],
    [
      'a required command that did not end',
      'outcome-inconsistent',
      unproved({ end: { 'process.exit.code': null } }),
    ],
    [
      'a required command that failed',
      'outcome-inconsistent',
      unproved({ end: { 'process.exit.code': 1 } }),
    ],
    [
      'a required command beside one in the background',
      'outcome-inconsistent',
      unproved({ end: { workTree: undefined } }),
    ],
    [
      'a required command before a change of files',
      'outcome-inconsistent',
      unproved({}, { workTree: 'b'.repeat(40) }),
    ],
    [
      'a turn over the limit of turns',
      'over-budget',
      [runStart({ budget: { turns: 0 } }), turnStart(1)],
    ],
    [
      'calls by their states that do not add up',
      'counts-mismatch',
      [runStart(), runEnd('error', { ...NO_COUNTS, calls: { total: 1 } })],
    ],
    [
      'a cost of replies without a price',
      'counts-mismatch',
      [
        runStart(),
        turnStart(1),
        changed(reply(1), { costUsd: null }),
        runEnd('error', { ...ONE_TURN, costUsd: 1 }),
      ],
    ],
    [
      'an end while a call executes',
      'outcome-inconsistent',
      [...EXECUTING, runEnd('error', { ...ONE_TURN, calls: { total: 1 } })],
    ],
    [
      'done while a call is open',
      'outcome-inconsistent',
      [...PENDING, runEnd('done', { ...ONE_TURN, calls: { total: 1, PENDING: 1 } })],
    ],
    [
      'incomplete at a limit',
      'outcome-inconsistent',
      [runStart(), { ...BUDGET, event: 'spent' }, runEnd('incomplete', NO_COUNTS)],
    ],
    [
      'a result that no schema asks for',
      'outcome-inconsistent',
      [runStart(), changed(runEnd('error', NO_COUNTS), { result: { sha256: OTHER, bytes: 1 } })],
    ],
    [
      'done after a person denied a call',
      'outcome-inconsistent',
      [
        ...GATED,
        approved({ decision: 'deny' }),
        state('c1', 'DENIED', { because: 'no' }),
        runEnd('done', { ...ONE_TURN, calls: { total: 1, DENIED: 1 } }),
      ],
    ],
    [
      'skipped after a turn',
      'outcome-inconsistent',
      [runStart(), turnStart(1), runEnd('skipped', { ...NO_COUNTS, turns: 1 })],
    ],
    [
      'incomplete after the model said that it is done',
      'outcome-inconsistent',
      [
        ...TURN,
        ...plausible(finished('c1', 1)).events,
        runEnd('incomplete', { ...ONE_TURN, calls: { total: 1, COMPLETED: 1 } }),
      ],
    ],
    [
      'a resumption of a run that was skipped',
      'after-end',
      [runStart(), runEnd('skipped', NO_COUNTS), runStart({ start: 'resumed' })],
    ],
    ['a change of a call that never began', 'change-mismatch', [runStart(), EDIT]],
    [
      'a change that answers another request',
      'change-mismatch',
      [...WAITING, { ...EDIT, approval: 'ap-00000000' }],
    ],
    ['a change of other arguments', 'change-mismatch', [...GATED, EDIT]],
    [
      'a verdict by a plan that nobody made',
      'plan-mismatch',
      [...PENDING, verdict('c1', 'auto', { list: 'plan' })],
    ],
    ['a result of a call that never began', 'unknown-call', [runStart(), state('c1', 'APPROVED')]],
    [
      'a call that begins twice',
      'duplicate-call',
      [...PENDING, state('c1', 'SEALED', { because: 'interrupted' }), state('c1', 'PENDING')],
    ],
    [
      'an effect without a digest of its arguments',
      'arguments-mismatch',
      [...AUTO, { type: 'call.state', call: 'c1', state: 'EXECUTING' }],
    ],
    [
      'an effect with other arguments than people were asked about',
      'arguments-mismatch',
      [
        ...PENDING,
        verdict('c1', 'requireApproval'),
        { type: 'hook.ran', call: 'c1', hook: 'h', phase: 'preToolUse', effect: 'x' },
        state('c1', 'APPROVAL_REQUIRED'),
        ASKED,
        verdict('c1', 'requireApproval', { argumentsSha256: OTHER }),
        approved(),
        consumed('c1', { approval: ID }),
        state('c1', 'APPROVED'),
        state('c1', 'EXECUTING', { argumentsSha256: OTHER }),
      ],
    ],
    [
      'an effect by an approval that was void',
      'unapproved',
      [
        ...GATED,
        { type: 'approval.void', approval: ID, call: 'c1', because: 'x' },
        state('c1', 'APPROVED'),
      ],
    ],
    [
      'an approval of a call that somebody denied by another request',
      'unapproved',
      [
        ...GATED,
        request({ requests: [{ approval: approvalIdOf(OTHER), call: 'c1', digest: OTHER }] }),
        approved({ decision: 'deny' }),
        approved({ approval: approvalIdOf(OTHER) }),
        consumed('c1', { approval: approvalIdOf(OTHER), digest: OTHER }),
      ],
    ],
    ['a verdict after the effect', 'verdict-late', [...EXECUTING, verdict('c1', 'auto')]],
    ['a plan that people did not approve', 'plan-mismatch', [...EXECUTING, PLAN]],
    ['a request for a call that never began', 'unknown-call', [runStart(), ASKED]],
    ['a request twice', 'duplicate-approval', [...GATED, ASKED]],
    ['an approval of another call', 'approval-mismatch', [...GATED, approved({ call: 'c2' })]],
  ];
}

function fallback(to: string): TrailEvent {
  const because = 'status 529';
  return {
    type: 'model.fallback',
    turn: 1,
    parent: null,
    from: 'script',
    to,
    reason: 'unavailable',
    because,
  };
}
