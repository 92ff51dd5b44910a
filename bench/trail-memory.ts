// How much memory each command of an audit trail takes, by the number of its entries, each in a process of its own.
// node bench/trail-memory.ts [entries …]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  blobsIn,
  exportTrail,
  readTrail,
  renderReport,
  showTrail,
  TRAIL_FILE,
  trailJson,
  verifyAt,
} from '../src/audit/index.ts';
import { writeBigTrail } from '../test/audit/big-trail.ts';

const SIZES = [1_000, 1_000_000];
const KILOBYTES_PER_MEGABYTE = 1_024;
const MICROSECONDS_PER_SECOND = 1_000_000;

const FORMS: Readonly<Record<string, (folder: string) => AsyncIterable<string>>> = {
  verify: verified,
  show: (folder) => showTrail(() => readTrail(folder)),
  'show, as JSON': (folder) => trailJson(() => readTrail(folder)),
  'export as CSV': (folder) => exportTrail('csv', () => readTrail(folder)),
  'export as SARIF': (folder) => exportTrail('sarif', () => readTrail(folder)),
  'export as OTLP': (folder) => exportTrail('otlp', () => readTrail(folder)),
  report: (folder) => renderReport(() => readTrail(folder), blobsIn(folder)),
};

const [first = '', folder = ''] = process.argv.slice(2);
const form = FORMS[first];
if (form !== undefined) await make(form(folder));
else
  for (const entries of first === '' ? SIZES : process.argv.slice(2).map(Number))
    await measure(entries);

async function* verified(trailFolder: string): AsyncGenerator<string> {
  const verdict = await verifyAt(trailFolder, { root: false });
  if (verdict.kind !== 'intact') throw new Error(JSON.stringify(verdict));
  yield verdict.head;
}

/** Makes a form without keeping it, and prints what this process took. */
async function make(pieces: AsyncIterable<string>): Promise<void> {
  let bytes = 0;
  for await (const piece of pieces) bytes += Buffer.byteLength(piece);
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const megabytes = (maxRSS / KILOBYTES_PER_MEGABYTE).toFixed(0);
  const seconds = ((userCPUTime + systemCPUTime) / MICROSECONDS_PER_SECOND).toFixed(1);
  console.log(`${megabytes} MB at most, ${seconds} s of processor time, ${bytes} bytes`);
}

async function measure(entries: number): Promise<void> {
  const trailFolder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  try {
    await writeBigTrail(trailFolder, entries);
    console.log(`${entries} entries, ${statSync(join(trailFolder, TRAIL_FILE)).size} bytes`);
    for (const name of Object.keys(FORMS)) {
      const line = execFileSync(process.execPath, [import.meta.filename, name, trailFolder]);
      process.stdout.write(`  ${name}: ${line.toString()}`);
    }
  } finally {
    rmSync(trailFolder, { recursive: true });
  }
}
