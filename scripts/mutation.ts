/**
 * Changes the most critical files a little, one place at a time, and runs their tests on a copy of the project:
 * `node scripts/mutation.ts [--sample 200] [--seed 1] [--only start,workspace] [--file GLOB] [--at-least 90] [--report FILE]`.
 * A mutant is killed where a test fails or the tests do not end in time. The exit code is 0 where enough were killed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  globSync,
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

const ROOT = resolve(import.meta.dirname, '..');
const NOT_COPIED = new Set(['node_modules', '.git', 'build', 'coverage', 'demo-out']);
const SHORTEST_TIMEOUT_MS = 60_000;
/** How much longer than without a mutant the tests may take. */
const PATIENCE = 5;

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
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

type Ended = 'passed' | 'failed' | 'timed-out';

/** Runs tests in the copy. All that they started ends with them. */
async function runTests(copy: string, tests: readonly string[], timeoutMs: number): Promise<Ended> {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--bail=1', '--reporter=dot', ...tests], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  });
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, timeoutMs);
  await once(child, 'close');
  clearTimeout(late);
  if (isLate) return 'timed-out';
  return child.exitCode === 0 ? 'passed' : 'failed';
}

function placeOf(file: string, source: string, { start, end }: Mutant): string {
  const line = source.slice(0, start).split('\n').length;
  const text = source.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 90);
  return `${file}:${line} ${text}`;
}

const [sample, seed] = [whole('sample', values.sample), whole('seed', values.seed)];
const atLeast = whole('at-least', values['at-least']);
const candidates = chosenTargets().flatMap((target) => candidatesOf(target));
const chosen = sampled(candidates, sample, seed);
console.log(`${chosen.length} of ${candidates.length} mutants, seed ${seed}`);

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-mutation-')));
const survivors: string[] = [];
const counts = new Map<string, { killed: number; survived: number }>();
try {
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const target of new Set(chosen.map((one) => one.target))) {
    const from = Date.now();
    if ((await runTests(copy, target.tests, 3_600_000)) !== 'passed')
      throw new Error(`The tests of ${target.name} fail without a mutant.`);
    const timeoutMs = Math.max(SHORTEST_TIMEOUT_MS, PATIENCE * (Date.now() - from));
    const count = { killed: 0, survived: 0 };
    counts.set(target.name, count);
    for (const { file, mutant } of chosen.filter((one) => one.target === target)) {
      const place = join(copy, file);
      const source = readFileSync(place, 'utf8');
      writeFileSync(place, withMutant(source, mutant));
      const ended = await runTests(copy, target.tests, timeoutMs);
      writeFileSync(place, source);
      if (ended === 'passed') {
        count.survived += 1;
        survivors.push(`${placeOf(file, source, mutant)}: ${mutant.change}`);
        console.log(`survived: ${survivors.at(-1)}`);
      } else {
        count.killed += 1;
      }
    }
    console.log(`${target.name}: ${count.killed} killed, ${count.survived} survived`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}

const killed = [...counts.values()].reduce((sum, count) => sum + count.killed, 0);
const percent = chosen.length === 0 ? 100 : Math.floor((100 * killed) / chosen.length);
if (values.report !== undefined) {
  const report = { seed, percent, targets: Object.fromEntries(counts), survivors };
  writeFileSync(values.report, `${JSON.stringify(report, null, 2)}\n`);
}
console.log(`${percent} % of ${chosen.length} mutants killed; ${atLeast} % asked`);
process.exitCode = percent >= atLeast ? 0 : 1;
