// How long a collection of many calls, its tables in Parquet and its site take, and how much memory, each in a process of its own.
// node bench/archive.ts [calls …]: a million of them take 10 GB below the temporary folder while it runs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  collect,
  openArchive,
  queryArchive,
  QUESTIONS,
  writeSite,
  writeTables,
} from '../src/archive/index.ts';
import { TRAIL_FILE } from '../src/audit/index.ts';
import { writeBigTrail } from '../test/audit/big-trail.ts';

const SIZES = [1_000, 10_000, 100_000];
const CALLS_PER_TRAIL = 10_000;
const ENTRIES_PER_CALL = 5.1;
const KILOBYTES_PER_MEGABYTE = 1_024;
const MICROSECONDS_PER_SECOND = 1e6;
/** As the command line sets it for these commands. */
const FLAGS = ['--optimize-for-size'];

const [first = '', folder = ''] = process.argv.slice(2);
if (first === 'collect') await collectAll(folder);
else if (first === 'parquet') await writeAll(folder);
else if (first === 'site') await siteOf(folder);
else
  for (const calls of first === '' ? SIZES : process.argv.slice(2).map(Number))
    await measure(calls);

async function collectAll(archiveFolder: string): Promise<void> {
  const startedMs = performance.now();
  const archive = await openArchive(join(archiveFolder, 'archive'));
  const { added } = await collect(archive, {
    folders: [join(archiveFolder, 'trails')],
    repositories: [],
    organizations: [],
    since: null,
    github: { token: '', apiUrl: '' },
    onProgress: () => undefined,
  });
  await archive.close();
  const databaseMb = statSync(join(archiveFolder, 'archive', 'archive.sqlite')).size / 1e6;
  console.log(
    `  ${added.counted} trails in ${costs(startedMs)}; database ${databaseMb.toFixed(0)} MB`,
  );
  let slowest = { name: '', ms: 0 };
  for (const { name, sql } of QUESTIONS) {
    const askedMs = performance.now();
    await queryArchive(join(archiveFolder, 'archive'), sql, async ({ rows }) => {
      for (const _ of rows);
    });
    const ms = performance.now() - askedMs;
    if (ms > slowest.ms) slowest = { name, ms };
  }
  console.log(`  slowest question: ${slowest.name}, ${slowest.ms.toFixed(0)} ms`);
}

async function writeAll(archiveFolder: string): Promise<void> {
  const startedMs = performance.now();
  const tables = join(archiveFolder, 'tables');
  const { written, rows } = await writeTables(join(archiveFolder, 'archive'), tables);
  const files = readdirSync(tables, { recursive: true, withFileTypes: true });
  const bytes = files
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);
  console.log(
    `  Parquet: ${rows} rows in ${written} files, ${(bytes / 1e6).toFixed(0)} MB in ${costs(startedMs)}`,
  );
}

/** The time since then, the processor time of the process, and the most memory that it had. */
function costs(startedMs: number): string {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const [seconds, cpu] = [
    (performance.now() - startedMs) / 1_000,
    (userCPUTime + systemCPUTime) / 1e6,
  ];
  return `${seconds.toFixed(1)} s (${cpu.toFixed(1)} s of processor time), ${(maxRSS / KILOBYTES_PER_MEGABYTE).toFixed(0)} MB at most`;
}

async function siteOf(archiveFolder: string): Promise<void> {
  await writeSite({
    archive: join(archiveFolder, 'archive'),
    folder: join(archiveFolder, 'site'),
    onProgress: () => undefined,
  });
  const { user, system } = process.cpuUsage();
  const seconds = (user + system) / MICROSECONDS_PER_SECOND;
  const peakMb = process.resourceUsage().maxRSS / KILOBYTES_PER_MEGABYTE;
  const rows = readdirSync(join(archiveFolder, 'site', 'data'));
  const rowBytes = rows.reduce(
    (sum, name) => sum + statSync(join(archiveFolder, 'site', 'data', name)).size,
    0,
  );
  console.log(
    `  site in ${seconds.toFixed(1)} s of processor time, ${peakMb.toFixed(0)} MB at most; rows ${(rowBytes / 1e6).toFixed(1)} MB`,
  );
}

async function measure(calls: number): Promise<void> {
  const archiveFolder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  try {
    let [bytes, made] = [0, 0];
    for (let done = 0; done < calls; done += CALLS_PER_TRAIL) {
      const run = `run-${String(done).padStart(16, '0')}`;
      const trail = join(archiveFolder, 'trails', run);
      made += await writeBigTrail(
        trail,
        Math.min(CALLS_PER_TRAIL, calls - done) * ENTRIES_PER_CALL,
        run,
      );
      bytes += statSync(join(trail, TRAIL_FILE)).size;
    }
    console.log(`${made} calls, ${(bytes / 1e6).toFixed(0)} MB:`);
    for (const part of ['collect', 'parquet', 'site'])
      process.stdout.write(
        execFileSync(process.execPath, [...FLAGS, import.meta.filename, part, archiveFolder]),
      );
  } finally {
    rmSync(archiveFolder, { recursive: true });
  }
}
