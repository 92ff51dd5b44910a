import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryArchive, QUESTIONS, questionSql, SCHEMA } from '../../../src/archive/index.ts';
import { COUNTED_TABLES } from '../../../src/archive/schema.ts';
import { openDatabase } from '../../../src/archive/sqlite.ts';
import {
  collectInto,
  realRun,
  rowsOf,
  tempFolder,
  trailText,
  untrustedRun,
  writeTrail,
} from '../archives.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-archive-'));
  const source = join(folder, 'in');
  await writeTrail(join(source, 'one'), trailText(realRun(), 'run-one'));
  await writeTrail(join(source, 'broken'), trailText(realRun(), 'run-b').replace('hubot', 'mallo'));
  await writeTrail(join(source, 'two'), trailText(untrustedRun(), 'run-two'));
  const result = await collectInto(folder, { folders: [source] });
  expect(result.added).toMatchObject({ counted: 2, broken: 1 });
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

async function ask(name: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return await queryArchive(folder, questionSql(name), async ({ columns, rows }) =>
    [...rows].map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, row[index]])),
    ),
  );
}

describe('the ready questions', () => {
  test.each(QUESTIONS.map(({ name }) => name))(
    '%s can be asked of an empty archive, too',
    async (name) => {
      const empty = await tempFolder();
      await collectInto(empty, { folders: [] });
      expect(await rowsOf(empty, questionSql(name))).toEqual([]);
      expect(await ask(name)).not.toBeNull();
    },
  );

  test('say who approved what and how fast', async () => {
    expect(await ask('approvals')).toMatchObject([
      {
        login: 'hubot',
        decision: 'approve',
        counted: 'yes',
        seconds: expect.any(Number) as number,
      },
      { login: 'hubot', decision: 'approve', tool: 'bash_run' },
      { login: 'hubot', decision: 'deny', tool: 'bash_run', state: 'DENIED' },
    ]);
    expect(await ask('approvers')).toMatchObject([
      { login: 'hubot', answers: 3, approved: 2, denied: 1 },
    ]);
  });

  test('say what was denied, by whom and why', async () => {
    expect(await ask('denials')).toMatchObject([
      { denied_by: 'person', because: 'too risky', run: 'run-two' },
      { denied_by: 'policy', because: 'the policy says so', run: 'run-one' },
    ]);
  });

  test('say which rule is asked most and never refused, over all runs of a policy', async () => {
    // fs_write(src/**) was approved in one run, and denied in the other.
    expect(await ask('rules-never-refused')).toMatchObject([
      { rule: 'bash_run', asked: 1, approved: 1, tools: 'bash_run' },
    ]);
  });

  test('say what untrusted content led to', async () => {
    expect(await ask('untrusted')).toMatchObject([
      { tool: 'bash_run', approved_by: 'hubot', sources: 'issue #8 by stranger', run: 'run-two' },
    ]);
  });

  test('say which hosts were reached', async () => {
    expect(await ask('hosts')).toMatchObject([
      { host: 'evil.example:443', verdict: 'refused', connections: 3, runs: 1 },
    ]);
  });

  test('sum up cost, and count replies without a price instead of guessing', async () => {
    expect(await ask('cost-by-actor')).toMatchObject([
      { actor: 'mona', cost_usd: 0.02, replies_without_price: 0 },
      { actor: 'octo', cost_usd: 0, replies_without_price: 1 },
    ]);
    expect(await ask('cost-by-week')).toMatchObject([{ week: '2026-W01', runs: 2, replies: 3 }]);
    expect(await ask('cost-by-repository')).toMatchObject([{ repository: 'octo/repo', runs: 2 }]);
    expect(await ask('cost-by-model')).toMatchObject([{ model: 'script' }]);
    expect(await ask('runs')).toMatchObject([
      { run: 'run-one', cost_usd: 0.02, outcome: 'done', calls: 4 },
      { run: 'run-two', cost_usd: null, outcome: 'error', denied: 1 },
    ]);
  });

  test('say which trails are broken', async () => {
    expect(await ask('problems')).toMatchObject([{ problem: 'broken' }]);
  });

  test('read no row of a trail that does not verify: only counted trails have rows', async () => {
    for (const table of COUNTED_TABLES) {
      const sql = `SELECT count(*) FROM ${table} x JOIN trails t USING (trail) WHERE t.state <> 'counted'`;
      expect(await rowsOf(folder, sql), table).toEqual([[0]]);
    }
  });

  test('are refused by a name that there is none of, with the nearest', () => {
    expect(() => questionSql('aprovals')).toThrow(/Did you mean "approvals"\?/);
  });
});

describe('SQL of the reader', () => {
  test.each([
    'DELETE FROM runs',
    "INSERT INTO runs (trail, run, workflow_runs) VALUES (9, 'x', 1)",
    "UPDATE trails SET state = 'counted'",
    'DROP TABLE runs',
    'CREATE TABLE t (a)',
    'CREATE TEMP TABLE t (a)',
    'CREATE TEMP VIEW runs AS SELECT 1',
    "ATTACH '/tmp/other.sqlite' AS other",
    "ATTACH ':memory:' AS other",
    'DETACH main',
    "VACUUM INTO '/tmp/copy.sqlite'",
    'PRAGMA user_version = 7',
    'PRAGMA writable_schema = 1',
    "SELECT load_extension('/tmp/evil.so')",
    "SELECT * FROM pragma_table_info('runs')",
    "SELECT writefile('/tmp/x', 'x')",
    "SELECT readfile('/etc/passwd')",
    'BEGIN IMMEDIATE',
    'REINDEX',
    'ANALYZE',
    'SELECT 1; DELETE FROM runs',
    'SELECT 1; SELECT 2',
    'SELECT 1; nonsense',
    'SELECT 1\u0000; DELETE FROM runs',
    'nonsense',
    '',
    '-- nothing',
    'SELECT nothing FROM runs',
    'WITH x AS (SELECT 1) DELETE FROM runs',
  ])('is refused unless it is one statement that reads: %j', async (sql) => {
    const before = await readFile(join(folder, 'archive.sqlite'));
    await expect(rowsOf(folder, sql)).rejects.toMatchObject({
      code: 'input-invalid',
      message: expect.stringMatching(/^The SQL cannot be run: .*[^.]\.$/) as string,
    });
    expect((await readFile(join(folder, 'archive.sqlite'))).equals(before)).toBe(true);
  });

  test('may end with semicolons and comments, and have a quoted semicolon', async () => {
    expect(await rowsOf(folder, "SELECT ';' AS a;; -- the end\n /* indeed */")).toEqual([[';']]);
  });

  test('gives whole numbers of any size, bytes and NULL as values of JSON', async () => {
    const sql = "SELECT 9223372036854775807, 42, 1.5, x'00ff', NULL, 'text'";
    expect(await rowsOf(folder, sql)).toEqual([
      ['9223372036854775807', 42, 1.5, '00ff', null, 'text'],
    ]);
  });

  test('an error while rows are read says what it is', async () => {
    const sql = 'SELECT sum(n) FROM (SELECT 9223372036854775807 AS n UNION ALL SELECT 1)';
    await expect(rowsOf(folder, sql)).rejects.toMatchObject({
      code: 'input-invalid',
      message: expect.stringContaining('integer overflow') as string,
    });
  });
});

describe('a folder', () => {
  test('without an archive is refused with what to do', async () => {
    const empty = await tempFolder();
    await expect(rowsOf(empty, 'SELECT 1')).rejects.toMatchObject({
      code: 'file-refused',
      message: `There is no archive in ${empty}.`,
    });
  });

  test('with a file that is no database is refused', async () => {
    const other = await tempFolder();
    await writeFile(join(other, 'archive.sqlite'), 'hello, I am no database at all. '.repeat(100));
    await expect(rowsOf(other, 'SELECT 1')).rejects.toMatchObject({ code: 'file-refused' });
  });

  test('whose collection was killed in a transaction is read as it was before', async () => {
    const copy = await tempFolder();
    const archive = await tempFolder();
    await collectInto(archive, { folders: [join(folder, 'in')] });
    const database = await openDatabase(join(archive, 'archive.sqlite'));
    // A transaction whose pages are on disk already, as the disk of a machine that stopped in the middle has it.
    database.exec('PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN');
    database.exec('DELETE FROM calls; DELETE FROM verdicts; DELETE FROM usage');
    for (let row = 0; row < 2_000; row += 1)
      database
        .prepare(`INSERT INTO turns VALUES (1, ?, 't', 1, ?)`)
        .run(1_000 + row, 'x'.repeat(200));
    for (const name of ['archive.sqlite', 'archive.sqlite-journal'])
      await copyFile(join(archive, name), join(copy, name));
    database.exec('ROLLBACK');
    database.close();
    expect(await rowsOf(copy, 'SELECT count(*) FROM calls')).toEqual([[6]]);
    expect(await rowsOf(copy, 'SELECT count(*) FROM turns WHERE seq >= 1000')).toEqual([[0]]);
  });
});

test('the schema explains every table, and SQLite takes it', async () => {
  const tables = [...SCHEMA.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name);
  expect(tables).toEqual(expect.arrayContaining([...COUNTED_TABLES, 'trails', 'artifacts']));
  for (const name of tables)
    expect(SCHEMA, name).toMatch(new RegExp(`-- .+\\nCREATE TABLE ${name} `));
});
