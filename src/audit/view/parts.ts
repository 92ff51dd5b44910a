import { CountersignError, type Json } from '../../common/index.ts';
import type { Entry, EntryOf } from '../format/entry.ts';
import { MAX_OPEN } from '../format/limits.ts';
import { type CallState, isFinal } from '../format/states.ts';
import { argumentBlobOf, type BlobRef } from '../format/recorded.ts';

type Asked = EntryOf<'approval.asked'>;

/** One call, gathered from all its entries. */
export interface CallView {
  readonly call: string;
  /** The place of its first entry in the trail. */
  readonly seq: number;
  readonly tool: string;
  readonly kind: string | null;
  readonly turn: number | null;
  readonly parent: string | null;
  /** The arguments as they were given; `null` if a blob has all of them. */
  readonly input: Json | null;
  readonly inputBlob: BlobRef | null;
  /** The last change by an approver; `null` without one. */
  changed: EntryOf<'call.changed'> | null;
  readonly state: CallState;
  readonly states: { readonly state: CallState; readonly time: string; readonly seq: number }[];
  verdict: EntryOf<'call.verdict'> | null;
  /** Each with the requests for this call only, and the accounts that they name. */
  readonly asked: Asked[];
  readonly decisions: EntryOf<'approval.decision'>[];
  result: string | BlobRef | null;
  /** Why it has its state, if that needs a reason. */
  readonly because: string | null;
  readonly durationMs: number | null;
  readonly exitCode: number | null;
  readonly errorType: string | null;
  /** A question that nobody answered and whose default counted. */
  readonly usedDefault: boolean;
  /** The sandbox of a command that has ended. */
  readonly sandbox: NonNullable<EntryOf<'call.state'>['sandbox']> | null;
}

export interface TurnView {
  readonly turn: number;
  readonly parent: string | null;
  readonly seq: number;
  readonly time: string;
  reply: EntryOf<'model.reply'> | null;
}

/** What a trail consists of for display. Nothing here is verified. */
export type TrailPart =
  | { readonly is: 'start'; readonly entry: EntryOf<'run.start'> }
  /** `turnSeq`: the `turn.start` of the turn that made the call; `null` if no entry says which. */
  | { readonly is: 'call'; readonly call: CallView; readonly turnSeq: number | null }
  | { readonly is: 'turn'; readonly turn: TurnView }
  /** An entry that belongs to neither a call nor a turn. */
  | { readonly is: 'other'; readonly entry: Entry };

/** Answers to calls that had ended, which never count. Further ones are not shown. */
const MAX_LATE = 1_000;
export type LateAnswers = readonly EntryOf<'approval.decision'>[];

/** What an entry does to the parts of a trail: it may begin one, named by its `seq`, and complete one. */
interface PartStep {
  readonly begun: number | null;
  readonly complete: TrailPart | null;
}

interface OpenCall {
  readonly call: CallView;
  readonly turnSeq: number | null;
}

/**
 * Groups the entries of a trail into parts, and keeps only parts in memory that are not complete: a call until its final
 * state, a turn until its reply.
 */
export class PartBuilder {
  readonly #open = new Map<string, OpenCall>();
  /** The last turn of the run (`null`) and of each subagent, by the call that started it. */
  readonly #turns = new Map<string | null, TurnView>();
  readonly #answered: LateAnswers;
  readonly #late: EntryOf<'approval.decision'>[] = [];

  /** `late`: the late answers that an earlier pass over the same trail found. */
  constructor(late: LateAnswers = []) {
    this.#answered = late;
  }

  /** The answers so far that name no open call. */
  get late(): LateAnswers {
    return this.#late;
  }

  /** Adds the next entry. Throws `trail-broken` if more calls or turns are open than any run has. */
  add(entry: Entry): PartStep {
    switch (entry.type) {
      case 'call.state':
        return this.#state(entry);
      case 'call.verdict':
        return this.#about(entry.call, (call) => (call.verdict = entry));
      case 'call.changed':
        this.#about(entry.call, (call) => (call.changed = entry));
        return { begun: entry.seq, complete: { is: 'other', entry } };
      case 'approval.asked':
        for (const [name, asked] of askedByCall(entry))
          this.#about(name, (call) => call.asked.push(asked));
        return NOTHING;
      case 'approval.decision':
        if (!this.#open.has(entry.call) && this.#late.length < MAX_LATE) this.#late.push(entry);
        return this.#about(entry.call, (call) => call.decisions.push(entry));
      case 'turn.start':
        return this.#turn(entry);
      case 'model.reply':
        return this.#reply(entry);
      case 'run.start':
        return { begun: entry.seq, complete: { is: 'start', entry } };
      case 'run.end':
        return NOTHING;
      default:
        return { begun: entry.seq, complete: { is: 'other', entry } };
    }
  }

  /** The parts that are not complete at the end of the trail. */
  end(): readonly TrailPart[] {
    const turns = [...this.#turns.values()].filter(({ reply }) => reply === null);
    return [
      ...turns.map((turn): TrailPart => ({ is: 'turn', turn })),
      ...[...this.#open.values()].map((open) => this.#complete(open)),
    ];
  }

  #state(entry: EntryOf<'call.state'>): PartStep {
    const before = this.#open.get(entry.call) ?? null;
    if (before === null) checkOpen(this.#open.size);
    const call = withState(before?.call ?? null, entry);
    const open = { call, turnSeq: before === null ? this.#turnOf(call) : before.turnSeq };
    this.#open.set(entry.call, open);
    const begun = before === null ? entry.seq : null;
    if (!isFinal(entry.state)) return { begun, complete: null };
    this.#open.delete(entry.call);
    this.#turns.delete(entry.call);
    return { begun, complete: this.#complete(open) };
  }

  #turnOf({ turn, parent }: CallView): number | null {
    const last = this.#turns.get(parent);
    return last !== undefined && last.turn === turn ? last.seq : null;
  }

  #complete({ call, turnSeq }: OpenCall): TrailPart {
    const last = call.states.at(-1)?.seq ?? call.seq;
    for (const answer of this.#answered)
      if (answer.call === call.call && answer.seq > last) call.decisions.push(answer);
    return { is: 'call', call, turnSeq };
  }

  #about(call: string, change: (call: CallView) => unknown): PartStep {
    const open = this.#open.get(call);
    if (open !== undefined) change(open.call);
    return NOTHING;
  }

  #turn({ turn, parent, seq, time }: EntryOf<'turn.start'>): PartStep {
    const before = this.#turns.get(parent);
    if (before === undefined) checkOpen(this.#turns.size);
    this.#turns.set(parent, { turn, parent, seq, time, reply: null });
    // A turn that is followed by another never got its reply.
    const unanswered = before !== undefined && before.reply === null ? before : null;
    return { begun: seq, complete: unanswered === null ? null : { is: 'turn', turn: unanswered } };
  }

  #reply(entry: EntryOf<'model.reply'>): PartStep {
    const turn = this.#turns.get(entry.parent);
    if (turn === undefined || turn.turn !== entry.turn || turn.reply !== null) return NOTHING;
    turn.reply = entry;
    return { begun: null, complete: { is: 'turn', turn } };
  }
}

const NOTHING: PartStep = { begun: null, complete: null };

/** What an entry asks about each of its calls: all of it with each call would be its size times the calls. */
function askedByCall(entry: Asked): ReadonlyMap<string, Asked> {
  const named = new Map(entry.named?.map((account) => [`@${account.login}`, account]));
  const byCall = Map.groupBy(entry.requests, ({ call }) => call);
  return new Map(
    [...byCall].map(([call, requests]) => {
      const approvers = new Set(requests.flatMap(({ needs }) => needs?.from.flat() ?? []));
      const accounts = [...approvers].flatMap((one) => named.get(one.toLowerCase()) ?? []);
      return [call, { ...entry, requests, ...(entry.named && { named: accounts }) }];
    }),
  );
}

function checkOpen(count: number): void {
  if (count < MAX_OPEN) return;
  throw new CountersignError(
    'trail-broken',
    `The audit trail has more than ${MAX_OPEN} open calls at once, which no run has.`,
    { fix: 'Run `audit verify` on it for the full report.' },
  );
}

/** The place of a part in the trail: the `seq` of its first entry. */
export function seqOf(part: TrailPart): number {
  if (part.is === 'call') return part.call.seq;
  return part.is === 'turn' ? part.turn.seq : part.entry.seq;
}

/** A call after a change of its state; `null`: before its first one. */
function withState(before: CallView | null, entry: EntryOf<'call.state'>): CallView {
  const { call, seq, state, time } = entry;
  const states = before?.states ?? [];
  states.push({ state, time, seq });
  return {
    call,
    seq: before?.seq ?? seq,
    tool: entry['gen_ai.tool.name'] ?? before?.tool ?? 'unknown',
    kind: entry.kind ?? before?.kind ?? null,
    turn: entry.turn ?? before?.turn ?? null,
    parent: entry.parent ?? before?.parent ?? null,
    input: entry['gen_ai.tool.call.arguments'] ?? before?.input ?? null,
    inputBlob: entry.argumentsBlob ?? before?.inputBlob ?? null,
    changed: before?.changed ?? null,
    state,
    states,
    verdict: before?.verdict ?? null,
    asked: before?.asked ?? [],
    decisions: before?.decisions ?? [],
    result: entry.result ?? before?.result ?? null,
    because: entry.because ?? null,
    durationMs: entry.durationMs ?? before?.durationMs ?? null,
    exitCode: entry['process.exit.code'] ?? before?.exitCode ?? null,
    errorType: entry['error.type'] ?? before?.errorType ?? null,
    usedDefault: entry.usedDefault === true,
    sandbox: entry.sandbox ?? before?.sandbox ?? null,
  };
}

/** The arguments of a call as the last approver who changed it left them; in a blob if `input` is `null`. */
export function lastArguments({ input, inputBlob, changed }: CallView): {
  readonly input: Json | null;
  readonly blob: BlobRef | null;
} {
  if (changed === null) return { input, blob: inputBlob };
  const blob = argumentBlobOf(changed.arguments);
  return { input: blob === null ? changed.arguments : null, blob };
}

/** The `list` of a verdict for people: the format calls a built-in rule `wall`. */
export function listName(list: string): string {
  return list === 'wall' ? 'built-in rule' : list;
}

/** What allowed a call, in a few words: a rule with its line, or the people who approved it. */
export function allowedBy(call: CallView): string {
  const { verdict } = call;
  if (verdict === null) return 'nobody: it was not evaluated';
  const where = verdict.line === null ? '' : ` (line ${verdict.line})`;
  const rule = `${listName(verdict.list)}${verdict.rule === null ? '' : `: ${verdict.rule}`}${where}`;
  const people = call.decisions
    .filter(({ counted }) => counted)
    .map(({ by, decision }) => `@${by.login} (${decision})`);
  return people.length === 0 ? rule : `${rule}; ${people.join(', ')}`;
}
