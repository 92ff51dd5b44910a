// What the trail costs: one append with and without its flush to disk, and how fast a trail is verified.
// node bench/trail.ts [entries]
import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTrail, verifyTrail } from '../src/audit/index.ts';
import { createRedactor, systemClock } from '../src/common/index.ts';
import { bigTrailLines } from '../test/audit/big-trail.ts';
import { runStart } from '../test/audit/events.ts';

const APPENDS = 500;
const ENTRIES = Number(process.argv[2] ?? 200_000);
const CHUNK_CHARS = 1024 * 1024;

async function appendCost(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const redactor = createRedactor({
    secrets: [{ kind: 'token', value: 'a-secret-of-some-length' }],
  });
  const trail = await openTrail({ folder, run: 'run-bench', clock: systemClock, redactor });
  await trail.append(runStart());
  const alone: number[] = [];
  for (let index = 0; index < APPENDS; index += 1) {
    const startedMs = performance.now();
    await trail.append({
      type: 'warning',
      code: 'bench',
      message: 'some words of text '.repeat(25),
    });
    alone.push(performance.now() - startedMs);
  }
  const startedMs = performance.now();
  // All at once they share their flushes: what is left is the work.
  await Promise.all(
    Array.from({ length: APPENDS }, async (_, index) => {
      await trail.append({
        type: 'warning',
        code: `b${index}`,
        message: 'some words of text '.repeat(25),
      });
    }),
  );
  const togetherMs = (performance.now() - startedMs) / APPENDS;
  await trail.close();
  await rm(folder, { recursive: true });
  const median = alone.toSorted((a, b) => a - b)[APPENDS / 2] ?? 0;
  console.log(
    `append, flushed to disk: median ${median.toFixed(2)} ms; its own work ${togetherMs.toFixed(2)} ms`,
  );
}

function trailChunks(): { readonly chunks: Buffer[]; readonly lines: string[] } {
  const lines = [...bigTrailLines(ENTRIES)];
  const chunks: Buffer[] = [];
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < CHUNK_CHARS) continue;
    chunks.push(Buffer.from(text));
    text = '';
  }
  return { chunks: [...chunks, Buffer.from(text)], lines };
}

async function verifySpeed(): Promise<void> {
  const { chunks, lines } = trailChunks();
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const megabytesPerSecond = (ms: number): string => (bytes / 1e3 / ms).toFixed(0);
  const floorStartedMs = performance.now();
  for (const line of lines) {
    JSON.parse(line);
    hash('sha256', line);
  }
  const floorMs = performance.now() - floorStartedMs;
  const rootStartedMs = performance.now();
  await verifyTrail(chunks);
  const rootMs = performance.now() - rootStartedMs;
  const before = process.memoryUsage().heapUsed;
  const startedMs = performance.now();
  // As the command does, which computes the root only where it is asked for.
  const verdict = await verifyTrail(chunks, { root: false });
  const ms = performance.now() - startedMs;
  const heap = (process.memoryUsage().heapUsed - before) / 1e6;
  console.log(`verify: ${verdict.kind}, ${lines.length} entries, ${(bytes / 1e6).toFixed(0)} MB`);
  console.log(
    `  ${megabytesPerSecond(ms)} MB/s; with the Merkle root ${megabytesPerSecond(rootMs)} MB/s; parsing and hashing alone ${megabytesPerSecond(floorMs)} MB/s`,
  );
  console.log(`  heap after: ${heap.toFixed(0)} MB more`);
}

await appendCost();
await verifySpeed();
