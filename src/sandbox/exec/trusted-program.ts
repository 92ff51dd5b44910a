import { KILL_GRACE_MS } from './process-group.ts';

/** The longest time that a timer of Node can hold. */
const MAX_TIMEOUT_MS = 2_147_483_647;

export interface TrustedOptions {
  /** A program of the parent's own (git, rg), never one that the checkout holds. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** Complete: nothing is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly maxOutputBytes: number;
  readonly stdin?: string | Uint8Array;
}

export interface TrustedResult {
  /** `null` where it did not exit by itself; `problem` says why. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly problem: 'not-started' | 'timed-out' | 'cancelled' | 'too-much-output' | 'killed' | null;
}

/**
 * Runs a program of the parent's own and gives both outputs apart, as bytes. Beyond `maxOutputBytes` of either it is ended
 * and `problem` says so; what was read until then is there. Never throws.
 */
export async function runTrusted(options: TrustedOptions): Promise<TrustedResult> {
  const [program, ...args] = options.argv;
  const { cwd, env, timeoutMs, signal, stdin, maxOutputBytes } = options;
  if (signal?.aborted === true) return without('cancelled');
  // No program can be given a NUL.
  if (options.argv.some((word) => word.includes('\0'))) return without('not-started');
  const { execa } = await import('execa');
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
    timeout: Math.min(timeoutMs, MAX_TIMEOUT_MS),
    maxBuffer: maxOutputBytes,
    forceKillAfterDelay: KILL_GRACE_MS,
    ...(signal === undefined ? {} : { cancelSignal: signal }),
    ...(stdin === undefined ? { stdin: 'ignore' as const } : { input: stdin }),
  });
  // Who left the program's group may hold its pipes: they are waited for no longer than the program itself.
  const letGo = setTimeout(
    () => {
      running.stdout?.destroy();
      running.stderr?.destroy();
    },
    Math.min(timeoutMs + 2 * KILL_GRACE_MS, MAX_TIMEOUT_MS),
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

function without(problem: TrustedResult['problem']): TrustedResult {
  return { exitCode: null, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), problem };
}
