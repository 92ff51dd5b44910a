import type { Duplex } from 'node:stream';
import { errorText, type Json } from '../../common/index.ts';
import { encodeFrame, type Frame, FrameError, FrameReader } from './frames.ts';

/** Requests of one end that the other may be working on at once; more wait for their turn. */
const MAX_AT_ONCE = 128;
/** From so many on, the other end does not keep to the rule above. */
const MAX_OPEN = 256;
/** Bytes that may wait for an end that does not read. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

export interface PeerOptions {
  readonly stream: Duplex;
  /** Answers what the other end asks. The signal is aborted where it no longer wants to know. */
  readonly answer: (operation: string, data: Json, signal: AbortSignal) => Promise<Json>;
  readonly onEvent: (name: string, data: Json) => void;
  /** Called once, where the other end did not keep to the rules, or does not read. Nothing more of it counts. */
  readonly onBreach: (because: string) => void;
}

interface Waiting {
  readonly resolve: (data: Json) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One end of a module process's channel. Both ends may ask, and each is strict with the other: an answer that nobody asked for,
 * an id that was there before, too many open requests, or bytes that are no frame end the connection. This file does I/O.
 */
export class Peer {
  readonly #options: PeerOptions;
  readonly #reader = new FrameReader();
  readonly #asked = new Map<number, Waiting>();
  readonly #answering = new Map<number, AbortController>();
  readonly #queue: (() => void)[] = [];
  #lastAsked = 0;
  #lastAnswered = 0;
  #ended: string | null = null;

  constructor(options: PeerOptions) {
    this.#options = options;
    options.stream.on('data', (chunk: Buffer) => this.#take(chunk));
    options.stream.on('error', () => undefined);
  }

  /**
   * Asks the other end. Rejects with what it says went wrong, and where the connection ends first. An aborted signal only tells
   * the other end, whose answer is waited for all the same.
   */
  async ask(
    operation: string,
    data: Json,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Json> {
    if (this.#asked.size >= MAX_AT_ONCE) {
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
    this.#throwIfEnded();
    const id = (this.#lastAsked += 1);
    const bytes = encodeFrame({ kind: 'request', id, operation, data });
    const answered = new Promise<Json>((resolve, reject) =>
      this.#asked.set(id, { resolve, reject }),
    );
    this.#write(bytes);
    const cancel = (): void => this.#send({ kind: 'cancel', id });
    if (options.signal?.aborted === true) cancel();
    options.signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await answered;
    } finally {
      options.signal?.removeEventListener('abort', cancel);
      this.#asked.delete(id);
      this.#queue.shift()?.();
    }
  }

  /** Tells the other end something that has no answer. Throws `FrameError` for what is too long. */
  tell(name: string, data: Json): void {
    this.#send({ kind: 'event', name, data });
  }

  /** Ends the connection: whatever is open fails with `because`. */
  end(because: string): void {
    if (this.#ended !== null) return;
    this.#ended = because;
    for (const { reject } of this.#asked.values()) reject(new Error(because));
    for (const controller of this.#answering.values()) controller.abort(new Error(because));
    for (const go of this.#queue.splice(0)) go();
    this.#options.stream.destroy();
  }

  #throwIfEnded(): void {
    if (this.#ended !== null) throw new Error(this.#ended);
  }

  #breach(because: string): void {
    if (this.#ended !== null) return;
    this.end(because);
    this.#options.onBreach(because);
  }

  #send(frame: Frame): void {
    if (this.#ended === null) this.#write(encodeFrame(frame));
  }

  #write(bytes: Buffer): void {
    const { stream } = this.#options;
    if (stream.writableLength > MAX_WAITING_BYTES) {
      this.#breach('it does not read what it is told');
      return;
    }
    stream.write(bytes);
  }

  #take(chunk: Buffer): void {
    if (this.#ended !== null) return;
    try {
      for (const frame of this.#reader.push(chunk)) this.#handle(frame);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.#breach(`it sent ${error.message}`);
    }
  }

  #handle(frame: Frame): void {
    if (this.#ended !== null) return;
    switch (frame.kind) {
      case 'request':
        this.#request(frame);
        return;
      case 'answer':
        this.#open(frame.id)?.resolve(frame.data);
        return;
      case 'failure':
        this.#open(frame.id)?.reject(new Error(frame.message));
        return;
      case 'cancel':
        // It may have been answered just now.
        this.#answering.get(frame.id)?.abort(new Error('cancelled'));
        return;
      case 'event':
        this.#options.onEvent(frame.name, frame.data);
        return;
    }
  }

  #open(id: number): Waiting | undefined {
    const waiting = this.#asked.get(id);
    this.#asked.delete(id);
    if (waiting === undefined) this.#breach('it sent an answer that nobody asked for');
    return waiting;
  }

  #request(frame: Extract<Frame, { kind: 'request' }>): void {
    if (frame.id <= this.#lastAnswered) {
      this.#breach('it sent a request under an id that was there before');
      return;
    }
    this.#lastAnswered = frame.id;
    if (this.#answering.size >= MAX_OPEN) {
      this.#breach(`it has more than ${MAX_OPEN} open requests`);
      return;
    }
    void this.#answer(frame);
  }

  async #answer({ id, operation, data }: Extract<Frame, { kind: 'request' }>): Promise<void> {
    const controller = new AbortController();
    this.#answering.set(id, controller);
    try {
      const answer = await this.#options.answer(operation, data, controller.signal);
      this.#send({ kind: 'answer', id, data: answer });
    } catch (error) {
      const message = error instanceof FrameError ? `the answer is too long: ${error.message}` : '';
      this.#send({ kind: 'failure', id, message: message || errorText(error) });
    } finally {
      this.#answering.delete(id);
    }
  }
}
