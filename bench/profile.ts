/** I/O: where the time of `loop50` goes, by the profiler of Node, function by function. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Contestant } from './contestants.ts';
import { measure } from './measure.ts';
import { type Scenario, turnsFor } from './scenarios.ts';

const SAMPLE_US = 200;
const TOLD_FUNCTIONS = 15;
/** What the profiler calls a process that waits. */
const IDLE = '(idle)';
const PERCENT = 100;

const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

/** Shares of the time in which the process did anything at all. */
export interface Profile {
  /** The functions of the bundle, those of its libraries among them, by what each took itself; the largest first. */
  readonly functions: readonly { readonly name: string; readonly share: number }[];
  /** The whole bundle; the rest is Node's own. */
  readonly bundle: number;
}

/** Runs the scenario so many times under the profiler. Throws where a run does not make its turns. */
export async function profile(options: {
  readonly scenario: Scenario;
  readonly contestant: Contestant;
  readonly dist: string;
  readonly temp: string;
  readonly rounds: number;
}): Promise<Profile> {
  const { scenario, contestant, temp } = options;
  const into = join(temp, 'profiles');
  const folder = join(temp, 'profiled');
  for (let round = 0; round < options.rounds; round += 1) {
    mkdirSync(folder, { recursive: true });
    scenario.fill(folder);
    const program = contestant.program(folder);
    const [node = process.execPath, ...args] = program.argv;
    const profiling = ['--cpu-prof', `--cpu-prof-dir=${into}`, '--cpu-prof-interval'];
    const argv = [node, ...profiling, String(SAMPLE_US), ...args];
    await measure(turnsFor(scenario, contestant.tools), { ...program, argv });
    rmSync(folder, { recursive: true, force: true });
  }
  const texts = readdirSync(into).map((name) => readFileSync(join(into, name), 'utf8'));
  return sharesOf(texts, pathToFileURL(resolve(options.dist)).href);
}

/** Adds up what was sampled. `bundle` is the address that all files of the bundle lie below. */
function sharesOf(profiles: readonly string[], bundle: string): Profile {
  const functions = new Map<string, number>();
  let busyUs = 0;
  let bundleUs = 0;
  for (const text of profiles) {
    const { nodes, samples, timeDeltas } = profileSchema.parse(JSON.parse(text));
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
    for (const [index, id] of samples.entries()) {
      const frame = frames.get(id);
      if (frame === undefined || frame.functionName === IDLE) continue;
      // A delta leads to its sample: what was sampled lasted until the next one.
      const lastedUs = timeDeltas[index + 1] ?? 0;
      busyUs += lastedUs;
      if (!frame.url.startsWith(`${bundle}/`)) continue;
      bundleUs += lastedUs;
      const file = frame.url.slice(bundle.length + 1);
      const name = `${frame.functionName || '(anonymous)'} ${file}:${frame.lineNumber + 1}`;
      functions.set(name, (functions.get(name) ?? 0) + lastedUs);
    }
  }
  return {
    functions: [...functions]
      .map(([name, lastedUs]) => ({ name, share: lastedUs / busyUs }))
      .toSorted((a, b) => b.share - a.share),
    bundle: bundleUs / busyUs,
  };
}

/** For people: the largest functions, and what is not the bundle's. */
export function profileText({ functions, bundle }: Profile): string {
  return [
    `A profile of loop50: the bundle takes ${percent(bundle).trim()} of the time, Node itself the rest. By function:`,
    ...functions.slice(0, TOLD_FUNCTIONS).map(({ name, share }) => `${percent(share)}  ${name}`),
  ].join('\n');
}

function percent(share: number): string {
  return `${(share * PERCENT).toFixed(1).padStart(5)} %`;
}
