import type * as published from '../../types/sdk.d.ts';
import type { EntryOf } from '../audit/index.ts';
import type { ErrorPlace, Outcome } from '../common/index.ts';
import type { CallLine } from './summary/call-counts.ts';
import { NOTHING_PUSHED, type PushedWork } from './summary/pushed-work.ts';

/** The changes of a run in the work tree, stored as a patch beside its trail. */
export type ChangesLeft = Pick<
  EntryOf<'changes.saved'>,
  'name' | 'sha256' | 'bytes' | 'base' | 'files' | 'leftOut'
>;

/** The result of a run, from which outputs, summary, tracking comment and exit code are derived. */
export interface RunReport extends Omit<published.RunReport, 'calls'> {
  /** The request, redacted, and who made it. */
  readonly request: string;
  readonly requester: string | null;
  readonly policy: string;
  readonly sandbox: string;
  /** True: some of the tokens, and so of the cost, are an estimate. Absent: all are as reported. */
  readonly isEstimate?: boolean;
  readonly calls: readonly CallLine[];
  readonly pendingApprovals: readonly string[];
  /** The part of the work that is on GitHub. */
  readonly pushed: PushedWork;
  /** The changes that are not on GitHub; `null` if there are none, if they could not be stored, or if a checkpoint has them. */
  readonly left: ChangesLeft | null;
  /** The problems in the repository's files that prevented the run; absent if it started. */
  readonly problems?: readonly ErrorPlace[];
}

/** The part of a workflow run's page that lists its artifacts. */
export const ARTIFACT_LIST = '#artifacts';

/** Where the trail was published, that it is being uploaded, or why it was not. */
export type Published =
  | { readonly kind: 'pending' }
  /** It is uploaded next, and no text can be written after that: `url` is where it will be listed. */
  | { readonly kind: 'announced'; readonly url: string; readonly name: string }
  | { readonly kind: 'uploaded'; readonly id: number; readonly url: string; readonly name: string }
  /** `isAbandoned`: the upload took too long, or stalled. Nothing can end it but the end of this process. */
  | { readonly kind: 'kept'; readonly because: string; readonly isAbandoned?: true };

/** The outcome that people read: nobody can resume a suspended run whose checkpoint was not uploaded with its trail. */
export function shownOutcome(outcome: Outcome, published: Published): Outcome {
  return outcome === 'awaiting-approval' && published.kind === 'kept' ? 'error' : outcome;
}

/** Whether a run got as far as asking a model or calling a tool: else it has no numbers, no model in use and no sandbox. */
export function hasBegun({ turns, counts }: Pick<RunReport, 'turns' | 'counts'>): boolean {
  return turns > 0 || counts.total > 0;
}

/** Where the artifact will be listed that a job uploads as its last act on GitHub. */
export function announced(name: string, jobUrl: string): Published {
  return { kind: 'announced', name, url: `${jobUrl}${ARTIFACT_LIST}` };
}

/** The policy of a report without one. */
export const NO_POLICY = 'none was loaded';

/** The report of a run that ended before it started. */
export function emptyReport(
  end: Pick<RunReport, 'run' | 'outcome' | 'summary' | 'model' | 'trailFolder' | 'head'>,
): RunReport {
  return {
    ...end,
    request: '',
    requester: null,
    policy: NO_POLICY,
    sandbox: 'not started',
    turns: 0,
    tokens: 0,
    costUsd: 0,
    counts: { auto: 0, approved: 0, denied: 0, failed: 0, total: 0 },
    calls: [],
    pendingApprovals: [],
    warnings: [],
    changedFiles: [],
    pushed: NOTHING_PUSHED,
    left: null,
  };
}
