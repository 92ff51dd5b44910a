/**
 * A process that runs one step of the bundle after another. Each runs as if it had a process of its own, without the time that it
 * takes to load the bundle, which is longer than most steps of tests.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { KEEP_COMPILED } from '../compiled.ts';
import { program } from '../programs.ts';

/**
 * A run keeps V8's new space at its initial size, to need less memory. With the usual size, to collect garbage takes an eighth of the
 * time of a process that runs many of them.
 */
const LARGE_NEW_SPACE = '--min-semi-space-size=16';
const END_CHARS = 20;
/** What the process writes to both streams at the end of a step. */
const END_OF_STEP = /\0exit code (\d+)\0$/;

export interface Step {
  readonly entry: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export class StepProcess {
  /** The port of the GitHub that its steps work with, 0 before the first: the artifact client keeps the address that it reads first. */
  port = 0;
  readonly #bundle: string;
  #child: ChildProcess | null = null;
  #isBusy = false;

  constructor(bundle: string) {
    this.#bundle = bundle;
  }

  /** One that no other test works with now. */
  static async take(bundle: string): Promise<StepProcess> {
    const free = FREE.pop();
    if (free === undefined) return new StepProcess(bundle);
    if (!(await canListen(free.port))) return new StepProcess(bundle);
    return free;
  }

  /** Leaves it to the next test. */
  giveBack(): void {
    if (this.#isBusy) this.#child?.kill('SIGKILL');
    else FREE.push(this);
  }

  /** Ends it, after the last step. */
  end(): void {
    this.#child?.kill('SIGKILL');
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /**
   * Runs a step to its end. One that ends the whole process gives the exit code of that; the next step starts another. `onText` gets
   * what the step prints while it runs.
   */
  async run(
    step: Step,
    onText: (text: string) => void = () => undefined,
  ): Promise<{ readonly exitCode: number | null; readonly log: string }> {
    this.#isBusy = true;
    const child = (this.#child ??= this.#start());
    child.send(step);
    const texts = await Promise.all(
      [child.stdout, child.stderr].map((stream) => textOfStep(stream, onText)),
    );
    const exitCode = END_OF_STEP.exec(texts[0] ?? '')?.[1];
    if (exitCode === undefined && this.#child !== null) await once(child, 'close');
    this.#isBusy = false;
    return {
      exitCode: exitCode === undefined ? child.exitCode : Number(exitCode),
      log: texts.map((text) => text.replace(END_OF_STEP, '')).join(''),
    };
  }

  /** Sends a signal to the step that runs. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  #start(): ChildProcess {
    const child = fork(program('run-steps'), [join(this.#bundle, 'index.js')], {
      env: { PATH: process.env['PATH'] ?? '', ...KEEP_COMPILED },
      execArgv: [LARGE_NEW_SPACE],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.once('close', () => {
      this.#child = null;
    });
    return child;
  }
}

const FREE: StepProcess[] = [];

/** What a stream brings until the step is over, or the process is. */
async function textOfStep(
  stream: Readable | null,
  onText: (text: string) => void,
): Promise<string> {
  if (stream === null) return '';
  let text = '';
  for await (const [chunk] of on(stream.setEncoding('utf8'), 'data', { close: ['end'] })) {
    text += String(chunk);
    onText(String(chunk));
    if (END_OF_STEP.test(text.slice(-END_CHARS))) break;
  }
  return text;
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
