// Writes the smallest trail for each sentence of the verifier into `smallest/`: node test/audit/vectors/smallest.ts
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrailEvent, TrailVerdict } from '../../../src/audit/index.ts';
import { isJsonObject, type Json, type JsonObject, parseJson } from '../../../src/common/index.ts';
import { chainEvents } from '../chained.ts';
import { runEnd } from '../events.ts';
import { counted } from '../plausible.ts';
import { type Vector, vectors } from './forgeries.ts';
import { fileOf, textOf } from './generate.ts';
import { brokenSentences, type Sentence } from './sentences.ts';
import { verified } from './verified.ts';

export interface Smallest extends Vector {
  /** The sentence of the source, with `…` in place of its values. */
  readonly says: string;
}

type Trail = Pick<Vector, 'trail' | 'files'>;

const RUN = 'run-0123456789abcdef';
const LONGEST_NAME = 100;
/** How many entries in a row are left out at once, in this order. */
const LENGTHS = [16, 8, 4, 3, 2, 1];

export function linesOf({ trail }: Trail): readonly string[] {
  return trail.split('\n').slice(0, -1);
}

/** The trail without some entries, with all hashes, numbers and counts made anew; `null` if a line of it is no entry. */
export function without(
  { trail, files }: Trail,
  isLeftOut: (entry: JsonObject, place: number) => boolean,
): Trail | null {
  const names = new Map<string, string>();
  const kept: JsonObject[] = [];
  const all: JsonObject[] = [];
  let hash: unknown = '0'.repeat(64);
  for (const [place, line] of linesOf({ trail, files }).entries()) {
    const entry = parsed(line);
    if (entry === null) return null;
    const body = bare(entry, { place, hash });
    hash = entry['hash'];
    all.push(body);
    if (isLeftOut(entry, place)) continue;
    const seq = kept.length;
    for (const name of ['checkpoint', 'torn'])
      if (`${name}-${place}.bin` in files) names.set(`${name}-${place}.bin`, `${name}-${seq}.bin`);
    const name = typeof body['name'] === 'string' ? names.get(body['name']) : undefined;
    if (body['type'] === 'run.end') kept.push(recounted(body, all.slice(0, place), kept));
    else kept.push({ ...body, ...(name && { name }) });
  }
  const lines = chainEvents(kept, RUN);
  return {
    trail: lines.map((line) => `${line}\n`).join(''),
    files: Object.fromEntries(
      Object.entries(files).map(([path, bytes]) => [names.get(path) ?? path, bytes]),
    ),
  };
}

function parsed(line: string): JsonObject | null {
  const value = parseJson(line);
  return value !== undefined && isJsonObject(value) ? value : null;
}

/** An end with the counts of the entries that are left, where it had those of all. */
function recounted(
  end: JsonObject,
  all: readonly JsonObject[],
  kept: readonly JsonObject[],
): JsonObject {
  const [before, now] = [countsOf(end, all), countsOf(end, kept)];
  return Object.fromEntries(
    Object.entries(end).map(([name, value]) => [
      name,
      JSON.stringify(before[name]) === JSON.stringify(value) ? (now[name] ?? value) : value,
    ]),
  );
}

function countsOf(end: JsonObject, entries: readonly JsonObject[]): Record<string, Json> {
  const placeholder = { ...end, count: 0, calls: { auto: 1 } };
  const [last, ...events]: TrailEvent[] = JSON.parse(JSON.stringify([placeholder, ...entries]));
  const counts = counted(last ?? runEnd(), events);
  if (counts.type !== 'run.end') throw new Error('no end');
  const { calls, turns, tokens, costUsd } = counts;
  const { auto = 0, approved = 0, denied = 0, failed = 0, total = 0 } = calls;
  const sorted = { approved, auto, denied, failed, total };
  return { count: entries.length, calls: sorted, turns, tokens, costUsd };
}

/** The members of an entry that its place does not give it. */
function bare(
  entry: JsonObject,
  { place, hash }: { readonly place: number; readonly hash: unknown },
): JsonObject {
  const time = new Date(Date.parse('2026-01-02T03:04:05.000Z') + place * 1000).toISOString();
  const usual: Record<string, unknown> = {
    seq: place,
    run: RUN,
    prev: hash,
    time,
    hash: entry['hash'],
  };
  return Object.fromEntries(Object.entries(entry).filter(([name, value]) => usual[name] !== value));
}

/** Whether nothing but the last entry, or what follows it, is broken, and the verifier says this sentence of it. */
export function isSaid(trail: Trail, verdict: TrailVerdict, { pattern }: Sentence): boolean {
  return (
    verdict.kind === 'broken' &&
    verdict.seq >= linesOf(trail).length - 1 &&
    pattern.test(verdict.because)
  );
}

async function smallest(vector: Vector, sentence: Sentence): Promise<Trail> {
  const says = async (trail: Trail | null): Promise<boolean> =>
    trail !== null && isSaid(trail, await verified(trail), sentence);
  const cut = cutAfterBroken(vector);
  let found: Trail = (await says(cut)) ? cut : vector;
  for (let before = -1; before !== found.trail.length; ) {
    before = found.trail.length;
    const calls = new Set(linesOf(found).map((line) => parsed(line)?.['call']));
    for (const call of calls) {
      const next = without(found, (entry) => call !== undefined && entry['call'] === call);
      if (next !== null && (await says(next))) found = next;
    }
    for (const length of LENGTHS) {
      for (let from = linesOf(found).length - length; from >= 0; from -= 1) {
        const next = without(found, (_, place) => place >= from && place < from + length);
        if (next !== null && (await says(next))) found = next;
      }
    }
  }
  for (const path of Object.keys(found.files)) {
    const { [path]: _, ...files } = found.files;
    if (await says({ ...found, files })) found = { ...found, files };
  }
  return found;
}

function cutAfterBroken(vector: Vector): Trail {
  const { expect, files, trail } = vector;
  const lines = linesOf(vector);
  if (expect.kind === 'intact' || expect.seq >= lines.length) return { files, trail };
  return {
    files,
    trail: lines
      .slice(0, expect.seq + 1)
      .map((line) => `${line}\n`)
      .join(''),
  };
}

async function allSmallest(): Promise<readonly Smallest[]> {
  const broken = await Promise.all(
    vectors().map(async (vector) => ({ vector, verdict: await verified(vector) })),
  );
  const all: Smallest[] = [];
  for (const sentence of brokenSentences()) {
    const said = broken.filter(
      ({ verdict }) => verdict.kind === 'broken' && sentence.pattern.test(verdict.because),
    );
    let best: Trail | null = null;
    for (const { vector } of said) {
      const trail = await smallest(vector, sentence);
      if (best === null || trail.trail.length < best.trail.length) best = trail;
    }
    if (best === null) throw new Error(`No forgery breaks the rule of: ${sentence.text}`);
    const verdict = await verified(best);
    if (verdict.kind !== 'broken') throw new Error('it is not broken');
    const { seq, code } = verdict;
    const name = `${code}, ${sentence.text}`.replaceAll('…', 'X');
    all.push({ name, says: sentence.text, expect: { kind: 'broken', seq, code }, ...best });
  }
  return all;
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, 'smallest');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const one of await allSmallest()) {
    const name = fileOf(one).slice(0, -'.json'.length).slice(0, LONGEST_NAME);
    writeFileSync(join(folder, `${name}.json`), textOf(one));
  }
}
