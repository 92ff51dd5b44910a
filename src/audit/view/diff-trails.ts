import { canonicalJson } from '../../common/index.ts';
import type { Entry } from '../format/entry.ts';
import { type CallView, type RunView, totals, viewTrail } from './view.ts';

/** How often something occurs in each of two runs. */
export interface Difference {
  readonly what: string;
  readonly a: number;
  readonly b: number;
}

/** The differences between two runs; a list is empty if there are none. */
export interface TrailDiff {
  readonly outcome: { readonly a: string | null; readonly b: string | null };
  readonly tools: readonly Difference[];
  readonly verdicts: readonly Difference[];
  readonly states: readonly Difference[];
  /** Shell commands, by their exact text. */
  readonly commands: readonly Difference[];
  readonly hosts: readonly Difference[];
  readonly inputs: readonly Difference[];
  readonly turns: { readonly a: number; readonly b: number };
  readonly tokensPerTurn: { readonly a: number; readonly b: number };
  readonly costUsd: { readonly a: number | null; readonly b: number | null };
}

type Entries = AsyncIterable<Entry> | Iterable<Entry>;
const HOST = /\bhttps?:\/\/([a-z0-9.-]+(?::\d+)?)/gi;

/** Compares two runs by their tools, commands, hosts, verdicts and tokens. Order does not matter. */
export async function diffTrails(a: Entries, b: Entries): Promise<TrailDiff> {
  const [left, right] = [await viewTrail(a), await viewTrail(b)];
  const by = (name: (call: CallView) => readonly string[]): readonly Difference[] =>
    differences(left.calls.flatMap(name), right.calls.flatMap(name));
  return {
    outcome: { a: left.end?.outcome ?? null, b: right.end?.outcome ?? null },
    tools: by(({ tool }) => [tool]),
    verdicts: by(({ verdict }) => [verdict?.verdict ?? 'none']),
    states: by(({ state }) => [state]),
    commands: by((call) => commandOf(call)),
    hosts: by((call) =>
      [...JSON.stringify(call.input).matchAll(HOST)].map(([, host]) => (host ?? '').toLowerCase()),
    ),
    inputs: by(({ tool, input, inputBlob }) => [
      `${tool} ${input === null && inputBlob !== null ? inputBlob.sha256 : canonicalJson(input)}`,
    ]),
    turns: { a: left.turns.length, b: right.turns.length },
    tokensPerTurn: { a: tokensPerTurn(left), b: tokensPerTurn(right) },
    costUsd: { a: totals(left).costUsd, b: totals(right).costUsd },
  };
}

function commandOf({ input }: CallView): readonly string[] {
  if (typeof input !== 'object' || input === null || !('command' in input)) return [];
  return typeof input.command === 'string' ? [input.command] : [];
}

function tokensPerTurn(view: RunView): number {
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = totals(view);
  const tokens = inputTokens + outputTokens + cacheReadTokens + cacheCreationTokens;
  return view.turns.length === 0 ? 0 : Math.round(tokens / view.turns.length);
}

function differences(a: readonly string[], b: readonly string[]): readonly Difference[] {
  const counts = new Map<string, { a: number; b: number }>();
  for (const [side, names] of [
    ['a', a],
    ['b', b],
  ] as const) {
    for (const name of names) {
      const count = counts.get(name) ?? { a: 0, b: 0 };
      count[side] += 1;
      counts.set(name, count);
    }
  }
  return [...counts]
    .filter(([, count]) => count.a !== count.b)
    .map(([what, count]) => ({ what, ...count }))
    .toSorted((x, y) => (x.what < y.what ? -1 : 1));
}
