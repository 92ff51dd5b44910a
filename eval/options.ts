/** The arguments of `npm run eval`. */
import { parseArgs } from 'node:util';
import { CountersignError, errorText } from '../src/common/index.ts';
import { parsePrices, PROVIDERS } from '../src/model/index.ts';
import { type EvalModel, SANDBOXES, type SandboxMode } from './setting.ts';
import type { Task } from './task.ts';

const MAX_REPEAT = 50;
/** All runs are in one process. */
const MAX_JOBS = 8;

/** The options of `countersign run` that name a model; the action's inputs have the same names. */
const MODEL_OPTIONS = [
  'provider',
  'model',
  'anthropic-base-url',
  'base-url',
  'max-output-tokens',
  'context-window',
  'prompt-cache',
  'prices',
] as const;

export const USAGE = `npm run eval -- --provider NAME --model NAME    try a model on every task
npm run eval -- --list                          the tasks
npm run eval -- diff A B                        compare two results

  --task ID             only this task; can be repeated
  --repeat N            try each task N times (default: 1)
  --jobs N              runs at a time (default: 1, at most ${MAX_JOBS})
  --max-cost USD        start no further run that could exceed this sum
  --out DIR             where results.json and the audit trails go
  --sandbox MODE        ${SANDBOXES.join(', ')} (default: required)
  --scripted WHICH      no model: each task's own script, solution or failure
  --anthropic-base-url, --base-url, --max-output-tokens, --context-window, --prompt-cache, --prices
                        as for countersign run; keys are read from the same variables`;

export type EvalCommand =
  | { readonly kind: 'help' | 'list' }
  | { readonly kind: 'diff'; readonly before: string; readonly after: string }
  | {
      readonly kind: 'run';
      readonly model: EvalModel;
      readonly tasks: readonly Task[];
      readonly repeat: number;
      readonly jobs: number;
      readonly maxCost: number | null;
      /** `null`: a folder of its own. */
      readonly out: string | null;
      readonly sandbox: SandboxMode;
    };

const text = { type: 'string' } as const;

/** Reads the arguments. Throws `input-invalid` naming the argument and what to write instead. */
export function parseOptions(args: readonly string[], tasks: readonly Task[]): EvalCommand {
  const { values, positionals } = parsed(args);
  if (values.help === true) return { kind: 'help' };
  if (values.list === true) return { kind: 'list' };
  const [command, before, after, ...more] = positionals;
  if (command === 'diff') {
    if (before === undefined || after === undefined || more.length > 0)
      throw invalid('diff needs two results.', 'Write: npm run eval -- diff A B.');
    return { kind: 'diff', before, after };
  }
  if (command !== undefined)
    throw invalid(`Unknown argument: ${JSON.stringify(command)}.`, 'Add --help to see the usage.');
  return {
    kind: 'run',
    model: modelOf(values),
    tasks: chosen(values.task ?? [], tasks),
    repeat: wholeNumber('repeat', values.repeat, MAX_REPEAT),
    jobs: wholeNumber('jobs', values.jobs, MAX_JOBS),
    maxCost: maxCostOf(values['max-cost']),
    out: values.out ?? null,
    sandbox: oneOf('sandbox', values.sandbox ?? 'required', SANDBOXES),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        list: { type: 'boolean' },
        task: { type: 'string', multiple: true },
        repeat: text,
        jobs: text,
        'max-cost': text,
        out: text,
        sandbox: text,
        scripted: text,
        provider: text,
        model: text,
        'anthropic-base-url': text,
        'base-url': text,
        'max-output-tokens': text,
        'context-window': text,
        'prompt-cache': text,
        prices: text,
      },
    });
  } catch (error) {
    throw invalid(errorText(error), 'Add --help to see the usage.');
  }
}

type Values = ReturnType<typeof parsed>['values'];

function modelOf(values: Values): EvalModel {
  const given = MODEL_OPTIONS.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  if (values.scripted !== undefined) {
    const script = oneOf('scripted', values.scripted, ['solution', 'failure'] as const);
    if (given.length === 0) return { kind: 'script', script };
    throw invalid(
      `--scripted tries no model, so --${given[0]?.[0]} has no meaning.`,
      'Leave it out.',
    );
  }
  if (values.model === undefined || values.model === '')
    throw invalid('--model is missing.', 'Write the name of a model, as the provider spells it.');
  oneOf('provider', values.provider ?? 'anthropic', PROVIDERS);
  if (values.prices !== undefined) parsePrices(values.prices, '--prices');
  return { kind: 'options', options: Object.fromEntries(given) };
}

function chosen(ids: readonly string[], tasks: readonly Task[]): readonly Task[] {
  for (const id of ids) {
    if (tasks.some((task) => task.id === id)) continue;
    const known = tasks.map((task) => task.id).join(', ');
    throw invalid(`--task is ${JSON.stringify(id)}.`, `Write one of: ${known}.`);
  }
  return ids.length === 0 ? tasks : tasks.filter(({ id }) => ids.includes(id));
}

function wholeNumber(name: string, value: string | undefined, max: number): number {
  if (value === undefined) return 1;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= 1 && number <= max) return number;
  throw invalid(`--${name} is ${JSON.stringify(value)}.`, `Write a whole number from 1 to ${max}.`);
}

function maxCostOf(value: string | undefined): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number) && number > 0) return number;
  throw invalid(
    `--max-cost is ${JSON.stringify(value)}.`,
    'Write US dollars above 0, such as 2.50.',
  );
}

function oneOf<T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw invalid(`--${name} is ${JSON.stringify(value)}.`, `Write one of: ${known.join(', ')}.`);
}

function invalid(message: string, fix: string): CountersignError {
  return new CountersignError('input-invalid', message, { fix });
}
