import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openArchive } from '../../../src/archive/index.ts';
import { readTrail, type TrailEvent, verifyAt } from '../../../src/audit/index.ts';
import { sha256 } from '../../../src/common/index.ts';
import * as run from '../../audit/events.ts';
import { changedByApprover } from '../../audit/vectors/runs.ts';
import * as fc from '../../properties.ts';
import {
  collectInto,
  contentOf,
  plausible,
  realRun,
  rowsOf,
  runOf,
  tempFolder,
  trailText,
  writeTrail,
} from '../archives.ts';

const FORGED = trailText(realRun(), 'run-forged').replace('hubot', 'mallo');

/** A run that is suspended, and the same run after it was resumed. */
function suspended(): { readonly first: string; readonly whole: string; readonly fork: string } {
  const approve: readonly TrailEvent[] = [
    run.runStart(),
    run.turnStart(1),
    run.reply(1),
    run.state('c1', 'PENDING'),
    run.verdict('c1', 'requireApproval'),
    run.state('c1', 'APPROVAL_REQUIRED'),
    run.asked('c1'),
    run.runEnd('awaiting-approval'),
  ];
  const resumed: readonly TrailEvent[] = [
    run.runStart({ start: 'resumed' }),
    run.decision('c1'),
    run.consumed('c1'),
    run.state('c1', 'APPROVED'),
    run.state('c1', 'EXECUTING'),
    run.state('c1', 'COMPLETED'),
    run.runEnd(),
  ];
  const refused: readonly TrailEvent[] = [
    run.runStart({ start: 'resumed' }),
    run.decision('c1', { decision: 'deny' }),
    run.state('c1', 'DENIED', { because: 'no' }),
    run.runEnd('denied'),
  ];
  return {
    first: suspendedText(approve),
    whole: suspendedText([...approve, ...resumed]),
    fork: suspendedText([...approve, ...refused]),
  };
}

function suspendedText(events: readonly TrailEvent[]): string {
  return trailText(plausible(events).events, 'run-suspended');
}

/** The checkpoints that a plausible run names are files of two bytes beside it. */
async function withCheckpoints(folder: string, text: string): Promise<string> {
  await writeTrail(folder, text);
  for (const [name] of text.matchAll(/checkpoint-\d+\.bin/g))
    await writeFile(join(folder, name), 'cp');
  return folder;
}

/** What an archive makes of trails that are collected one after the other. */
async function statesOf(texts: readonly string[]) {
  const archive = await tempFolder();
  for (const text of texts)
    await collectInto(archive, { folders: [await withCheckpoints(await tempFolder(), text)] });
  const states = await rowsOf(archive, 'SELECT digest, state FROM trails ORDER BY digest');
  return { states, calls: await rowsOf(archive, 'SELECT count(*) FROM calls') };
}

describe('a collection of folders', () => {
  test('counts trails that verify, at any depth, and keeps their files under a digest', async () => {
    const [source, archive] = [await tempFolder(), join(await tempFolder(), 'archive')];
    const text = trailText(realRun(), 'run-one');
    await writeTrail(join(source, 'a', 'b'), text);
    await writeFile(join(source, 'a', 'b', 'report.html'), '<p>derived</p>');
    await writeTrail(join(source, 'c'), trailText(realRun(), 'run-two'));
    const result = await collectInto(archive, { folders: [source] });
    expect(result).toMatchObject({ added: { counted: 2 }, known: 0, problemCount: 0 });
    const [folder] =
      (await rowsOf(archive, `SELECT folder FROM trails WHERE run = 'run-one'`))[0] ?? [];
    const kept = join(archive, String(folder));
    expect(await readFile(join(kept, 'audit.jsonl'), 'utf8')).toBe(text);
    expect(await readdir(kept)).not.toContain('report.html');
    expect(await verifyAt(kept)).toMatchObject({ kind: 'intact', run: 'run-one' });
  });

  test('has a row for each turn, call, verdict, approval, decision, denial and reply', async () => {
    const [source, archive] = [await tempFolder(), await tempFolder()];
    await writeTrail(source, trailText(realRun()));
    await collectInto(archive, { folders: [source] });
    expect(
      await rowsOf(archive, 'SELECT run, repository, actor, number, outcome FROM runs'),
    ).toEqual([['run-0123456789abcdef', 'octo/repo', 'mona', 7, 'done']]);
    expect(await rowsOf(archive, 'SELECT turn FROM turns ORDER BY seq')).toEqual([[1], [2]]);
    expect(
      await rowsOf(archive, 'SELECT call, tool, state, verdict, exit_code FROM calls ORDER BY seq'),
    ).toEqual([
      ['c1', 'fs_write', 'COMPLETED', 'auto', null],
      ['c2', 'fs_write', 'FAILED', 'requireApproval', 1],
      ['c3', 'fs_write', 'DENIED', 'deny', null],
      ['c4', 'finish', 'COMPLETED', 'auto', null],
    ]);
    expect(await rowsOf(archive, 'SELECT call, denied_by, because FROM denials')).toEqual([
      ['c3', 'policy', 'the policy says so'],
    ]);
    expect(
      await rowsOf(archive, 'SELECT call, used_at IS NOT NULL, needed FROM approvals'),
    ).toEqual([['c2', 1, 1]]);
    expect(
      await rowsOf(archive, 'SELECT call, decision, counted, login, answered_at FROM decisions'),
    ).toEqual([['c2', 'approve', 1, 'hubot', '2026-01-02T03:05:00.000Z']]);
    expect(await rowsOf(archive, 'SELECT sum(input_tokens), sum(cost_usd) FROM usage')).toEqual([
      [20, 0.02],
    ]);
    expect(await rowsOf(archive, 'SELECT call, path, how FROM files')).toEqual([
      ['c1', 'src/a.ts', 'written'],
    ]);
  });

  test('counts a question whose default was used as no denial', async () => {
    const [source, archive] = [await tempFolder(), await tempFolder()];
    const { events, files } = changedByApprover();
    await writeTrail(source, trailText(events));
    await mkdir(join(source, 'blobs'));
    for (const [name, bytes] of files) await writeFile(join(source, name), bytes);
    expect(await collectInto(archive, { folders: [source] })).toMatchObject({ problemCount: 0 });
    expect(
      await rowsOf(archive, `SELECT call, used_default FROM calls WHERE state = 'DENIED'`),
    ).toEqual([['c2', 1]]);
    expect(await rowsOf(archive, 'SELECT call FROM denials')).toEqual([]);
  });

  test('has rows for hosts, effects, sources and the files of commands', async () => {
    const [source, archive] = [await tempFolder(), await tempFolder()];
    const events: readonly TrailEvent[] = [
      run.runStart({ requester: { login: 'octo', id: 3 } }),
      {
        type: 'context.read',
        source: 'issue #7',
        author: 'stranger',
        trusted: false,
        because: 'no write access',
        sha256: sha256('text'),
      },
      run.turnStart(1),
      run.reply(1),
      run.state('c1', 'PENDING', { 'gen_ai.tool.name': 'bash_run', kind: 'execute' }),
      run.verdict('c1', 'auto', { untrusted: true }),
      run.state('c1', 'APPROVED'),
      run.state('c1', 'EXECUTING'),
      run.state('c1', 'COMPLETED', {
        sandbox: {
          profile: 'writing',
          discarded: ['tmp.log'],
          kept: ['src/b.ts'],
          hidden: 0,
          git: 'filtered',
          limits: [],
        },
        network: [{ to: 'example.com:443', verdict: 'refused', count: 2 }],
      }),
      {
        type: 'github.write',
        call: 'c1',
        what: 'push',
        id: 1,
        url: 'https://github.com/octo/repo/commit/1',
        branch: 'fix',
        files: [
          { path: 'src/b.ts', sha256: sha256('b') },
          { path: 'old.ts', sha256: null },
        ],
      },
      run.runEnd('error'),
    ];
    await writeTrail(source, trailText(plausible(events).events));
    expect(await collectInto(archive, { folders: [source] })).toMatchObject({
      added: { counted: 1 },
      problems: [],
    });
    expect(await rowsOf(archive, 'SELECT actor FROM runs')).toEqual([['octo']]);
    expect(await rowsOf(archive, 'SELECT host, verdict, count FROM hosts')).toEqual([
      ['example.com:443', 'refused', 2],
    ]);
    expect(await rowsOf(archive, 'SELECT path, how FROM files ORDER BY how, path')).toEqual([
      ['old.ts', 'deleted'],
      ['tmp.log', 'discarded'],
      ['src/b.ts', 'pushed'],
      ['src/b.ts', 'written'],
    ]);
    expect(await rowsOf(archive, 'SELECT call, what, branch FROM effects')).toEqual([
      ['c1', 'push', 'fix'],
    ]);
    expect(await rowsOf(archive, 'SELECT source, author, trusted FROM sources')).toEqual([
      ['issue #7', 'stranger', 0],
    ]);
  });

  test('keeps a trail that does not verify, and counts nothing of it', async () => {
    const [source, archive] = [await tempFolder(), await tempFolder()];
    await writeTrail(source, FORGED);
    const result = await collectInto(archive, { folders: [source] });
    expect(result).toMatchObject({
      added: { counted: 0, broken: 1 },
      problemCount: 1,
      problems: [{ problem: 'broken', where: source }],
    });
    expect(await rowsOf(archive, 'SELECT state, fault, fault_line, run FROM trails')).toEqual([
      ['broken', 'hash-mismatch', 13, null],
    ]);
    const content = (await contentOf(archive)) as Record<string, readonly unknown[]>;
    for (const [table, rows] of Object.entries(content))
      expect(rows, table).toHaveLength(table === 'trails' ? 1 : 0);
    const kept = join(
      archive,
      String((await rowsOf(archive, 'SELECT folder FROM trails'))[0]?.[0]),
    );
    expect(await readFile(join(kept, 'audit.jsonl'), 'utf8')).toBe(FORGED);
  });

  test('a second time changes nothing', async () => {
    const [source, archive] = [await tempFolder(), await tempFolder()];
    await writeTrail(join(source, 'a'), trailText(realRun()));
    await writeTrail(join(source, 'b'), FORGED);
    await collectInto(archive, { folders: [source] });
    const before = await contentOf(archive);
    const again = await collectInto(archive, { folders: [source] });
    expect(again).toMatchObject({ added: { counted: 0, broken: 0 }, known: 2, problemCount: 0 });
    expect(await contentOf(archive)).toEqual(before);
    expect((await readdir(join(archive, 'incoming'))).length).toBe(0);
  });

  test('follows no link, and takes nothing from a trail but its own files', async () => {
    const [source, archive, elsewhere] = [
      await tempFolder(),
      await tempFolder(),
      await tempFolder(),
    ];
    await writeFile(join(elsewhere, 'secret'), 'secret');
    await writeTrail(join(source, 'trail'), trailText(realRun()));
    await symlink(join(elsewhere, 'secret'), join(source, 'trail', 'changes.patch'));
    await symlink(elsewhere, join(source, 'trail', 'blobs'));
    await writeTrail(join(elsewhere, 'linked'), trailText(realRun(), 'run-linked'));
    await symlink(join(elsewhere, 'linked'), join(source, 'linked'));
    const result = await collectInto(archive, { folders: [source] });
    expect(result).toMatchObject({ added: { counted: 1 }, known: 0 });
    expect(await rowsOf(archive, 'SELECT files FROM trails')).toEqual([[1]]);
  });

  test('takes nothing from the archive itself, also if a link leads to the folder that both are in', async () => {
    const [place, elsewhere] = [await tempFolder(), await tempFolder()];
    const archive = join(place, 'archive');
    const link = join(elsewhere, 'link');
    await symlink(place, link);
    await writeTrail(join(place, 'trail'), trailText(realRun()));
    await collectInto(archive, { folders: [place] });
    for (const folders of [[place], [link]])
      expect(await collectInto(archive, { folders })).toMatchObject({ known: 1, problems: [] });
    expect(await collectInto(join(link, 'archive'), { folders: [place] })).toMatchObject({
      known: 1,
    });
  });

  test('names a folder without a trail, and one that cannot be read, and continues', async () => {
    const [source, archive] = [await tempFolder(), await tempFolder()];
    const empty = join(source, 'empty');
    await mkdir(empty);
    const closed = await writeTrail(join(source, 'closed'), trailText(realRun()));
    await chmod(join(closed, 'audit.jsonl'), 0);
    const isRoot = process.getuid?.() === 0;
    const open = await writeTrail(join(source, 'open'), trailText(realRun(), 'run-open'));
    const result = await collectInto(archive, { folders: [empty, closed, open] });
    expect(result.added.counted).toBe(isRoot ? 2 : 1);
    expect(result.problems.map(({ where }) => where)).toEqual(isRoot ? [empty] : [empty, closed]);
  });

  test('counts a run that has not ended, and says so', async () => {
    const [source, archive] = [await tempFolder(), await tempFolder()];
    const text = trailText(realRun());
    await writeTrail(
      source,
      text
        .split('\n')
        .slice(0, 4)
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect(await collectInto(archive, { folders: [source] })).toMatchObject({
      added: { counted: 1 },
    });
    expect(await rowsOf(archive, 'SELECT outcome FROM runs')).toEqual([[null]]);
  });
});

describe('several trails of one run', () => {
  const { first, whole, fork } = suspended();

  test.each([
    ['the shorter one first', [first, whole]],
    ['the longer one first', [whole, first]],
  ])('count once where one holds the other: %s', async (_order, texts) => {
    const archive = await tempFolder();
    for (const text of texts)
      await collectInto(archive, { folders: [await withCheckpoints(await tempFolder(), text)] });
    expect(await rowsOf(archive, 'SELECT state, entries FROM trails ORDER BY entries')).toEqual([
      ['superseded', first.split('\n').length - 1],
      ['counted', whole.split('\n').length - 1],
    ]);
    expect(await rowsOf(archive, 'SELECT outcome, workflow_runs FROM runs')).toEqual([['done', 2]]);
    expect(await rowsOf(archive, "SELECT count(*) FROM calls WHERE call = 'c1'")).toEqual([[1]]);
  });

  test.each([
    ['a fork last', [first, whole, fork]],
    ['a fork first', [fork, whole, first]],
    ['a fork in between', [whole, fork, first]],
  ])('count not at all where two contradict each other: %s', async (_order, texts) => {
    const archive = await tempFolder();
    for (const text of texts)
      await collectInto(archive, { folders: [await withCheckpoints(await tempFolder(), text)] });
    expect(await rowsOf(archive, 'SELECT DISTINCT state FROM trails')).toEqual([['conflict']]);
    expect(await rowsOf(archive, 'SELECT count(*) FROM runs')).toEqual([[0]]);
    expect(await rowsOf(archive, 'SELECT count(*) FROM calls')).toEqual([[0]]);
    expect(await rowsOf(archive, 'SELECT count(*) FROM problems')).toEqual([[3]]);
  });

  test('come to the same in every order, and collected twice', async () => {
    const [start] = first.split(/(?<=\n)(?=.*"call.state")/);
    const texts = [start ?? '', first, whole, fork];
    await fc.assert(
      fc.asyncProperty(
        fc
          .uniqueArray(fc.constantFrom(...texts), { minLength: 1 })
          .chain((chosen) =>
            fc.tuple(
              fc.constant(chosen),
              fc.shuffledSubarray(chosen, { minLength: chosen.length }),
              fc.subarray(chosen),
            ),
          ),
        async ([one, other, again]) => {
          expect(await statesOf([...other, ...again])).toEqual(await statesOf(one));
        },
      ),
      { numRuns: 3 },
    );
  });

  test('are those of one repository: another repository cannot make them doubtful', async () => {
    const archive = await tempFolder();
    await writeTrail(join(archive, 'in', 'a'), trailText(runOf(1, 'octo/a'), 'run-same'));
    await writeTrail(join(archive, 'in', 'b'), trailText(runOf(2, 'octo/b'), 'run-same'));
    await collectInto(join(archive, 'archive'), { folders: [join(archive, 'in')] });
    expect(await rowsOf(join(archive, 'archive'), 'SELECT count(*) FROM runs')).toEqual([[2]]);
  });
});

describe('an archive', () => {
  test('is written by one collection at a time', async () => {
    const folder = await tempFolder();
    const archive = await openArchive(folder);
    await expect(openArchive(folder)).rejects.toMatchObject({
      code: 'file-refused',
      message: expect.stringContaining('Another collection is writing') as string,
    });
    await archive.close();
    await (await openArchive(folder)).close();
  });

  test('can be read while it is written', async () => {
    const [source, folder] = [await tempFolder(), await tempFolder()];
    await writeTrail(source, trailText(realRun()));
    await collectInto(folder, { folders: [source] });
    const archive = await openArchive(folder);
    expect(await rowsOf(folder, 'SELECT count(*) FROM runs')).toEqual([[1]]);
    await archive.close();
  });

  test('of another program or version is refused and left as it is', async () => {
    const folder = await tempFolder();
    await (await openArchive(folder)).close();
    const { openDatabase } = await import('../../../src/archive/sqlite.ts');
    const database = await openDatabase(join(folder, 'archive.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    for (const open of [() => openArchive(folder), () => rowsOf(folder, 'SELECT 1')])
      await expect(open()).rejects.toMatchObject({
        code: 'file-refused',
        message: expect.stringContaining('not an archive of this version') as string,
      });
  });

  test('can be made anew from the trails that it keeps', async () => {
    const [source, first, second] = [await tempFolder(), await tempFolder(), await tempFolder()];
    await writeTrail(join(source, 'a'), trailText(realRun()));
    await writeTrail(join(source, 'b'), FORGED);
    await collectInto(first, { folders: [source] });
    await collectInto(second, { folders: [join(first, 'trails')] });
    const states = 'SELECT digest, state FROM trails ORDER BY digest';
    expect(await rowsOf(second, states)).toEqual(await rowsOf(first, states));
  });

  test('gives each trail to the commands that read one', async () => {
    const [source, archive] = [await tempFolder(), await tempFolder()];
    await writeTrail(source, trailText(realRun()));
    await collectInto(archive, { folders: [source] });
    const [[folder] = []] = await rowsOf(archive, 'SELECT folder FROM trails');
    let entries = 0;
    for await (const _ of readTrail(join(archive, String(folder)))) entries += 1;
    expect(await rowsOf(archive, 'SELECT entries FROM trails')).toEqual([[entries]]);
  });
});
