import { CountersignError } from '../common/index.ts';

/** What the action `plan` searches for; each kind has its own input. */
export type PlanQuery =
  | { readonly kind: 'issues'; readonly labels: readonly string[] }
  | { readonly kind: 'files'; readonly globs: readonly string[] }
  | { readonly kind: 'repositories'; readonly names: readonly string[] };

export interface PlanInputs {
  /** `null` if no input names anything to plan for. */
  readonly query: PlanQuery | null;
  readonly maxJobs: number;
}

const DEFAULT_MAX_JOBS = 20;
/** GitHub's own limit of jobs in a matrix. */
export const MOST_JOBS = 256;
/** The login of a managed user has an underscore. */
export const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9_-]{0,38}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

/** Reads the query of the plan. Throws `input-invalid` if two kinds are given, or a name is invalid. */
export function planInputs({
  issues,
  files,
  repositories,
  maxJobs,
}: {
  readonly issues: readonly string[] | null;
  readonly files: readonly string[] | null;
  readonly repositories: readonly string[] | null;
  readonly maxJobs: number | null;
}): PlanInputs {
  const queries: readonly (PlanQuery | null)[] = [
    issues && { kind: 'issues', labels: issues },
    files && { kind: 'files', globs: files },
    repositories && { kind: 'repositories', names: eachOnce(repositories.map(repositoryName)) },
  ];
  const [query = null, another] = queries.filter((one) => one !== null);
  if (query !== null && another !== undefined) {
    throw new CountersignError(
      'input-invalid',
      `The inputs plan-${query.kind} and plan-${another.kind} are both given.`,
      { fix: 'Plan one kind of thing in a step.' },
    );
  }
  return { query, maxJobs: maxJobs ?? DEFAULT_MAX_JOBS };
}

/** GitHub's names are case-insensitive. */
function eachOnce(names: readonly string[]): readonly string[] {
  return [...Map.groupBy(names, (name) => name.toLowerCase()).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function repositoryName(name: string): string {
  if (REPOSITORY.test(name)) return name;
  throw new CountersignError(
    'input-invalid',
    `The input plan-repositories names ${JSON.stringify(name)}, which is not a repository.`,
    { fix: 'Write OWNER/NAME, separated by commas or newlines.' },
  );
}
