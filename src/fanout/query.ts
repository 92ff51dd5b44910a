import { CountersignError } from '../common/index.ts';
import type { GitHub, GitHubWork } from '../github/index.ts';
import { compileGlob, globProblem } from '../policy/index.ts';
import { trackedFiles } from '../sandbox/index.ts';
import type { PlanQuery } from './plan-inputs.ts';
import { spread } from './share.ts';

/** One job of a plan: values for `matrix`, each safe in a workflow expression. */
export type PlannedJob = { readonly id: string } & Readonly<Record<string, string | number>>;

export interface Found {
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
export async function findJobs(
  query: PlanQuery,
  options: {
    readonly maxJobs: number;
    readonly github: GitHub & GitHubWork;
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
    case 'repositories': {
      const jobs = query.names.map((repository) => ({ id: slug(repository), repository }));
      return limited(jobs, options.maxJobs);
    }
  }
}

function limited(jobs: readonly PlannedJob[], maxJobs: number): Found {
  return {
    jobs: jobs.slice(0, maxJobs),
    leftOut: jobs.slice(maxJobs).map(({ id }) => id),
    unsafe: [],
  };
}

/** Files of git's index. If there are more files than jobs, each job gets several, so that none is omitted. */
async function filesOf(
  globs: readonly string[],
  options: { readonly maxJobs: number; readonly workspace: string },
): Promise<Found> {
  const matches = globs.map(matcher);
  const tracked = trackedFiles(options.workspace);
  const found = tracked.filter((path) => matches.some((matchesPath) => matchesPath(path))).sort();
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
  const problem = globProblem(glob);
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

function slug(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]+/g, '-');
}
