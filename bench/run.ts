/** I/O: `npm run bench`. See bench/README.md. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ActionStart, actionStart } from './action.ts';
import { type Contestant, contestants } from './contestants.ts';
import { type Figures, measure, median } from './measure.ts';
import { type Profile, profile, profileText } from './profile.ts';
import { type Scenario, SCENARIOS, turnsFor } from './scenarios.ts';
import { type Row, sentLines, table } from './table.ts';
import { targets } from './targets.ts';

const DEFAULT_ROUNDS = 5;
const MAX_ROUNDS = 100;
/** The long scenario takes a hundred times as long as the others. */
const LONG_ROUNDS = 2;
const REFUSAL_ROUNDS = 11;
const PROFILE_ROUNDS = 3;
/** What is not a scenario of its own, and scripts that print for themselves. */
const PARTS = ['refusal', 'action', 'profile'];
const SCRIPTS = ['load', 'policy', 'trail', 'suspend', 'sandbox'];
/** Scripts that look at a build. */
const OF_DIST = ['load', 'suspend'];

const NAMES = [...SCENARIOS.map(({ name }) => name), ...PARTS, ...SCRIPTS];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    dist: { type: 'string', default: 'dist' },
    agent: { type: 'string', multiple: true, default: [] },
  },
});

const rounds = Math.min(
  MAX_ROUNDS,
  Math.max(1, Number(values.rounds ?? DEFAULT_ROUNDS) || DEFAULT_ROUNDS),
);
if (values.help) {
  console.log(
    `npm run bench -- [--check] [--json] [--rounds N] [--dist FOLDER] [--agent FOLDER…] [NAME…]\nNames: ${NAMES.join(', ')}. See bench/README.md.`,
  );
  process.exit(0);
}
const unknown = positionals.filter((name) => !isPart(name));
if (unknown.length > 0) {
  console.error(`There is no scenario ${unknown.join(', ')}. There are ${NAMES.join(', ')}.`);
  process.exit(2);
}
const temp = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
try {
  await main();
} finally {
  rmSync(temp, { recursive: true, force: true });
}

function isPart(name: string): boolean {
  return (
    [...PARTS, ...SCRIPTS].includes(name) || SCENARIOS.some((scenario) => scenario.name === name)
  );
}

function isWanted(name: string): boolean {
  return positionals.length === 0 || positionals.includes(name);
}

async function main(): Promise<void> {
  const everybody = contestants({ temp, dist: values.dist, others: values.agent });
  const rows: Row[] = [];
  for (const scenario of SCENARIOS) {
    if (isWanted(scenario.name)) rows.push(...(await compare(scenario, everybody)));
  }
  const refusal = isWanted('refusal') ? refuse() : null;
  const action = isWanted('action') ? await startAction(everybody) : null;
  const profiled = isWanted('profile') ? await profileLoop(everybody) : null;
  const reached = targets(rows, { refusal, action, profile: profiled });
  if (values.json) {
    const all = { rows, refusal, action, profile: profiled, targets: reached };
    console.log(JSON.stringify(all, null, 2));
  } else {
    console.log(
      `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${rounds} rounds\n`,
    );
    console.log(table(rows));
    if (refusal !== null) {
      const { refusedMs, parsedMs, ratio } = refusal;
      console.log(
        `\nA bad policy: refused in ${refusedMs.toFixed(0)} ms, its YAML parsed in ${parsedMs.toFixed(0)} ms (×${ratio.toFixed(2)})`,
      );
    }
    if (action !== null) {
      const { actionMs, sdkMs } = action;
      console.log(
        `\nThe action, each look-up at GitHub taking 50 ms: first request after ${actionMs.toFixed(0)} ms, sdk after ${sdkMs.toFixed(0)} ms`,
      );
    }
    if (profiled !== null) console.log(`\n${profileText(profiled)}`);
    for (const part of SCRIPTS) if (isWanted(part)) console.log(`\n${script(part)}`);
    console.log(`\n${sentLines(rows)}\n`);
    for (const { what, found, isMet } of reached) {
      if (isMet !== null) console.log(`${isMet ? 'met    ' : 'NOT MET'} ${what}: ${found}`);
    }
  }
  if (values.check && reached.some(({ isMet }) => isMet === false)) process.exitCode = 1;
}

/** Everybody once, in turn, round after round: what else the machine does then meets all of them alike. */
async function compare(scenario: Scenario, all: readonly Contestant[]): Promise<readonly Row[]> {
  const everybody = all.filter(({ only }) => only === undefined || only === scenario.name);
  const found = new Map<string, Figures[]>();
  const failed = new Map<string, string>();
  const count = scenario.name === 'long' ? Math.min(rounds, LONG_ROUNDS) : rounds;
  const folder = join(temp, 'work');
  for (let round = 0; round < count; round += 1) {
    for (const contestant of everybody) {
      if (failed.has(contestant.name)) continue;
      try {
        const figures = await once(scenario, contestant, folder);
        found.set(contestant.name, [...(found.get(contestant.name) ?? []), figures]);
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        console.error(text);
        failed.set(contestant.name, 'did not make its turns');
      }
    }
  }
  rmSync(folder, { recursive: true, force: true });
  return everybody.map(({ name }) => {
    const why = failed.get(name);
    return {
      scenario: scenario.name,
      name,
      rounds: found.get(name) ?? [],
      ...(why === undefined ? {} : { failed: why }),
    };
  });
}

async function once(scenario: Scenario, contestant: Contestant, folder: string): Promise<Figures> {
  if (mkdirSync(folder, { recursive: true }) !== undefined) scenario.fill(folder);
  try {
    const figures = await measure(turnsFor(scenario, contestant.tools), contestant.program(folder));
    scenario.check?.(folder);
    return figures;
  } finally {
    if (scenario.isReadOnly !== true) rmSync(folder, { recursive: true, force: true });
  }
}

async function startAction(everybody: readonly Contestant[]): Promise<ActionStart | null> {
  const sdk = everybody.find(({ name }) => name === 'sdk');
  return sdk === undefined ? null : await actionStart({ temp, dist: values.dist, rounds, sdk });
}

/** Without the sandbox, so that what is sampled is the program's own work. */
async function profileLoop(everybody: readonly Contestant[]): Promise<Profile | null> {
  const scenario = SCENARIOS.find(({ name }) => name === 'loop50');
  const contestant = everybody.find(({ name }) => name === 'countersign');
  if (scenario === undefined || contestant === undefined) return null;
  return await profile({ scenario, contestant, dist: values.dist, temp, rounds: PROFILE_ROUNDS });
}

function refuse() {
  const policy = join(temp, 'bad.yml');
  writeFileSync(policy, 'version: 1\nmode: perhaps\nauto:\n  - bash_run(npm test *)\n');
  const cli = [
    resolve(values.dist, 'cli.js'),
    'run',
    '--policy',
    policy,
    '--approvals',
    'fail',
    'Go',
  ];
  const refused: number[] = [];
  const parsed: number[] = [];
  for (let round = 0; round < REFUSAL_ROUNDS; round += 1) {
    refused.push(timed(cli, 2));
    parsed.push(timed([join(import.meta.dirname, 'yaml-only.ts'), policy], 0));
  }
  const [refusedMs, parsedMs] = [median(refused), median(parsed)];
  return { refusedMs, parsedMs, ratio: refusedMs / parsedMs };
}

function timed(args: readonly string[], code: number): number {
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: temp, encoding: 'utf8' });
  if (status !== code) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - startedMs;
}

function script(name: string): string {
  const file = join(import.meta.dirname, `${name}.ts`);
  const args = [file, ...(OF_DIST.includes(name) ? [values.dist] : [])];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${file} failed: ${stderr}`);
  return stdout.trim();
}
