import {
  counted,
  CountersignError,
  escapeWorkflowCommands,
  firstNames,
  sha256,
} from '../common/index.ts';
import type { GitHubWork } from '../github/index.ts';
import type { PlanInputs, PlanQuery } from './plan-inputs.ts';
import { type Share, shareOf, spread } from './share.ts';
import type { StepOutput } from './step-output.ts';
import { compileGlob, globProblem, openBracket } from '../policy/index.ts';
import { trackedFiles } from '../sandbox/index.ts';
import type { GivenLimits } from '../session/index.ts';

/** GitHub limits outputs to 1 MB, and the workflow that reads them needs some of that. */
const MAX_MATRIX_CHARS = 500_000;
const MAX_NAMED = 20;

/**
 * The action `plan`: turns a query into the values of GitHub's job matrix, with a maximum of jobs and a share of the budget
 * for each. Runs no agent and writes nothing to GitHub. Throws `input-invalid`, and GitHub's errors.
 */
export async function planStep(step: {
  readonly inputs: { readonly plan: PlanInputs; readonly budget: GivenLimits };
  readonly workspace: string;
  readonly github: Pick<GitHubWork, 'openIssues'>;
  readonly runner: Pick<StepOutput, 'info' | 'warning' | 'output' | 'summary'>;
}): Promise<void> {
  const { inputs, workspace, github, runner } = step;
  const { query, maxJobs } = inputs.plan;
  if (query === null) {
    throw new CountersignError('input-invalid', 'No input says what to plan.', {
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
  for (const warning of warningsOf(found, maxJobs)) runner.warning(warning);
  const sentence = sentenceOf(found, share);
  runner.info(sentence);
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
      : [
          `More was found than max-jobs (${maxJobs}) allows. Left out: ${firstNames(leftOut, MAX_NAMED)}.`,
        ]),
    ...(unsafe.length === 0
      ? []
      : [
          `Files are left out, because their names have characters that a matrix cannot contain: ${firstNames(
            unsafe.map((path) => JSON.stringify(path)),
            MAX_NAMED,
          )}.`,
        ]),
  ];
}

/** One job of a plan: values for `matrix`, each safe in a workflow expression. */
type PlannedJob = { readonly id: string } & Readonly<Record<string, string | number>>;

interface Found {
  readonly jobs: readonly PlannedJob[];
  /** Names of items beyond the maximum of jobs. */
  readonly leftOut: readonly string[];
  /** Names of items that are not safe in a matrix. */
  readonly unsafe: readonly string[];
}

/** People use matrix values in expressions inside shell scripts, so only these characters are allowed. */
const SAFE_PATH = /^[A-Za-z0-9_@+=,.][A-Za-z0-9_@+=,./-]*$/;
const MAX_FILES = 5_000;

/** Runs the query. The order is fixed: issues by age, files by name, repositories as written. */
async function findJobs(
  query: PlanQuery,
  options: {
    readonly maxJobs: number;
    readonly github: Pick<GitHubWork, 'openIssues'>;
    readonly workspace: string;
  },
): Promise<Found> {
  switch (query.kind) {
    case 'issues': {
      const numbers = await options.github.openIssues(query.labels);
      const jobs = numbers.map((number) => ({ id: `issue-${number}`, number }));
      return limited(jobs, options.maxJobs);
    }
    case 'files':
      return await filesOf(query.globs, options);
    case 'repositories':
      return limited(repositoryJobs(query.names), options.maxJobs);
  }
}

function limited(jobs: readonly PlannedJob[], maxJobs: number): Found {
  return {
    jobs: jobs.slice(0, maxJobs),
    leftOut: jobs.slice(maxJobs).map((job) => String(job['repository'] ?? job.id)),
    unsafe: [],
  };
}

/** Files of git's index. If there are more files than jobs, each job gets several, so that none is omitted. */
async function filesOf(
  globs: readonly string[],
  options: { readonly maxJobs: number; readonly workspace: string },
): Promise<Found> {
  const included = globs.filter((glob) => !glob.startsWith('!')).map(matcher);
  const excluded = globs.flatMap((glob) => (glob.startsWith('!') ? [matcher(glob.slice(1))] : []));
  if (included.length === 0)
    throw new CountersignError('input-invalid', 'The input plan-files only excludes files.', {
      fix: 'Write which files to plan for, too: **, !docs/**.',
    });
  const found = trackedFiles(options.workspace)
    .filter((path) => included.some((matches) => matches(path)))
    .filter((path) => !excluded.some((matches) => matches(path)))
    .sort();
  const safe = found.filter((path) => SAFE_PATH.test(path));
  if (safe.length > MAX_FILES) {
    throw new CountersignError(
      'input-invalid',
      `The input plan-files matches ${safe.length} files; at most ${MAX_FILES} can be planned.`,
      { fix: 'Write narrower globs.' },
    );
  }
  const jobs = spread(safe, options.maxJobs).map((files, index) => ({
    id: `files-${index + 1}`,
    files: files.join('\n'),
  }));
  return { jobs, leftOut: [], unsafe: found.filter((path) => !SAFE_PATH.test(path)) };
}

function matcher(glob: string): (path: string) => boolean {
  const bracket = openBracket(glob);
  const problem =
    bracket === null ? globProblem(glob) : `it has a "${bracket}" without its other half.`;
  if (problem !== null) {
    throw new CountersignError(
      'input-invalid',
      `The glob ${JSON.stringify(glob)} of the input plan-files cannot be used: ${problem}`,
      { fix: 'Write a glob such as src/**/*.ts.' },
    );
  }
  const compiled = compileGlob(glob);
  return (path) => compiled.matches(path, false);
}

/** A digest distinguishes ids that a hyphen made equal: those of `a/b-c` and `a-b/c`. */
function repositoryJobs(names: readonly string[]): readonly PlannedJob[] {
  const alike = Map.groupBy(names, caselessSlug);
  return names.map((repository) => {
    const id = slug(repository);
    const isUnique = alike.get(caselessSlug(repository))?.length === 1;
    return { id: isUnique ? id : `${id}-${sha256(repository).slice(0, 8)}`, repository };
  });
}

function caselessSlug(repository: string): string {
  return slug(repository).toLowerCase();
}

function slug(repository: string): string {
  return repository.replace('/', '-');
}
