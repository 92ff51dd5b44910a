import { tmpdir } from 'node:os';
import * as z from 'zod';
import { CountersignError, type Environment } from '../../common/index.ts';
import { apiUrlIn, serverUrlIn } from '../../github/index.ts';

/** The environment of a workflow step, from the runner's documented variables. */
export type ActionEnvironment = Readonly<ReturnType<typeof readActionEnvironment>>;

const text = z.string().min(1);
const variables = z.object({
  GITHUB_EVENT_NAME: text,
  GITHUB_EVENT_PATH: text,
  GITHUB_REPOSITORY: z.string().regex(/^[^/\s]+\/[^/\s]+$/),
  GITHUB_WORKSPACE: text,
  RUNNER_TEMP: text.default(() => tmpdir()),
  GITHUB_RUN_ID: text.default('0'),
  GITHUB_RUN_ATTEMPT: text.default('1'),
  GITHUB_JOB: text.default('job'),
  GITHUB_SHA: text.optional(),
  GITHUB_WORKFLOW_REF: text.optional(),
  GITHUB_RETENTION_DAYS: z.coerce.number().int().positive().optional().catch(undefined),
});

/**
 * Reads the runner's variables. Throws `event-invalid` with the missing one, `input-invalid` for an address that is not a URL. With `repository` (`owner/name`), the step
 * works there: the event's commit is not part of it, and no comment there starts this workflow.
 */
export function readActionEnvironment(environment: Environment, repository: string | null = null) {
  // A variable that is set and empty is one that is not set.
  const set = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = variables.safeParse(Object.fromEntries(set));
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? 'GITHUB_EVENT_NAME');
    const given = environment[name] ?? '';
    const problem = given === '' ? 'is not set' : `is invalid: ${JSON.stringify(given)}`;
    throw new CountersignError('event-invalid', `The environment variable ${name} ${problem}.`, {
      fix: 'Run this as a step of a GitHub workflow, or use the command line: countersign run.',
    });
  }
  const v = parsed.data;
  const serverUrl = serverUrlIn(environment);
  // GitHub's names are case-insensitive.
  const isElsewhere =
    repository !== null && repository.toLowerCase() !== v.GITHUB_REPOSITORY.toLowerCase();
  const [owner = '', repo = ''] = (isElsewhere ? repository : v.GITHUB_REPOSITORY).split('/');
  return {
    eventName: v.GITHUB_EVENT_NAME,
    eventPath: v.GITHUB_EVENT_PATH,
    owner,
    repo,
    apiUrl: apiUrlIn(environment),
    serverUrl,
    workspace: v.GITHUB_WORKSPACE,
    tempFolder: v.RUNNER_TEMP,
    runId: v.GITHUB_RUN_ID,
    attempt: v.GITHUB_RUN_ATTEMPT,
    job: v.GITHUB_JOB,
    /** The step works on another repository than the workflow's. */
    isElsewhere,
    sha: isElsewhere ? null : (v.GITHUB_SHA ?? null),
    /** The workflow file of this job, such as `.github/workflows/agent.yml`; `null` if the runner does not name it. */
    workflow: isElsewhere ? null : workflowFile(v.GITHUB_WORKFLOW_REF),
    /** How many days the repository keeps artifacts at most; `null` if the runner does not say. */
    retentionDays: v.GITHUB_RETENTION_DAYS ?? null,
    /** The page of this job's workflow run. */
    jobUrl: `${serverUrl}/${v.GITHUB_REPOSITORY}/actions/runs/${v.GITHUB_RUN_ID}`,
  };
}

/** `owner/name/.github/workflows/agent.yml@refs/heads/main` without the repository and the ref. */
function workflowFile(ref: string | undefined): string | null {
  return /^[^/]+\/[^/]+\/(.+?\.ya?ml)@/.exec(ref ?? '')?.[1] ?? null;
}
