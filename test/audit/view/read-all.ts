// Started as a process of its own: makes the named forms of a trail, and prints how long each is and what memory it held.
import {
  diffTrails,
  type Entry,
  exportTrail,
  readTrail,
  renderReport,
  showTrail,
  traceRequests,
  trailJson,
} from '../../../src/audit/index.ts';

const [folder = '', ...names] = process.argv.slice(2);
const SAMPLES = 3;
const made = { heldBytes: 0, entries: 0 };

/** The trail; measures the memory in use a few times while it is read. */
async function* source() {
  let seq = 0;
  for await (const entry of readTrail(folder)) {
    seq += 1;
    if (made.entries > 0 && seq % Math.floor(made.entries / SAMPLES) === 0) measure();
    yield entry;
  }
  made.entries = seq;
}

function measure(): void {
  globalThis.gc?.();
  made.heldBytes = Math.max(made.heldBytes, process.memoryUsage().heapUsed);
}

async function read(pieces: AsyncIterable<string>) {
  made.heldBytes = 0;
  let chars = 0;
  for await (const piece of pieces) chars += piece.length;
  return { chars, heldBytes: made.heldBytes };
}

async function* bodies(): AsyncGenerator<string> {
  for await (const { body } of traceRequests(source, { resource: {}, maxChars: 100_000 }))
    yield body;
}

async function* differences(): AsyncGenerator<string> {
  const { turns } = await diffTrails(source, source);
  yield ' '.repeat(turns.a);
}

// The first reading counts the entries.
for await (const entry of source()) void entry;
const makers: Readonly<Record<string, () => AsyncIterable<string>>> = {
  text: () => showTrail(source),
  json: () => trailJson(source),
  csv: () => exportTrail('csv', source),
  sarif: () => exportTrail('sarif', source),
  otlp: () => exportTrail('otlp', source),
  trace: bodies,
  report: () => renderReport(source),
  diff: differences,
};
const forms: Record<string, Awaited<ReturnType<typeof read>>> = {};
for (const name of names) {
  const make = makers[name];
  if (make === undefined)
    throw new Error(`${name} is no form: write ${Object.keys(makers).join(', ')}`);
  forms[name] = await read(make());
}
made.heldBytes = 0;
const entries: Entry[] = [];
for await (const entry of source()) entries.push(entry);
measure();
const entriesBytes = made.heldBytes;
process.stdout.write(JSON.stringify({ forms, entriesBytes, entries: entries.length }));
