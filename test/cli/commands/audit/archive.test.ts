import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openArchive } from '../../../../src/archive/index.ts';
import { runCommand } from '../../../../src/cli/main.ts';
import { startGitHub } from '../../../openapi/github.ts';
import { runOf, trailText, writeTrail, zipOf } from '../../../archive/archives.ts';
import { COMMAND_LINE, KEEP_COMPILED } from '../../../compiled.ts';
import { cli } from '../../command.ts';
import { tempFolder, trailOf } from '../../trails.ts';

/** A folder with a trail that verifies and one that does not, and an archive of both. */
async function collected() {
  const cwd = await tempFolder();
  const { lines } = await trailOf();
  const text = lines.map((line) => `${line}\n`).join('');
  await writeTrail(join(cwd, 'trails', 'good'), text);
  await writeTrail(join(cwd, 'trails', 'bad'), text.replace('hubot', 'mallo'));
  const ended = await cli(['audit', 'collect', 'trails'], { cwd });
  return { cwd, ended };
}

test('audit collect says what it collected and what does not verify, and exits 1 for that once', async () => {
  const { cwd, ended } = await collected();
  expect(ended.code).toBe(1);
  expect(ended.out).toContain(
    'collected into audit-archive: 2 new (1 counted, 1 broken), 0 already there',
  );
  expect(ended.out).toMatch(/broken: \S+bad: .*\(trails\/[0-9a-f]{2}\/[0-9a-f]{64}\)/);
  expect(ended.err).toBe(`${join(cwd, 'trails')}: 2 audit trails\n`);
  const again = await cli(['audit', 'collect', 'trails', '--json'], { cwd });
  expect(again.code).toBe(0);
  expect(JSON.parse(again.out)).toMatchObject({ known: 2, problemCount: 0 });
});

test('audit query answers as a table, as CSV and as JSON', async () => {
  const { cwd } = await collected();
  const table = await cli(['audit', 'query', 'denials'], { cwd });
  expect(table).toMatchObject({ code: 0, err: '' });
  expect(table.out).toMatch(
    /^time +repository +denied_by .*\n-[- ]+\n2026-.* policy .*\n\(1 row\)\n$/,
  );
  const csv = await cli(['audit', 'query', 'denials', '--format', 'csv'], { cwd });
  expect(csv.out).toMatch(/^time,repository,denied_by,tool,.*\r\n2026-.*\r\n$/);
  const both = await cli(['audit', 'query', 'denials', '--format', 'csv', '--json'], { cwd });
  expect(both).toMatchObject({ code: 2, out: '' });
  expect(both.err).toContain('--json and --format csv exclude each other.');
  const json = await cli(['audit', 'query', 'denials', '--json'], { cwd });
  expect(JSON.parse(json.out)).toMatchObject([{ denied_by: 'policy', tool: 'fs_write' }]);
  const sql = ['--sql', "SELECT '=1+1' AS f, 2 AS n, 3 AS n", '--archive', 'audit-archive'];
  const own = await cli(['audit', 'query', ...sql, '--format', 'csv'], { cwd });
  expect(own.out).toBe("f,n,n\r\n'=1+1,2,3\r\n");
  const named = await cli(['audit', 'query', ...sql, '--json'], { cwd });
  expect(JSON.parse(named.out)).toEqual([{ f: '=1+1', n: 2, n_2: 3 }]);
  const alike = ['--sql', 'SELECT 1 AS n, 2 AS n, 3 AS n_2', '--archive', 'audit-archive'];
  const apart = await cli(['audit', 'query', ...alike, '--json'], { cwd });
  expect(JSON.parse(apart.out)).toEqual([{ n: 1, n_3: 2, n_2: 3 }]);
  const given = await cli(['audit', 'query', '--sql', '-', '--format', 'csv'], {
    cwd,
    stdin: 'SELECT count(*) AS runs FROM runs',
  });
  expect(given.out).toBe('runs\r\n1\r\n');
});

test('audit query without a question lists them, and prints the schema', async () => {
  const list = await cli(['audit', 'query']);
  expect(list.out).toMatch(/^runs +each run/);
  expect((await cli(['audit', 'query', '--schema'])).out).toMatch(/CREATE TABLE runs/);
});

test('audit parquet writes the tables once, and says what it wrote', async () => {
  const { cwd } = await collected();
  const first = await cli(['audit', 'parquet', 'tables'], { cwd });
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toMatch(/tables: \d+ files written with \d+ rows, 0 unchanged, 0 removed\n$/);
  const again = await cli(['audit', 'parquet', 'tables', '--json'], { cwd });
  expect(JSON.parse(again.out)).toMatchObject({
    folder: join(cwd, 'tables'),
    written: 0,
    removed: 0,
  });
});

test.each([
  [['collect'], 'There is nothing to collect.'],
  [['collect', '--repo', 'octo'], '--repo is "octo"'],
  [['collect', '--org', 'a/b'], '--org is "a/b"'],
  [['collect', '.', '--since', '2026-02-30'], '--since is "2026-02-30"'],
  [['collect', '.', '--require-attestation'], '--require-attestation cannot be used for folders'],
  [['collect', '.', '--since', 'yesterday'], '--since is "yesterday"'],
  [['collect', '--repo', '_octo/repo'], '--repo is "_octo/repo"'],
  // Managed users of GitHub Enterprise have names with `_`: only the token is missing.
  [['collect', '--repo', 'mona_octo/repo'], 'GITHUB_TOKEN is not set'],
  [['collect', '--org', 'mona_octo'], 'GITHUB_TOKEN is not set'],
  [['collect', '--org', 'octo'], 'GITHUB_TOKEN is not set'],
  [['collect', './nowhere'], 'nowhere cannot be read'],
  [['query', 'nothing'], 'There is no question "nothing"'],
  [['query', 'runs', '--sql', 'SELECT 1'], 'Both a question and --sql are given'],
  [['query', 'runs', '--format', 'xml'], '--format is "xml"'],
  [['query', 'runs', '--archive', 'nowhere'], 'There is no archive in'],
  [['parquet', 'tables'], 'There is no archive in'],
])('audit %j is refused with what to write: %s', async (args, words) => {
  const cwd = await tempFolder();
  const ended = await cli(['audit', ...args], { cwd });
  expect(ended).toMatchObject({ code: 2, err: expect.stringContaining(words) as string });
});

test('audit collect is refused while another collection writes the archive', async () => {
  const { cwd } = await collected();
  const archive = await openArchive(join(cwd, 'audit-archive'));
  const ended = await cli(['audit', 'collect', 'trails'], { cwd });
  expect(ended).toMatchObject({
    code: 2,
    err: expect.stringContaining('Another collection is writing to the archive') as string,
  });
  await archive.close();
});

test('audit collect downloads from GitHub, and shows its progress on a terminal in one line', async () => {
  const server = await startGitHub();
  const cwd = await tempFolder();
  server.artifacts.put({
    name: 'countersign-trail-71-1-agent',
    bytes: zipOf({ 'audit.jsonl': trailText(runOf(71)) }),
    workflowRunId: 71,
  });
  let [out, err] = ['', ''];
  const argv = ['node', 'countersign', 'audit', 'collect', '--org', server.owner];
  const code = await runCommand(argv, {
    out: (text) => (out += text),
    print: async () => undefined,
    err: (text) => (err += text),
    errIfLost: () => undefined,
    errHasColour: false,
    errIsTerminal: true,
    stdin: async () => '',
    environment: { GITHUB_TOKEN: server.token, GITHUB_API_URL: server.url },
    cwd,
    terminal: null,
  });
  await server.close();
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 counted') as string,
  });
  const shown = err.split('\r\u001B[2K');
  expect(shown.at(-1)).toBe(`${server.owner}/${server.repo}: 1 audit trail\n`);
  expect(shown.length).toBeGreaterThan(1);
});

test('standard error has no warning by Node about SQLite', async () => {
  const { cwd } = await collected();
  const run = promisify(execFile);
  const { stdout, stderr } = await run(process.execPath, [COMMAND_LINE, 'audit', 'query', 'runs'], {
    cwd,
    env: { ...process.env, ...KEEP_COMPILED },
  });
  expect(stdout).toContain('(1 row)');
  expect(stderr).toBe('');
});

test('audit site writes pages over an archive, says what is not counted, and replaces them the next time', async () => {
  const { cwd } = await collected();
  const written = await cli(['audit', 'site', 'site'], { cwd });
  expect(written).toMatchObject({
    code: 0,
    out: 'site/index.html: 1 run, 4 calls, and 1 not counted\n',
    err: 'reports: 1 audit trail\n',
  });
  const again = await cli(['audit', 'site', 'site', '--json'], { cwd });
  expect(JSON.parse(again.out)).toEqual({
    runs: 1,
    calls: 4,
    uncounted: 1,
    folder: join(cwd, 'site'),
  });
  const inside = await cli(['audit', 'site', 'audit-archive/site'], { cwd });
  expect(inside).toMatchObject({ code: 2, out: '' });
  expect(inside.err).toContain('is inside the archive');
  expect((await cli(['audit', 'site'], { cwd })).code).toBe(2);
});
