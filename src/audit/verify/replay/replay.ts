import { counted } from '../../../common/index.ts';
import { isSpending } from '../../format/spent.ts';
import type { Outcome } from '../../../common/index.ts';
import type { Entry, EntryOf } from '../../format/entry.ts';
import { MAX_WARNINGS } from '../../format/limits.ts';
import { layersMismatch } from './layers.ts';
import { unapprovedRaise } from './limit-raises.ts';
import { CallReplay } from './calls/replay-calls.ts';
import { brokenRule } from './rules.ts';
import { RunFacts } from './run-facts.ts';
import { type Finding, finding, type LayeredPolicy } from './replay-state.ts';
import { StatementBuilder } from '../statement.ts';
import { WorkReplay } from './work-replay.ts';

/** A problem of a trail that breaks no promise. */
export interface TrailWarning {
  readonly seq: number;
  readonly code: string;
  readonly because: string;
}

/** Types of entries that may precede `run.start` or follow `run.end`. */
const ALLOWED_OUTSIDE: ReadonlySet<string> = new Set([
  'recovered',
  'warning',
  'redaction',
  'sandbox.probe',
  'github.write',
  'checkpoint.saved',
]);

/**
 * Replays the state machine of a run from its entries. The chain proves that nobody changed them; the replay proves the
 * promises, and that no entry contradicts another (`rules.ts`). A trail records one run, which several workflow runs may continue,
 * one after the other.
 */
export class Replay {
  readonly calls = new CallReplay();
  readonly statement = new StatementBuilder();
  readonly warnings: TrailWarning[] = [];
  warningCount = 0;
  /** The number of workflow runs so far. */
  segment = 0;
  /** The end of the last workflow run; `null` until it has ended. */
  end: EntryOf<'run.end'> | null = null;
  #policy: LayeredPolicy | null = null;
  readonly #work = new WorkReplay();
  /** What the entries before the one that is replayed say. */
  readonly #facts = new RunFacts();

  get outcome(): Outcome | null {
    return this.end?.outcome ?? null;
  }

  /** Replays the next entry; `null` if it is consistent with all before. */
  step(entry: Entry): Finding | null {
    const open =
      'call' in entry && entry.call !== null ? this.calls.open.get(entry.call ?? '') : undefined;
    const subject = open === undefined ? null : { open, state: open.state };
    const found =
      this.#replay(entry) ??
      brokenRule(entry.type, entry, { run: this.#facts, calls: this.calls, subject });
    if (found !== null) return found;
    this.#facts.take(entry, subject);
    this.statement.take(entry, open, this.calls);
    if (entry.type === 'call.verdict' && open !== undefined) {
      open.lastArgumentsSha256 = entry.argumentsSha256;
      open.wasHooked = false;
    }
    return null;
  }

  #replay(entry: Entry): Finding | null {
    this.#work.step(entry);
    if (entry.type === 'run.start') return this.#start(entry);
    const outside = this.#outside(entry);
    if (outside !== null) return outside;
    if (entry.type === 'run.suspended') return this.#suspend(entry);
    if (entry.type === 'run.end') return this.#finish(entry);
    if (entry.type === 'turn.start') return this.#turn(entry);
    if (entry.type === 'budget') return this.#budget(entry);
    if (isSpending(entry)) return null;
    return this.#call(entry);
  }

  warn(seq: number, code: string, because: string): void {
    this.warningCount += 1;
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push({ seq, code, because });
  }

  #start(entry: EntryOf<'run.start'>): Finding | null {
    const first = this.segment === 0;
    if (first && entry.start === 'resumed') {
      return finding(
        'no-start',
        'The audit trail begins with a resumed run. The entries before it are missing.',
      );
    }
    if (!first && entry.start === 'fresh') {
      return finding('second-start', 'A second run starts in the same audit trail.');
    }
    if (!first && this.end === null && !this.#facts.isSuspended) {
      this.warn(
        entry.seq,
        'no-end-before',
        'The workflow run before this one crashed: it has no run.end.',
      );
    }
    this.segment += 1;
    this.end = null;
    const addresses = new Set(entry.policy.layers?.map(({ address }) => address));
    this.#policy = { ...entry.policy, addresses };
    const wrong = layersMismatch(entry.policy);
    return wrong === null ? null : finding('layers-mismatch', wrong);
  }

  #outside(entry: Entry): Finding | null {
    if (ALLOWED_OUTSIDE.has(entry.type)) return null;
    if (this.segment === 0) {
      return finding(
        'no-start',
        `The audit trail begins with ${entry.type}. The first entry must be run.start.`,
      );
    }
    if (this.end !== null) {
      return finding('after-end', `A ${entry.type} follows run.end.`);
    }
    if (this.#facts.isSuspended && entry.type !== 'run.end') {
      return finding('ran-on-after-suspension', `A ${entry.type} follows run.suspended.`);
    }
    return null;
  }

  #call(entry: Entry): Finding | null {
    const fault = this.calls.step(entry, {
      segment: this.segment,
      policy: this.#policy,
      requester: this.#facts.first?.requester,
    });
    return fault ?? this.#over('calls', this.calls.executed - this.calls.extensions);
  }

  #turn(entry: EntryOf<'turn.start'>): Finding | null {
    // A turn may exceed a limit, because its price is unknown before. The next turn must not begin.
    const { tokens, usd } = this.#facts;
    const spent = this.#over('tokens', tokens) ?? this.#over('usd', usd);
    return entry.parent === null ? (spent ?? this.#over('turns', entry.turn)) : spent;
  }

  #over(name: string, used: number): Finding | null {
    const limit = this.#facts.limits.get(name);
    if (limit === undefined || used <= limit) return null;
    return finding(
      'over-budget',
      `The run continues with ${used} ${name}, over its limit of ${limit}.`,
    );
  }

  #budget(entry: EntryOf<'budget'>): Finding | null {
    if (entry.event !== 'raised') return null;
    const unapproved = unapprovedRaise(entry, this.calls.open);
    if (unapproved === null) this.#facts.limits.set(entry.budget, entry.limit);
    return unapproved;
  }

  #suspend(entry: EntryOf<'run.suspended'>): Finding | null {
    const unknown = entry.approvals.find((approval) => !this.calls.approvals.has(approval));
    if (unknown === undefined) return null;
    const because = `The run waits for ${unknown}, which is not an open approval request.`;
    return finding('unknown-approval', because);
  }

  #finish(entry: EntryOf<'run.end'>): Finding | null {
    if (entry.count !== entry.seq) {
      return finding(
        'count-mismatch',
        `run.end says that ${entry.count} entries precede it, but ${entry.seq} do.`,
      );
    }
    const open = [...this.calls.open.values()];
    const wrong = inconsistency(entry.outcome, { open, executed: this.calls.executed });
    if (wrong !== null) return finding('outcome-inconsistent', wrong);
    const [unmet] = entry.outcome === 'done' ? this.#work.unmet(entry.workTree ?? null) : [];
    if (unmet !== undefined) {
      const because = `The outcome is done, but the entries do not prove ${unmet.rule}: ${unmet.because}.`;
      return finding('outcome-inconsistent', because);
    }
    if (entry.outcome !== 'awaiting-approval' && open.length > 0) {
      this.warn(
        entry.seq,
        'open-calls',
        `The run ended with ${counted(open.length, 'open call')}.`,
      );
    }
    this.end = entry;
    return null;
  }
}

/** Why a run cannot have this outcome; `null` if it can. */
function inconsistency(
  outcome: Outcome,
  run: { readonly open: readonly { call: string; state: string }[]; readonly executed: number },
): string | null {
  const executing = run.open.find(({ state }) => state === 'EXECUTING');
  if (executing !== undefined)
    return `The run ended while the call ${executing.call} was executing. It must be marked as interrupted (SEALED).`;
  const first = run.open[0];
  if (outcome === 'done' && first !== undefined) {
    return `The outcome is done, but the call ${first.call} is still ${first.state}.`;
  }
  if (
    outcome === 'awaiting-approval' &&
    run.open.every(({ state }) => state !== 'APPROVAL_REQUIRED')
  ) {
    return 'The outcome is awaiting-approval, but no call waits for an approval.';
  }
  if (outcome === 'skipped' && run.executed > 0) {
    return `The outcome is skipped, but the run executed ${counted(run.executed, 'call')}.`;
  }
  return null;
}
