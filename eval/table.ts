/** Results as text for people. Pure. */
import { visible } from '../src/common/index.ts';
import { type Attempt, type Results, totalsOf } from './results.ts';

const MAX_DETAIL_CHARS = 90;

/** A line for each attempt, and the sums. */
export function resultsTable({ attempts, provider, model }: Results): string {
  const repeats = attempts.some(({ attempt }) => attempt > 1);
  const rows = attempts.map((one) => [
    repeats ? `${one.task} (${one.attempt})` : one.task,
    one.status,
    dollars(one.costUsd),
    String(one.turns),
    String(one.questions),
    one.recall === undefined ? '' : `${percent(one.precision ?? 0)} / ${percent(one.recall)}`,
    oneLine(one.detail),
  ]);
  const head = ['task', 'result', 'cost', 'turns', 'questions', 'precision / recall', ''];
  return `${columns([head, ...rows])}\n\n${provider} ${visible(model)}: ${summary(attempts)}`;
}

/** The sums in one line. */
export function summary(attempts: readonly Attempt[]): string {
  const { solved, failed, skipped, errors, turns, questions, costUsd } = totalsOf(attempts);
  const others = [
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    ...(errors === 0 ? [] : [`${errors} with errors`]),
  ];
  const beside = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return `${solved} of ${solved + failed} solved${beside}, cost ${dollars(costUsd)}, ${turns} turns, ${questions} questions`;
}

export function dollars(value: number | null): string {
  return value === null ? 'unknown' : `$${value.toFixed(value < 1 ? 4 : 2)}`;
}

/** Rows as columns of equal width; the last one is as long as it is. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}

/** Part of it may come from a model. */
function oneLine(text: string): string {
  const line = visible(text.replaceAll(/\s+/g, ' '));
  return line.length <= MAX_DETAIL_CHARS ? line : `${line.slice(0, MAX_DETAIL_CHARS)}…`;
}
