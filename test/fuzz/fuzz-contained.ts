import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandProfile } from '../../src/policy/index.ts';
import type { Bait } from './bait.ts';
import { grow, readGrammar } from './grammar.ts';
import type { Finding } from './fuzz-evaluated.ts';
import { evaluatorOver } from './evaluator.ts';
import { changes, type Effect, snapshot } from './observe.ts';
import { type Listener, openSandbox } from './profiled.ts';
import { randomFrom } from './random.ts';

export interface ContainedReport {
  readonly executed: number;
  /** How the commands ended, so that a report says whether they ran at all. */
  readonly ended: Readonly<Record<string, number>>;
  /** Commands whose writes the layer took, and those that tried the network: what would have had an effect. */
  readonly wouldHave: { readonly written: number; readonly network: number };
  readonly findings: readonly Finding[];
  readonly seconds: number;
}

export interface ContainedOptions {
  readonly bait: Bait;
  readonly listener: Listener;
  readonly seed: number;
  readonly count: number;
  /** Run before those that are generated, such as what was found once. */
  readonly first?: readonly string[];
  readonly onProgress?: (text: string) => void;
  readonly onCommand?: (command: string) => void;
}

const CONTAINED: CommandProfile = { name: 'contained', write: [], show: [], network: false };
const TIMEOUT_MS = 4_000;
const MARK = 'fuzzmark7q';
/** Places of the machine where a command that got out would leave the mark. */
const MACHINE_PLACES = [
  '/',
  '/tmp',
  '/var/tmp',
  '/dev/shm',
  '/run',
  '/etc',
  '/usr/local/bin',
  '/root',
  '/dev',
];
const MACHINE_FILES = [
  '/proc/self/mountinfo',
  '/proc/sys/kernel/hostname',
  '/proc/sys/kernel/core_pattern',
  '/etc/passwd',
  '/etc/hosts',
];

/** Runs commands that want to have an effect, without a verdict of the policy; none of them may have one. */
export async function fuzzContained(options: ContainedOptions): Promise<ContainedReport> {
  const beganMs = performance.now();
  const { bait, listener } = options;
  const evaluator = await evaluatorOver(bait);
  const sandbox = await openSandbox({
    bait,
    isHidden: evaluator.isHidden,
    listener,
    timeoutMs: TIMEOUT_MS,
  });
  try {
    const home = await homeOf(sandbox);
    const machine = machineState();
    const findings: Finding[] = [];
    const ended: Record<string, number> = {};
    const wouldHave = { written: 0, network: 0 };
    const commands = [...(options.first ?? []), ...containedCommands(options)];
    for (const [index, command] of commands.entries()) {
      // Some of them end the process that they are run by, where they can.
      options.onCommand?.(command);
      const homeBefore = snapshot(home);
      const { result, effects } = await sandbox.run({ shell: command }, CONTAINED);
      ended[result.ended] = (ended[result.ended] ?? 0) + 1;
      if (result.sandbox?.limits.includes('write') === true) wouldHave.written += 1;
      if (result.sandbox?.limits.includes('network') === true) wouldHave.network += 1;
      const all: Effect[] = [...effects, ...outside({ bait, home, homeBefore })];
      if (all.length > 0) findings.push({ command, profile: CONTAINED.name, effects: all });
      if ((index + 1) % 200 === 0) options.onProgress?.(`${index + 1} run contained`);
    }
    const now = machineState();
    if (now !== machine)
      findings.push({
        command: '(all of them)',
        profile: CONTAINED.name,
        effects: [{ effect: 'file', detail: 'mounts, names or files of the machine differ' }],
      });
    const seconds = Math.round((performance.now() - beganMs) / 1_000);
    return { executed: commands.length, ended, wouldHave, findings, seconds };
  } finally {
    await sandbox.close();
  }
}

/** The commands of a seed. */
export function containedCommands(
  options: Pick<ContainedOptions, 'bait' | 'listener' | 'seed' | 'count'>,
): string[] {
  const random = randomFrom(options.seed);
  const grammar = readGrammar(['contained']);
  const found = new Set<string>();
  for (let tries = 0; found.size < options.count && tries < 20 * options.count; tries += 1) {
    const line = grow({ grammar, random, evil: 0, fixed: { MARK } }, 'line');
    found.add(
      line
        .replaceAll('@BASE', options.bait.base)
        .replaceAll('@PORT', String(options.listener.port)),
    );
  }
  return [...found];
}

async function homeOf({ runner }: Awaited<ReturnType<typeof openSandbox>>): Promise<string> {
  const said = await runner.run(
    { shell: 'echo "$HOME"' },
    {
      cwd: '.',
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      maxOutputBytes: 10_000,
    },
  );
  const home = said.output.trim();
  if (!existsSync(home)) throw new Error(`The home of commands was not found: ${said.output}`);
  return home;
}

function outside(seen: {
  readonly bait: Bait;
  readonly home: string;
  readonly homeBefore: ReturnType<typeof snapshot>;
}): Effect[] {
  const effects: Effect[] = [];
  const atHome = changes(seen.homeBefore, snapshot(seen.home));
  if (atHome.length > 0)
    effects.push({ effect: 'file', detail: `home: ${atHome.slice(0, 3).join(' ')}` });
  for (const place of MACHINE_PLACES) {
    const marked = namesIn(place).filter((name) => name.includes(MARK));
    if (marked.length > 0)
      effects.push({ effect: 'file', detail: `${place}: ${marked.slice(0, 3).join(' ')}` });
  }
  if (existsSync(`${seen.bait.base}.moved`) || existsSync(join(seen.bait.base, 'started')))
    effects.push({ effect: 'started', detail: 'outside of the sandbox' });
  return effects;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function machineState(): string {
  const files = MACHINE_FILES.map((file) => readFileSync(file, 'utf8'));
  const folders = ['/etc', '/usr/local/bin', '/usr/bin'].map((folder) =>
    String(lstatSync(folder).ctimeMs),
  );
  return [...files, ...folders].join('\n');
}
