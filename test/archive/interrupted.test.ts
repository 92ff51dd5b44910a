import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../src/archive/index.ts';
import { verifyAt } from '../../src/audit/index.ts';
import { KEEP_COMPILED } from '../compiled.ts';
import { startGitHub } from '../openapi/github.ts';
import { program } from '../programs.ts';
import { casesToTry } from '../properties.ts';
import {
  collectInto,
  contentOf,
  realRun,
  rowsOf,
  runOf,
  tempFolder,
  trailText,
  writeTrail,
  zipOf,
} from './archives.ts';

const TRAILS = 24;
const KILLS = casesToTry(2);
/** About as long as one trail takes, so that the process is killed anywhere in its work. */
const LONGEST_LIFE_MS = 60;
const SCRIPT = program('collect-trails');
/** Blocks of 1,024 bytes that the shell lets a file have: the same refusal as a full disk, without a disk to fill. */
const LIMIT_BLOCKS = 300;
const ROOM_BLOCKS = 8;

const execute = promisify(execFile);

async function inShell(args: readonly string[]): Promise<{ readonly stdout: string }> {
  return await execute('bash', args, { env: { ...process.env, ...KEEP_COMPILED } });
}

async function sources(): Promise<string> {
  const source = await tempFolder();
  for (let index = 0; index < TRAILS; index += 1) {
    const text = trailText(realRun(), `run-${index}`);
    const name = String(index).padStart(3, '0');
    await writeTrail(join(source, name), index % 5 === 4 ? text.replace('hubot', 'mallo') : text);
  }
  return source;
}

/** Lets a collection work until it has reported some trails, and kills it a moment later. */
async function collectAndDie(archive: string, source: string, trails: number): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, archive, source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...KEEP_COMPILED },
  });
  const closed = once(child, 'close');
  let last = 'nothing';
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    if (line === `done ${trails}` || line.startsWith('end')) break;
  }
  expect(last).toMatch(/^(?:done|end) /);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_LIFE_MS));
  child.kill('SIGKILL');
  await closed;
}

/** Every trail is there whole: its files verify as its row says, and it has all its rows. */
async function expectWhole(archive: string): Promise<number> {
  const opened = await openArchive(archive);
  const check = opened.database.prepare('PRAGMA integrity_check').get();
  const foreign = opened.database.prepare('PRAGMA foreign_key_check').all();
  await opened.close();
  expect(check).toMatchObject({ integrity_check: 'ok' });
  expect(foreign).toEqual([]);
  const trails = await rowsOf(
    archive,
    `SELECT folder, state, (SELECT count(*) FROM runs r WHERE r.trail = t.trail),
    (SELECT count(*) FROM calls c WHERE c.trail = t.trail), (SELECT count(*) FROM usage u WHERE u.trail = t.trail) FROM trails t`,
  );
  for (const [folder, state, ...counts] of trails) {
    const verdict = await verifyAt(join(archive, String(folder)));
    expect([state, verdict.kind, ...counts]).toEqual(
      state === 'counted' ? ['counted', 'intact', 1, 4, 2] : ['broken', 'broken', 0, 0, 0],
    );
  }
  return trails.length;
}

describe('a collection that is killed at any moment', () => {
  it(`loses nothing that it had collected, and continues the next time (${KILLS} times)`, {
    timeout: KILLS * 20_000,
  }, async () => {
    const source = await sources();
    const archive = join(await tempFolder(), 'archive');
    let before = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await collectAndDie(archive, source, Math.min(TRAILS, kill * 3));
      const now = await expectWhole(archive);
      expect(now).toBeGreaterThanOrEqual(before);
      before = now;
    }
    await collectInto(archive, { folders: [source] });
    expect(await expectWhole(archive)).toBe(TRAILS);
    const straight = await tempFolder();
    await collectInto(straight, { folders: [source] });
    expect(await contentOf(archive)).toEqual(await contentOf(straight));
  });
});

describe('a full disk', () => {
  it.skipIf(process.platform === 'win32')(
    'ends the collection with its reason, loses nothing, and the next collection continues (needs ulimit)',
    async () => {
      const source = await sources();
      const archive = join(await tempFolder(), 'archive');
      // A trail that fits into no file of that size, in the middle of the others.
      await writeTrail(join(source, '010-long'), `${' '.repeat(LIMIT_BLOCKS * 1024 + 1)}\n`);
      const { stdout } = await inShell([
        '-c',
        `ulimit -f ${LIMIT_BLOCKS}; exec "$0" "$@"`,
        process.execPath,
        SCRIPT,
        archive,
        source,
      ]);
      expect(stdout).toMatch(/refused .*"code":"file-refused".*disk .* is full/);
      const collected = await expectWhole(archive);
      expect(collected).toBe(11);
      const result = await collectInto(archive, { folders: [source] });
      expect(result.known).toBe(11);
      expect(await rowsOf(archive, 'SELECT count(*) FROM trails')).toEqual([[TRAILS + 1]]);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'in the database itself takes nothing away from what is in it (needs ulimit)',
    async () => {
      const source = await sources();
      const archive = join(await tempFolder(), 'archive');
      await (await openArchive(archive)).close();
      const { size } = await stat(join(archive, 'archive.sqlite'));
      // The empty database fits, and the rows of a few trails do.
      const { stdout } = await inShell([
        '-c',
        `ulimit -f ${Math.ceil(size / 1024) + ROOM_BLOCKS}; exec "$0" "$@"`,
        process.execPath,
        SCRIPT,
        archive,
        source,
      ]);
      expect(stdout).toMatch(/refused .*"code":"file-refused"/);
      await expectWhole(archive);
      await collectInto(archive, { folders: [source] });
      expect(await expectWhole(archive)).toBe(TRAILS);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'is no fault of the artifact that is being unpacked, which is collected the next time (needs ulimit)',
    async () => {
      const server = await startGitHub();
      const archive = join(await tempFolder(), 'archive');
      const text = trailText(runOf(71));
      const patch = 'x'.repeat(LIMIT_BLOCKS * 1024 + 1);
      server.artifacts.put({
        name: 'countersign-trail-71-1-agent',
        bytes: zipOf({ 'audit.jsonl': text, 'changes.patch': patch }),
        workflowRunId: 71,
      });
      const repository = `${server.owner}/${server.repo}`;
      const { stdout } = await inShell([
        '-c',
        `ulimit -f ${LIMIT_BLOCKS}; exec "$0" "$@"`,
        process.execPath,
        SCRIPT,
        archive,
        repository,
        server.url,
        server.token,
      ]);
      expect(stdout).toMatch(/refused .*"code":"file-refused".*disk .* is full/);
      expect(await rowsOf(archive, 'SELECT state FROM artifacts')).toEqual([['waiting']]);
      const github = { token: server.token, apiUrl: server.url };
      expect(await collectInto(archive, { repositories: [repository], github })).toMatchObject({
        added: { counted: 1 },
      });
      await server.close();
    },
  );
});
