import { execa } from 'execa';
import { MAX_TIMER_MS } from '../../common/index.ts';
import { KILL_GRACE_MS } from './processes/process-group.ts';

/** The folders of the system's programs, independent of the job's PATH. */
export const SYSTEM_PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
const MAX_SYSTEM_OUTPUT_BYTES = 100_000;

interface TrustedOptions {
  /** A program of this process (git, rg), never one of the checkout. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** Complete: nothing is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly maxOutputBytes: number;
  readonly stdin?: string | Uint8Array | undefined;
}

export interface TrustedResult {
  /** `null` if it did not exit by itself; `problem` says why. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly problem: 'not-started' | 'timed-out' | 'cancelled' | 'too-much-output' | 'killed' | null;
}

/**
 * Runs a program of this process and returns its two outputs separately, as bytes. Beyond `maxOutputBytes` of either it
 * is ended, `problem` says so, and the output so far is returned. Never throws.
 */
export async function runTrusted(options: TrustedOptions): Promise<TrustedResult> {
  const [program, ...args] = options.argv;
  const { cwd, env, timeoutMs, signal, stdin, maxOutputBytes } = options;
  if (signal?.aborted === true) return without('cancelled');
  // No argument can contain NUL.
  if (options.argv.some((word) => word.includes('\0'))) return without('not-started');
  const running = execa(program, args, {
    cwd,
    env,
    extendEnv: false,
    preferLocal: false,
    reject: false,
    encoding: 'buffer',
    stripFinalNewline: false,
    windowsHide: true,
    killDescendants: true,
    timeout: Math.min(timeoutMs, MAX_TIMER_MS),
    maxBuffer: maxOutputBytes,
    forceKillAfterDelay: KILL_GRACE_MS,
    ...(signal === undefined ? {} : { cancelSignal: signal }),
    ...(stdin === undefined ? { stdin: 'ignore' as const } : { input: stdin }),
  });
  // A process that left the program's group may keep its pipes open: the wait is limited by the program's own time.
  const letGo = setTimeout(
    () => {
      running.stdout?.destroy();
      running.stderr?.destroy();
    },
    Math.min(timeoutMs + 2 * KILL_GRACE_MS, MAX_TIMER_MS),
  );
  const result = await running;
  clearTimeout(letGo);
  const problem = result.timedOut
    ? 'timed-out'
    : result.isCanceled
      ? 'cancelled'
      : result.isMaxBuffer
        ? 'too-much-output'
        : result.signal !== undefined
          ? 'killed'
          : result.exitCode === undefined
            ? 'not-started'
            : null;
  return {
    exitCode: problem === null ? (result.exitCode ?? null) : null,
    stdout: Buffer.from(result.stdout ?? []),
    stderr: Buffer.from(result.stderr ?? []),
    problem,
  };
}

/** Runs a program of the system with none of the job's variables. Never throws. */
export async function runSystemProgram(
  argv: readonly [string, ...string[]],
  timeoutMs: number,
): Promise<TrustedResult> {
  const env = { PATH: SYSTEM_PATH, LC_ALL: 'C' };
  return await runTrusted({
    argv,
    cwd: '/',
    env,
    timeoutMs,
    maxOutputBytes: MAX_SYSTEM_OUTPUT_BYTES,
  });
}

function without(problem: TrustedResult['problem']): TrustedResult {
  return { exitCode: null, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), problem };
}
