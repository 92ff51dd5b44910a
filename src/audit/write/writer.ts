// I/O: appends to the trail.
import { appendFileSync, fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import {
  canonicalJson,
  type Clock,
  CountersignError,
  defined,
  ZOD_OPTIONS,
  isJsonObject,
  type Json,
  type JsonObject,
  orNull,
  type Redactor,
  sanitizeJson,
} from '../../common/index.ts';
import { BlobStore } from './blobs.ts';
import { openForAppend, prepareFolder, unwritable } from './disk.ts';
import { firstIssue } from '../format/entry.ts';
import { eventSchema, type TrailEvent } from '../format/events.ts';
import { isShallow, encodeLine } from '../format/format.ts';
import { ANCHOR_EVERY, MAX_ENTRY_BYTES, MAX_INLINE_ARGUMENTS_CHARS } from '../format/limits.ts';
import type { BlobRef } from '../format/recorded.ts';
import type { Trail, TrailHead } from '../format/trail.ts';
import { type RecoveredTrail, recoverTrail } from './recover-trail.ts';
import { redactEvent } from './redact-event.ts';
import { shortenEvent, TEXT_LIMITS_BYTES } from './cut-text.ts';

interface TrailOptions {
  /** Created if it is missing. No tool may be able to write here. */
  readonly folder: string;
  readonly run: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Called every `ANCHOR_EVERY` entries with a head that is on disk, to publish it while the run continues. */
  readonly onAnchor?: (head: TrailHead) => void;
  /** Called for each entry as it is recorded, redacted and in order, those of earlier processes first. Must not throw. */
  readonly onEntry?: (entry: TrailEvent) => void;
}

const ARGUMENTS = 'gen_ai.tool.call.arguments';
const CLOSED = 'The trail is closed; nothing can be added to it.';

/**
 * Opens a run's trail for writing: a new one, or the one of an earlier process of the same run, whose chain is checked
 * first. A truncated last line is moved to `torn-<seq>.bin`, and a `recovered` entry records that. Throws
 * `trail-unwritable` (no space, no permission) and `trail-broken` (the trail is not this run's intact chain).
 */
export async function openTrail(options: TrailOptions): Promise<Trail> {
  const { folder, run } = options;
  await prepareFolder(folder);
  const handle = await openForAppend(folder);
  try {
    const recovered = await recoverTrail({ folder, run, handle, onEntry: options.onEntry });
    const blobs = new BlobStore(folder);
    await blobs.load();
    const writer = new TrailWriter(options, { handle, blobs, recovered });
    if (recovered.truncatedLine !== null) {
      const { bytes, sha256 } = recovered.truncatedLine;
      await writer.append({ type: 'recovered', tornBytes: bytes, tornSha256: sha256 });
    }
    return writer;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

interface PendingLine {
  readonly line: string;
  readonly head: TrailHead;
}

interface ChainedEntry {
  readonly head: TrailHead;
  /** Resolves once it is on disk, with the error, or `null`. */
  readonly flushed: Promise<unknown>;
}

class TrailWriter implements Trail {
  readonly run: string;
  readonly folder: string;
  readonly #options: TrailOptions;
  readonly #handle: FileHandle;
  readonly #blobs: BlobStore;
  #head: TrailHead;
  #sizeBytes: number;
  /** Settles once every earlier append has its place in the chain. */
  #chaining: Promise<unknown> = Promise.resolve();
  /** Chained lines that no flush has taken yet. */
  #pending: PendingLine[] = [];
  /** The last flush, which takes or has taken the last chained entry. */
  #flushed: Promise<unknown> = Promise.resolve(null);
  /** Why nothing can be appended any more. */
  #failure: CountersignError | null = null;

  constructor(
    options: TrailOptions,
    opened: {
      readonly handle: FileHandle;
      readonly blobs: BlobStore;
      readonly recovered: RecoveredTrail;
    },
  ) {
    this.run = options.run;
    this.folder = options.folder;
    this.#options = options;
    this.#handle = opened.handle;
    this.#blobs = opened.blobs;
    this.#head = opened.recovered.head;
    this.#sizeBytes = opened.recovered.sizeBytes;
  }

  async append(event: TrailEvent): Promise<TrailHead> {
    const { head, flushed } = await this.#add(event);
    const error = await flushed;
    if (error !== null) throw error;
    return head;
  }

  async write(event: TrailEvent): Promise<TrailHead> {
    return (await this.#add(event)).head;
  }

  async flush(): Promise<void> {
    await this.#chaining;
    const error = await this.#flushed;
    if (error !== null) throw error;
    this.#throwIfFailed();
  }

  /** Prepares entries concurrently, and chains them in the order of the calls. */
  async #add(event: TrailEvent): Promise<ChainedEntry> {
    this.#throwIfFailed();
    const prepared = this.#prepare(event);
    prepared.catch(() => undefined);
    const chained = this.#chaining.then(async () => this.#chain(await prepared));
    this.#chaining = chained.catch(() => undefined);
    return await chained;
  }

  async blob(text: string): Promise<BlobRef> {
    this.#throwIfFailed();
    const redacted = this.#options.redactor.redact(text);
    try {
      return await this.#blobs.put(redacted);
    } catch (error) {
      throw this.#fail(error);
    }
  }

  head(): TrailHead {
    return this.#head;
  }

  async close(): Promise<void> {
    if (this.#failure?.message === CLOSED) return;
    await this.#chaining;
    await this.#flushed;
    this.#failure = new CountersignError('trail-unwritable', CLOSED);
    await this.#handle.close();
  }

  #throwIfFailed(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  /** Everything about an entry but its place in the chain. Does not touch the trail's file, so it may run concurrently. */
  async #prepare(event: TrailEvent): Promise<TrailEvent> {
    const before = asJson(defined(await this.#moveArgumentsToBlob(event)));
    const after = redactEvent(before, this.#options.redactor);
    return validated(after);
  }

  async #moveArgumentsToBlob(event: TrailEvent): Promise<TrailEvent> {
    if (event.type !== 'call.state') return event;
    const { [ARGUMENTS]: input, ...others } = event;
    if (input === undefined) return event;
    const text = argumentsText(input);
    if (isShallow(input) && text.length <= MAX_INLINE_ARGUMENTS_CHARS) return event;
    return { ...others, argumentsBlob: await this.blob(text) };
  }

  /** Synchronous, so that nothing runs between reading the head and setting it. */
  #chain(event: TrailEvent): ChainedEntry {
    this.#throwIfFailed();
    const { hash: prev, count: seq } = this.#head;
    const time = this.#options.clock.now().toISOString();
    // The number of entries before this one is only known here.
    const counted = event.type === 'run.end' ? { ...event, count: seq } : event;
    const { recorded, line, hash } = encodeWithinLimit(counted, { seq, time, run: this.run, prev });
    const head = { hash, count: seq + 1 };
    this.#head = head;
    this.#options.onEntry?.(recorded);
    const isFirst = this.#pending.push({ line: `${line}\n`, head }) === 1;
    if (isFirst) this.#flushed = this.#flushPending(this.#flushed);
    return { head, flushed: this.#flushed };
  }

  /** Writes all pending lines with one call and one flush, after the one before it. */
  async #flushPending(before: Promise<unknown>): Promise<unknown> {
    await before;
    // Entries that are added meanwhile share the flush once they have their place in the chain: calls that run side by
    // side end while the first of their results are flushed.
    await new Promise((resolve) => setImmediate(resolve));
    await this.#chaining;
    const batch = this.#pending;
    this.#pending = [];
    const error = await this.#flush(batch);
    for (const { head } of batch)
      if (error === null && head.count % ANCHOR_EVERY === 0) this.#options.onAnchor?.(head);
    return error;
  }

  async #flush(batch: readonly PendingLine[]): Promise<unknown> {
    if (this.#failure !== null) return this.#failure;
    const bytes = Buffer.from(batch.map(({ line }) => line).join(''));
    try {
      await this.#blobs.flushNames();
      this.#checkOnlyWriter();
    } catch (error) {
      return this.#fail(error);
    }
    try {
      // Synchronous: it only copies into the page cache.
      appendFileSync(this.#handle.fd, bytes);
      await this.#handle.datasync();
      this.#sizeBytes += bytes.length;
      return null;
    } catch (error) {
      const failure = this.#fail(error);
      // No append of these lines has resolved as flushed, so what reached the disk is removed.
      await this.#handle.truncate(this.#sizeBytes).catch(() => undefined);
      return failure;
    }
  }

  /** Throws if another writer appended to the file, or if it was removed: the chain would fork. */
  #checkOnlyWriter(): void {
    // Synchronous: it only reads the inode from memory.
    const { size, nlink } = fstatSync(this.#handle.fd);
    if (nlink === 0) throw new Error('its file was removed while the run wrote to it');
    if (size !== this.#sizeBytes) {
      throw new Error(`its file has ${size} bytes, but this run wrote ${this.#sizeBytes}`);
    }
  }

  #fail(error: unknown): CountersignError {
    this.#failure ??= unwritable(this.folder, error);
    return this.#failure;
  }
}

function argumentsText(input: Json): string {
  const text = orNull(() => canonicalJson(isShallow(input) ? sanitizeJson(input) : input));
  return text ?? '[not stored: nested too deeply, or not text]';
}

/** The line of an event. If it is longer than an entry may be, its longest texts are shortened. */
function encodeWithinLimit(
  event: TrailEvent,
  place: Parameters<typeof encodeLine>[1],
): { readonly recorded: TrailEvent; readonly line: string; readonly hash: string } {
  const fields = asJson(event);
  const encoded = encodeLine(fields, place);
  if (fits(encoded.line)) return { recorded: event, ...encoded };
  for (const maxBytes of TEXT_LIMITS_BYTES) {
    const recorded = validated(shortenEvent(fields, maxBytes));
    const shortened = encodeLine(asJson(recorded), place);
    if (fits(shortened.line)) return { recorded, ...shortened };
  }
  const message = `The audit trail cannot have the entry ${event.type} with so many items: it would be longer than ${MAX_ENTRY_BYTES} bytes.`;
  throw new CountersignError('trail-unwritable', message, {
    fix: 'Let the run do less at once, such as calls with fewer files.',
  });
}

function fits(line: string): boolean {
  return Buffer.byteLength(line) <= MAX_ENTRY_BYTES;
}

function validated(event: { readonly type?: unknown }): TrailEvent {
  const type = String(event.type);
  const parsed = eventSchema(type)?.safeParse(event, ZOD_OPTIONS);
  if (parsed === undefined)
    throw new CountersignError('internal', `The audit trail has no entries of type ${type}.`);
  if (parsed.success) return parsed.data;
  throw new CountersignError('internal', `Invalid audit trail entry: ${firstIssue(parsed.error)}`);
}

function asJson(event: object): JsonObject {
  if (isJsonObject(event)) return event;
  throw new CountersignError('internal', 'A trail event is not an object.');
}
