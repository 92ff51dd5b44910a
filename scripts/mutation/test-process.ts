/** Runs tests of a copied project in one process that is used again until a mutant lets it hang. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

type Ended = 'passed' | 'failed' | 'timed-out';

const PROGRAM = join(import.meta.dirname, 'rerun-tests.ts');

export class TestProcess implements Disposable {
  readonly #project: string;
  readonly #temporary: string;
  #child: ChildProcess | null = null;

  /** `temporary`: for what a process that is killed leaves behind. */
  constructor(project: string, temporary: string) {
    this.#project = project;
    this.#temporary = temporary;
  }

  /** Runs tests until the first fails. Those that do not end in time are killed, together with all that they started. */
  async run(tests: readonly string[], timeoutMs: number): Promise<Ended> {
    const child = (this.#child ??= this.#start());
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      this[Symbol.dispose]();
    }, timeoutMs);
    const listening = new AbortController();
    const { signal } = listening;
    const answer = Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }),
    ]);
    child.send(tests);
    const [passed] = await answer;
    listening.abort();
    clearTimeout(late);
    if (!child.connected) this.#child = null;
    if (isLate) return 'timed-out';
    return passed === true ? 'passed' : 'failed';
  }

  #start(): ChildProcess {
    const env = { ...process.env, TMPDIR: this.#temporary };
    return fork(PROGRAM, { cwd: this.#project, env, stdio: 'ignore', detached: true });
  }

  [Symbol.dispose](): void {
    if (this.#child?.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    this.#child = null;
  }
}
