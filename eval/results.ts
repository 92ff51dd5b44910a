/** The file that an eval leaves, and how it is read again. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { CountersignError, errorText, type Json } from '../src/common/index.ts';

export const RESULTS_FILE = 'results.json';
const FORMAT = 1;

export const STATUSES = ['solved', 'failed', 'skipped', 'error'] as const;
const count = z.int().nonnegative();
const share = z.number().min(0).max(1);

const attemptSchema = z.strictObject({
  task: z.string(),
  /** From 1, where a task is tried several times. */
  attempt: z.int().positive(),
  /** `skipped`: the machine lacks a program, or money ran out. `error`: the model could not be tried. */
  status: z.enum(STATUSES),
  detail: z.string(),
  precision: share.optional(),
  recall: share.optional(),
  /** How the run ended; `null`: there was none. */
  outcome: z.string().nullable(),
  turns: count,
  calls: count,
  questions: count,
  tokens: count,
  /** `null`: unknown. */
  costUsd: z.number().nonnegative().nullable(),
  isEstimate: z.boolean().optional(),
  seconds: z.number().nonnegative(),
  /** The folder of the audit trail, from the file's own; `null`: there was no run. */
  trail: z.string().nullable(),
});

const resultsSchema = z.strictObject({
  format: z.literal(FORMAT),
  provider: z.string(),
  model: z.string(),
  date: z.string(),
  version: z.string(),
  node: z.string(),
  sandbox: z.string(),
  /** The digest of each task that was chosen: two results are compared only where it is the same. */
  tasks: z.record(z.string(), z.string()),
  attempts: z.array(attemptSchema),
});

/** One attempt of one task. */
export type Attempt = z.infer<typeof attemptSchema>;
/** The results of an eval. */
export type Results = z.infer<typeof resultsSchema>;

export function newResults(about: Omit<Results, 'format' | 'attempts'>): Results {
  return { format: FORMAT, ...about, attempts: [] };
}

/** Reads the results of a file, or of the folder of an eval. Throws `input-invalid` naming it. */
export function readResults(path: string): Results {
  let value: Json;
  try {
    const isFolder = statSync(path).isDirectory();
    value = JSON.parse(readFileSync(isFolder ? join(path, RESULTS_FILE) : path, 'utf8'));
  } catch (cause) {
    throw new CountersignError('input-invalid', `${path} cannot be read: ${errorText(cause)}.`, {
      fix: `Name the folder of an eval, or its ${RESULTS_FILE}.`,
      cause,
    });
  }
  const parsed = resultsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CountersignError(
    'input-invalid',
    `${path} has no results of an eval: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`,
    { fix: `Name the folder of an eval, or its ${RESULTS_FILE}.` },
  );
}

/** The sums of attempts. */
export interface Totals {
  readonly solved: number;
  readonly failed: number;
  readonly skipped: number;
  readonly errors: number;
  readonly turns: number;
  readonly questions: number;
  readonly tokens: number;
  /** `null`: of at least one run it is unknown. */
  readonly costUsd: number | null;
}

export function totalsOf(attempts: readonly Attempt[]): Totals {
  const having = (status: Attempt['status']): number =>
    attempts.filter((one) => one.status === status).length;
  const sum = (amountOf: (one: Attempt) => number): number =>
    attempts.reduce((total, one) => total + amountOf(one), 0);
  return {
    solved: having('solved'),
    failed: having('failed'),
    skipped: having('skipped'),
    errors: having('error'),
    turns: sum(({ turns }) => turns),
    questions: sum(({ questions }) => questions),
    tokens: sum(({ tokens }) => tokens),
    costUsd: attempts.some(({ costUsd }) => costUsd === null)
      ? null
      : sum(({ costUsd }) => costUsd ?? 0),
  };
}
