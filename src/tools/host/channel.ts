import type { Duplex } from 'node:stream';
import { errorText, type Json } from '../../common/index.ts';
import { encodeFrame, type Frame, FrameError, FrameReader } from './frames.ts';

/** Open requests of one end; more are queued. */
const MAX_AT_ONCE = 128;
/** Open requests at which the other end violates the limit above. */
const MAX_OPEN = 256;
/** Bytes that may be buffered for an end that does not read. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

interface ChannelOptions {
  readonly stream: Duplex;
  /** Answers a request of the other end. The signal aborts when the other end cancels the request. */
  readonly answer: (operation: string, data: Json, signal: AbortSignal) => Promise<Json>;
  readonly onEvent: (name: string, data: Json) => void;
  /** Called once, if the other end violates the protocol or does not read. Later frames are ignored. */
  readonly onBreach: (because: string) => void;
}

interface Waiting {
  readonly resolve: (data: Json) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One end of a module process's channel. Both ends may send requests, and each is strict with the other: an unexpected answer,
 * a reused id, too many open requests or an invalid frame end the connection. This file does I/O.
 */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #reader = new FrameReader();
  readonly #asked = new Map<number, Waiting>();
  readonly #answering = new Map<number, AbortController>();
  readonly #queue: (() => void)[] = [];
  #lastAsked = 0;
  #lastAnswered = 0;
  #ended: string | null = null;

  constructor(options: ChannelOptions) {
    this.#options = options;
    options.stream.on('data', (chunk: Buffer) => this.#take(chunk));
    options.stream.on('error', () => undefined);
  }

  /**
   * Sends a request. Rejects with the other end's failure, or if the connection ends first. An aborted signal only informs the
   * other end; its answer is still awaited.
   */
  async ask(
    operation: string,
    data: Json,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Json> {
    if (this.#asked.size >= MAX_AT_ONCE) {
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
    const id = (this.#lastAsked += 1);
    const cancel = (): void => this.#send({ kind: 'cancel', id });
    try {
      this.#throwIfEnded();
      const bytes = requestBytes({ kind: 'request', id, operation, data });
      const answered = new Promise<Json>((resolve, reject) =>
        this.#asked.set(id, { resolve, reject }),
      );
      this.#write(bytes);
      if (options.signal?.aborted === true) cancel();
      options.signal?.addEventListener('abort', cancel, { once: true });
      return await answered;
    } finally {
      options.signal?.removeEventListener('abort', cancel);
      this.#asked.delete(id);
      // Also after a request that was never sent: the next one has its place.
      this.#queue.shift()?.();
    }
  }

  /** Sends an event, which has no answer. Throws `FrameError` if it is too long, or nested too deeply. */
  emit(name: string, data: Json): void {
    this.#send({ kind: 'event', name, data });
  }

  /** Ends the connection: open requests fail with `because`. */
  end(because: string): void {
    if (this.#ended !== null) return;
    this.#ended = because;
    for (const { reject } of this.#asked.values()) reject(new Error(because));
    for (const controller of this.#answering.values()) controller.abort(new Error(because));
    for (const proceed of this.#queue.splice(0)) proceed();
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
      this.#breach('it does not read its messages');
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
        // The request may be answered already.
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
    if (waiting === undefined) this.#breach('it sent an answer without a request');
    return waiting;
  }

  #request(frame: Extract<Frame, { kind: 'request' }>): void {
    if (frame.id <= this.#lastAnswered) {
      this.#breach('it sent a request with a reused id');
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
      const message =
        error instanceof FrameError ? `the answer cannot be sent: ${error.message}` : '';
      this.#send({ kind: 'failure', id, message: message || errorText(error) });
    } finally {
      this.#answering.delete(id);
    }
  }
}

/** Throws an `Error` that says what cannot be sent: a `FrameError` here would read as one of an answer. */
function requestBytes(frame: Extract<Frame, { kind: 'request' }>): Buffer {
  try {
    return encodeFrame(frame);
  } catch (error) {
    throw new Error(`the message cannot be sent: ${errorText(error)}`, { cause: error });
  }
}
