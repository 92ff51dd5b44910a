import { errorText } from '../base/index.ts';
import { type End, supervise } from './supervise.ts';

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
  const { signal, maxOutputBytes } = options;
  if (signal?.aborted === true) return without('cancelled', '');
  const flood = new AbortController();
  const stdout = new Printed(maxOutputBytes);
  const stderr = new Printed(maxOutputBytes);
  try {
    const end = await supervise({
      ...options,
      program,
      args,
      drainMs: options.timeoutMs,
      signal: AbortSignal.any(signal === undefined ? [flood.signal] : [signal, flood.signal]),
      onChunk: (stream, chunk) => {
        if (!{ stdout, stderr }[stream].add(chunk)) flood.abort();
      },
    });
    if (end.failure !== null) return without('not-started', end.failure);
    const problem = flood.signal.aborted ? 'too-much-output' : problemOf(end);
    const exitCode = problem === null ? end.exitCode : null;
    return { exitCode, stdout: stdout.bytes(), stderr: stderr.bytes(), problem };
  } catch (error) {
    // What no program can be given, such as an argument with NUL, is refused before one is started.
    return without('not-started', errorText(error));
  }
}

function problemOf({ ended, isWhole, signal }: End): TrustedResult['problem'] {
  if (ended !== 'exited') return ended;
  if (!isWhole) return 'timed-out';
  return signal === null ? null : 'killed';
}

function without(problem: TrustedResult['problem'], said: string): TrustedResult {
  return { exitCode: null, stdout: Buffer.alloc(0), stderr: Buffer.from(said), problem };
}

/** What a program printed, up to a limit. */
class Printed {
  readonly #chunks: Buffer[] = [];
  #room: number;

  constructor(maxBytes: number) {
    this.#room = maxBytes;
  }

  /** False: there was more than is kept. */
  add(chunk: Buffer): boolean {
    const kept = Math.min(this.#room, chunk.length);
    this.#room -= kept;
    if (kept > 0) this.#chunks.push(chunk.subarray(0, kept));
    return kept === chunk.length;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}
