import { isSpending } from '../format/spent.ts';
import { type Json, roundUsd } from '../../common/index.ts';
import type { BlobRef } from '../write/blobs.ts';
import type { Entry } from '../format/entry.ts';
import type { EntryOf } from '../verify/replay-state.ts';
import type { CallState } from '../format/states.ts';

/** One call, gathered from all its entries. */
export interface CallView {
  readonly call: string;
  /** The place of its first entry in the trail. */
  readonly seq: number;
  tool: string;
  kind: string | null;
  turn: number | null;
  parent: string | null;
  input: Json | null;
  inputBlob: BlobRef | null;
  state: CallState;
  readonly states: { readonly state: CallState; readonly time: string; readonly seq: number }[];
  verdict: EntryOf<'call.verdict'> | null;
  readonly asked: EntryOf<'approval.asked'>[];
  readonly decisions: EntryOf<'approval.decision'>[];
  result: string | BlobRef | null;
  because: string | null;
  durationMs: number | null;
  exitCode: number | null;
  errorType: string | null;
  /** A question that nobody answered and whose default counted. */
  usedDefault: boolean;
  /** The sandbox of a command that has ended. */
  sandbox: NonNullable<EntryOf<'call.state'>['sandbox']> | null;
}

/** One model turn. */
export interface TurnView {
  readonly turn: number;
  readonly parent: string | null;
  readonly seq: number;
  readonly time: string;
  reply: EntryOf<'model.reply'> | null;
}

/** A run for display: its entries grouped by call and turn. Nothing here is verified. */
export interface RunView {
  readonly run: string;
  readonly starts: readonly EntryOf<'run.start'>[];
  readonly end: EntryOf<'run.end'> | null;
  readonly calls: readonly CallView[];
  readonly turns: readonly TurnView[];
  /** Entries that belong to neither a call nor a turn, in their order. */
  readonly others: readonly Entry[];
  readonly count: number;
  readonly head: string;
  readonly firstTime: string | null;
  readonly lastTime: string | null;
}

class ViewBuilder {
  readonly calls = new Map<string, CallView>();
  readonly turns: TurnView[] = [];
  readonly starts: EntryOf<'run.start'>[] = [];
  readonly others: Entry[] = [];
  end: EntryOf<'run.end'> | null = null;

  add(entry: Entry): void {
    if (entry.type === 'run.start') this.#start(entry);
    else if (entry.type === 'run.end') this.end = entry;
    else if (entry.type === 'call.state') this.#state(entry);
    else if (entry.type === 'call.verdict') this.#with(entry, (call) => (call.verdict = entry));
    else if (entry.type === 'approval.asked') this.#asked(entry);
    else if (entry.type === 'approval.decision')
      this.#with(entry, (call) => call.decisions.push(entry));
    else if (entry.type === 'turn.start') this.#turn(entry);
    else if (entry.type === 'model.reply') this.#reply(entry);
    else this.others.push(entry);
  }

  #start(entry: EntryOf<'run.start'>): void {
    this.starts.push(entry);
    this.end = null;
  }

  #state(entry: EntryOf<'call.state'>): void {
    const { call, state, time, seq } = entry;
    const view = this.calls.get(call) ?? newCall(call, seq, state);
    this.calls.set(call, view);
    view.state = state;
    view.states.push({ state, time, seq });
    view.tool = entry['gen_ai.tool.name'] ?? view.tool;
    view.kind = entry.kind ?? view.kind;
    view.turn = entry.turn ?? view.turn;
    view.parent = entry.parent ?? view.parent;
    view.input = entry['gen_ai.tool.call.arguments'] ?? view.input;
    view.inputBlob = entry.argumentsBlob ?? view.inputBlob;
    view.result = entry.result ?? view.result;
    view.because = entry.because ?? view.because;
    view.durationMs = entry.durationMs ?? view.durationMs;
    view.exitCode = entry['process.exit.code'] ?? view.exitCode;
    view.errorType = entry['error.type'] ?? view.errorType;
    view.usedDefault = entry.usedDefault === true;
    view.sandbox = entry.sandbox ?? view.sandbox;
  }

  #with(entry: { readonly call: string }, change: (call: CallView) => unknown): void {
    const view = this.calls.get(entry.call);
    if (view !== undefined) change(view);
  }

  #asked(entry: EntryOf<'approval.asked'>): void {
    for (const request of entry.requests) this.#with(request, (call) => call.asked.push(entry));
  }

  #turn(entry: EntryOf<'turn.start'>): void {
    const { turn, parent, seq, time } = entry;
    this.turns.push({ turn, parent, seq, time, reply: null });
  }

  #reply(entry: EntryOf<'model.reply'>): void {
    const turn = this.turns.findLast(
      ({ turn: n, parent }) => n === entry.turn && parent === entry.parent,
    );
    if (turn !== undefined) turn.reply = entry;
  }
}

function newCall(call: string, seq: number, state: CallState): CallView {
  return {
    call,
    seq,
    tool: 'unknown',
    kind: null,
    turn: null,
    parent: null,
    input: null,
    inputBlob: null,
    state,
    states: [],
    verdict: null,
    asked: [],
    decisions: [],
    result: null,
    because: null,
    durationMs: null,
    exitCode: null,
    errorType: null,
    usedDefault: false,
    sandbox: null,
  };
}

/** Groups the entries of a trail by call and turn. */
export async function viewTrail(entries: AsyncIterable<Entry> | Iterable<Entry>): Promise<RunView> {
  const gathering = new ViewBuilder();
  let [count, run, head] = [0, '', ''];
  let firstTime: string | null = null;
  let lastTime: string | null = null;
  for await (const entry of entries) {
    gathering.add(entry);
    count += 1;
    firstTime ??= entry.time;
    ({ run, hash: head, time: lastTime } = entry);
  }
  const { starts, end, turns, others, calls } = gathering;
  return {
    run,
    starts,
    end,
    calls: [...calls.values()],
    turns,
    others,
    count,
    head,
    firstTime,
    lastTime,
  };
}

/** Sums over all turns. */
export function totals(view: RunView): {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheCreationTokens: number;
  readonly costUsd: number | null;
} {
  const sums = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };
  let costUsd: number | null = 0;
  const replies = view.turns.flatMap(({ reply }) => (reply === null ? [] : [reply]));
  for (const spent of [...replies, ...view.others.filter(isSpending)]) {
    sums.inputTokens += spent['gen_ai.usage.input_tokens'];
    sums.outputTokens += spent['gen_ai.usage.output_tokens'];
    sums.cacheReadTokens += spent['gen_ai.usage.cache_read.input_tokens'];
    sums.cacheCreationTokens += spent['gen_ai.usage.cache_creation.input_tokens'];
    // One unknown price makes the sum unknown, not smaller.
    costUsd = costUsd === null || spent.costUsd === null ? null : roundUsd(costUsd + spent.costUsd);
  }
  return { ...sums, costUsd };
}

/** What allowed a call, in a few words: a rule with its line, or the people who approved it. */
export function allowedBy(call: CallView): string {
  const { verdict } = call;
  if (verdict === null) return 'nobody: it was not judged';
  const where = verdict.line === null ? '' : ` (line ${verdict.line})`;
  const rule = `${verdict.list}${verdict.rule === null ? '' : `: ${verdict.rule}`}${where}`;
  const people = call.decisions
    .filter(({ counted }) => counted)
    .map(({ by, decision }) => `@${by.login} (${decision})`);
  return people.length === 0 ? rule : `${rule}; ${people.join(', ')}`;
}
