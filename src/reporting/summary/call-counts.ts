import type * as published from '../../../types/sdk.d.ts';
import type { CallState } from '../../audit/index.ts';
import { roundUsd } from '../../common/index.ts';
import type { CallSnapshot, RunEvent } from '../../tool-calls/index.ts';
import type { VerdictName } from '../../policy/index.ts';
import type { ToolTodo } from '../../tools/index.ts';
import { NOTHING_PUSHED, type PushedWork, withWrite } from './pushed-work.ts';

/** Calls that are kept in memory. Further calls are only in the trail. */
const MAX_LINES = 2_000;
const MAX_WARNINGS = 50;

/** One call, as the summary and the tracking comment show it. */
export interface CallLine extends Omit<CallSnapshot, 'inputPreview'> {
  inputPreview: string;
  verdict: VerdictName | null;
  because: string;
  state: CallState;
  decidedBy: string | null;
  /** Whoever decided approved it. It did not run all the same if the approval could not be claimed, or was void by then. */
  isApproved?: boolean;
  approval: string | null;
  /** People were to be asked about it, whatever an approver made of it later. */
  wasGated?: true;
  /** Its effect began, however it ended. */
  hasStarted?: true;
  /** The rules that would make a gated call `auto`. */
  rules: readonly string[];
  /** Of a command that exited; absent for every other call. */
  exitCode?: number;
  /** A question that nobody answered and whose default counted: not a denial. */
  usedDefault?: true;
}

/** The progress of a run so far, collected from its events. */
export interface Tally {
  readonly calls: ReadonlyMap<string, CallLine>;
  readonly turns: number;
  /** `null` once the price of a turn is unknown. */
  readonly costUsd: number | null;
  /** Some of the tokens, and so of the cost, are an estimate. */
  readonly isEstimate: boolean;
  readonly checklist: readonly ToolTodo[];
  /** The first fifty warnings. */
  readonly warnings: readonly string[];
  readonly lastText: string;
  readonly pushed: PushedWork;
  /** Takes the next event of the run. */
  readonly listen: (event: RunEvent) => void;
  counts(): CallCounts;
  /** Calls that run now. */
  running(): readonly CallLine[];
  /** Calls that wait for an approval now. */
  waiting(): readonly CallLine[];
}

/** How many calls ended in which way. */
export type CallCounts = published.RunReport['counts'];

export function createTally(): Tally {
  const calls = new Map<string, CallLine>();
  const warnings: string[] = [];
  const linesIn = (state: CallState): readonly CallLine[] =>
    [...calls.values()].filter((line) => line.state === state);
  const spend = (usd: number | null): void => {
    tally.costUsd = tally.costUsd === null || usd === null ? null : roundUsd(tally.costUsd + usd);
  };
  const listen = (event: RunEvent): void => {
    switch (event.type) {
      case 'turn:start':
        tally.turns += 1;
        return;
      case 'reply:broken':
        spend(event.costUsd);
        tally.isEstimate = true;
        return;
      case 'turn:end':
        spend(event.costUsd);
        tally.isEstimate ||= event.isEstimate === true;
        if (event.text !== '') tally.lastText = event.text;
        return;
      case 'checklist':
        tally.checklist = event.items;
        return;
      case 'github_write':
        tally.pushed = withWrite(tally.pushed, event.write);
        return;
      case 'warning':
        if (warnings.length < MAX_WARNINGS) warnings.push(event.message);
        return;
      default:
        noteCall(calls, event);
    }
  };
  const tally: { -readonly [Name in keyof Tally]: Tally[Name] } = {
    calls,
    warnings,
    turns: 0,
    costUsd: 0,
    isEstimate: false,
    lastText: '',
    checklist: [],
    pushed: NOTHING_PUSHED,
    listen,
    counts: () => countsOf([...calls.values()]),
    running: () => linesIn('EXECUTING'),
    waiting: () => linesIn('APPROVAL_REQUIRED').filter(({ approval }) => approval !== null),
  };
  return tally;
}

function noteCall(calls: Map<string, CallLine>, event: RunEvent): void {
  switch (event.type) {
    case 'state_changed': {
      const { call, turn, parent, tool, inputPreview, state } = event.snapshot;
      const known = calls.get(call);
      if (known !== undefined) {
        known.state = state;
        // A hook or an approver may have changed it. Jobs that only close it do not know its arguments.
        if (inputPreview !== '') known.inputPreview = inputPreview;
        if (state === 'APPROVAL_REQUIRED') known.wasGated = true;
        if (state === 'EXECUTING') known.hasStarted = true;
      } else if (calls.size < MAX_LINES) {
        const unset = { verdict: null, because: '', decidedBy: null, approval: null, rules: [] };
        calls.set(call, { call, turn, parent, tool, inputPreview, state, ...unset });
      }
      return;
    }
    case 'verdict': {
      const line = calls.get(event.snapshot.call);
      if (line !== undefined) {
        line.verdict = event.verdict;
        line.because = event.because;
      }
      return;
    }
    case 'permission_required':
      for (const asked of event.asked) {
        const line = calls.get(asked.snapshot.call);
        if (line === undefined) continue;
        line.approval = asked.approval;
        line.rules = asked.rules;
      }
      return;
    case 'permission_decided': {
      const line = calls.get(event.call);
      if (line === undefined) return;
      line.decidedBy = event.by;
      line.isApproved = event.approved;
      if (event.usedDefault !== undefined) line.usedDefault = true;
      return;
    }
    case 'tool_executed': {
      const line = calls.get(event.call);
      if (line !== undefined && event.exitCode !== undefined) line.exitCode = event.exitCode;
      return;
    }
    case 'tool:error': {
      const line = calls.get(event.snapshot.call);
      if (line !== undefined) line.because = event.message;
      return;
    }
    default:
  }
}

function countsOf(lines: readonly CallLine[]): CallCounts {
  const count = (test: (line: CallLine) => boolean): number => lines.filter(test).length;
  const ran = (line: CallLine): boolean => line.state === 'COMPLETED' || line.state === 'FAILED';
  const verdictOf = ({ verdict, wasGated }: CallLine): VerdictName | null =>
    wasGated === true ? 'requireApproval' : verdict;
  return {
    auto: count((line) => verdictOf(line) === 'auto' && ran(line)),
    approved: count((line) => verdictOf(line) === 'requireApproval' && ran(line)),
    denied: count((line) => line.state === 'DENIED' && line.usedDefault !== true),
    failed: count((line) => line.state === 'FAILED'),
    total: lines.length,
  };
}
