/** I/O: a run of a task by the action's step, in this process, against the local GitHub. */
import { cpSync } from 'node:fs';
import * as z from 'zod';
import { act } from '../src/action/main.ts';
import { inputRedactor } from '../src/action/inputs/input-redactor.ts';
import type { Runner } from '../src/action/inputs/runner.ts';
import { type Json, memoize, systemClock } from '../src/common/index.ts';
import { cancelledBySignals } from '../src/session/index.ts';
import { startLocalRunner } from '../src/testing/index.ts';
import type { RunEnd, RunOptions } from './checkout-run.ts';
import { policyOf } from './setting.ts';
import type { GitHubStart, Task } from './task.ts';
import { writableGit } from '../test/testing/github-server/writable-git.ts';
import { WHOLE_GITHUB } from '../test/testing/github-server/more-routes.ts';

/** The person who asks, who has write access. Others in a task have none. */
export const REQUESTER = 'octo-requester';
export const OUTSIDER = 'octo-outsider';
const POLICY_FILE = '.github/countersign.yml';

/** The variables of the real runner, which are not those of the local one. */
const OF_RUNNER = /^(?:ACTIONS|GITHUB|INPUT|RUNNER|STATE)_/;
/** The inputs of the action that hold what the command line has in variables. */
const SECRET_INPUTS = {
  'anthropic-api-key': 'ANTHROPIC_API_KEY',
  'api-key': 'COUNTERSIGN_API_KEY',
  'anthropic-auth-token': 'ANTHROPIC_AUTH_TOKEN',
  'extra-headers': 'COUNTERSIGN_EXTRA_HEADERS',
} as const;

/**
 * Runs the step on the task's event, and gives the result to `use` while the local GitHub is still there. Throws with the log's
 * error if the step has no run.
 */
export async function runOnGitHub<T>(
  task: Task & { readonly github: NonNullable<Task['github']> },
  options: RunOptions,
  use: (end: RunEnd) => Promise<T>,
): Promise<T> {
  const { setting, folder, trail } = options;
  const first = { ...task.files, [POLICY_FILE]: policyOf(task, setting.sandbox) };
  const stage = await startLocalRunner({
    folder,
    files: first,
    path: setting.environment['PATH'] ?? '',
    bundle: folder,
    git: writableGit,
    github: { ...WHOLE_GITHUB },
  });
  const signals = cancelledBySignals();
  try {
    stage.github.person(REQUESTER, 'write');
    stage.github.person(OUTSIDER, 'read');
    const start = await task.github(stage);
    const { cwd, env } = await stage.prepare('action', {
      event: start.event,
      inputs: inputsOf(task, options, start),
    });
    const runner = quietRunner(env);
    await act({
      runner,
      subAction: null,
      signals: { stop: signals.signal, requests: signals.late },
      variables: variablesOf(setting.environment, env),
      cwd,
      clock: systemClock,
    });
    const trailFolder = runner.states['trail-folder'];
    const { outcome = '', summary = '' } = runner.outputs;
    if (trailFolder === undefined || outcome === 'skipped')
      throw new Error(summary === '' ? runner.problems.join(' ') : summary);
    cpSync(trailFolder, trail, { recursive: true });
    return await use({
      ...endOf(runner.outputs),
      checkout: stage.workspace,
      first,
      github: { server: stage.github, thread: start.thread },
    });
  } finally {
    signals.off();
    await stage.close();
  }
}

function inputsOf(task: Task, { setting, model }: RunOptions, start: GitHubStart) {
  const secrets = Object.entries(SECRET_INPUTS).flatMap(([input, variable]) => {
    const value = setting.environment[variable] ?? '';
    return value === '' ? [] : [[input, value]];
  });
  return {
    ...model,
    ...Object.fromEntries(secrets),
    prompt: task.asks,
    approvals: 'fail',
    'tracking-comment': 'off',
    'check-run': 'false',
    'sandbox-install': 'never',
    ...(task.outputSchema === undefined
      ? {}
      : { 'output-schema': JSON.stringify(task.outputSchema) }),
    ...start.inputs,
  };
}

/** Those of this process except its runner's, with the local runner's. The artifact service is left out: the trail stays here. */
function variablesOf(
  environment: Readonly<Record<string, string | undefined>>,
  local: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  const own = Object.entries(environment).filter(([name]) => !OF_RUNNER.test(name));
  const { HOME: _, ...rest } = local;
  const served = Object.entries(rest).filter(([name]) => !name.startsWith('ACTIONS_'));
  return Object.fromEntries([...own, ...served]);
}

const outputsSchema = z.object({
  outcome: z.string(),
  summary: z.string(),
  turns: z.coerce.number().default(0),
  tokens: z.coerce.number().default(0),
  'cost-usd': z.string().default(''),
  'structured-output': z.string().default(''),
});

function endOf(
  outputs: Readonly<Record<string, string>>,
): Omit<RunEnd, 'checkout' | 'first' | 'github'> {
  const read = outputsSchema.parse(outputs);
  const result: Json =
    read['structured-output'] === '' ? null : JSON.parse(read['structured-output']);
  const cost = Number.parseFloat(read['cost-usd']);
  return {
    outcome: read.outcome,
    summary: read.summary,
    turns: read.turns,
    tokens: read.tokens,
    costUsd: Number.isFinite(cost) ? cost : null,
    isEstimate: false,
    result,
  };
}

interface QuietRunner extends Runner {
  readonly outputs: Record<string, string>;
  readonly states: Record<string, string>;
  readonly problems: string[];
}

function ignore(): void {
  // What the step says to people is in its trail.
}

/** A runner that prints nothing and remembers what the step told it. */
function quietRunner(environment: Readonly<Record<string, string>>): QuietRunner {
  const outputs: Record<string, string> = {};
  const states: Record<string, string> = {};
  const problems: string[] = [];
  const input = (name: string): string =>
    (environment[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim();
  return {
    outputs,
    states,
    problems,
    input,
    state: () => '',
    redactor: memoize(() => inputRedactor(input, environment)),
    output: (name, value) => {
      outputs[name] = value;
    },
    saveState: (name, value) => {
      states[name] = value;
    },
    fail: (message) => {
      problems.push(message);
    },
    error: (message) => {
      problems.push(message);
    },
    secret: ignore,
    info: ignore,
    warning: ignore,
    annotate: ignore,
    startGroup: ignore,
    endGroup: ignore,
    summary: () => Promise.resolve(),
    abandon: ignore,
    close: ignore,
  };
}
