import type { CommandProfile } from '../../src/policy/index.ts';
import { childEnvironment } from '../../src/sandbox/index.ts';
import { GIT_ENVIRONMENT } from '../../src/policy/index.ts';
import { runBare } from './bare.ts';
import { type Bait, HARD_LINK } from './bait.ts';
import type { Generated } from './generate.ts';
import { argvOf, evaluatorOver } from './evaluator.ts';
import type { Effect } from './observe.ts';
import { inOneShell, type Listener, openSandbox } from './profiled.ts';

/** A command that was let run and that had an effect. */
export interface Finding {
  readonly command: string;
  readonly profile: string;
  readonly effects: readonly Effect[];
}

/** What the policy alone let through. */
export interface BareFinding extends Finding {
  /** Why only the sandbox can know; `null` if the policy should have. */
  readonly why: string | null;
}

export interface EvaluatedReport {
  readonly generated: number;
  readonly auto: number;
  readonly autoByShell: Readonly<Record<string, number>>;
  readonly executedWithProfile: number;
  readonly executedBare: number;
  readonly withProfile: readonly Finding[];
  readonly bare: readonly BareFinding[];
  /** Commands that wrote something which the layer took: they were evaluated as writing nothing. */
  readonly discarded: readonly { readonly command: string; readonly paths: readonly string[] }[];
  readonly seconds: number;
}

export interface EvaluatedOptions {
  readonly bait: Bait;
  readonly listener: Listener;
  readonly commands: readonly Generated[];
  /** How many of the accepted are executed at most, spread over all of them. */
  readonly most?: number;
  readonly onProgress?: (text: string) => void;
}

interface Accepted {
  readonly command: string;
  readonly argv: readonly string[];
  readonly profile: CommandProfile;
}

const BATCH = 25;
const BATCH_TIMEOUT_MS = 120_000;

/** Evaluates the commands; what is allowed is run with the profile of its verdict, and bare, and seen from outside. */
export async function fuzzEvaluated(options: EvaluatedOptions): Promise<EvaluatedReport> {
  const beganMs = performance.now();
  const { bait, commands, listener } = options;
  const say = options.onProgress ?? ((): void => undefined);
  const evaluator = await evaluatorOver(bait);
  const autoByShell: Record<string, number> = {};
  const all: Accepted[] = [];
  for (const { shell, command } of commands) {
    const { verdict, profile } = evaluator.verdict(command);
    if (verdict !== 'auto' || profile === undefined) continue;
    autoByShell[shell] = (autoByShell[shell] ?? 0) + 1;
    all.push({ command, argv: argvOf(command), profile });
  }
  say(`${commands.length} generated, ${all.length} let run`);
  const step = Math.max(1, all.length / (options.most ?? all.length));
  const accepted = all.filter((_, index) => Math.floor(index % step) === 0);
  const bare = await withoutProfile(options, accepted);
  const sandbox = await openSandbox({
    bait,
    isHidden: evaluator.isHidden,
    listener,
    timeoutMs: BATCH_TIMEOUT_MS,
  });
  try {
    const profiled = await withProfile(accepted, { ...options, sandbox });
    return {
      generated: commands.length,
      auto: all.length,
      autoByShell,
      executedWithProfile: accepted.length,
      executedBare: accepted.length,
      withProfile: profiled.findings,
      bare,
      discarded: profiled.discarded,
      seconds: Math.round((performance.now() - beganMs) / 1_000),
    };
  } finally {
    await sandbox.close();
  }
}

async function withoutProfile(
  { bait, onProgress }: EvaluatedOptions,
  accepted: readonly Accepted[],
): Promise<BareFinding[]> {
  const env = {
    ...childEnvironment(process.env, { home: bait.home, tmp: '/tmp', workspace: bait.root }),
    ...GIT_ENVIRONMENT,
  };
  const effects = await runBare({
    bait,
    env,
    commands: accepted.map(({ argv }) => argv),
    onProgress: (done) => {
      if (done % 500 === 0) onProgress?.(`${done} run bare`);
    },
  });
  return accepted.flatMap(({ command, profile }, index) => {
    const found = effects[index] ?? [];
    const finding = { command, profile: profile.name, effects: found, why: whyOf(found) };
    return found.length === 0 ? [] : [finding];
  });
}

const INDEX = '~repo/.git ~repo/.git/index';

function whyOf(effects: readonly Effect[]): string | null {
  const reasons = effects.map(({ effect, detail }) => {
    if (effect === 'secret' && detail === HARD_LINK)
      return 'a hidden file has a second name that is not hidden (a hard link); the sandbox does not show it under either';
    if (effect === 'file' && detail === INDEX)
      return 'git writes down the times of files that it looked at in its index; what is staged stays as it was';
    return effect === 'process'
      ? 'it left a process behind; the runner ends those of its process group, and the sandbox all'
      : null;
  });
  return reasons.includes(null) ? null : [...new Set(reasons)].join('; ');
}

interface Profiled {
  readonly findings: readonly Finding[];
  readonly discarded: EvaluatedReport['discarded'];
}

async function withProfile(
  accepted: readonly Accepted[],
  { sandbox, onProgress }: EvaluatedOptions & { sandbox: Awaited<ReturnType<typeof openSandbox>> },
): Promise<Profiled> {
  const findings: Finding[] = [];
  const discarded: { command: string; paths: readonly string[] }[] = [];
  const groups = Map.groupBy(accepted, ({ profile }) => JSON.stringify(profile));
  let done = 0;
  for (const group of groups.values()) {
    for (let index = 0; index < group.length; index += BATCH) {
      const batch = group.slice(index, index + BATCH);
      const { profile } = batch[0] ?? {};
      if (profile === undefined) continue;
      const together = await sandbox.run(inOneShell(batch.map(({ argv }) => argv)), profile);
      done += batch.length;
      if (done % 500 < BATCH) onProgress?.(`${done} run with their profile`);
      const wrote = together.result.sandbox?.discarded ?? [];
      if (together.effects.length === 0 && wrote.length === 0) continue;
      // Which one it was is found by running each by itself.
      let attributed = 0;
      for (const { command, argv } of batch) {
        const alone = await sandbox.run(inOneShell([argv]), profile);
        const paths = alone.result.sandbox?.discarded ?? [];
        if (paths.length > 0) discarded.push({ command, paths });
        if (alone.effects.length === 0) continue;
        attributed += 1;
        findings.push({ command, profile: profile.name, effects: alone.effects });
      }
      if (attributed === 0 && together.effects.length > 0)
        findings.push({
          command: batch.map(({ command }) => command).join('\n@@ '),
          profile: profile.name,
          effects: together.effects,
        });
    }
  }
  return { findings, discarded };
}
