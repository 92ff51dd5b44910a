import type { Json, JsonObject } from '../../../common/index.ts';
import type { CallView, TrailPart, TurnView } from '../parts.ts';
import type { TrailSummary } from '../summary.ts';

/** A longer run is drawn with bars that stand for several short parts each, so that a browser can draw it. */
const MAX_SINGLE_PARTS = 2_000;
const SLOTS = 1_000;
/** Bars of one kind in one lane. */
const MAX_BARS = 3_000;
const MAX_POINTS = 1_000;
const LANES = { turns: 0, calls: 1, waits: 2, approvals: 3 } as const;

interface Bar {
  readonly lane: number;
  from: number;
  until: number;
  readonly cls: 'turns' | 'runs' | 'fails' | 'waits';
  /** The address of the part on the page. */
  readonly to: string;
  readonly title: string;
  /** How many parts it stands for. */
  parts: number;
}

/** Turns, calls, waits and approvals of a run over time, and what it spent: of a size that does not grow with the run. */
export class ReportPicture {
  readonly #startMs: number;
  readonly #spanMs: number;
  /** Parts that begin within this time of each other and are shorter share a bar; 0: each has its own. */
  readonly #slotMs: number;
  readonly #bars = new Map<string, Bar[]>();
  /** Bars for which there is no room. */
  #left = 0;
  readonly #repliesPerPoint: number;
  readonly #isPriced: boolean;
  readonly #spend: number[] = [];
  #spent = 0;
  #replies = 0;

  constructor({ firstTime, lastTime, turns, calls, replies, totals }: TrailSummary) {
    this.#startMs = Date.parse(firstTime ?? '');
    this.#spanMs = lastTime === null ? 0 : Date.parse(lastTime) - this.#startMs;
    this.#slotMs = turns + calls > MAX_SINGLE_PARTS ? this.#spanMs / SLOTS : 0;
    this.#repliesPerPoint = Math.ceil(replies / MAX_POINTS);
    this.#isPriced = totals.costUsd !== null;
  }

  add(part: TrailPart): void {
    if (part.is === 'turn') this.#turn(part.turn);
    if (part.is === 'call') this.#call(part.call);
  }

  /** What the page's script draws. */
  data(): JsonObject {
    return {
      spanMs: this.#spanMs,
      bars: [...this.#bars.values()].flat().map((bar): Json => {
        const { lane, from, until, cls, to, title, parts } = bar;
        const words = parts === 1 ? title : `${parts} parts, the first is ${title}`;
        return { lane, from, until, cls, to, title: words };
      }),
      barsLeft: this.#left,
      spend: this.#spend,
    };
  }

  #turn(turn: TurnView): void {
    const [from, until] = [this.#ms(turn.time), this.#ms(turn.reply?.time ?? turn.time)];
    const title = `turn ${turn.turn}`;
    this.#bar({ lane: LANES.turns, from, until, cls: 'turns', to: `#turn-${turn.seq}`, title });
    if (turn.reply === null) return;
    const { reply } = turn;
    // Dollars, or tokens if the price is unknown.
    this.#spent += this.#isPriced
      ? (reply.costUsd ?? 0)
      : reply['gen_ai.usage.input_tokens'] + reply['gen_ai.usage.output_tokens'];
    this.#replies += 1;
    if (this.#replies % this.#repliesPerPoint === 0)
      this.#spend.push(Math.round(this.#spent * 1e6) / 1e6);
  }

  #call(call: CallView): void {
    const to = `#call-${call.call}`;
    for (const [index, { state, time }] of call.states.entries()) {
      const [from, until] = [this.#ms(time), this.#ms(call.states[index + 1]?.time ?? time)];
      const title = `${call.call} ${call.tool}: ${state}`;
      const runs = call.state === 'COMPLETED' ? 'runs' : 'fails';
      if (state === 'EXECUTING')
        this.#bar({ lane: LANES.calls, from, until, cls: runs, to, title });
      if (state === 'APPROVAL_REQUIRED')
        this.#bar({ lane: LANES.waits, from, until, cls: 'waits', to, title });
    }
    for (const { time, decision, by, counted } of call.decisions) {
      const answeredMs = this.#ms(time);
      const cls = counted && decision === 'approve' ? 'runs' : 'fails';
      const title = `${decision} by @${by.login}`;
      this.#bar({ lane: LANES.approvals, from: answeredMs, until: answeredMs, cls, to, title });
    }
  }

  #bar(bar: Omit<Bar, 'parts'>): void {
    const kind = `${bar.lane} ${bar.cls}`;
    const bars = this.#bars.get(kind) ?? [];
    this.#bars.set(kind, bars);
    const last = bars.at(-1);
    if (last !== undefined && this.#share(last, bar)) {
      last.from = Math.min(last.from, bar.from);
      last.until = Math.max(last.until, bar.until);
      last.parts += 1;
    } else if (bars.length < MAX_BARS) bars.push({ ...bar, parts: 1 });
    else this.#left += 1;
  }

  #share(last: Bar, bar: Omit<Bar, 'parts'>): boolean {
    const width = Math.max(last.until, bar.until) - Math.min(last.from, bar.from);
    return this.#slotMs > 0 && width <= 2 * this.#slotMs;
  }

  #ms(time: string): number {
    return Date.parse(time) - this.#startMs;
  }
}
