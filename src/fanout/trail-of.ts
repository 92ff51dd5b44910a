/** I/O: one downloaded trail, verified and read. */
import { readTrail, summarizeTrail, type TrailVerdict, verifyAt } from '../audit/index.ts';
import type { Outcome } from '../common/index.ts';

/** The content of one run's artifact. Its texts are the run's own and must be escaped before they are shown. */
export interface CollectedRun {
  readonly artifact: string;
  readonly verdict: TrailVerdict;
  /** `null` if the trail does not record it. */
  readonly outcome: Outcome | null;
  readonly request: string;
  readonly turns: number;
  readonly tokens: number;
  /** `null` if the model's price is unknown. */
  readonly costUsd: number | null;
  readonly calls: Readonly<Record<string, number>>;
  readonly summary: string;
}

/** Reads the trail in a folder. A trail that does not verify gives only that fact. */
export async function trailOf(artifact: string, folder: string): Promise<CollectedRun> {
  const verdict = await verifyAt(folder);
  const nothing = { artifact, verdict, outcome: null, request: '', summary: '' };
  const none = { turns: 0, tokens: 0, costUsd: 0, calls: {} };
  if (verdict.kind !== 'intact') return { ...nothing, ...none };
  const summary = await summarizeTrail(() => readTrail(folder));
  const request = summary.start?.request ?? '';
  if (summary.end === null) {
    const { costUsd, ...kinds } = summary.totals;
    const tokens = Object.values(kinds).reduce((sum, count) => sum + count, 0);
    return { ...nothing, ...none, request, turns: summary.turns, tokens, costUsd };
  }
  const { outcome, turns, tokens, costUsd, calls, summary: said } = summary.end;
  return { ...nothing, outcome, request, turns, tokens, costUsd, calls, summary: said };
}
