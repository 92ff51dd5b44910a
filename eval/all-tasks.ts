/** I/O: tries every task, several at a time, within a sum of money. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, NOTHING_USED } from './attempt.ts';
import { missingPrograms } from './programs.ts';
import { type Attempt, RESULTS_FILE, type Results } from './results.ts';
import type { Setting } from './setting.ts';
import { PROGRAMS, type Task } from './task.ts';

/** A run could hardly do anything with less. */
const MIN_RUN_USD = 0.01;

export interface AllOptions {
  readonly setting: Setting;
  readonly tasks: readonly Task[];
  readonly repeat: number;
  readonly jobs: number;
  readonly maxCost: number | null;
  /** Where the results and the trails go; the results are written again after each attempt. */
  readonly out: string;
  /** An empty folder for checkouts. */
  readonly temp: string;
  /** Called after each attempt. */
  readonly onAttempt: (attempt: Attempt) => void;
}

interface Turn {
  readonly task: Task;
  readonly attempt: number;
}

/**
 * Tries the tasks, and gives back the results in their order. Stops if more of them make no sense: a run got nothing
 * from the model, or somebody cancelled. What was not tried then is `skipped` with the reason.
 */
export async function tryAll(empty: Results, options: AllOptions): Promise<Results> {
  const { setting, tasks, temp, jobs, out } = options;
  mkdirSync(join(out, 'trails'), { recursive: true });
  const wanted = PROGRAMS.filter((one) => tasks.some(({ needs = [] }) => needs.includes(one)));
  const missing = await missingPrograms(setting, wanted, temp);
  const purse = new Purse(options.maxCost, jobs);
  const waiting = tasks.flatMap((task): readonly Turn[] =>
    Array.from({ length: options.repeat }, (_, index) => ({ task, attempt: index + 1 })),
  );
  const order = new Map(tasks.map(({ id }, index) => [id, index]));
  const attempts: Attempt[] = [];
  let stopped: string | null = null;
  const next = async (): Promise<void> => {
    for (let turn = waiting.shift(); turn !== undefined; turn = waiting.shift()) {
      const lacking = turn.task.needs?.find((program) => missing.has(program));
      const because =
        stopped ?? (lacking === undefined ? null : `${lacking} was not found in the sandbox`);
      const made = because === null ? await tryOne(turn, options, purse) : skipped(turn, because);
      stopped ??= reasonToStop(made);
      attempts.push(made);
      attempts.sort(
        (a, b) => (order.get(a.task) ?? 0) - (order.get(b.task) ?? 0) || a.attempt - b.attempt,
      );
      save({ ...empty, attempts }, out);
      options.onAttempt(made);
    }
  };
  await Promise.all(Array.from({ length: jobs }, next));
  return { ...empty, attempts };
}

async function tryOne(
  { task, attempt: number }: Turn,
  { setting, temp, out, repeat }: AllOptions,
  purse: Purse,
): Promise<Attempt> {
  const maxUsd = purse.take();
  if (maxUsd !== null && maxUsd < MIN_RUN_USD) {
    purse.giveBack(maxUsd, 0);
    return skipped({ task, attempt: number }, 'the sum of --max-cost was used up');
  }
  const name = repeat === 1 ? task.id : `${task.id}-${number}`;
  const trail = join('trails', name);
  const end = await attempt(task, {
    setting,
    folder: join(temp, name),
    trail: join(out, trail),
    ...(maxUsd === null ? {} : { maxUsd }),
  });
  purse.giveBack(maxUsd, end.costUsd ?? 0);
  return { task: task.id, attempt: number, ...end, trail: end.outcome === null ? null : trail };
}

function skipped({ task, attempt: number }: Turn, detail: string): Attempt {
  return {
    ...NOTHING_USED,
    task: task.id,
    attempt: number,
    status: 'skipped',
    detail,
    outcome: null,
    seconds: 0,
    trail: null,
  };
}

/** Further runs would end as this one did. */
function reasonToStop({ status, outcome, calls, tokens, detail }: Attempt): string | null {
  if (outcome === 'cancelled') return 'the eval was cancelled';
  const isTried = calls > 0 || tokens > 0;
  return status === 'error' && !isTried ? `the model could not be reached: ${detail}` : null;
}

/** What may still be spent. Each run gets an equal share of it, so that all of them together stay within the sum. */
class Purse {
  readonly #jobs: number;
  #left: number | null;
  #running = 0;

  constructor(sum: number | null, jobs: number) {
    this.#left = sum;
    this.#jobs = jobs;
  }

  /** The most that the next run may cost; `null`: no limit. */
  take(): number | null {
    if (this.#left === null) return null;
    const share = this.#left / (this.#jobs - this.#running);
    this.#left -= share;
    this.#running += 1;
    return share;
  }

  giveBack(share: number | null, spent: number): void {
    if (this.#left === null || share === null) return;
    this.#left += Math.max(0, share - spent);
    this.#running -= 1;
  }
}

/** Replaces the file in one step: whoever ends an eval half-way keeps what was found. */
function save(results: Results, out: string): void {
  const file = join(out, RESULTS_FILE);
  writeFileSync(`${file}.new`, `${JSON.stringify(results, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/** What a task is: its file, and the parts of checks. Results are compared only where it is the same. */
export function digestOf({ id }: Pick<Task, 'id'>): string {
  const hash = createHash('sha256');
  for (const file of [`tasks/${id}.ts`, 'check.ts'])
    hash.update(readFileSync(join(import.meta.dirname, file)));
  return hash.digest('hex');
}
