/**
 * Changes the most critical files a little, one place at a time, and runs their tests on a copy of the project:
 * `node scripts/mutation.ts [--sample 25] [--seed 1] [--only start,workspace] [--file GLOB] [--at-least 90] [--report FILE]`.
 * The sample is that of each target. A mutant is killed if a test fails, the tests do not end in time, or the types do not allow it.
 * The exit code is 0 if enough mutants of each target were killed.
 */
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutant, mutantsOf, withMutant } from './mutation/mutants.ts';
import { type Target, TARGETS } from './mutation/targets.ts';
import { TestProcess } from './mutation/test-process.ts';
import { passesTypeCheck } from './mutation/type-check.ts';

const ROOT = resolve(import.meta.dirname, '..');
const NOT_COPIED = new Set(['node_modules', '.git', 'build', 'coverage', 'demo-out']);
const LONGEST_MS = 3_600_000;
const SHORTEST_TIMEOUT_MS = 60_000;
/** How much longer than without a mutant the tests may take. */
const PATIENCE = 5;

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '25' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    file: { type: 'string' },
    'at-least': { type: 'string', default: '90' },
    report: { type: 'string' },
  },
});

interface Candidate {
  readonly target: Target;
  readonly file: string;
  readonly mutant: Mutant;
}

function whole(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`--${name} is ${text}: write a whole number.`);
}

function chosenTargets(): readonly Target[] {
  if (values.only === undefined) return TARGETS;
  const names = values.only.split(',');
  const found = TARGETS.filter(({ name }) => names.includes(name));
  if (found.length === names.length) return found;
  const known = TARGETS.map(({ name }) => name).join(',');
  throw new Error(`--only is ${values.only}: write some of ${known}.`);
}

function candidatesOf(target: Target): readonly Candidate[] {
  const files = target.files.flatMap((glob) => {
    const found = globSync(glob, { cwd: ROOT }).sort();
    if (found.length === 0)
      throw new Error(`${glob} names no file: see scripts/mutation/targets.ts`);
    return found;
  });
  const asked = values.file === undefined ? null : new Set(globSync(values.file, { cwd: ROOT }));
  return files
    .filter((file) => asked === null || asked.has(file))
    .flatMap((file) =>
      mutantsOf(file, readFileSync(join(ROOT, file), 'utf8')).map((mutant) => ({
        target,
        file,
        mutant,
      })),
    );
}

/** As many of them as are asked for, the same for the same seed. */
function sampled(all: readonly Candidate[], size: number, seed: number): readonly Candidate[] {
  const random = randomFrom(seed);
  const keyed = all.map((candidate) => ({ candidate, key: random() }));
  const chosen = keyed.sort((a, b) => a.key - b.key).slice(0, size);
  const place = new Map(all.map((candidate, index) => [candidate, index]));
  return chosen
    .map(({ candidate }) => candidate)
    .sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function placeOf(file: string, source: string, { start, end }: Mutant): string {
  const line = source.slice(0, start).split('\n').length;
  const text = source.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 90);
  return `${file}:${line} ${text}`;
}

/** Runs the tests of a target with each mutant, and lists those that no test noticed. */
async function testTarget(
  target: Target,
  chosen: readonly Candidate[],
  { copy, temporary }: { readonly copy: string; readonly temporary: string },
): Promise<readonly string[]> {
  using tests = new TestProcess(copy, temporary);
  const from = Date.now();
  if ((await tests.run(target.tests, LONGEST_MS)) !== 'passed')
    throw new Error(`The tests of ${target.name} fail without a mutant.`);
  const tookMs = Date.now() - from;
  const timeoutMs = Math.max(SHORTEST_TIMEOUT_MS, PATIENCE * tookMs);
  // A mutant that survives takes as long.
  const seconds = Math.ceil(tookMs / 1_000);
  console.log(`${target.name}: ${chosen.length} mutants; the tests take ${seconds} s without one`);
  const survivors: string[] = [];
  for (const { file, mutant } of chosen) {
    const place = join(copy, file);
    const source = readFileSync(place, 'utf8');
    writeFileSync(place, withMutant(source, mutant));
    const ended = await tests.run(target.tests, timeoutMs);
    const isKilled = ended !== 'passed' || !passesTypeCheck(copy);
    writeFileSync(place, source);
    if (isKilled) continue;
    survivors.push(`${placeOf(file, source, mutant)}: ${mutant.change}`);
    console.log(`survived: ${survivors.at(-1)}`);
  }
  return survivors;
}

const [sample, seed] = [whole('sample', values.sample), whole('seed', values.seed)];
const atLeast = whole('at-least', values['at-least']);
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-mutation-')));
const [copy, temporary] = [join(folder, 'project'), join(folder, 'tmp')];
const report: Record<string, unknown> = { seed };
try {
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
  mkdirSync(temporary);
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  if (!passesTypeCheck(copy)) throw new Error('The types are wrong without a mutant.');
  for (const target of chosenTargets()) {
    const candidates = candidatesOf(target);
    const chosen = sampled(candidates, sample, seed);
    if (chosen.length === 0) continue;
    const survivors = await testTarget(target, chosen, { copy, temporary });
    const killed = chosen.length - survivors.length;
    const percent = Math.floor((100 * killed) / chosen.length);
    console.log(
      `${target.name}: ${killed} of ${chosen.length} killed, ${percent} %; ${atLeast} % asked (${candidates.length} mutants, seed ${seed})`,
    );
    report[target.name] = { killed, chosen: chosen.length, percent, survivors };
    if (percent < atLeast) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.report !== undefined)
  writeFileSync(values.report, `${JSON.stringify(report, null, 2)}\n`);
