// I/O: appends to the trail.
import { appendFileSync, fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import {
  canonicalJson,
  type Clock,
  CountersignError,
  ZOD_OPTIONS,
  isJsonObject,
  type Json,
  type JsonObject,
  type Redactor,
} from '../../common/index.ts';
import { BlobStore } from './blobs.ts';
import { openForAppend, prepareFolder, unwritable } from './disk.ts';
import { firstIssue } from '../format/entry.ts';
import { eventSchema, isEventType, type TrailEvent } from '../format/events.ts';
import { isShallow, encodeLine } from '../format/format.ts';
import { ANCHOR_EVERY, MAX_ENTRY_BYTES, MAX_INLINE_ARGUMENTS_CHARS } from '../format/limits.ts';
import type { Trail, TrailHead } from '../format/ports.ts';
import { type Left, recoverTrail } from './recover.ts';
import { madeWhole, redactEvent } from './redact-event.ts';

export interface TrailOptions {
  /** Made where it is missing; must lie where no tool can write. */
  readonly folder: string;
  readonly run: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Told a head that is on disk, every `ANCHOR_EVERY` entries: what is published of it, no later run can undo. */
  readonly onAnchor?: (head: TrailHead) => void;
}

const ARGUMENTS = 'gen_ai.tool.call.arguments';
const CLOSED = 'The trail is closed; nothing can be added to it.';

/**
 * Opens a run's trail for writing: a new one, or the one that an earlier process of the same run left, whose chain
 * is checked first and then goes on. A torn last line is kept as `torn-<seq>.bin`, and a `recovered` entry says so.
 * Throws `trail-unwritable` (no space, no permission) and `trail-broken` (what is there is not this run's whole chain).
 */
export async function openTrail(options: TrailOptions): Promise<Trail> {
  const { folder, run } = options;
  await prepareFolder(folder);
  const handle = await openForAppend(folder);
  try {
    const left = await recoverTrail(folder, run, handle);
    const blobs = new BlobStore(folder);
    await blobs.load();
    const writer = new TrailWriter(options, { handle, blobs, left });
    if (left.torn !== null) {
      const { bytes, sha256 } = left.torn;
      await writer.append({ type: 'recovered', tornBytes: bytes, tornSha256: sha256 });
    }
    return writer;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

interface Waiting {
  readonly line: string;
  readonly head: TrailHead;
  /** Called with what went wrong, or `null` once the line is on disk. */
  readonly onDisk: (error: unknown) => void;
}

interface Placed {
  readonly head: TrailHead;
  readonly onDisk: Promise<unknown>;
}

class TrailWriter implements Trail {
  readonly run: string;
  readonly folder: string;
  readonly #options: TrailOptions;
  readonly #handle: FileHandle;
  readonly #blobs: BlobStore;
  #head: TrailHead;
  #sizeBytes: number;
  /** Settles once every append before has its place in the chain. */
  #turn: Promise<unknown> = Promise.resolve();
  #waiting: Waiting[] = [];
  /** Settles once the entry that was placed last is on disk. */
  #lastOnDisk: Promise<unknown> = Promise.resolve(null);
  #flushing: Promise<void> | null = null;
  #dead: CountersignError | null = null;

  constructor(
    options: TrailOptions,
    found: { readonly handle: FileHandle; readonly blobs: BlobStore; readonly left: Left },
  ) {
    this.run = options.run;
    this.folder = options.folder;
    this.#options = options;
    this.#handle = found.handle;
    this.#blobs = found.blobs;
    this.#head = found.left.head;
    this.#sizeBytes = found.left.sizeBytes;
  }

  async append(event: TrailEvent): Promise<TrailHead> {
    const { head, onDisk } = await this.#enter(event);
    const error = await onDisk;
    if (error !== null) throw error;
    return head;
  }

  async write(event: TrailEvent): Promise<TrailHead> {
    return (await this.#enter(event)).head;
  }

  async flush(): Promise<void> {
    await this.#turn;
    const error = await this.#lastOnDisk;
    if (error !== null) throw error;
    this.#refuseWhenDead();
  }

  async #enter(event: TrailEvent): Promise<Placed> {
    this.#refuseWhenDead();
    const prepared = this.#prepare(event);
    prepared.catch(() => undefined);
    const placing = this.#turn.then(async () => this.#place(await prepared));
    this.#turn = placing.catch(() => undefined);
    return await placing;
  }

  async blob(
    text: string,
    digest?: string,
  ): Promise<{ readonly sha256: string; readonly bytes: number }> {
    this.#refuseWhenDead();
    const redacted = await this.#options.redactor.redact(text);
    return this.#keep(redacted, redacted === text ? digest : undefined);
  }

  head(): TrailHead {
    return this.#head;
  }

  async close(): Promise<void> {
    if (this.#dead?.message === CLOSED) return;
    await this.#turn;
    await this.#flushing;
    await this.#blobs.synced().catch((error: unknown) => {
      throw this.#die(error);
    });
    this.#dead = new CountersignError('trail-unwritable', CLOSED);
    await this.#handle.close();
  }

  #refuseWhenDead(): void {
    if (this.#dead !== null) throw this.#dead;
  }

  #keep(text: string, digest?: string): { readonly sha256: string; readonly bytes: number } {
    try {
      return this.#blobs.put(text, digest);
    } catch (error) {
      throw this.#die(error);
    }
  }

  /** Everything about an entry but its place: no I/O in the trail itself, so that events may be prepared side by side. */
  async #prepare(event: TrailEvent): Promise<TrailEvent> {
    const spilled = await this.#spillArguments(event);
    const before = validated(spilled);
    const json = asJson(before);
    const after = await redactEvent(json, this.#options.redactor);
    return after === json ? before : validated(after);
  }

  async #spillArguments(event: TrailEvent): Promise<TrailEvent> {
    if (event.type !== 'call.state') return event;
    const { [ARGUMENTS]: input, ...others } = event;
    if (input === undefined) return event;
    const text = argumentsText(input);
    if (isShallow(input) && text.length <= MAX_INLINE_ARGUMENTS_CHARS) return event;
    return { ...others, argumentsBlob: await this.blob(text) };
  }

  /** Synchronous: between reading the head and setting it nothing else runs. */
  #place(event: TrailEvent): Placed {
    this.#refuseWhenDead();
    const { hash: prev, count: seq } = this.#head;
    const time = this.#options.clock.now().toISOString();
    // Only here is it known how many entries come before this one.
    const placed = event.type === 'run.end' ? { ...event, count: seq } : event;
    const { line, hash } = encodeLine(asJson(placed), { seq, time, run: this.run, prev });
    if (Buffer.byteLength(line) > MAX_ENTRY_BYTES) {
      throw new CountersignError('internal', `A ${event.type} is longer than an entry may be.`);
    }
    const head = { hash, count: seq + 1 };
    this.#head = head;
    const onDisk = Promise.withResolvers<unknown>();
    this.#lastOnDisk = onDisk.promise;
    this.#waiting.push({ line: `${line}\n`, head, onDisk: onDisk.resolve });
    this.#flushing ??= this.#flushAll();
    return { head, onDisk: onDisk.promise };
  }

  /** Whatever waits is written with one call and flushed once, again and again until nothing waits. */
  async #flushAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      // What is about to be asked for, and what was by now, shares the flush: the place of each in the chain is waited
      // for, not its disk.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#turn;
      const batch = this.#waiting;
      this.#waiting = [];
      const error = await this.#flush(batch);
      for (const { head, onDisk } of batch) {
        if (error === null && isAnchor(head)) this.#options.onAnchor?.(head);
        onDisk(error);
      }
    }
    this.#flushing = null;
  }

  async #flush(batch: readonly Waiting[]): Promise<unknown> {
    if (this.#dead !== null) return this.#dead;
    const bytes = Buffer.from(batch.map(({ line }) => line).join(''));
    try {
      this.#checkAlone();
    } catch (error) {
      return this.#die(error);
    }
    try {
      await this.#blobs.synced();
      // Into the system's memory, which takes no thread; the disk is what is waited for.
      appendFileSync(this.#handle.fd, bytes);
      await this.#handle.datasync();
      this.#sizeBytes += bytes.length;
      return null;
    } catch (error) {
      const died = this.#die(error);
      // None of these entries was promised to anybody: what of them reached the disk is taken back.
      await this.#handle.truncate(this.#sizeBytes).catch(() => undefined);
      return died;
    }
  }

  /** Another writer, or a file taken from under the name, would make two trails of one. */
  #checkAlone(): void {
    // The system answers from memory: a thread of the pool would take far longer to be woken.
    const { size, nlink } = fstatSync(this.#handle.fd);
    if (nlink === 0) throw new Error('its file was removed while the run wrote to it');
    if (size !== this.#sizeBytes) {
      throw new Error(`its file has ${size} bytes where this run wrote ${this.#sizeBytes}`);
    }
  }

  #die(error: unknown): CountersignError {
    this.#dead ??= unwritable(this.folder, error);
    return this.#dead;
  }
}

function isAnchor({ count }: TrailHead): boolean {
  return count % ANCHOR_EVERY === 0;
}

function argumentsText(input: Json): string {
  try {
    return canonicalJson(isShallow(input) ? madeWhole(input) : input);
  } catch {
    return '[not kept: nested too deeply, or not text]';
  }
}

function validated(event: { readonly type?: unknown }): TrailEvent {
  const { type } = event;
  if (typeof type !== 'string' || !isEventType(type)) {
    throw new CountersignError('internal', `No such trail entry: type ${String(type)}`);
  }
  const parsed = eventSchema(type).safeParse(event, ZOD_OPTIONS);
  if (parsed.success) return parsed.data;
  throw new CountersignError('internal', `No such trail entry: ${firstIssue(parsed.error)}`);
}

function asJson(event: TrailEvent): JsonObject {
  if (isJsonObject(event)) return event;
  throw new CountersignError('internal', 'A trail event is not an object.');
}
