import type { Facts, PathResolver, Situation, Verdict, VerdictName } from '../model/facts.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import type { Policy } from '../model/policy.ts';

/** A call of an earlier run, with what a new evaluation needs. */
export interface RecordedCall {
  /** How people find it: its run and id. */
  readonly id: string;
  readonly facts: Facts;
  readonly verdict: VerdictName;
  readonly untrusted?: boolean;
  /** Absent: it ran in a sandbox. */
  readonly sandboxed?: boolean;
  /** Absent if the audit trail does not say: as `sandboxed`. */
  readonly contained?: boolean;
  readonly approved?: boolean;
}

interface VerdictChange {
  readonly call: RecordedCall;
  readonly from: VerdictName;
  readonly to: VerdictName;
  readonly verdict: Verdict;
}

export interface Replay {
  readonly calls: number;
  readonly changes: readonly VerdictChange[];
  /** How many verdicts changed from one to another, such as `requireApproval->auto`. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Evaluates recorded calls by another policy and reports which verdicts change. */
export function replay(
  policy: Policy,
  calls: readonly RecordedCall[],
  pathResolver: PathResolver,
): Replay {
  const changes = calls.flatMap((call): readonly VerdictChange[] => {
    const verdict = evaluate(policy, call.facts, situationOf(call, pathResolver));
    const [from, to] = [call.verdict, verdict.verdict];
    return from === to ? [] : [{ call, from, to, verdict }];
  });
  const groups = Map.groupBy(changes, ({ from, to }) => `${from}->${to}`);
  const counts = Object.fromEntries([...groups].map(([change, all]) => [change, all.length]));
  return { calls: calls.length, changes, counts };
}

/** The replay as lines for a terminal. */
export function replayText(result: Replay): string {
  const head = `${result.changes.length} of ${result.calls} calls would get another verdict`;
  const lines = result.changes.map(
    ({ call, from, to, verdict }) =>
      `  ${call.id}  ${from} -> ${to}  ${callName(call.facts)}  ${verdict.because}`,
  );
  return [head, ...lines].join('\n');
}

/** The situation of a call; see `RecordedCall` for what absent parts mean. */
export function situationOf(
  call: Pick<RecordedCall, 'untrusted' | 'sandboxed' | 'contained'>,
  pathResolver: PathResolver,
): Situation {
  const { untrusted = false, sandboxed = true, contained = sandboxed } = call;
  return { pathResolver, untrusted, sandboxed, contained };
}

/** A call in the syntax of rules. */
export function callName(facts: Facts): string {
  // A path that a call both reads and writes is among its facts twice.
  const paths = facts.paths && [...new Set(facts.paths.map(({ path }) => path))];
  const argument = facts.command ?? paths?.join(' ') ?? facts.hosts?.join(' ');
  if (argument === undefined || argument === '') return facts.tool;
  const kept = facts.access === undefined ? '' : ` with access "${facts.access}"`;
  return `${facts.tool}(${argument.replace(/\s+/g, ' ').slice(0, 200)})${kept}`;
}
