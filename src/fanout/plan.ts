import { counted, CountersignError, escapeWorkflowCommands } from '../common/index.ts';
import type { GitHub, GitHubWork } from '../github/index.ts';
import type { BudgetLimits } from '../agent/index.ts';
import type { PlanInputs } from './plan-inputs.ts';
import { type Found, findJobs } from './query.ts';
import { type Share, shareOf } from './share.ts';
import type { StepOutput } from './step-output.ts';

/** GitHub limits outputs to 1 MB, and the workflow that reads them needs some of that. */
const MAX_MATRIX_CHARS = 500_000;
const MAX_NAMED = 20;

/**
 * The action `plan`: turns a query into the values of GitHub's job matrix, with a maximum of jobs and a share of the budget
 * for each. Runs no agent and writes nothing to GitHub. Throws `input-invalid`, and GitHub's errors.
 */
export async function planStep(step: {
  readonly inputs: { readonly plan: PlanInputs; readonly budget: Partial<BudgetLimits> };
  readonly workspace: string;
  readonly github: GitHub & GitHubWork;
  readonly runner: Pick<StepOutput, 'info' | 'warning' | 'output' | 'summary'>;
}): Promise<void> {
  const { inputs, workspace, github, runner } = step;
  const { query, maxJobs } = inputs.plan;
  if (query === null) {
    throw new CountersignError('input-invalid', 'There is nothing to plan for.', {
      fix: 'Write one of plan-issues, plan-files and plan-repositories.',
    });
  }
  const found = await findJobs(query, { maxJobs, github, workspace });
  const share = found.jobs.length === 0 ? {} : shareOf(inputs.budget, found.jobs.length);
  const matrix = JSON.stringify({ include: found.jobs.map((job) => ({ ...job, ...share })) });
  if (matrix.length > MAX_MATRIX_CHARS) {
    throw new CountersignError(
      'input-invalid',
      `The matrix would have ${matrix.length} characters; at most ${MAX_MATRIX_CHARS} are passed on.`,
      { fix: 'Plan fewer files at once: write narrower globs.' },
    );
  }
  for (const warning of warningsOf(found, maxJobs)) runner.warning(escapeWorkflowCommands(warning));
  const sentence = sentenceOf(found, share);
  runner.info(escapeWorkflowCommands(sentence));
  runner.output('matrix', matrix);
  runner.output('jobs', String(found.jobs.length));
  runner.output('left-out', String(found.leftOut.length + found.unsafe.length));
  runner.output('outcome', 'done');
  runner.output('summary', escapeWorkflowCommands(sentence));
  await runner.summary(`### Countersign planned\n\n${sentence}\n`);
}

function sentenceOf({ jobs }: Found, share: Share): string {
  const count = counted(jobs.length, 'job');
  const parts = Object.entries(share).map(([input, value]) => `${input} ${value}`);
  return parts.length === 0 ? `${count}.` : `${count}, each with ${parts.join(', ')}.`;
}

function warningsOf({ leftOut, unsafe }: Found, maxJobs: number): readonly string[] {
  return [
    ...(leftOut.length === 0
      ? []
      : [`max-jobs is ${maxJobs}: left out for now are ${named(leftOut)}.`]),
    ...(unsafe.length === 0
      ? []
      : [
          `Left out are files whose names cannot stand in a matrix: ${named(unsafe.map((path) => JSON.stringify(path)))}.`,
        ]),
  ];
}

function named(names: readonly string[]): string {
  if (names.length <= MAX_NAMED) return names.join(', ');
  return `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`;
}
