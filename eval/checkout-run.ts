/** I/O: a run of a task by the command line, in a repository of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Json } from '../src/common/index.ts';
import { countersign } from './command.ts';
import { createRepository } from './repository.ts';
import { NOBODY, terminalOf } from './person.ts';
import { type ModelOptions, policyOf, type Setting } from './setting.ts';
import type { Files, Task, TaskEnd } from './task.ts';

export interface RunOptions {
  readonly setting: Setting;
  readonly model: ModelOptions;
  /** An empty folder, removed by the caller. */
  readonly folder: string;
  /** Where the audit trail has to lie in the end. */
  readonly trail: string;
}

/** How a run ended, before its trail was read. */
export interface RunEnd extends Pick<TaskEnd, 'outcome' | 'summary' | 'result' | 'github'> {
  readonly checkout: string;
  /** What the checkout held before the run. */
  readonly first: Files;
  readonly turns: number;
  readonly tokens: number;
  /** `null`: unknown. */
  readonly costUsd: number | null;
  readonly isEstimate: boolean;
}

const reportSchema = z.looseObject({
  outcome: z.string(),
  summary: z.string(),
  turns: z.number(),
  tokens: z.number(),
  costUsd: z.number().nullable(),
  isEstimate: z.boolean().default(false),
  structuredOutput: z.json().default(null),
});

/** Runs `countersign run` as a person would. Throws with what it printed if there was no run. */
export async function runInCheckout(task: Task, options: RunOptions): Promise<RunEnd> {
  const { setting, folder, trail } = options;
  const checkout = join(folder, 'checkout');
  mkdirSync(checkout, { recursive: true });
  createRepository(checkout, task.files);
  const policy = join(folder, 'policy.yml');
  writeFileSync(policy, policyOf(task, setting.sandbox));
  const model = Object.entries(options.model).flatMap(([name, value]) => [`--${name}`, value]);
  const schema =
    task.outputSchema === undefined ? [] : ['--output-schema', JSON.stringify(task.outputSchema)];
  const { out, err } = await countersign(
    ['run', '-', '--json', '--policy', policy, '--trail', trail, ...schema, ...model],
    {
      environment: setting.environment,
      cwd: checkout,
      stdin: task.asks,
      terminal: terminalOf(task.person ?? NOBODY),
    },
  );
  if (out === '') throw new Error(err.trim().split('\n').at(-1) ?? 'There was no run.');
  const printed: Json = JSON.parse(out);
  const { structuredOutput, ...report } = reportSchema.parse(printed);
  return { ...report, result: structuredOutput, checkout, first: task.files, github: null };
}
