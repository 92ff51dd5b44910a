import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../src/common/index.ts';
import { openDatabase } from '../../../src/archive/sqlite.ts';
import * as run from '../../audit/events.ts';
import {
  collectInto,
  plausible,
  realRun,
  runOf,
  tempFolder,
  trailText,
  writeTrail,
} from '../archives.ts';
import { filesOf, indexOf, rowsIn, siteOf, textsIn } from './sites.ts';

const EVIL = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'&\u2028\u2029\u202Etxt\u0000{"__proto__":{"a":1}}`;
const SHOWN = String.raw`</script><script>alert(1)</script><img src=x onerror=alert(2)>"'& \u{202E}txt\u{0}{"__proto__":{"a":1}}`;
const LONG = 'x'.repeat(50_000);

function hostileRun() {
  const input = { command: `${EVIL}${LONG}` };
  return plausible([
    run.runStart({
      repository: `${EVIL}/a`,
      request: `${EVIL}${LONG}`,
      'gen_ai.request.model': EVIL,
      trigger: { event: EVIL, actor: { login: EVIL, id: 3 }, number: 8, url: `javascript:${EVIL}` },
      policy: { source: EVIL, ref: 'main', sha256: run.POLICY, mode: 'ask' },
    }),
    run.turnStart(1),
    { ...run.reply(1), 'gen_ai.response.model': EVIL, costUsd: null } as ReturnType<
      typeof run.reply
    >,
    run.state('c1', 'PENDING', {
      'gen_ai.tool.name': EVIL,
      'gen_ai.tool.call.arguments': input,
      kind: 'execute',
    }),
    run.verdict('c1', 'requireApproval', { rule: EVIL, because: EVIL, list: EVIL }),
    run.state('c1', 'APPROVAL_REQUIRED'),
    run.asked('c1'),
    run.decision('c1', { decision: 'deny', by: { login: EVIL, id: 9 }, because: EVIL }),
    run.state('c1', 'DENIED', { because: `${EVIL}${LONG}` }),
    { ...run.runEnd('error'), summary: EVIL } as ReturnType<typeof run.runEnd>,
  ]).events;
}

let work: string;
let archive: string;
let site: string;
let files: Readonly<Record<string, string>>;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'countersign-site-'));
  [archive, site] = [join(work, 'archive'), join(work, 'site')];
  const source = join(work, 'in');
  await writeTrail(join(source, 'one'), trailText(runOf(71), 'run-one'));
  await writeTrail(join(source, 'two'), trailText(hostileRun(), 'run-two'));
  await writeTrail(join(source, 'broken'), trailText(realRun(), 'run-b').replace('hubot', 'mallo'));
  const conflict = plausible([run.runStart(), run.runEnd('error')]).events;
  await writeTrail(join(source, 'three'), trailText(realRun(), 'run-three'));
  await writeTrail(join(source, 'other'), trailText(conflict, 'run-three'));
  const { added } = await collectInto(archive, { folders: [source] });
  expect(added).toMatchObject({ counted: 3, broken: 1, conflict: 1 });
  expect(await siteOf(archive, site)).toEqual({ runs: 2, calls: 5, uncounted: 3 });
  files = filesOf(site);
});
afterAll(async () => await rm(work, { recursive: true, force: true }));

describe('a site', () => {
  test('has a page for each list, their rows, and the report of each run that counts', () => {
    const runs = rowsIn(files, 'runs');
    const reports = textsIn(runs, 'digest').map((digest) => `runs/${digest}.html`);
    expect(Object.keys(files)).toEqual(
      [
        'calls.html',
        'data/calls-0.js',
        'data/problems-0.js',
        'data/runs-0.js',
        'index.html',
        'problems.html',
        'runs.html',
        ...reports,
        'site.json',
      ].toSorted(),
    );
    for (const report of reports)
      expect(files[report]).toContain('<a href="../index.html">All runs</a>');
  });

  test('lists runs with their outcome, cost and calls', () => {
    const runs = rowsIn(files, 'runs');
    expect(
      runs.toSorted((one, other) => (textsIn([one], 'run') < textsIn([other], 'run') ? -1 : 1)),
    ).toMatchObject([
      {
        run: 'run-one',
        outcome: 'done',
        repository: 'octo-org/octo-repo',
        actor: 'mona',
        event: 'issues #7',
        calls: 4,
        denied: 1,
        asked: 1,
        cost: 0.02,
      },
      { run: 'run-two', outcome: 'error', cost: null, calls: 1, denied: 1 },
    ]);
  });

  test('lists calls by their time, with who answered', () => {
    const calls = rowsIn(files, 'calls');
    const times = textsIn(calls, 'time');
    expect(times).toEqual(times.toSorted());
    expect(calls).toContainEqual(
      expect.objectContaining({
        call: 'c2',
        input: 'src/a.ts',
        verdict: 'requireApproval',
        state: 'FAILED',
        people: [['approve', 'hubot']],
      }),
    );
  });

  test('lists all arguments of a call, also if the model named one like the mark of cut arguments', async () => {
    const [source, archived, folder] = [await tempFolder(), await tempFolder(), await tempFolder()];
    const input = { cut: 'ls', command: 'rm -rf src' };
    const called = plausible([
      run.runStart(),
      run.turnStart(1),
      run.reply(1),
      run.state('c1', 'PENDING', { 'gen_ai.tool.call.arguments': input }),
      run.verdict('c1', 'deny'),
      run.state('c1', 'DENIED', { because: 'no' }),
      run.runEnd('error'),
    ]).events;
    await writeTrail(source, trailText(called));
    await collectInto(archived, { folders: [source] });
    await siteOf(archived, folder);
    expect(textsIn(rowsIn(filesOf(folder), 'calls'), 'input')).toEqual(['rm -rf src {"cut":"ls"}']);
  });

  test('says on the overview and in a list of its own what is not counted, and why', () => {
    expect(files['index.html']).toContain('<strong>3 not counted.</strong>');
    expect(files['index.html']).toContain('href="problems.html#problem=conflict">2 conflict</a>');
    const problems = rowsIn(files, 'problems');
    expect(textsIn(problems, 'problem').toSorted()).toEqual(['broken', 'conflict', 'conflict']);
    for (const { because, folder } of problems) {
      expect(because).not.toBe('');
      expect(folder).toMatch(/^trails\//);
    }
    expect(indexOf(files['problems.html'] ?? '').rows).toBe(3);
  });

  test('needs no network and no script on the overview, and lets in its own script and data only on the lists', () => {
    for (const [path, text] of Object.entries(files).filter(([name]) =>
      /^[a-z]+\.html$/.test(name),
    )) {
      const policy = /content="(default-src [^"]*)"/.exec(text)?.[1] ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src /);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      if (path === 'index.html') expect(policy).toContain("script-src 'none'");
      else expect(policy).toMatch(/script-src 'sha256-[^']+' 'self'; style-src 'sha256-/);
      expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      expect(text).not.toMatch(/ on[a-z]+="| style="|javascript:/);
    }
  });

  test('has untrusted text as text alone: no element, no character that is not seen, nothing without an end', () => {
    const untrusted = rowsIn(files, 'runs').find(({ run: id }) => id === 'run-two');
    expect(untrusted?.['actor']).toBe(SHOWN);
    expect(untrusted?.['request']).toHaveLength(300);
    const call = rowsIn(files, 'calls').find(({ people }) =>
      JSON.stringify(people).includes('deny'),
    );
    expect(call).toMatchObject({ tool: SHOWN, people: [['deny', SHOWN]] });
    expect(call?.['input']).toHaveLength(400);
    for (const [path, text] of Object.entries(files)) {
      expect(text, path).not.toMatch(/[\u2028\u2029\u202E\u0000]/);
      expect(text, path).not.toMatch(/<img|alert\(1\)<\/script>/);
      if (path.startsWith('data/'))
        expect(text).toMatch(/^countersignRows\("[a-z]+",0,"[A-Za-z0-9+/=]+"\);\n$/);
    }
    const elements = (page: string) => [...(files[page] ?? '').matchAll(/<script/g)].length;
    expect([elements('index.html'), elements('runs.html'), elements('calls.html')]).toEqual([
      0, 2, 2,
    ]);
    expect(files['index.html']).toContain('&lt;/script&gt;');
  });

  test('is the same bytes for the same archive, and replaces an earlier site', async () => {
    await writeFile(join(site, 'index.html'), 'older');
    await siteOf(archive, site);
    expect(filesOf(site)).toEqual(files);
    expect((await readdir(work)).toSorted()).toEqual(['archive', 'in', 'site']);
  });

  test('goes into an empty folder, too', async () => {
    const empty = await tempFolder();
    await siteOf(archive, empty);
    expect(filesOf(empty)).toEqual(files);
  });
});

async function refusal(
  from: string,
  to: string,
): Promise<{ code: ErrorCode; message: string; fix: string }> {
  const error: unknown = await siteOf(from, to).catch((thrown: unknown) => thrown);
  const { code, message, fix } = error as { code: ErrorCode; message: string; fix: string };
  return { code, message, fix };
}

describe('a site is refused, with what to do, and nothing is written', () => {
  test('without an archive', async () => {
    const folder = await tempFolder();
    expect(await refusal(folder, join(folder, 'site'))).toMatchObject({
      code: 'file-refused',
      message: expect.stringContaining('There is no archive in') as string,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test('where nothing was collected', async () => {
    const folder = await tempFolder();
    await collectInto(join(folder, 'archive'), { folders: [] });
    expect(await refusal(join(folder, 'archive'), join(folder, 'site'))).toMatchObject({
      code: 'file-refused',
      message: expect.stringContaining('is empty') as string,
    });
    expect(await readdir(folder)).toEqual(['archive']);
  });

  test('of an archive of another version', async () => {
    const folder = await tempFolder();
    await collectInto(join(folder, 'archive'), { folders: [] });
    const database = await openDatabase(join(folder, 'archive', 'archive.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    const { message } = await refusal(join(folder, 'archive'), join(folder, 'site'));
    expect(message).toContain('its version is 99');
  });

  test('inside the archive, also through a link', async () => {
    const link = join(await tempFolder(), 'link');
    await symlink(archive, link);
    for (const target of [
      archive,
      join(archive, 'site'),
      join(archive, 'trails', 'site'),
      join(link, 'site'),
    ])
      expect((await refusal(archive, target)).message).toContain('is inside the archive');
    expect((await readdir(archive)).toSorted()).not.toContain('site');
  });

  test('in a folder of something else, a file, a link, or a folder that does not exist', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'other'));
    await writeFile(join(folder, 'other', 'mine.txt'), 'mine');
    await symlink(site, join(folder, 'link'));
    await writeFile(join(folder, 'file'), '');
    const cases = [
      ['other', 'is not empty, and is not the folder of an earlier site'],
      ['link', 'is not a folder'],
      ['file', 'is not a folder'],
      ['a/b', 'cannot be used'],
    ] as const;
    for (const [name, message] of cases)
      expect(await refusal(archive, join(folder, name))).toMatchObject({
        code: 'file-refused',
        message: expect.stringContaining(message) as string,
      });
    expect((await readdir(folder)).toSorted()).toEqual(['file', 'link', 'other']);
    expect(await readFile(join(folder, 'other', 'mine.txt'), 'utf8')).toBe('mine');
  });

  test('in an earlier site that has something else in it, which would be deleted', async () => {
    const folder = join(await tempFolder(), 'site');
    await siteOf(archive, folder);
    await writeFile(join(folder, 'CNAME'), 'audit.example');
    await writeFile(join(folder, 'data', 'notes.txt'), 'mine');
    expect(await refusal(archive, folder)).toMatchObject({
      message: expect.stringMatching(
        /contains more than an earlier site: CNAME, data\/notes\.txt\.$/,
      ) as string,
    });
    expect(await readFile(join(folder, 'CNAME'), 'utf8')).toBe('audit.example');
  });

  test('in an earlier site with folders or links where it has files', async () => {
    const folder = join(await tempFolder(), 'site');
    await siteOf(archive, folder);
    const names = [`runs/${'0'.repeat(64)}.html`, 'data/runs-999.js'];
    for (const name of names) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'mine.txt'), 'mine');
    }
    const link = `runs/${'1'.repeat(64)}.html`;
    await symlink(join(archive, 'trails'), join(folder, link));
    const shown = [...names, link].toSorted().join(', ');
    expect(await refusal(archive, folder)).toMatchObject({
      code: 'file-refused',
      message: `The folder ${folder} contains more than an earlier site: ${shown}.`,
    });
    for (const name of names)
      expect(await readFile(join(folder, name, 'mine.txt'), 'utf8')).toBe('mine');
  });

  test('if a kept audit trail is no longer what was collected: the earlier site stays', async () => {
    const folder = await tempFolder();
    const source = await writeTrail(join(folder, 'in'), trailText(realRun(), 'run-one'));
    await collectInto(join(folder, 'archive'), { folders: [source] });
    await siteOf(join(folder, 'archive'), join(folder, 'site'));
    const before = filesOf(join(folder, 'site'));
    const [digest = ''] = textsIn(rowsIn(before, 'runs'), 'digest');
    const kept = join(folder, 'archive', 'trails', digest.slice(0, 2), digest, 'audit.jsonl');
    await writeFile(kept, (await readFile(kept, 'utf8')).replace('mona', 'noam'));
    expect(await refusal(join(folder, 'archive'), join(folder, 'site'))).toMatchObject({
      code: 'trail-broken',
      message: expect.stringContaining(
        `trails/${digest.slice(0, 2)}/${digest} of the archive is not what was collected`,
      ) as string,
    });
    await rm(kept);
    expect((await refusal(join(folder, 'archive'), join(folder, 'site'))).code).toBe(
      'trail-unreadable',
    );
    expect(filesOf(join(folder, 'site'))).toEqual(before);
    expect((await readdir(folder)).toSorted()).toEqual(['archive', 'in', 'site']);
  });
});

test('a site of problems alone says that it has no run', async () => {
  const folder = await tempFolder();
  const source = await writeTrail(
    join(folder, 'in'),
    trailText(realRun()).replace('hubot', 'mallo'),
  );
  await collectInto(join(folder, 'archive'), { folders: [source] });
  expect(await siteOf(join(folder, 'archive'), join(folder, 'site'))).toEqual({
    runs: 0,
    calls: 0,
    uncounted: 1,
  });
  const page = filesOf(join(folder, 'site'))['index.html'];
  expect(page).toContain('<h1>0 runs of 0 repositories</h1>');
  expect(page).toContain('<strong>1 not counted.</strong>');
  expect(page).not.toContain('NaN');
});
