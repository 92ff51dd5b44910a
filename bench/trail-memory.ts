// How much memory the verification of a trail takes, by the number of its entries, each in a process of its own.
// node bench/trail-memory.ts [entries …]
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesIn, TRAIL_FILE, trailBytes, verifyTrail } from '../src/audit/index.ts';
import { longTrail } from './long-trail.ts';

const SIZES = [1_000, 100_000, 1_000_000];
const LINES_AT_ONCE = 1_000;
const KILOBYTES_PER_MEGABYTE = 1_024;

const [first = '', folder = ''] = process.argv.slice(2);
if (first === 'verify') await verify(folder);
else
  for (const entries of first === '' ? SIZES : process.argv.slice(2).map(Number)) measure(entries);

async function verify(at: string): Promise<void> {
  const startedMs = performance.now();
  const verdict = await verifyTrail(trailBytes(at), { ...filesIn(at), root: false });
  const seconds = (performance.now() - startedMs) / 1_000;
  const peakMb = process.resourceUsage().maxRSS / KILOBYTES_PER_MEGABYTE;
  const count = verdict.kind === 'intact' ? verdict.count : 0;
  console.log(
    `${verdict.kind}, ${count} entries: ${peakMb.toFixed(0)} MB at most, ${seconds.toFixed(1)} s`,
  );
}

function measure(entries: number): void {
  const at = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  try {
    const file = openSync(join(at, TRAIL_FILE), 'wx');
    let lines: string[] = [];
    const write = (): void => {
      writeSync(file, lines.map((line) => `${line}\n`).join(''));
      lines = [];
    };
    for (const line of longTrail(entries)) {
      lines.push(line);
      if (lines.length === LINES_AT_ONCE) write();
    }
    write();
    closeSync(file);
    process.stdout.write(execFileSync(process.execPath, [import.meta.filename, 'verify', at]));
  } finally {
    rmSync(at, { recursive: true });
  }
}
