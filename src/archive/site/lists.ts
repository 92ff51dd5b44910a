/** What the lists of a site say: one row for each run, each call, and each thing that is not counted. */
import { shortInput } from '../../audit/index.ts';
import { isJsonObject, type Json, oneLine } from '../../common/index.ts';
import type { Database, Statement } from '../sqlite.ts';
import type { Row } from './figures.ts';

/** Longest texts of a row; a run's report has more, and its kept trail has them whole. */
const MAX_TEXT_CHARS = 300;
const MAX_INPUT_CHARS = 400;
const MAX_NAME_CHARS = 120;
/** Most names that a field of a filter suggests. */
const MAX_KNOWN = 500;

/** What a list has in a column, made from a row of its query. */
type Cell = (row: Row) => Json;

/** A list of a site: how its rows are made, and how its page filters them. */
export interface List {
  readonly name: 'runs' | 'calls' | 'problems';
  readonly title: string;
  /** The word for its rows: `12 of 34 calls`. */
  readonly noun: string;
  /** `time` is the first column. */
  readonly cells: Readonly<Record<string, Cell>>;
  /** Columns that the search goes through. */
  readonly searched: readonly string[];
  /** Filters by a name or a part of it, with their columns. */
  readonly names: readonly (readonly [filter: string, column: string])[];
  /** Filters by one of a few values, with the SQL of these. */
  readonly choices: readonly (readonly [column: string, sql: string])[];
  /** In the order of their times. */
  readonly rows: (database: Database) => Iterable<Row>;
}

/** A name as the rows have it, which may be cut: a filter compares with that. NULL is the empty text. */
export function nameText(value: unknown): string {
  return short(value, MAX_NAME_CHARS);
}

function name(column: string): Cell {
  return (row) => nameText(row[column]);
}

function text(column: string): Cell {
  return (row) => short(row[column], MAX_TEXT_CHARS);
}

function number(column: string): Cell {
  return (row) => Number(row[column]);
}

export const LISTS: readonly List[] = [
  {
    name: 'runs',
    title: 'Runs',
    noun: 'runs',
    cells: {
      time: name('started_at'),
      digest: name('digest'),
      repository: name('repository'),
      actor: name('actor'),
      run: name('run'),
      event: (row) =>
        `${nameText(row['event'])}${row['number'] === null ? '' : ` #${Number(row['number'])}`}`,
      outcome: (row) => nameText(row['outcome'] ?? 'unfinished'),
      request: text('request'),
      summary: text('summary'),
      model: name('model'),
      calls: number('calls'),
      denied: number('denied'),
      asked: number('asked'),
      cost: (row) => (row['cost'] === null ? null : Number(row['cost'])),
    },
    searched: ['repository', 'actor', 'run', 'event', 'request', 'summary', 'model'],
    names: [
      ['repository', 'repository'],
      ['person', 'actor'],
      ['model', 'model'],
    ],
    choices: [['outcome', "SELECT DISTINCT coalesce(outcome, 'unfinished') FROM runs ORDER BY 1"]],
    rows: runRows,
  },
  {
    name: 'calls',
    title: 'Calls',
    noun: 'calls',
    cells: {
      time: name('time'),
      digest: name('digest'),
      repository: name('repository'),
      actor: name('actor'),
      call: name('call'),
      tool: name('tool'),
      input: (row) => inputText(row['arguments']),
      verdict: name('verdict'),
      state: name('state'),
      rule: text('rule'),
      because: text('because'),
      untrusted: (row) => row['untrusted'] === 1,
      people: (row) => peopleIn(row['people']),
    },
    searched: ['repository', 'actor', 'call', 'tool', 'input', 'rule', 'because'],
    names: [
      ['repository', 'repository'],
      ['tool', 'tool'],
      ['person', 'actor'],
    ],
    choices: [
      ['verdict', "SELECT DISTINCT coalesce(verdict, 'none') FROM calls ORDER BY 1"],
      ['state', 'SELECT DISTINCT state FROM calls ORDER BY 1'],
    ],
    rows: callRows,
  },
  {
    name: 'problems',
    title: 'Not counted',
    noun: 'problems',
    cells: {
      time: name('time'),
      problem: name('problem'),
      repository: name('repository'),
      run: name('run'),
      workflowRun: name('workflow_run'),
      because: text('because'),
      folder: text('folder'),
    },
    searched: ['problem', 'repository', 'run', 'workflowRun', 'because', 'folder'],
    names: [['repository', 'repository']],
    choices: [['problem', 'SELECT DISTINCT problem FROM uncounted ORDER BY 1']],
    rows: (database) =>
      database
        .prepare(
          `${UNCOUNTED} SELECT time, problem, repository, run, workflow_run, because, folder FROM uncounted
          ORDER BY time, problem, repository, workflow_run, because`,
        )
        .iterate(),
  },
];

/**
 * What is not counted: the problems, and artifacts that a collection that did not end has not downloaded. As a common table
 * expression, to be put before a statement.
 */
const UNCOUNTED = `WITH uncounted AS (
  SELECT problem, repository, run, workflow_run, because, folder, time FROM problems
  UNION ALL
  SELECT 'waiting', repository, NULL, workflow_run, name || ': not downloaded yet', NULL, created_at
  FROM artifacts WHERE state = 'waiting' AND because IS NULL
)`;

/** How many things are not counted, by their kind. */
export type Uncounted = readonly (readonly [kind: string, count: number])[];

export function uncounted(database: Database): Uncounted {
  return database
    .prepare(`${UNCOUNTED} SELECT problem, count(*) AS count FROM uncounted GROUP BY 1 ORDER BY 1`)
    .all()
    .map((row) => [String(row['problem']), Number(row['count'])] as const);
}

/** The values of a filter that has few. */
export function choicesOf(database: Database, sql: string): readonly string[] {
  const rows = database.prepare(`${sql.includes(' uncounted ') ? UNCOUNTED : ''} ${sql}`).all();
  return rows.flatMap((row) => Object.values(row).map(String));
}

const KNOWN: Readonly<Record<string, string>> = {
  repository: 'SELECT repository AS name, count(*) AS count FROM runs GROUP BY 1',
  tool: 'SELECT tool AS name, count(*) AS count FROM calls GROUP BY 1',
  model: 'SELECT model AS name, count(*) AS count FROM runs GROUP BY 1',
  person: `SELECT name, count(*) AS count FROM (
    SELECT actor AS name FROM runs UNION ALL SELECT login FROM decisions) GROUP BY 1`,
};

/** The names that a filter suggests: the most frequent ones, in the order of the alphabet. */
export function knownNames(database: Database, filter: string): readonly string[] {
  const sql = KNOWN[filter];
  if (sql === undefined) return [];
  return database
    .prepare(
      `SELECT name FROM (${sql} ORDER BY count DESC, name LIMIT ${MAX_KNOWN}) WHERE name IS NOT NULL ORDER BY name`,
    )
    .all()
    .map((row) => nameText(row['name']));
}

function runRows(database: Database): Iterable<Row> {
  const row = database.prepare(`
SELECT r.started_at, t.digest, r.repository, r.actor, r.run, r.event, r.number, r.outcome, r.request, r.summary, r.model,
  (SELECT count(*) FROM calls c WHERE c.trail = r.trail) AS calls,
  (SELECT count(*) FROM denials d WHERE d.trail = r.trail) AS denied,
  (SELECT count(*) FROM approvals a WHERE a.trail = r.trail) AS asked,
  (SELECT CASE WHEN sum(u.cost_usd IS NULL) > 0 THEN NULL ELSE round(total(u.cost_usd), 6) END
    FROM usage u WHERE u.trail = r.trail) AS cost
FROM runs r JOIN trails t USING (trail) WHERE r.trail = ?`);
  const order =
    'SELECT r.trail FROM runs r JOIN trails t USING (trail) ORDER BY r.started_at, t.digest';
  return oneByOne(database.prepare(order), row);
}

function callRows(database: Database): Iterable<Row> {
  const row = database.prepare(`
SELECT c.time, t.digest, r.repository, r.actor, c.call, c.tool, c.arguments, c.verdict, c.state, c.rule, c.because, c.untrusted,
  -- Most calls are evaluated as auto, and nobody was asked about them.
  CASE c.verdict WHEN 'auto' THEN '[]' ELSE (SELECT json_group_array(json_array(decision, login)) FROM (
    SELECT DISTINCT decision, login FROM decisions d
    WHERE d.trail = c.trail AND d.call = c.call AND counted = 1 ORDER BY seq)) END AS people
FROM calls c JOIN runs r USING (trail) JOIN trails t USING (trail) WHERE c.rowid = ?`);
  const order =
    'SELECT c.rowid FROM calls c JOIN trails t USING (trail) ORDER BY c.time, t.digest, c.seq';
  return oneByOne(database.prepare(order), row);
}

/** The rows of a list, in the order of its columns. */
export function* listRows(database: Database, { cells, rows }: List): Generator<readonly Json[]> {
  const made = Object.values(cells);
  for (const row of rows(database)) yield made.map((cell) => cell(row));
}

/** Each row by itself, in the order of their keys, so that only these are sorted and not their texts. */
function* oneByOne(keys: Statement, row: Statement): Generator<Row> {
  for (const named of keys.iterate()) {
    const [key] = Object.values(named);
    const found = typeof key === 'number' ? row.get(key) : undefined;
    if (found !== undefined) yield found;
  }
}

/** A value as text of one line that shows what is in it; NULL is the empty text. */
function short(value: unknown, max: number): string {
  return typeof value === 'string' || typeof value === 'number' ? oneLine(String(value), max) : '';
}

/** Each answer that counts: the decision, and the login. */
function peopleIn(json: unknown): Json {
  const answers: Json = JSON.parse(String(json));
  return Array.isArray(answers)
    ? answers.map((answer) => (Array.isArray(answer) ? answer.map(nameText) : []))
    : [];
}

/** The arguments of a call as the report's list has them: its command, or its path and other arguments. */
function inputText(json: unknown): string {
  if (typeof json !== 'string') return '';
  const input: Json = JSON.parse(json);
  return oneLine(cutArguments(input) ?? shortInput(input), MAX_INPUT_CHARS);
}

/** The beginning of long arguments. A model may give an argument of this name among others, which are then shown, too. */
function cutArguments(input: Json): string | null {
  if (!isJsonObject(input) || Object.keys(input).length !== 1) return null;
  const { cut } = input;
  return typeof cut === 'string' ? cut : null;
}
