/** The figures of a site's overview. Only counted audit trails have any. */
import * as z from 'zod';
import { type Database, nullableNumber, nullableText } from '../sqlite.ts';
import { QUESTIONS } from '../query/questions.ts';
import { type Period, Periods } from './periods.ts';

const SECONDS_PER_DAY = 24 * 3600;
/** An offset moves the first and the last day that there is to years with a sign, or to none. */
const HAS_DAY =
  "date(started_at) GLOB '[0-9][0-9][0-9][0-9]-*' AND date(coalesce(ended_at, started_at)) GLOB '[0-9][0-9][0-9][0-9]-*'";

/** How long each answer that counts took. A clock that was set back makes none shorter than nothing. */
const ANSWERS = `SELECT d.answered_at, max(0, (julianday(d.answered_at) - julianday(a.asked_at)) * ${SECONDS_PER_DAY}) AS seconds
  FROM decisions d JOIN approvals a ON a.trail = d.trail AND a.approval = d.approval WHERE d.counted = 1`;

const totals = z.object({
  repositories: z.number(),
  runs: z.number(),
  done: z.number(),
  waiting: z.number(),
  calls: z.number(),
  denied: z.number(),
  approvals: z.number(),
  questions: z.number(),
  costUsd: z.number(),
  repliesWithoutPrice: z.number(),
  answers: z.number(),
  /** From the approval request to the answer, in the middle of all answers that count; `null` without any. */
  medianSeconds: nullableNumber,
  /** Days; `null` without any run. */
  first: nullableText,
  last: nullableText,
  /** When something was last collected, as an RFC 3339 time; `null` if nothing was. */
  collectedAt: nullableText,
});
export type Totals = z.infer<typeof totals>;

const TOTALS = `SELECT
  (SELECT count(DISTINCT repository) FROM runs) AS repositories,
  (SELECT count(*) FROM runs) AS runs,
  (SELECT count(*) FROM runs WHERE outcome = 'done') AS done,
  (SELECT count(*) FROM runs WHERE outcome = 'awaiting-approval') AS waiting,
  (SELECT count(*) FROM calls) AS calls,
  (SELECT count(*) FROM denials) AS denied,
  (SELECT count(*) FROM approvals) AS approvals,
  (SELECT count(*) FROM calls WHERE tool = 'clarify') AS questions,
  (SELECT total(cost_usd) FROM usage) AS costUsd,
  (SELECT count(*) FROM usage WHERE cost_usd IS NULL) AS repliesWithoutPrice,
  (SELECT count(*) FROM (${ANSWERS})) AS answers,
  (SELECT seconds FROM (SELECT seconds, row_number() OVER (ORDER BY seconds) AS place, count(*) OVER () AS many
    FROM (${ANSWERS})) WHERE place = (many + 1) / 2) AS medianSeconds,
  (SELECT min(date(started_at)) FROM runs WHERE ${HAS_DAY}) AS first,
  (SELECT max(date(coalesce(ended_at, started_at))) FROM runs WHERE ${HAS_DAY}) AS last,
  (SELECT max(time) FROM (SELECT max(collected_at) AS time FROM trails UNION ALL SELECT max(asked_at) FROM repositories)) AS collectedAt`;

export function totalsOf(database: Database): Totals {
  return totals.parse(database.prepare(TOTALS).get());
}

/** What some rows are worth in each period, in the order of the periods. */
interface Series {
  readonly name: string;
  readonly tone: 'done' | 'held' | 'failed' | 'accent' | 'faint';
  readonly values: readonly number[];
}

export interface Chart {
  readonly title: string;
  readonly unit: 'count' | 'usd' | 'seconds';
  /** Stacked on each other. */
  readonly series: readonly Series[];
  /** A second value of each period, shown as a mark. */
  readonly mark?: { readonly name: string; readonly values: readonly number[] };
  /** The page and the filters that list what a period has. */
  readonly list: string;
  readonly note?: string;
}

/** The charts and their periods; none without a run that has a time. */
export function chartsOf(
  database: Database,
  { first, last, collectedAt }: Totals,
): { readonly charts: readonly Chart[]; readonly periods: readonly Period[] } {
  if (first === null || last === null) return { charts: [], periods: [] };
  // No run happened after its audit trail was collected: a later time is that of a wrong clock.
  const collected = collectedAt?.slice(0, 'YYYY-MM-DD'.length) ?? last;
  const periods = new Periods(first, last > collected && collected >= first ? collected : last);
  const grouped = (time: string, value: string, from: string): readonly number[] => {
    const rows = database
      .prepare(`SELECT ${periods.sql(time)} AS period, ${value} AS value ${from} GROUP BY 1`)
      .all();
    const values = new Map(rows.map((row) => [row['period'], Number(row['value'])]));
    return periods.list.map((period) => values.get(period.from) ?? 0);
  };
  const place = (share: string): readonly number[] =>
    grouped(
      'answered_at',
      `max(seconds) FILTER (WHERE place = ${share})`,
      `FROM (SELECT *, row_number() OVER part AS place, count(*) OVER (PARTITION BY ${periods.sql('answered_at')}) AS many
        FROM (${ANSWERS}) WINDOW part AS (PARTITION BY ${periods.sql('answered_at')} ORDER BY seconds))`,
    );
  const runs = (where: string) => grouped('started_at', 'count(*)', `FROM runs WHERE ${where}`);
  const calls = (where: string) => grouped('time', 'count(*)', `FROM calls WHERE ${where}`);
  const denied = (by: string) =>
    grouped('time', 'count(*)', `FROM denials WHERE denied_by = '${by}'`);
  const charts: readonly Chart[] = [
    {
      title: 'Runs',
      unit: 'count',
      series: [
        { name: 'done', tone: 'done', values: runs("outcome = 'done'") },
        {
          name: 'wait for an approval',
          tone: 'held',
          values: runs("outcome = 'awaiting-approval'"),
        },
        {
          name: 'ended otherwise',
          tone: 'failed',
          values: runs("coalesce(outcome, '') NOT IN ('done', 'awaiting-approval')"),
        },
      ],
      list: 'runs.html#',
    },
    {
      title: 'Cost',
      unit: 'usd',
      series: [
        {
          name: 'replies of models',
          tone: 'accent',
          values: grouped('time', 'total(cost_usd)', 'FROM usage'),
        },
      ],
      list: 'runs.html#',
      note: 'of known prices',
    },
    {
      title: 'Approval times',
      unit: 'seconds',
      series: [{ name: 'median', tone: 'accent', values: place('(many + 1) / 2') }],
      mark: { name: '9 of 10 answers were faster', values: place('(many * 9 + 9) / 10') },
      list: 'calls.html#verdict=requireApproval&',
      note: 'logarithmic scale',
    },
    {
      title: 'Denied calls',
      unit: 'count',
      series: [
        { name: 'by the policy', tone: 'accent', values: denied('policy') },
        { name: 'by a person', tone: 'failed', values: denied('person') },
        { name: 'nobody approved', tone: 'faint', values: denied('nobody approved') },
      ],
      list: 'calls.html#state=DENIED&',
    },
    {
      title: 'Asked of people',
      unit: 'count',
      series: [
        {
          name: 'approval requests',
          tone: 'held',
          values: grouped('asked_at', 'count(*)', 'FROM approvals'),
        },
        { name: 'questions', tone: 'accent', values: calls("tool = 'clarify'") },
      ],
      list: 'calls.html#verdict=requireApproval&',
    },
    {
      title: 'Calls',
      unit: 'count',
      series: [
        { name: 'completed', tone: 'done', values: calls("state = 'COMPLETED'") },
        { name: 'failed', tone: 'failed', values: calls("state = 'FAILED'") },
        {
          name: 'ended otherwise',
          tone: 'faint',
          values: calls("state NOT IN ('COMPLETED', 'FAILED')"),
        },
      ],
      list: 'calls.html#',
    },
  ];
  return { charts, periods: periods.list };
}

export type Row = Readonly<Record<string, unknown>>;

/** The rows of each table of the overview. */
const MAX_ROWS = 10;

/** The first rows of a result, and how many it has. */
export interface FirstRows {
  readonly rows: readonly Row[];
  readonly count: number;
}

/** The answer to a ready question. */
export function answerTo(database: Database, question: string): FirstRows {
  const sql = QUESTIONS.find(({ name }) => name === question)?.sql ?? '';
  const rows: Row[] = [];
  let count = 0;
  for (const row of database.prepare(sql).iterate()) {
    count += 1;
    if (rows.length < MAX_ROWS) rows.push(row);
  }
  return { rows, count };
}

/** Which rules denied the most calls, and whether the policy or a person denied them. */
export function denialsByRule(database: Database): FirstRows {
  const sql = `SELECT list || coalesce(': ' || rule, '') AS rule, denied_by, count(*) AS calls, count(DISTINCT trail) AS runs
    FROM denials GROUP BY rule, list, denied_by ORDER BY calls DESC, 1, denied_by`;
  const rows = database.prepare(sql).all();
  return { rows: rows.slice(0, MAX_ROWS), count: rows.length };
}
