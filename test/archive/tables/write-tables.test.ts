import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Cell,
  openArchive,
  queryArchive,
  QUESTIONS,
  writeTables,
} from '../../../src/archive/index.ts';
import { hasSource, writeParquet } from '../../../src/archive/tables/parquet-file.ts';
import { partitionOf } from '../../../src/archive/tables/partition.ts';
import { COUNTED_TABLES } from '../../../src/archive/schema.ts';
import { type ArchiveTable, archiveTables } from '../../../src/archive/tables/tables.ts';
import type { TrailEvent } from '../../../src/audit/index.ts';
import { createTempFolder } from '../../../src/common/index.ts';
import { writeBigTrail } from '../../audit/big-trail.ts';
import { KEEP_COMPILED } from '../../compiled.ts';
import { program } from '../../programs.ts';
import * as fc from '../../properties.ts';
import {
  collectInto,
  realRun,
  rowsOf,
  runOf,
  tempFolder,
  trailText,
  untrustedRun,
  writeTrail,
} from '../archives.ts';

const NONE = '__HIVE_DEFAULT_PARTITION__';

let folder: string;
let archive: string;
let tables: readonly ArchiveTable[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-tables-'));
  archive = join(folder, 'archive');
  tables = await archiveTables();
  const texts = {
    one: trailText(realRun(), 'run-one'),
    two: trailText(onDay('2026-03-01', untrustedRun()), 'run-two'),
    // The same repository in other letters, and one that is none.
    three: trailText(runOf(71, 'Octo/Repo'), 'run-three'),
    four: trailText(onDay('2026-03-01', runOf(72, '../../..')), 'run-four'),
    broken: trailText(realRun(), 'run-five').replace('hubot', 'mallo'),
  };
  for (const [name, text] of Object.entries(texts))
    await writeTrail(join(folder, 'in', name), text);
  const { added } = await collectInto(archive, { folders: [join(folder, 'in')] });
  expect(added).toMatchObject({ counted: 4, broken: 1 });
  await addFromGitHub(archive);
  await writeTables(archive, join(folder, 'tables'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

/** The same events, an hour of another day long, with requests and answers of that hour. */
function onDay(day: string, events: readonly TrailEvent[]): readonly TrailEvent[] {
  const startMs = Date.parse(`${day}T10:00:00.250Z`);
  return events.map((event, seq) => {
    const time = new Date(startMs + seq * 1_000).toISOString();
    if (event.type === 'approval.asked') return { ...event, time, expires: `${day}T23:00:00.000Z` };
    return event.type === 'approval.decision' && event.comment !== null
      ? { ...event, time, comment: { ...event.comment, createdAt: time } }
      : { ...event, time };
  });
}

/** Rows as a collection from GitHub leaves them. */
async function addFromGitHub(target: string): Promise<void> {
  const opened = await openArchive(target);
  opened.database.exec(`
    INSERT INTO repositories VALUES ('octo/repo', '2026-03-02T00:00:00.000Z', NULL, '2026-03-01T00:00:00Z', 'no access');
    INSERT INTO artifacts VALUES ('octo/repo', 7, 'countersign-trail-7', 9007199254740993, 0, '2026-03-01T00:00:00Z', 12, NULL,
      'expired', 'It expired.', NULL);
    INSERT INTO artifacts VALUES ('octo/repo', 8, 'countersign-trail-8', NULL, 1, NULL, 0, NULL, 'waiting', NULL, NULL);
    INSERT INTO workflow_runs VALUES ('octo/repo', 9, 3, 'schedule', 'failure', '2026-03-01T01:00:00Z', 'https://example.com/9')`);
  await opened.close();
}

/** DuckDB with the statements that lie beside the tables. */
async function duckdb(target: string): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`SET file_search_path = '${target}'`);
  await connection.run(await readFile(join(target, 'duckdb.sql'), 'utf8'));
  return connection;
}

type Row = Readonly<Record<string, Cell>>;

async function ask(connection: DuckDBConnection, sql: string): Promise<readonly Row[]> {
  const answer = await connection.runAndReadAll(sql);
  return answer
    .getRowObjectsJS()
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)])),
    );
}

/** A value of DuckDB as SQLite has it. */
function cellOf(value: unknown): Cell {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

async function askArchive(sql: string): Promise<readonly Row[]> {
  return await queryArchive(archive, sql, async ({ columns, rows }) =>
    [...rows].map((row) =>
      Object.fromEntries(columns.map((name, index) => [name, timeOf(row[index] ?? null)])),
    ),
  );
}

/** GitHub's times have no milliseconds; as a type they are the same. */
function timeOf(cell: Cell): Cell {
  return typeof cell === 'string' && /^\d{4}-\d\d-\d\dT[\d:]{8}Z$/.test(cell)
    ? cell.replace('Z', '.000Z')
    : cell;
}

function sorted(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

/** Each file below a folder, with its bytes. */
async function filesIn(target: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(target, { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const read = files.map(
    async (path) => [path.slice(target.length + 1), await readFile(path, 'latin1')] as const,
  );
  return new Map((await Promise.all(read)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

describe('in DuckDB', () => {
  let connection: DuckDBConnection;
  beforeAll(async () => {
    connection = await duckdb(join(folder, 'tables'));
  });
  afterAll(() => connection.closeSync());

  test.each(QUESTIONS.map(({ name }) => name))(
    'the question %s has the same answer as in the archive',
    async (name) => {
      const { sql = '' } = QUESTIONS.find((one) => one.name === name) ?? {};
      const expected = await askArchive(sql);
      expect(expected).not.toEqual([]);
      const answer = await ask(connection, `FROM question_${name.replaceAll('-', '_')}`);
      expect(sorted(answer)).toEqual(sorted(expected));
    },
  );

  test('every table has the rows of the archive, value by value', async () => {
    for (const { name, columns } of tables) {
      const list = columns.map((column) => column.name).join(', ');
      const expected = await askArchive(`SELECT ${list} FROM ${name}`);
      const found = await ask(connection, `SELECT ${list} FROM ${name}`);
      expect(sorted(found), name).toEqual(sorted(expected));
      expect(expected.length > 0, name).toBe(name !== 'effects');
    }
  });

  test('times, booleans, whole numbers and costs have types of their own', async () => {
    const described = await ask(
      connection,
      `SELECT DISTINCT column_name AS name, data_type AS type FROM duckdb_columns() WHERE NOT internal
        AND table_name IN ('usage', 'decisions', 'artifacts')`,
    );
    const types = Object.fromEntries(described.map(({ name, type }) => [String(name), type]));
    expect(types).toMatchObject({
      time: 'TIMESTAMP',
      answered_at: 'TIMESTAMP',
      counted: 'BOOLEAN',
      from_fork: 'BOOLEAN',
      workflow_run: 'BIGINT',
      cost_usd: 'DOUBLE',
      login: 'VARCHAR',
      date: 'DATE',
      owner: 'VARCHAR',
      repo: 'VARCHAR',
    });
    expect(types).not.toHaveProperty('listed_at');
  });

  test('only trails that count have rows, and the table of trails says why others do not', async () => {
    for (const name of COUNTED_TABLES) {
      const others = `SELECT count(*) AS n FROM ${name} JOIN trails t USING (trail) WHERE t.state <> 'counted'`;
      expect(await ask(connection, others), name).toEqual([{ n: 0 }]);
    }
    expect(
      await ask(connection, "SELECT state, fault FROM trails WHERE state <> 'counted'"),
    ).toEqual([{ state: 'broken', fault: 'hash-mismatch' }]);
  });

  test('all rows of a run are in the partition of its day and repository', async () => {
    const partitions = await ask(
      connection,
      'SELECT date::VARCHAR AS date, owner, repo, repository, run FROM runs ORDER BY run',
    );
    expect(partitions).toEqual([
      { date: '2026-03-01', owner: null, repo: null, repository: '../../..', run: 'run-four' },
      {
        date: '2026-01-02',
        owner: 'octo',
        repo: 'repo',
        repository: 'octo/repo',
        run: 'run-one',
      },
      {
        date: '2026-01-02',
        owner: 'octo',
        repo: 'repo',
        repository: 'Octo/Repo',
        run: 'run-three',
      },
      {
        date: '2026-03-01',
        owner: 'octo',
        repo: 'repo',
        repository: 'octo/repo',
        run: 'run-two',
      },
    ]);
    for (const name of COUNTED_TABLES) {
      const elsewhere = `SELECT count(*) AS n FROM ${name} x JOIN runs r USING (trail)
        WHERE x.date <> r.date OR x.owner IS DISTINCT FROM r.owner OR x.repo IS DISTINCT FROM r.repo`;
      expect(await ask(connection, elsewhere), name).toEqual([{ n: 0 }]);
    }
  });
});

describe('a repository with the name of no value', () => {
  test('has its name as its partition in DuckDB', async () => {
    const target = await tempFolder();
    await writeTrail(join(target, 'in'), trailText(runOf(73, 'null/null'), 'run-null'));
    await collectInto(join(target, 'archive'), { folders: [join(target, 'in')] });
    await writeTables(join(target, 'archive'), join(target, 'tables'));
    const connection = await duckdb(join(target, 'tables'));
    expect(
      await ask(
        connection,
        "SELECT owner, repo, run FROM runs WHERE owner = 'null' AND repo = 'null'",
      ),
    ).toEqual([{ owner: 'null', repo: 'null', run: 'run-null' }]);
    connection.closeSync();
    expect(await writeTables(join(target, 'archive'), join(target, 'tables'))).toMatchObject({
      written: 0,
      removed: 0,
    });
  });
});

describe('an archive without anything', () => {
  test('has every table without a row, so that every question has an answer', async () => {
    const target = await tempFolder();
    await collectInto(join(target, 'archive'), { folders: [] });
    await writeTables(join(target, 'archive'), join(target, 'tables'));
    const connection = await duckdb(join(target, 'tables'));
    for (const { name } of QUESTIONS)
      expect(await ask(connection, `FROM question_${name.replaceAll('-', '_')}`), name).toEqual([]);
    connection.closeSync();
  });
});

describe('writing the tables again', () => {
  test('changes no file, and into another folder gives the same bytes', async () => {
    const target = join(folder, 'tables');
    const before = await filesIn(target);
    expect(await writeTables(archive, target)).toEqual({
      written: 0,
      unchanged: before.size - 5,
      removed: 0,
      rows: 0,
    });
    const other = await tempFolder();
    await writeTables(archive, other);
    expect(await filesIn(other)).toEqual(before);
  });

  test('writes the partitions of what was collected since, removes what counts no longer, and leaves others', async () => {
    const target = await tempFolder();
    const [source, tablesAt] = [join(target, 'in'), join(target, 'tables')];
    await cp(archive, join(target, 'archive'), { recursive: true });
    await cp(join(folder, 'tables'), tablesAt, { recursive: true, preserveTimestamps: true });
    const kept = join(tablesAt, 'calls/date=2026-01-02/owner=octo/repo=repo/rows.parquet');
    const { ino } = await stat(kept);
    // Another trail of run-two, which contradicts it: neither counts.
    await writeTrail(source, trailText(onDay('2026-03-02', untrustedRun()), 'run-two'));
    expect(await collectInto(join(target, 'archive'), { folders: [source] })).toMatchObject({
      added: { conflict: 1 },
    });
    const { removed } = await writeTables(join(target, 'archive'), tablesAt);
    expect(removed).toBeGreaterThan(0);
    expect((await stat(kept)).ino).toBe(ino);
    const gone = 'date=2026-03-01/owner=octo';
    await expect(stat(join(tablesAt, 'runs', gone))).rejects.toMatchObject({ code: 'ENOENT' });
    const fresh = await tempFolder();
    await writeTables(join(target, 'archive'), fresh);
    expect(await filesIn(tablesAt)).toEqual(await filesIn(fresh));
  });

  test('replaces a file that is not whole, and removes what an interrupted run left', async () => {
    const target = await tempFolder();
    await cp(join(folder, 'tables'), target, { recursive: true });
    const path = join(target, 'runs/date=2026-01-02/owner=octo/repo=repo/rows.parquet');
    const whole = await readFile(path);
    await writeFile(path, whole.subarray(0, whole.length - 20));
    // The name that a process gives its folder, with the number of one that is over.
    const ended = execFile(process.execPath, ['--version']);
    await once(ended, 'close');
    const temporary = createTempFolder(target);
    const left = temporary.replace(`-${process.pid}.`, `-${ended.pid}.`);
    await rename(temporary, left);
    await writeFile(join(left, 'rows.parquet'), 'half a file');
    expect(await writeTables(archive, target)).toMatchObject({ written: 1, removed: 0 });
    expect(await filesIn(target)).toEqual(await filesIn(join(folder, 'tables')));
  });

  test('leaves the temporary folder of a process that may still run, in a folder with nothing else, too', async () => {
    const target = await tempFolder();
    const running = join(createTempFolder(target), 'rows.parquet');
    await writeFile(running, 'half a file');
    await writeTables(archive, target);
    expect(await writeTables(archive, target)).toMatchObject({ written: 0, removed: 0 });
    expect(await readFile(running, 'utf8')).toBe('half a file');
  });
});

describe('a full disk', () => {
  test.skipIf(process.platform === 'win32')(
    'leaves no half file, and the next run completes the tables (needs ulimit)',
    async () => {
      const target = await tempFolder();
      const [small, tablesAt] = [join(target, 'archive'), join(target, 'tables')];
      await writeBigTrail(join(target, 'in'), 1_400);
      await collectInto(small, { folders: [join(target, 'in')] });
      // The files of small tables fit, and that of the calls does not.
      const { stdout } = await promisify(execFile)(
        'bash',
        [
          '-c',
          'ulimit -f 8; exec "$0" "$@"',
          process.execPath,
          program('export-tables'),
          small,
          tablesAt,
        ],
        { env: { ...process.env, ...KEEP_COMPILED } },
      );
      expect(stdout).toMatch(/^refused .*"code":"file-refused".*The disk of .* is full/);
      const left = [...(await filesIn(tablesAt)).keys()];
      expect(left.filter((path) => path.startsWith('turns/'))).toHaveLength(1);
      expect(left.filter((path) => path.startsWith('calls/'))).toEqual([]);
      await writeTables(small, tablesAt);
      const fresh = await tempFolder();
      await writeTables(small, fresh);
      expect(await filesIn(tablesAt)).toEqual(await filesIn(fresh));
    },
  );
});

describe('the tables are refused', () => {
  test('without an archive', async () => {
    const target = await tempFolder();
    await expect(writeTables(target, join(target, 'tables'))).rejects.toMatchObject({
      code: 'file-refused',
      message: `There is no archive in ${target}.`,
    });
    expect(await readdir(target)).toEqual([]);
  });

  test('in a folder with other files, of which none is touched', async () => {
    const target = await tempFolder();
    await writeFile(join(target, 'mine.txt'), 'mine');
    await expect(writeTables(archive, target)).rejects.toMatchObject({
      code: 'file-refused',
      message: `The folder ${target} is not empty, and is not the folder of an earlier export.`,
    });
    expect(await readdir(target)).toEqual(['mine.txt']);
  });

  test('inside the archive, also through a link', async () => {
    const link = join(await tempFolder(), 'link');
    await symlink(archive, link);
    const before = await filesIn(archive);
    for (const target of [
      archive,
      join(archive, 'tables'),
      join(archive, 'incoming'),
      join(archive, 'trails', 'tables'),
      join(link, 'tables'),
    ])
      await expect(writeTables(archive, target)).rejects.toMatchObject({
        code: 'file-refused',
        message: expect.stringContaining('is inside the archive') as string,
      });
    expect(await filesIn(archive)).toEqual(before);
  });

  test('in a link, a file, and a folder whose parent does not exist', async () => {
    const target = await tempFolder();
    await mkdir(join(target, 'mine'));
    await symlink(join(target, 'mine'), join(target, 'link'));
    await writeFile(join(target, 'file'), '');
    for (const [name, message] of [
      ['link', 'is not a folder'],
      ['file', 'is not a folder'],
      ['a/b', 'cannot be used'],
    ] as const)
      await expect(writeTables(archive, join(target, name))).rejects.toMatchObject({
        code: 'file-refused',
        message: expect.stringContaining(message) as string,
      });
    expect((await readdir(target)).toSorted()).toEqual(['file', 'link', 'mine']);
    expect(await readdir(join(target, 'mine'))).toEqual([]);
  });

  const PARTITION = 'date=2026-01-02/owner=octo/repo=repo';
  test.each([
    ['countersign-tables.json', 'countersign-tables.json'],
    ['duckdb.sql', 'duckdb.sql'],
    ['calls', 'calls'],
    ['calls/date=2026-01-02', 'calls/date=2026-01-02'],
    ['effects/date=1970-01-01/owner=octo', 'effects/date=1970-01-01/owner=octo'],
    [`runs/${PARTITION}`, `runs/${PARTITION}`],
    [`runs/${PARTITION}/rows.parquet`, `runs/${PARTITION}/rows.parquet`],
  ])('in earlier tables where %s is a link to something else', async (name, shown) => {
    const target = await tempFolder();
    const [tablesAt, mine] = [join(target, 'tables'), join(target, 'mine')];
    await cp(join(folder, 'tables'), tablesAt, { recursive: true });
    await rename(join(tablesAt, name), mine).catch(() => mkdir(mine));
    await symlink(mine, join(tablesAt, name));
    const before = await filesIn(target);
    await expect(writeTables(archive, tablesAt)).rejects.toMatchObject({
      code: 'file-refused',
      message: `The folder ${tablesAt} contains more than an earlier export: ${shown}.`,
    });
    expect(await filesIn(target)).toEqual(before);
  });

  test.each([
    'mine.txt',
    '_incoming/mine',
    'others/date=2026-01-02/owner=octo/repo=repo/rows.parquet',
    'calls/mine.txt',
    'calls/date=2026-01-02/owner=octo/repo=repo/mine.parquet',
    'calls/date=2020-01-01/owner=octo/repo=repo/rows.parquet/mine',
    'calls/date=mine/owner=octo/repo=repo/rows.parquet',
  ])('in earlier tables with %s, which is kept', async (name) => {
    const target = await tempFolder();
    await cp(join(folder, 'tables'), target, { recursive: true });
    await mkdir(join(target, dirname(name)), { recursive: true });
    await writeFile(join(target, name), 'mine');
    const before = await filesIn(target);
    await expect(writeTables(archive, target)).rejects.toMatchObject({
      code: 'file-refused',
      message: expect.stringContaining('contains more than an earlier export') as string,
    });
    expect(await filesIn(target)).toEqual(before);
  });

  test('while a collection writes the archive, and the collection is while they are written', async () => {
    const target = await tempFolder();
    const opened = await openArchive(archive);
    await expect(writeTables(archive, target)).rejects.toMatchObject({
      code: 'file-refused',
      message: expect.stringContaining('Another collection is writing') as string,
    });
    await opened.close();
    const writing = writeTables(archive, target);
    const refused = (async () => {
      // The lock is taken before the first file.
      while ((await readdir(target)).length === 0) await new Promise(setImmediate);
      await openArchive(archive);
    })();
    await expect(refused).rejects.toMatchObject({ code: 'file-refused' });
    await writing;
    expect(await rowsOf(archive, 'SELECT count(*) FROM runs')).toEqual([[4]]);
  });
});

describe('a partition', () => {
  test.each([
    [
      '2026-03-01T23:59:59.999Z',
      'Octo-Org/octo.repo_1',
      'date=2026-03-01/owner=octo-org/repo=octo.repo_1',
    ],
    ['2026-03-01T00:00:00Z', 'mona_octo/..', 'date=2026-03-01/owner=mona_octo/repo=..'],
    ['2026-03-01T00:00:00Z', 'Null/NULL', 'date=2026-03-01/owner=%6Eull/repo=%6Eull'],
    ['2026-03-01T00:00:00Z', 'null-1/a.null', 'date=2026-03-01/owner=null-1/repo=a.null'],
    [null, null, `date=1970-01-01/owner=${NONE}/repo=${NONE}`],
    ['2026-02-30T00:00:00Z', 'a/b/c', `date=1970-01-01/owner=${NONE}/repo=${NONE}`],
    ['9999-12-31T00:00:00Z', '/b', `date=1970-01-01/owner=${NONE}/repo=${NONE}`],
  ])('of %j and %j is %s', (time, repository, partition) => {
    expect(partitionOf(time, repository)).toBe(partition);
  });

  test('is three folders with names of their own for every text of a trail', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom('a/b', '../../..', 'null/null', 'a\u212A/\0', 'a/b\n'),
        ),
        fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        ),
        (repository, time) => {
          const partition = partitionOf(time, repository);
          expect(partition).toMatch(
            /^date=[12]\d{3}-\d\d-\d\d\/owner=[\w%-]{1,100}\/repo=[\w.%-]{1,100}$/,
          );
          const day = /^date=([\d-]+)/.exec(partition)?.[1] ?? '';
          expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
        },
      ),
    );
  });
});

describe('a Parquet file', () => {
  test('of many rows is written in groups, and has every value', async () => {
    const path = join(await tempFolder(), 'rows.parquet');
    const many = 45_000;
    function* rows() {
      for (let index = 0; index < many; index += 1)
        yield [BigInt(index), index % 3 === 0 ? null : `text ${index} ü€😀`, index / 8];
    }
    const columns = [
      { name: 'n', type: 'integer' },
      { name: 't', type: 'text' },
      { name: 'd', type: 'double' },
    ] as const;
    expect(await writeParquet(path, { columns, rows: rows(), source: 'the source' })).toBe(many);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const sums = await ask(
      connection,
      `SELECT count(*) AS rows, sum(n) AS n, count(t) AS texts, bool_and(t = 'text ' || n || ' ü€😀') AS same, sum(d) AS d FROM '${path}'`,
    );
    expect(sums).toEqual([
      {
        rows: many,
        n: (many * (many - 1)) / 2,
        texts: 30_000,
        same: 1,
        d: (many * (many - 1)) / 16,
      },
    ]);
    const groups = `SELECT count(DISTINCT row_group_id) AS groups FROM parquet_metadata('${path}')`;
    expect(await ask(connection, groups)).toEqual([{ groups: 3 }]);
    connection.closeSync();
    expect(await hasSource(path, 'the source')).toBe(true);
    expect(await hasSource(path, 'another source')).toBe(false);
    expect(await hasSource(`${path}.none`, 'the source')).toBe(false);
  });
});

test('the SQL for every program names every table and column', async () => {
  for (const engine of ['bigquery', 'athena', 'clickhouse']) {
    const sql = await readFile(join(folder, 'tables', `${engine}.sql`), 'utf8');
    for (const { name, columns } of tables) {
      const made = new RegExp(`TABLE (?:IF NOT EXISTS )?countersign\\.${name} \\(\\n([^;]+);`).exec(
        sql,
      )?.[1];
      for (const column of columns) expect(made, name).toContain(`\`${column.name}\` `);
      expect(made).toContain(`/${name}/`);
    }
    expect(sql, basename(engine)).toMatch(
      /SELECT d\.answered_at[\s\S]+ORDER BY d\.answered_at;\n$/,
    );
  }
});
