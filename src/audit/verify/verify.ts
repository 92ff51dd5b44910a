import { createHash } from 'node:crypto';
import type * as published from '../../../types/verify.d.ts';
import { counted, CountersignError, errorText, type Outcome, sha256 } from '../../common/index.ts';
import { ChainChecker, type ChainFault, type TrailChunks } from '../format/chain.ts';
import type { Entry, EntryOf } from '../format/entry.ts';
import { STATEMENT_FILE, TORN_FILE } from '../format/format.ts';
import type { BlobRef } from '../format/recorded.ts';
import { LineSplitter } from '../format/lines.ts';
import type { BlobReader, TrailFiles } from '../format/reader.ts';
import { MerkleTree } from './merkle.ts';
import { Replay } from './replay/replay.ts';
import { argumentsFault, resultFault } from './recorded-values.ts';
import { type Finding, finding, type ProofFault } from './replay/replay-state.ts';
import { type RunStatement, statementText } from './statement.ts';

type TrailFault =
  | ChainFault
  | ProofFault
  | 'truncated-line'
  | 'head-mismatch'
  | 'missing-end'
  | 'statement-mismatch'
  /** The attestation is missing or signs another file. `verifyTrail`, which reads no signatures, never returns it. */
  | 'attestation';

export interface VerifyOptions extends published.VerifyOptions {
  /** Reads blobs. Without it they are not checked, and a warning says so. */
  readonly blobs?: BlobReader;
  /** The files beside the trail. Without it they are not checked. */
  readonly files?: TrailFiles;
}

type Kind<K extends published.TrailVerdict['kind']> = Extract<published.TrailVerdict, { kind: K }>;

/** As it is published, with the exact outcomes and codes. */
export type TrailVerdict =
  | (Kind<'intact'> & { readonly outcome: Outcome | null })
  | (Kind<'broken'> & { readonly code: TrailFault })
  | Kind<'unreadable'>;

export const VERIFY_EXIT_CODES = { intact: 0, broken: 1, unreadable: 2 } as const;

type Broken = Extract<TrailVerdict, { kind: 'broken' }>;

/**
 * Verifies a trail from its bytes: the chain first, then what the entries prove (promises 1, 2, 8 and 9) and that none contradicts
 * another, then published heads, blobs and the files beside it. It reads the trail as a stream, and keeps only what is open in
 * memory. What absence means: no bytes are `unreadable`. A last line without a newline is broken (`truncated-line`; opening the
 * trail again sets it aside). A trail without `run.end` is intact with `outcome: null` and a warning, because a run may still be
 * writing it and a crashed run is not a forgery; `heads` or `requireEnd` detect truncation.
 */
export async function verifyTrail(
  chunks: TrailChunks,
  options: VerifyOptions = {},
): Promise<TrailVerdict> {
  return (await deriveStatement(chunks, options)).verdict;
}

/** The same, and the statement of a trail that is intact and has a `run.start`. `visit` gets each entry that breaks no rule. */
export async function deriveStatement(
  chunks: TrailChunks,
  options: VerifyOptions = {},
  visit?: (entry: Entry) => void,
): Promise<{ readonly verdict: TrailVerdict; readonly statement: RunStatement | null }> {
  try {
    const verification = new Verification(options, visit);
    const verdict = await verification.verify(chunks);
    return { verdict, statement: verdict.kind === 'intact' ? verification.statement : null };
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'internal') throw error;
    return { verdict: { kind: 'unreadable', because: errorText(error) }, statement: null };
  }
}

class Verification {
  readonly #options: VerifyOptions;
  readonly #chain: ChainChecker;
  readonly #replay = new Replay();
  readonly #tree: MerkleTree | null;
  readonly #heads: Set<{ readonly hash: string; readonly count?: number }>;
  /** The sizes of blobs that were found intact, by their digests. */
  readonly #blobsSeen = new Map<string, number>();
  /** Of all blobs that arguments name, each as often as it is named. */
  #argumentBytes = 0;
  /** The last patch that an entry names: an earlier one was overwritten. */
  #changes: EntryOf<'changes.saved'> | null = null;
  #lastTime = '';
  #blobsUnchecked = 0;
  /** Of all bytes of the trail, for the statement. */
  readonly #bytes = createHash('sha256');
  readonly #visit: ((entry: Entry) => void) | undefined;

  constructor(options: VerifyOptions, visit: ((entry: Entry) => void) | undefined) {
    this.#options = options;
    this.#visit = visit;
    this.#chain = new ChainChecker(options.run ?? null);
    this.#heads = new Set(options.heads);
    this.#tree = options.root === false ? null : new MerkleTree();
  }

  /** What the entries so far say as a statement; `null` without a `run.start`. */
  get statement(): RunStatement | null {
    return this.#replay.statement.result(this.#chain.head, this.#bytes.copy().digest('hex'));
  }

  /** Verifies the whole trail, once. */
  async verify(chunks: TrailChunks): Promise<TrailVerdict> {
    const lines = new LineSplitter();
    for await (const chunk of chunks) {
      this.#bytes.update(chunk);
      const broken = await this.#lines(lines.push(chunk));
      if (broken !== null) return broken;
      if (lines.overflowing) {
        const because = 'The line is too long.';
        return this.#broken(this.#chain.head.count, { code: 'line-too-long', because });
      }
    }
    return await this.#finish(lines.remainder());
  }

  async #lines(lines: Iterable<Buffer>): Promise<Broken | null> {
    for (const line of lines) {
      const linked = this.#chain.next(line);
      if (!linked.ok) return this.#broken(this.#chain.head.count, linked);
      const { entry } = linked;
      const broken = this.#entry(entry);
      if (broken !== null) return broken;
      const fault = (await this.#values(entry)) ?? (await this.#file(entry));
      if (fault !== null) return this.#broken(entry.seq, fault);
    }
    return null;
  }

  /** Checks the values that an entry names by their digests. */
  async #values(entry: Entry): Promise<Finding | null> {
    if (entry.type === 'run.end')
      return entry.result === undefined ? null : await this.#intactBlob(entry.result);
    if (entry.type !== 'call.state' && entry.type !== 'call.changed') return null;
    const { blobs } = this.#options;
    if (blobs === undefined && entry.type === 'call.state') this.#blobsUnchecked += blobsOf(entry);
    const open = this.#replay.calls.open.get(entry.call);
    const isNew = entry.type === 'call.changed' || entry.state === 'PENDING';
    const read =
      blobs === undefined ? null : async (ref: BlobRef) => await this.#readArgument(ref, blobs);
    const fault = isNew && open !== undefined ? await argumentsFault(entry, open, read) : null;
    if (fault !== null || blobs === undefined || entry.type === 'call.changed') return fault;
    return await resultFault(entry, {
      check: async (ref) => await this.#intactBlob(ref),
      read: async (ref) => await this.#read(ref, blobs),
    });
  }

  /** Checks the file beside the trail that an entry names. */
  async #file(entry: Entry): Promise<Finding | null> {
    if (this.#options.files === undefined) return null;
    switch (entry.type) {
      case 'changes.saved':
        this.#changes = entry;
        return null;
      case 'checkpoint.saved':
        return await this.#intactFile(entry);
      case 'recovered': {
        const { seq, tornSha256, tornBytes: bytes } = entry;
        const name = `${TORN_FILE}-${seq}.bin`;
        return await this.#intactFile({ name, sha256: tornSha256, bytes });
      }
      default:
        return null;
    }
  }

  async #intactFile(named: BlobRef & { readonly name: string }): Promise<Finding | null> {
    const { name, sha256: digest, bytes } = named;
    const stored = (await this.#options.files?.file(name)) ?? null;
    if (stored === null) return finding('file-missing', `The file ${name} is missing.`);
    const isSame = stored.sha256 === digest && stored.bytes === bytes;
    return isSame ? null : finding('file-changed', `The file ${name} was changed.`);
  }

  /** Checks the last patch, and the blobs that no entry names: those of long approval requests. */
  async #remaining(): Promise<Broken | null> {
    const { files, blobs } = this.#options;
    if (files === undefined || blobs === undefined) return null;
    if (this.#changes !== null) {
      const fault = await this.#intactFile(this.#changes);
      if (fault !== null) return this.#broken(this.#changes.seq, fault);
    }
    for await (const name of files.blobNames()) {
      if (this.#blobsSeen.has(name)) continue;
      const bytes = await blobs(name);
      if (bytes === null || sha256(bytes) === name) continue;
      return this.#broken(this.#chain.head.count, {
        code: 'blob-changed',
        because: `The blob ${name} was changed.`,
      });
    }
    return await this.#writtenStatement(files);
  }

  /** Checks the statement beside the trail, if there is one. */
  async #writtenStatement(files: TrailFiles): Promise<Broken | null> {
    const written = await files.file(STATEMENT_FILE);
    if (written === null) return null;
    const { statement } = this;
    if (statement !== null && sha256(statementText(statement)) === written.sha256) return null;
    return this.#broken(this.#chain.head.count, {
      code: 'statement-mismatch',
      because: `${STATEMENT_FILE} does not say what the entries say.`,
    });
  }

  async #finish(rest: Buffer): Promise<TrailVerdict> {
    const { count, hash } = this.#chain.head;
    const run = this.#chain.run;
    if (rest.length > 0) {
      const because = `The last line is truncated: ${counted(rest.length, 'byte')} without a newline.`;
      return this.#broken(count, { code: 'truncated-line', because });
    }
    if (count === 0 || run === null)
      return { kind: 'unreadable', because: 'The audit trail is empty.' };
    const [missing] = this.#heads;
    if (missing !== undefined) {
      const where =
        missing.count === undefined ? '' : ` after ${counted(missing.count, 'entry', 'entries')}`;
      const because = `The audit trail does not contain the published head hash ${missing.hash}${where}. It was truncated, or is another trail.`;
      return this.#broken(count, { code: 'head-mismatch', because });
    }
    if (this.#replay.run.end === null) {
      const because =
        'The audit trail has no run.end. The run is still running, it crashed, or the trail was truncated.';
      if (this.#options.requireEnd === true)
        return this.#broken(count, { code: 'missing-end', because });
      this.#replay.warn(count - 1, 'unfinished', because);
    }
    return (await this.#remaining()) ?? this.#intact(run, { count, hash });
  }

  #intact(run: string, head: { readonly count: number; readonly hash: string }): TrailVerdict {
    if (this.#blobsUnchecked > 0) {
      const because = `${counted(this.#blobsUnchecked, 'blob of the audit trail was', 'blobs of the audit trail were')} not checked.`;
      this.#replay.warn(head.count - 1, 'blobs-unchecked', because);
    }
    return {
      kind: 'intact',
      count: head.count,
      head: head.hash,
      run,
      root: this.#tree?.root() ?? null,
      outcome: this.#replay.run.end?.outcome ?? null,
      workflowRuns: this.#replay.run.segment,
      callsExecuted: this.#replay.calls.executed,
      signed: false,
      warnings: this.#replay.warnings,
      warningCount: this.#replay.warningCount,
    };
  }

  #entry(entry: Entry): Broken | null {
    const { count, hash } = this.#chain.head;
    const seq = count - 1;
    this.#tree?.add(hash);
    this.#matchHeads(count, hash);
    if (entry.type === 'unknown') {
      const type = JSON.stringify(entry.typeName);
      this.#replay.warn(
        seq,
        'unknown-type',
        `The entry has the type ${type}, which this version does not know.`,
      );
      return null;
    }
    const { time } = entry;
    if (time < this.#lastTime)
      this.#replay.warn(
        seq,
        'clock-back',
        `The time of the entry (${time}) is before that of the entry before it.`,
      );
    this.#lastTime = time;
    const fault = this.#replay.step(entry);
    if (fault !== null) return this.#broken(seq, fault);
    this.#visit?.(entry);
    return null;
  }

  #matchHeads(count: number, hash: string): void {
    for (const head of this.#heads) {
      if (head.hash === hash && (head.count ?? count) === count) this.#heads.delete(head);
    }
  }

  async #intactBlob(ref: BlobRef): Promise<Finding | null> {
    const { blobs } = this.#options;
    if (blobs === undefined) {
      this.#blobsUnchecked += 1;
      return null;
    }
    if (this.#blobsSeen.get(ref.sha256) === ref.bytes) return null;
    const read = await this.#read(ref, blobs);
    return Buffer.isBuffer(read) ? null : read;
  }

  /** Reads a blob of arguments. Unlike one of a result it is hashed with each call that names it, so all of them have a limit. */
  async #readArgument(ref: BlobRef, blobs: BlobReader): Promise<Buffer | Finding> {
    this.#argumentBytes += ref.bytes;
    if (this.#argumentBytes <= MAX_ARGUMENT_BYTES) return await this.#read(ref, blobs);
    const because = `The blobs that arguments name have more than ${MAX_ARGUMENT_BYTES} bytes in all.`;
    return finding('arguments-mismatch', because);
  }

  /** Reads a blob that is as its reference says; otherwise the finding. */
  async #read(ref: BlobRef, blobs: BlobReader): Promise<Buffer | Finding> {
    const { sha256: digest } = ref;
    const bytes = await blobs(digest);
    if (bytes === null) return finding('blob-missing', `The blob ${digest} is missing.`);
    if (sha256(bytes) !== digest || bytes.length !== ref.bytes)
      return finding('blob-changed', `The blob ${digest} was changed, or has another size.`);
    if (this.#blobsSeen.size < MAX_BLOBS_REMEMBERED) this.#blobsSeen.set(digest, bytes.length);
    return bytes;
  }

  #broken(seq: number, why: { readonly code: TrailFault; readonly because: string }): Broken {
    return { kind: 'broken', seq, line: seq + 1, code: why.code, because: why.because };
  }
}

/** Most digests of intact blobs that are remembered, so that a blob named often is read once. */
const MAX_BLOBS_REMEMBERED = 100_000;

/** Most bytes of blobs in the arguments of all calls. No models of a run write as much. */
const MAX_ARGUMENT_BYTES = 256 * 1024 * 1024;

/** How many blobs a change of state names, beside those inside its arguments. */
function blobsOf({ result, argumentsBlob }: EntryOf<'call.state'>): number {
  return (typeof result === 'object' ? 1 : 0) + (argumentsBlob === undefined ? 0 : 1);
}
