import { canonicalJson, type Json } from '../../common/index.ts';
import { type CallView, lastArguments } from './parts.ts';
import { summarizeTrail, type TrailSource, type TrailSummary } from './summary.ts';

/** How often something occurs in each of two runs. */
export interface Difference {
  readonly what: string;
  readonly a: number;
  readonly b: number;
}

/** What is compared by its exact text, as `commands` of the shell. */
export const DIFF_LISTS = ['tools', 'verdicts', 'states', 'commands', 'hosts', 'inputs'] as const;
type List = (typeof DIFF_LISTS)[number];

/** The differences between two runs; a list is empty if there are none. */
export interface TrailDiff extends Readonly<Record<List, readonly Difference[]>> {
  readonly outcome: { readonly a: string | null; readonly b: string | null };
  readonly turns: { readonly a: number; readonly b: number };
  readonly tokensPerTurn: { readonly a: number; readonly b: number };
  readonly costUsd: { readonly a: number | null; readonly b: number | null };
}

const HOST = /\bhttps?:\/\/([a-z0-9.-]+(?::\d+)?)/gi;

/** Compares two runs by their tools, commands, hosts, verdicts and tokens. Order does not matter. */
export async function diffTrails(a: TrailSource, b: TrailSource): Promise<TrailDiff> {
  const [left, right] = [await countTrail(a), await countTrail(b)];
  const by = (list: List): readonly Difference[] =>
    differences(left.counts[list], right.counts[list]);
  return {
    outcome: { a: left.end?.outcome ?? null, b: right.end?.outcome ?? null },
    tools: by('tools'),
    verdicts: by('verdicts'),
    states: by('states'),
    commands: by('commands'),
    hosts: by('hosts'),
    inputs: by('inputs'),
    turns: { a: left.turns, b: right.turns },
    tokensPerTurn: { a: tokensPerTurn(left), b: tokensPerTurn(right) },
    costUsd: { a: left.totals.costUsd, b: right.totals.costUsd },
  };
}

type Counts = Map<string, number>;

async function countTrail(source: TrailSource) {
  const counts: Readonly<Record<List, Counts>> = {
    tools: new Map(),
    verdicts: new Map(),
    states: new Map(),
    commands: new Map(),
    hosts: new Map(),
    inputs: new Map(),
  };
  const summary = await summarizeTrail(source, (part) => {
    if (part.is !== 'call') return;
    const names = namesOf(part.call);
    for (const list of DIFF_LISTS)
      for (const name of names[list]) counts[list].set(name, (counts[list].get(name) ?? 0) + 1);
  });
  return { ...summary, counts };
}

function namesOf(call: CallView): Readonly<Record<List, readonly string[]>> {
  const { tool, verdict, state } = call;
  const { input, blob } = lastArguments(call);
  const text = input === null && blob !== null ? blob.sha256 : canonicalJson(input);
  const hosts = [...JSON.stringify(input).matchAll(HOST)];
  return {
    tools: [tool],
    verdicts: [verdict?.verdict ?? 'none'],
    states: [state],
    commands: commandIn(input),
    hosts: hosts.map(([, host]) => (host ?? '').toLowerCase()),
    inputs: [`${tool} ${text}`],
  };
}

function commandIn(input: Json): readonly string[] {
  if (typeof input !== 'object' || input === null || !('command' in input)) return [];
  return typeof input.command === 'string' ? [input.command] : [];
}

function tokensPerTurn({ turns, totals }: TrailSummary): number {
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = totals;
  const tokens = inputTokens + outputTokens + cacheReadTokens + cacheCreationTokens;
  return turns === 0 ? 0 : Math.round(tokens / turns);
}

function differences(a: Counts, b: Counts): readonly Difference[] {
  return [...new Set([...a.keys(), ...b.keys()])]
    .map((what) => ({ what, a: a.get(what) ?? 0, b: b.get(what) ?? 0 }))
    .filter((count) => count.a !== count.b)
    .toSorted((x, y) => (x.what < y.what ? -1 : 1));
}
