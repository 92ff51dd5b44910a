import type { TrailHead } from '../audit/index.ts';
import type { ErrorPlace, Outcome } from '../common/index.ts';
import type { CallCounts, CallLine } from './tally.ts';

/** What a run left in the work tree, kept as a patch beside its trail. */
export interface ChangesLeft {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The commit that the patch applies to. */
  readonly base: string;
  readonly files: number;
  readonly leftOut: readonly { readonly path: string; readonly because: string }[];
}

/** What became of a run: the one value that outputs, summary, tracking comment and exit code are made from. */
export interface RunReport {
  readonly run: string;
  readonly outcome: Outcome;
  /** In the agent's words or the program's, redacted. */
  readonly summary: string;
  /** What was asked for, redacted, and by whom. */
  readonly request: string;
  readonly requester: string | null;
  readonly model: string;
  readonly policy: string;
  readonly sandbox: string;
  readonly turns: number;
  readonly tokens: number;
  readonly costUsd: number | null;
  readonly counts: CallCounts;
  readonly calls: readonly CallLine[];
  readonly pendingApprovals: readonly string[];
  readonly trailFolder: string;
  readonly head: TrailHead;
  readonly warnings: readonly string[];
  /** Files of the work tree that differ from the pinned commit at the end. */
  readonly changedFiles: readonly string[];
  /** `null` where nothing was left, where it could not be kept, and where a checkpoint holds it. */
  readonly left: ChangesLeft | null;
  /** What the run hands over for programs, as canonical JSON; absent or `null` where there is nothing. */
  readonly structuredOutput?: string | null;
  /** Where in the repository's files the run met what it could not begin with; absent where it began. */
  readonly problems?: readonly ErrorPlace[];
}

/** Where the trail went. `null` where nothing was uploaded, with the reason. */
export type Published =
  | { readonly kind: 'uploaded'; readonly id: number; readonly url: string; readonly name: string }
  | { readonly kind: 'kept'; readonly because: string };

/** The report of a run that ended before it did anything. */
export function nothingDone(
  of: Pick<RunReport, 'run' | 'outcome' | 'summary' | 'model' | 'trailFolder' | 'head'>,
): RunReport {
  return {
    ...of,
    request: '',
    requester: null,
    policy: 'none was loaded',
    sandbox: 'not started',
    turns: 0,
    tokens: 0,
    costUsd: 0,
    counts: { auto: 0, approved: 0, denied: 0, failed: 0, total: 0 },
    calls: [],
    pendingApprovals: [],
    warnings: [],
    changedFiles: [],
    left: null,
  };
}
