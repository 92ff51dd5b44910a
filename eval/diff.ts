/** What changed from one eval to another. Pure. */
import { type Attempt, type Results, totalsOf } from './results.ts';
import { columns, dollars } from './table.ts';

/** One task in both results. */
export interface TaskChange {
  readonly task: string;
  /** The shares of solved attempts, before and after. */
  readonly before: number;
  readonly after: number;
  /** Per attempt. `null`: unknown in one of them. */
  readonly costUsd: number | null;
  readonly turns: number;
  readonly questions: number;
}

export interface ResultsDiff {
  /** The tasks that both tried, in the order of the second. */
  readonly tasks: readonly TaskChange[];
  /** The tasks that are not compared, and why. */
  readonly leftOut: readonly { readonly task: string; readonly because: string }[];
}

/** Pairs the tasks of two results. A task that changed between them, or that one did not try, is left out. */
export function diffResults(before: Results, after: Results): ResultsDiff {
  const tasks: TaskChange[] = [];
  const leftOut: { task: string; because: string }[] = [];
  const names = new Set([...Object.keys(after.tasks), ...Object.keys(before.tasks)]);
  for (const task of names) {
    const because = reasonToLeaveOut(task, before, after);
    if (because === null) tasks.push(changeOf(task, triedIn(before, task), triedIn(after, task)));
    else leftOut.push({ task, because });
  }
  return { tasks, leftOut };
}

function reasonToLeaveOut(task: string, before: Results, after: Results): string | null {
  const [then, now] = [before.tasks[task], after.tasks[task]];
  if (then === undefined) return 'only in the second';
  if (now === undefined) return 'only in the first';
  if (then !== now) return 'the task itself changed';
  if (triedIn(before, task).length === 0) return 'not tried in the first';
  return triedIn(after, task).length === 0 ? 'not tried in the second' : null;
}

function triedIn({ attempts }: Results, task: string): readonly Attempt[] {
  return attempts.filter(
    (one) => one.task === task && (one.status === 'solved' || one.status === 'failed'),
  );
}

function changeOf(task: string, before: readonly Attempt[], after: readonly Attempt[]): TaskChange {
  const [then, now] = [totalsOf(before), totalsOf(after)];
  return {
    task,
    before: then.solved / before.length,
    after: now.solved / after.length,
    costUsd:
      then.costUsd === null || now.costUsd === null
        ? null
        : now.costUsd / after.length - then.costUsd / before.length,
    turns: now.turns / after.length - then.turns / before.length,
    questions: now.questions / after.length - then.questions / before.length,
  };
}

/** Tasks that were solved less often than before. */
export function worsened({ tasks }: ResultsDiff): readonly TaskChange[] {
  return tasks.filter(({ before, after }) => after < before);
}

/** The difference for people. */
export function diffText(before: Results, after: Results, diff: ResultsDiff): string {
  const better = diff.tasks.filter((one) => one.after > one.before);
  const changed = diff.tasks.filter(
    ({ costUsd, turns, questions }) => (costUsd ?? 0) !== 0 || turns !== 0 || questions !== 0,
  );
  const rows = changed.map((one) => [
    one.task,
    signedDollars(one.costUsd),
    signed(one.turns),
    signed(one.questions),
  ]);
  return [
    `first:  ${nameOf(before)}\nsecond: ${nameOf(after)}\n${diff.tasks.length} tasks compared\n`,
    part('newly solved', better.map(shares)),
    part('newly failed', worsened(diff).map(shares)),
    rows.length === 0
      ? ''
      : `${columns([['per attempt', 'cost', 'turns', 'questions'], ...rows, totalRow(diff)])}\n`,
    part(
      'not compared',
      diff.leftOut.map(({ task, because }) => `${task}: ${because}`),
    ),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

function part(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}

function shares({ task, before, after }: TaskChange): string {
  return `${task} (${percent(before)} → ${percent(after)})`;
}

function totalRow({ tasks }: ResultsDiff): readonly string[] {
  const sum = (amountOf: (one: TaskChange) => number): number =>
    tasks.reduce((total, one) => total + amountOf(one), 0);
  const isKnown = tasks.every(({ costUsd }) => costUsd !== null);
  return [
    'all tasks',
    signedDollars(isKnown ? sum(({ costUsd }) => costUsd ?? 0) : null),
    signed(sum(({ turns }) => turns)),
    signed(sum(({ questions }) => questions)),
  ];
}

function nameOf({ provider, model, version, date }: Results): string {
  return `${provider} ${model}, Countersign ${version}, ${date}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function signed(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return rounded > 0 ? `+${rounded}` : String(rounded);
}

function signedDollars(value: number | null): string {
  if (value === null) return 'unknown';
  return `${value < 0 ? '-' : '+'}${dollars(Math.abs(value))}`;
}
