import type { TrailWarning } from '../../../../types/verify.d.ts';
import { counted } from '../../../common/index.ts';
import type { Entry, KnownEntry } from '../../format/entry.ts';
import { MAX_WARNINGS } from '../../format/limits.ts';
import { StatementBuilder } from '../statement.ts';
import { CallReplay } from './calls/replay-calls.ts';
import { brokenRule, overLimit } from './rules.ts';
import { RunFacts } from './run-facts.ts';
import { type Finding, finding } from './replay-state.ts';

/** Types of entries that may precede `run.start` or follow `run.end`. */
const ALLOWED_OUTSIDE: ReadonlySet<string> = new Set([
  'recovered',
  'warning',
  'redaction',
  'sandbox.probe',
  'github.write',
  'checkpoint.saved',
]);

/** Types of entries before which the limit of calls is not checked: a run that is over it may write them. */
const AFTER_LAST_CALL: ReadonlySet<string> = new Set([
  'run.start',
  'run.suspended',
  'run.end',
  'turn.start',
  'budget',
  'model.reply',
  'model.broken',
]);

/**
 * Replays the state machine of a run from its entries. The chain proves that nobody changed them; the replay proves the
 * promises, and that no entry contradicts another (`rules.ts`). A trail records one run, which several workflow runs may continue,
 * one after the other.
 */
export class Replay {
  /** What the entries before the one that is replayed say. */
  readonly run = new RunFacts();
  readonly calls = new CallReplay();
  readonly statement = new StatementBuilder();
  readonly warnings: TrailWarning[] = [];
  warningCount = 0;

  /** Replays the next entry; `null` if it is consistent with all before. */
  step(entry: KnownEntry): Finding | null {
    const { run, calls } = this;
    const open =
      'call' in entry && entry.call !== null ? calls.open.get(entry.call ?? '') : undefined;
    run.work.step(entry);
    const found =
      outside(entry, run) ??
      calls.step(entry, open, run) ??
      this.#overCalls(entry) ??
      brokenRule(entry.type, entry, { run, calls, open });
    if (found !== null) return found;
    this.#warnOf(entry);
    run.take(entry, open);
    this.statement.take(entry, open, calls);
    calls.take(entry, open, run);
    return null;
  }

  warn(seq: number, code: string, because: string): void {
    this.warningCount += 1;
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push({ seq, code, because });
  }

  #overCalls({ type }: Entry): Finding | null {
    if (AFTER_LAST_CALL.has(type)) return null;
    const because = overLimit(this.run, 'calls', this.calls.executed - this.calls.extensions);
    return because === null ? null : finding('over-budget', because);
  }

  #warnOf(entry: Entry): void {
    const { segment, end, isSuspended } = this.run;
    if (entry.type === 'run.start' && segment > 0 && end === null && !isSuspended) {
      const because = 'The workflow run before this one crashed: it has no run.end.';
      this.warn(entry.seq, 'no-end-before', because);
    }
    const open = this.calls.open.size;
    if (entry.type === 'run.end' && entry.outcome !== 'awaiting-approval' && open > 0)
      this.warn(entry.seq, 'open-calls', `The run ended with ${counted(open, 'open call')}.`);
  }
}

/** The finding if an entry is where only the end of a run, or no run, can be; `null` if it is not. */
function outside({ type }: Entry, { segment, end, isSuspended }: RunFacts): Finding | null {
  if (type === 'run.start' || ALLOWED_OUTSIDE.has(type)) return null;
  if (segment === 0) {
    const because = `The audit trail begins with ${type}. The first entry must be run.start.`;
    return finding('no-start', because);
  }
  if (end !== null) return finding('after-end', `A ${type} follows run.end.`);
  return isSuspended && type !== 'run.end'
    ? finding('ran-on-after-suspension', `A ${type} follows run.suspended.`)
    : null;
}
