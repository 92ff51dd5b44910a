/** The figures of a site's overview. Only counted audit trails have any. */
import { type Database, textOrNull } from '../sqlite.ts';
import { QUESTIONS } from '../query/questions.ts';
import { type Period, Periods } from './periods.ts';

const SECONDS_PER_DAY = 24 * 3600;
/** An offset moves the first and the last day that there is to years with a sign, or to none. */
const HAS_DAY =
  "date(started_at) GLOB '[0-9][0-9][0-9][0-9]-*' AND date(coalesce(ended_at, started_at)) GLOB '[0-9][0-9][0-9][0-9]-*'";

/** The sums over everything. */
export interface Totals {
  readonly repositories: number;
  readonly runs: number;
  readonly done: number;
  readonly waiting: number;
  readonly calls: number;
  readonly denied: number;
  readonly approvals: number;
  readonly questions: number;
  readonly costUsd: number;
  readonly repliesWithoutPrice: number;
  readonly answers: number;
  /** From the approval request to the answer, in the middle of all answers that count; `null` without any. */
  readonly medianSeconds: number | null;
  /** Days; `null` without any run. */
  readonly first: string | null;
  readonly last: string | null;
  /** When something was last collected, as an RFC 3339 time; `null` if nothing was. */
  readonly collectedAt: string | null;
}

/** What some rows are worth in each period, in the order of the periods. */
interface Series {
  readonly name: string;
  readonly tone: 'done' | 'held' | 'failed' | 'accent' | 'faint';
  readonly values: readonly number[];
}

/** Figures over time. */
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

export function totalsOf(database: Database): Totals {
  const one = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0] ?? null;
  const count = (sql: string) => Number(one(`SELECT count(*) ${sql}`));
  const collectedAt = one(
    'SELECT max(time) FROM (SELECT max(collected_at) AS time FROM trails UNION ALL SELECT max(asked_at) FROM repositories)',
  );
  return {
    repositories: Number(one('SELECT count(DISTINCT repository) FROM runs')),
    runs: count('FROM runs'),
    done: count("FROM runs WHERE outcome = 'done'"),
    waiting: count("FROM runs WHERE outcome = 'awaiting-approval'"),
    calls: count('FROM calls'),
    denied: count("FROM calls WHERE state = 'DENIED'"),
    approvals: count('FROM approvals'),
    questions: count("FROM calls WHERE tool = 'clarify'"),
    costUsd: Number(one('SELECT total(cost_usd) FROM usage')),
    repliesWithoutPrice: count('FROM usage WHERE cost_usd IS NULL'),
    answers: count(`FROM (${ANSWERS})`),
    medianSeconds: numberOrNull(
      one(`SELECT seconds FROM (SELECT seconds, row_number() OVER (ORDER BY seconds) AS place, count(*) OVER () AS many
        FROM (${ANSWERS})) WHERE place = (many + 1) / 2`),
    ),
    first: textOrNull(one(`SELECT min(date(started_at)) FROM runs WHERE ${HAS_DAY}`)),
    last: textOrNull(
      one(`SELECT max(date(coalesce(ended_at, started_at))) FROM runs WHERE ${HAS_DAY}`),
    ),
    collectedAt: textOrNull(collectedAt),
  };
}

/** How long each answer that counts took. A clock that was set back makes none shorter than nothing. */
const ANSWERS = `SELECT d.answered_at, max(0, (julianday(d.answered_at) - julianday(a.asked_at)) * ${SECONDS_PER_DAY}) AS seconds
  FROM decisions d JOIN approvals a ON a.trail = d.trail AND a.approval = d.approval WHERE d.counted = 1`;

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

/** A row of a result, by its columns. */
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

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
