import { markdownCell, OUTCOME_EMOJI } from '../reporting/index.ts';
import type { CollectedRun } from './trail-of.ts';

/** The totals of all runs. An unknown cost makes the total unknown, not smaller. */
export interface Sums {
  readonly verified: number;
  readonly turns: number;
  readonly tokens: number;
  readonly costUsd: number | null;
}

const ASKED_CHARS = 120;
const SUMMARY_CHARS = 300;

/** The job summary of collected runs, in Markdown: problems first, then one row for each run, then the totals. */
export function collectedBody(options: {
  readonly runs: readonly CollectedRun[];
  readonly sums: Sums;
  readonly problems: readonly string[];
}): string {
  const { runs, sums, problems } = options;
  return [
    '## Countersign: runs of this workflow',
    ...problems.map((problem) => `⚠️ ${markdownCell(problem, SUMMARY_CHARS)}`),
    runs.length === 0 ? 'There is no trail in this workflow run.' : table(runs, sums),
  ].join('\n\n');
}

function table(runs: readonly CollectedRun[], sums: Sums): string {
  return [
    '| run | asked for | outcome | trail | turns | calls | tokens | cost | result |',
    '|--|--|--|--|--|--|--|--|--|',
    ...runs.map(row),
    `| **all** | | | ${sums.verified} of ${runs.length} verified | ${sums.turns} | | ${sums.tokens} | ${cost(sums.costUsd)} | |`,
  ].join('\n');
}

function row(run: CollectedRun): string {
  const { verdict, outcome } = run;
  const isIntact = verdict.kind === 'intact';
  const shown = outcome === null ? 'unfinished' : `${OUTCOME_EMOJI[outcome]} ${outcome}`;
  const cells = [
    markdownCell(isIntact ? verdict.run : run.artifact),
    markdownCell(run.request, ASKED_CHARS),
    isIntact ? shown : '',
    isIntact ? `verified, ${verdict.count} entries` : `**${verdict.kind}**`,
    run.turns,
    run.calls['total'] ?? '',
    run.tokens,
    cost(run.costUsd),
    markdownCell(run.summary, SUMMARY_CHARS),
  ];
  return `| ${cells.join(' | ')} |`;
}

function cost(usd: number | null): string {
  return usd === null ? 'not known' : `$${usd.toFixed(4)}`;
}
