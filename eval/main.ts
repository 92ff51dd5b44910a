/** I/O: what `npm run eval` does. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CountersignError, errorText, VERSION, visible } from '../src/common/index.ts';
import { digestOf, tryAll } from './all-tasks.ts';
import { diffResults, diffText, worsened } from './diff.ts';
import { type EvalCommand, parseOptions, USAGE } from './options.ts';
import { type Attempt, newResults, readResults, RESULTS_FILE, totalsOf } from './results.ts';
import type { EvalModel } from './setting.ts';
import { columns, dollars, resultsTable } from './table.ts';
import type { Task } from './task.ts';

/** Exit codes. */
export const CODES = {
  /** Every task that was tried was solved; of `diff`: none is solved less often. */
  ok: 0,
  no: 1,
  /** Invalid arguments, or a run that ended with an error that says nothing about the model. */
  unusable: 2,
} as const;

export interface EvalIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly now: () => Date;
}

/** Does what the arguments say, and gives back the exit code. */
export async function main(
  args: readonly string[],
  tasks: readonly Task[],
  io: EvalIo,
): Promise<number> {
  try {
    const command = parseOptions(args, tasks);
    switch (command.kind) {
      case 'help':
        io.out(`${USAGE}\n`);
        return CODES.ok;
      case 'list':
        io.out(`${columns(tasks.map(({ id, topic, title }) => [id, topic, title]))}\n`);
        return CODES.ok;
      case 'diff':
        return compare(command, io);
      case 'run':
        return await run(command, io);
    }
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    io.err(`${visible(errorText(error))}\n`);
    return CODES.unusable;
  }
}

function compare({ before, after }: Extract<EvalCommand, { kind: 'diff' }>, io: EvalIo): number {
  const [first, second] = [before, after].map((path) => readResults(resolve(io.cwd, path)));
  if (first === undefined || second === undefined) return CODES.unusable;
  const diff = diffResults(first, second);
  io.out(diffText(first, second, diff));
  if (diff.tasks.length > 0) return worsened(diff).length === 0 ? CODES.ok : CODES.no;
  io.err('The two results have no task in common that both tried.\n');
  return CODES.unusable;
}

async function run(command: Extract<EvalCommand, { kind: 'run' }>, io: EvalIo): Promise<number> {
  const { model, tasks, repeat } = command;
  const named = namesOf(model);
  const date = io.now().toISOString();
  const out = outFolder(command.out ?? defaultOut(named.model, date), io);
  const temp = mkdtempSync(join(tmpdir(), 'countersign-eval-'));
  let made = 0;
  try {
    const empty = newResults({
      ...named,
      date,
      version: VERSION,
      node: process.version,
      sandbox: command.sandbox,
      tasks: Object.fromEntries(tasks.map((task) => [task.id, digestOf(task)])),
    });
    const results = await tryAll(empty, {
      ...command,
      setting: { model, sandbox: command.sandbox, environment: io.environment },
      out,
      temp,
      onAttempt: (attempt) => {
        made += 1;
        io.err(`${made}/${tasks.length * repeat} ${progressOf(attempt)}\n`);
      },
    });
    io.out(`${resultsTable(results)}\n${join(out, RESULTS_FILE)}\n`);
    const { failed, errors, solved } = totalsOf(results.attempts);
    if (errors > 0 || solved + failed === 0) return CODES.unusable;
    return failed === 0 ? CODES.ok : CODES.no;
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

function namesOf(model: EvalModel): { readonly provider: string; readonly model: string } {
  if (model.kind === 'script') return { provider: 'scripted', model: model.script };
  const { provider = 'anthropic', model: name = '' } = model.options;
  return { provider, model: name };
}

function defaultOut(model: string, date: string): string {
  const name = model.replaceAll(/[^\w.-]+/g, '-');
  return join('eval-results', `${name}-${date.replaceAll(/[:.]/g, '-')}`);
}

/** Two evals never share a folder: the trails of one would lie beside the results of the other. */
function outFolder(path: string, io: EvalIo): string {
  const out = resolve(io.cwd, path);
  if (existsSync(join(out, RESULTS_FILE)) || existsSync(join(out, 'trails'))) {
    throw new CountersignError('input-invalid', `${out} has the results of another eval.`, {
      fix: 'Name a new folder with --out.',
    });
  }
  mkdirSync(out, { recursive: true });
  return out;
}

function progressOf({ task, status, seconds, costUsd, detail }: Attempt): string {
  const more = status === 'solved' ? '' : `: ${visible(detail)}`;
  return `${task} ${status} (${seconds} s, ${dollars(costUsd)})${more}`;
}
