/** I/O: one downloaded trail, verified and read. */
import {
  filesIn,
  readTrail,
  totals,
  trailBytes,
  type TrailVerdict,
  verifyTrail,
  viewTrail,
} from '../audit/index.ts';
import { errorText, type Outcome } from '../common/index.ts';

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
  const verdict = await verified(folder);
  const nothing = { artifact, verdict, outcome: null, request: '', summary: '' };
  const none = { turns: 0, tokens: 0, costUsd: 0, calls: {} };
  if (verdict.kind !== 'intact') return { ...nothing, ...none };
  const view = await viewTrail(readTrail(folder));
  const request = view.starts[0]?.request ?? '';
  if (view.end === null) {
    const { costUsd, ...kinds } = totals(view);
    const tokens = Object.values(kinds).reduce((sum, count) => sum + count, 0);
    return { ...nothing, ...none, request, turns: view.turns.length, tokens, costUsd };
  }
  const { outcome, turns, tokens, costUsd, calls, summary } = view.end;
  return { ...nothing, outcome, request, turns, tokens, costUsd, calls, summary };
}

async function verified(folder: string): Promise<TrailVerdict> {
  try {
    return await verifyTrail(trailBytes(folder), filesIn(folder));
  } catch (error) {
    return { kind: 'unreadable', because: errorText(error) };
  }
}
