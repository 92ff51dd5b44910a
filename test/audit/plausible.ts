import type { TrailEvent, TrailVerdict } from '../../src/audit/index.ts';
import {
  crockford,
  digestOf,
  isJsonObject,
  type JsonObject,
  sha256,
} from '../../src/common/index.ts';
import * as run from './events.ts';

type State = Extract<TrailEvent, { type: 'call.state' }>;

const RESULT = { durationMs: 3, result: 'ok', resultSha256: sha256('ok'), resultBytes: 2 };

/** The id that a real run gives to an approval request with this digest. */
export function approvalIdOf(digest: string): string {
  return `ap-${crockford(Buffer.from(digest, 'hex'), 8)}`;
}

/** A run as a real one writes it, with one call of each verdict, ended by a call of `finish`. */
export function realRun(): readonly TrailEvent[] {
  const [redacted, ...others] = run.wholeRun().slice(0, -1).toReversed();
  if (redacted === undefined) throw new Error('the run is empty');
  const ended = [...others.toReversed(), run.turnStart(2), run.reply(2), ...finished('c4', 2)];
  return plausible([...ended, redacted, run.runEnd()]).events;
}

/** A call of `finish`, which ends the work. */
export function finished(
  call: string,
  turn: number,
  { outcome = 'done', result }: { readonly outcome?: string; readonly result?: JsonObject } = {},
): readonly TrailEvent[] {
  const input = { outcome, summary: 'It is done.', ...(result === undefined ? {} : { result }) };
  return [
    run.state(call, 'PENDING', {
      turn,
      'gen_ai.tool.name': 'finish',
      'gen_ai.tool.call.arguments': input,
      kind: 'readonly',
    }),
    run.verdict(call, 'auto', { rule: null, list: 'wall', line: null }),
    run.state(call, 'APPROVED'),
    run.state(call, 'EXECUTING'),
    run.state(call, 'COMPLETED'),
  ];
}

/**
 * Adds to events what a real run would have written with them and a test does not care about: the turn of the calls, the
 * fields of a state, ids of approvals, checkpoints before a resumption, and the counts of `run.end`. `original` leads from
 * the place of an event back to its place in the test.
 */
export function plausible(given: readonly TrailEvent[]): {
  readonly events: readonly TrailEvent[];
  readonly original: (seq: number) => number;
} {
  const events: TrailEvent[] = [];
  const places: number[] = [];
  const ids = approvalIds(given);
  const digests = argumentDigests(given);
  const hasTurns = given.some(({ type }) => type === 'turn.start' || type === 'model.reply');
  const begins = given.some((event) => event.type === 'call.state' && event.state === 'PENDING');
  for (const [place, event] of given.entries()) {
    const add = (...more: readonly TrailEvent[]): void => {
      for (const one of more) {
        events.push(one);
        places.push(place);
      }
    };
    const named = withDigest(renamed(event, ids), digests);
    for (const needed of neededBefore(named, events)) add(needed);
    add(completed(named, events));
    if (event.type === 'run.start' && event.start === 'fresh' && begins && !hasTurns)
      add(run.turnStart(1), run.reply(1));
  }
  return { events, original: (seq) => places[seq] ?? given.length };
}

/** A verdict on plausible events, with the places of the events as the test gave them. */
export function inPlaces(verdict: TrailVerdict, original: (seq: number) => number): TrailVerdict {
  if (verdict.kind === 'broken') {
    const seq = original(verdict.seq);
    return { ...verdict, seq, line: seq + 1 };
  }
  if (verdict.kind !== 'intact') return verdict;
  const warnings = verdict.warnings.map((one) => ({ ...one, seq: original(one.seq) }));
  return { ...verdict, warnings };
}

function approvalIds(given: readonly TrailEvent[]): ReadonlyMap<string, string> {
  return new Map(
    given.flatMap((event) =>
      event.type === 'approval.asked'
        ? event.requests.map(({ approval, digest }) => [approval, approvalIdOf(digest)] as const)
        : [],
    ),
  );
}

/** The digests of recorded arguments, by call. */
function argumentDigests(given: readonly TrailEvent[]): ReadonlyMap<string, string> {
  return new Map(
    given.flatMap((event) => {
      if (event.type !== 'call.state' || event.state !== 'PENDING') return [];
      const inline = event['gen_ai.tool.call.arguments'] ?? null;
      return [[event.call, event.argumentsBlob?.sha256 ?? digestOf(inline)] as const];
    }),
  );
}

/** Where a test did not choose a digest of arguments, that of the recorded ones. */
function withDigest(event: TrailEvent, digests: ReadonlyMap<string, string>): TrailEvent {
  if (event.type !== 'call.state' && event.type !== 'call.verdict') return event;
  const digest = digests.get(event.call);
  if (event.argumentsSha256 !== digestOf(run.ARGS) || digest === undefined) return event;
  return { ...event, argumentsSha256: digest };
}

function renamed(event: TrailEvent, ids: ReadonlyMap<string, string>): TrailEvent {
  const id = (approval: string): string => ids.get(approval) ?? approval;
  if (event.type === 'approval.asked') {
    const requests = event.requests.map((one) => ({ ...one, approval: id(one.approval) }));
    return { ...event, requests };
  }
  if (event.type === 'run.suspended') return { ...event, approvals: event.approvals.map(id) };
  return 'approval' in event ? { ...event, approval: id(event.approval) } : event;
}

function neededBefore(event: TrailEvent, so: readonly TrailEvent[]): readonly TrailEvent[] {
  const segment = so.slice(so.findLastIndex(({ type }) => type === 'run.start'));
  const has = (type: TrailEvent['type']): boolean => segment.some((one) => one.type === type);
  const saved = (): TrailEvent => ({
    type: 'checkpoint.saved',
    name: `checkpoint-${so.length}.bin`,
    sha256: sha256('cp'),
    bytes: 2,
  });
  if (event.type === 'run.start' && event.start === 'resumed' && so.length > 0)
    return has('checkpoint.saved') ? [] : [saved()];
  if (event.type === 'run.suspended')
    return so.at(-1)?.type === 'checkpoint.saved' ? [] : [saved()];
  if (event.type !== 'run.end') return [];
  if (event.outcome === 'awaiting-approval' && !has('run.suspended')) {
    const approvals = so.flatMap((one) =>
      one.type === 'approval.asked' ? one.requests.map(({ approval }) => approval) : [],
    );
    return [saved(), { type: 'run.suspended', approvals }];
  }
  if (event.outcome === 'done' && hasCallsInLastTurn(so)) {
    const turn = so.filter(({ type }) => type === 'turn.start').length + 1;
    return [run.turnStart(turn), run.reply(turn)];
  }
  return [];
}

function hasCallsInLastTurn(so: readonly TrailEvent[]): boolean {
  const turn = so.findLastIndex((one) => one.type === 'turn.start' && one.parent === null);
  if (turn === -1) return true;
  const calls = so
    .slice(turn)
    .filter(
      (one): one is State =>
        one.type === 'call.state' && one.state === 'PENDING' && one.parent === null,
    );
  return calls.length > 0 && calls.every((one) => one['gen_ai.tool.name'] !== 'finish');
}

function completed(event: TrailEvent, so: readonly TrailEvent[]): TrailEvent {
  if (event.type === 'checkpoint.saved' && event.name === 'cp')
    return { ...event, name: `checkpoint-${so.length}.bin` };
  if (event.type === 'run.end') return counted(event, so);
  return withFields(event, so);
}

/** The fields of a state that a real run writes with it. */
export function withFields(event: TrailEvent, so: readonly TrailEvent[] = []): TrailEvent {
  if (event.type !== 'call.state') return event;
  switch (event.state) {
    case 'PENDING': {
      if (event.argumentsBlob === undefined) return event;
      const { 'gen_ai.tool.call.arguments': _, ...others } = event;
      return others;
    }
    case 'COMPLETED':
      return { ...withResult(event) };
    case 'FAILED': {
      const failed = { because: 'it failed', 'error.type': 'execution', ...event };
      const last = so.findLast((one) => one.type === 'call.state' && one.call === event.call);
      return last?.type === 'call.state' && last.state === 'EXECUTING'
        ? withResult(failed)
        : failed;
    }
    case 'DENIED':
    case 'SEALED':
      return { because: 'it was refused', ...event };
    default:
      return event;
  }
}

function withResult(event: State): State {
  const { result } = event;
  if (result === undefined) return { ...RESULT, ...event };
  const named =
    typeof result === 'string'
      ? { resultSha256: sha256(result), resultBytes: Buffer.byteLength(result) }
      : { resultSha256: result.sha256, resultBytes: result.bytes };
  return { durationMs: 3, ...named, ...event };
}

/** The counts of the entries, unless the test gives its own. */
export function counted(end: TrailEvent, so: readonly TrailEvent[]): TrailEvent {
  if (end.type !== 'run.end') return end;
  if (Object.keys(end.calls).join() !== 'auto' || end.calls['auto'] !== 1) return end;
  const verdicts = new Map<string, string>();
  const states = new Map<string, State>();
  const use: { turns: number; tokens: number; costUsd: number | null } = {
    turns: 0,
    tokens: 0,
    costUsd: 0,
  };
  for (const event of so) {
    if (event.type === 'call.verdict') verdicts.set(event.call, event.verdict);
    if (event.type === 'call.state') states.set(event.call, event);
    if (event.type === 'turn.start') use.turns += 1;
    if (event.type !== 'model.reply' && event.type !== 'model.broken') continue;
    use.tokens += event['gen_ai.usage.input_tokens'] + event['gen_ai.usage.output_tokens'];
    use.tokens += event['gen_ai.usage.cache_read.input_tokens'];
    use.tokens += event['gen_ai.usage.cache_creation.input_tokens'];
    use.costUsd =
      use.costUsd === null || event.costUsd === null ? null : use.costUsd + event.costUsd;
  }
  const ends = [...states.values()];
  const ran = (verdict: string): number =>
    ends.filter(
      ({ call, state }) =>
        ['COMPLETED', 'FAILED'].includes(state) && verdicts.get(call) === verdict,
    ).length;
  const calls = {
    auto: ran('auto'),
    approved: ran('requireApproval'),
    denied: ends.filter(({ state, usedDefault }) => state === 'DENIED' && usedDefault !== true)
      .length,
    failed: ends.filter(({ state }) => state === 'FAILED').length,
    total: ends.length,
  };
  return { ...end, calls, ...use, ...summaryOf(end, so) };
}

/** What the model said at the end, by `finish` or in its last reply, unless the test gives its own. */
function summaryOf(
  { outcome, summary }: Extract<TrailEvent, { type: 'run.end' }>,
  so: readonly TrailEvent[],
): { readonly summary?: string } {
  if (outcome !== 'done' || summary !== run.SUMMARY) return {};
  const isOwn = (one: TrailEvent): boolean => 'parent' in one && one.parent === null;
  const last = so.slice(so.findLastIndex((one) => one.type === 'turn.start' && isOwn(one)));
  const said = last.flatMap((one): readonly string[] => {
    if (one.type === 'model.reply' && isOwn(one)) return [one.text];
    const input = one.type === 'call.state' && isOwn(one) ? one['gen_ai.tool.call.arguments'] : 0;
    const text = isJsonObject(input ?? 0) ? Object(input).summary : null;
    return typeof text === 'string' ? [text] : [];
  });
  const text = said.at(-1);
  return text === undefined ? {} : { summary: text };
}
