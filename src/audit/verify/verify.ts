import { CountersignError, errorText, type Outcome, sha256 } from '../../common/index.ts';
import { ChainChecker, type ChainFault, type Linked } from './chain.ts';
import type { Entry } from '../format/entry.ts';
import { LineSplitter } from '../format/lines.ts';
import { MerkleTree } from './merkle.ts';
import type { BlobRef } from '../write/blobs.ts';
import { Replay, type TrailWarning } from './replay.ts';
import type { ProofFault } from './replay-state.ts';

export type TrailFault =
  | ChainFault
  | ProofFault
  | 'torn-line'
  | 'head-mismatch'
  | 'missing-end'
  | 'blob-missing'
  | 'blob-changed'
  /** Not found by `verifyTrail`, which reads no signatures: the attestation is missing or of something else. */
  | 'attestation';

/** What a verification is told beside the trail's bytes. */
export interface VerifyOptions {
  /** The run that the trail must be of. */
  readonly run?: string;
  /** Published heads: each hash must be an entry's, at that count where one is given. */
  readonly heads?: readonly { readonly hash: string; readonly count?: number }[];
  /** A trail whose last workflow run has no `run.end` is broken, not merely unfinished. */
  readonly requireEnd?: boolean;
  /** `false` leaves the Merkle root out: a fifth of the time. */
  readonly root?: boolean;
  /** Reads blobs; without it they are not checked, and a warning says so. */
  readonly blobs?: (digest: string) => Promise<Uint8Array | null>;
}

export type TrailVerdict =
  | {
      readonly kind: 'intact';
      readonly count: number;
      readonly head: string;
      readonly run: string;
      /** RFC 9162 root over the hashes of all entries, `null` where it was left out. */
      readonly root: string | null;
      /** `null`: the last workflow run has no end. A warning then says `unfinished`. */
      readonly outcome: Outcome | null;
      readonly workflowRuns: number;
      readonly callsExecuted: number;
      readonly signed: false;
      readonly warnings: readonly TrailWarning[];
      readonly warningCount: number;
    }
  | {
      readonly kind: 'broken';
      /** Where the trail stops being whole: the place (`seq`, from 0) and line (from 1) of the first bad entry. */
      readonly seq: number;
      readonly line: number;
      readonly code: TrailFault;
      readonly because: string;
    }
  | { readonly kind: 'unreadable'; readonly because: string };

/** Exit codes of `audit verify`. */
export const VERIFY_EXIT_CODES = { intact: 0, broken: 1, unreadable: 2 } as const;

type Broken = Extract<TrailVerdict, { kind: 'broken' }>;

/**
 * Checks a trail from its bytes alone: the chain first, then what the entries prove (promises 1, 2, 8 and 9), then
 * published heads and blobs. It streams and holds open calls only. Absence, decided on purpose: no bytes at all are
 * `unreadable`; a last line without a line feed is broken (`torn-line`; opening the trail again sets it aside); a
 * trail without `run.end` is intact with `outcome: null` and a warning, because a run may still be writing and a
 * killed run is no forgery — cutting the tail is found by `heads` or `requireEnd`.
 */
export async function verifyTrail(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: VerifyOptions = {},
): Promise<TrailVerdict> {
  const verification = new Verification(options);
  const lines = new LineSplitter();
  try {
    for await (const chunk of bytes) {
      const broken = await verification.lines(lines.push(chunk), lines.overflowing);
      if (broken !== null) return broken;
    }
    return verification.finish(lines.rest());
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'internal') throw error;
    return { kind: 'unreadable', because: errorText(error) };
  }
}

class Verification {
  readonly #options: VerifyOptions;
  readonly #chain: ChainChecker;
  readonly #replay = new Replay();
  readonly #tree: MerkleTree | null;
  readonly #heads: Set<{ readonly hash: string; readonly count?: number }>;
  readonly #blobsSeen = new Set<string>();
  #lastTime = '';
  #blobsUnchecked = 0;

  constructor(options: VerifyOptions) {
    this.#options = options;
    this.#chain = new ChainChecker(options.run ?? null);
    this.#heads = new Set(options.heads);
    this.#tree = options.root === false ? null : new MerkleTree();
  }

  async lines(lines: readonly Buffer[], overflowing: boolean): Promise<Broken | null> {
    for (const line of lines) {
      const linked = this.#chain.next(line);
      if (!linked.ok) return this.#broken(this.#chain.head.count, linked);
      const found = this.#entry(linked);
      if (found !== null) return found;
      for (const blob of linked.entry === null ? [] : blobsOf(linked.entry)) {
        const bad = await this.#blob(blob);
        if (bad !== null) return bad;
      }
    }
    if (!overflowing) return null;
    return this.#broken(this.#chain.head.count, {
      code: 'line-too-long',
      because: 'The line does not end.',
    });
  }

  finish(rest: Buffer): TrailVerdict {
    const { count, hash } = this.#chain.head;
    const run = this.#chain.run;
    if (rest.length > 0) {
      const because = `The last line has no end: ${rest.length} bytes of an entry that was cut, or never whole.`;
      return this.#broken(count, { code: 'torn-line', because });
    }
    if (count === 0 || run === null) return { kind: 'unreadable', because: 'The trail is empty.' };
    const [missed] = this.#heads;
    if (missed !== undefined) {
      const where = missed.count === undefined ? '' : ` at ${missed.count} entries`;
      const because = `The published head ${missed.hash}${where} is not in the trail: it was cut, or is another.`;
      return this.#broken(count, { code: 'head-mismatch', because });
    }
    if (this.#replay.end === null) {
      const because =
        'The trail has no run.end: the run still goes on, was killed, or its tail was cut.';
      if (this.#options.requireEnd === true)
        return this.#broken(count, { code: 'missing-end', because });
      this.#replay.warn(count - 1, 'unfinished', because);
    }
    return this.#intact(run, { count, hash });
  }

  #intact(run: string, head: { readonly count: number; readonly hash: string }): TrailVerdict {
    if (this.#blobsUnchecked > 0) {
      const because = `${this.#blobsUnchecked} large values beside the trail were not checked.`;
      this.#replay.warn(head.count - 1, 'blobs-unchecked', because);
    }
    return {
      kind: 'intact',
      count: head.count,
      head: head.hash,
      run,
      root: this.#tree?.root() ?? null,
      outcome: this.#replay.outcome,
      workflowRuns: this.#replay.segment,
      callsExecuted: this.#replay.calls.executed,
      signed: false,
      warnings: this.#replay.warnings,
      warningCount: this.#replay.warningCount,
    };
  }

  #entry(linked: Linked & { ok: true }): Broken | null {
    const { count, hash } = this.#chain.head;
    const seq = count - 1;
    this.#tree?.add(hash);
    if (this.#heads.size > 0) this.#matchHeads(count, hash);
    if (linked.entry === null) {
      const type = JSON.stringify(linked.fields['type']);
      this.#replay.warn(seq, 'unknown-type', `This version does not know entries of type ${type}.`);
      return null;
    }
    const { time } = linked.entry;
    if (time < this.#lastTime)
      this.#replay.warn(seq, 'clock-back', `The clock went back to ${time}.`);
    this.#lastTime = time;
    const found = this.#replay.step(linked.entry);
    return found === null ? null : this.#broken(seq, found);
  }

  #matchHeads(count: number, hash: string): void {
    for (const head of this.#heads) {
      if (head.hash === hash && (head.count ?? count) === count) this.#heads.delete(head);
    }
  }

  async #blob(blob: BlobRef): Promise<Broken | null> {
    if (this.#options.blobs === undefined) {
      this.#blobsUnchecked += 1;
      return null;
    }
    if (this.#blobsSeen.has(blob.sha256)) return null;
    const seq = this.#chain.head.count - 1;
    const bytes = await this.#options.blobs(blob.sha256);
    if (bytes === null) {
      return this.#broken(seq, {
        code: 'blob-missing',
        because: `The value ${blob.sha256} is missing.`,
      });
    }
    if (sha256(bytes) !== blob.sha256 || bytes.length !== blob.bytes) {
      return this.#broken(seq, {
        code: 'blob-changed',
        because: `The value ${blob.sha256} was changed.`,
      });
    }
    if (this.#blobsSeen.size < MAX_BLOBS_REMEMBERED) this.#blobsSeen.add(blob.sha256);
    return null;
  }

  #broken(seq: number, why: { readonly code: TrailFault; readonly because: string }): Broken {
    return { kind: 'broken', seq, line: seq + 1, code: why.code, because: why.because };
  }
}

/** Digests of blobs that were found right, so that a value used often is read once. */
const MAX_BLOBS_REMEMBERED = 10_000;

function blobsOf(entry: Entry): readonly BlobRef[] {
  if (entry.type !== 'call.state' && entry.type !== 'run.end') return [];
  const named = [entry.result, entry.type === 'call.state' ? entry.argumentsBlob : undefined];
  return named.filter((value) => typeof value === 'object');
}
