/** An example workflow in a test repository: its inputs, its policy and its token's permissions as they stand in its file. */
import { expect } from 'vitest';
import {
  agentStep,
  entryOf,
  type Example,
  example,
  inputsOf,
  runs,
  tokenOf,
} from '../examples/example.ts';
import { type Contexts, interpolate } from '../examples/expressions.ts';
import {
  type StepOptions,
  type EndedStep,
  type Event,
  type TestRepository,
  openRepository,
} from './harness.ts';

const REPOSITORY = 'octo-org/octo-repo';
export const KEY = 'sk-ant-api03-e2e-key-0123456789';
export const FILES = {
  'package.json': '{ "name": "octo", "scripts": { "test": "node --test" } }\n',
  'src/a.js': 'export const one = 1;\n',
};

export interface ExampleRepository extends AsyncDisposable {
  readonly repository: TestRepository;
  readonly one: Example;
  /** Runs the action as the workflow's job would for this event; fails where its `if:` would not let it run. */
  act(event: Event, more?: ExampleAct): Promise<EndedStep>;
}

export interface ExampleAct extends Omit<StepOptions, 'event' | 'inputs'> {
  /** Another workflow of the same repository. */
  readonly workflow?: Example;
  /** The job of the workflow; `agent` where absent. */
  readonly job?: string;
  readonly contexts?: Contexts;
}

/** A repository with one of the examples. `policy` changes the example's, for a shorter wait. */
export async function openExample(
  name: string,
  options: {
    readonly policy?: (text: string) => string;
    readonly files?: Readonly<Record<string, string>>;
  } = {},
): Promise<ExampleRepository> {
  const one = example(name);
  const policyPath = agentStep(one).with['policy'] ?? '';
  const repository = await openRepository({
    policy: null,
    files: { ...FILES, [policyPath]: (options.policy ?? same)(one.policy), ...options.files },
    github: { tokenPermissions: tokenOf(one) },
  });
  return {
    repository,
    one,
    act: (event, more = {}) => actIn(repository, event, { workflow: one, ...more }),
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

/** Runs the action as the job of a workflow would for this event; fails where its `if:` would not let it run. */
export async function actIn(
  repository: TestRepository,
  event: Event,
  { workflow, job = 'agent', contexts = {}, ...rest }: ExampleAct & { readonly workflow: Example },
): Promise<EndedStep> {
  const all = { ...contextsOf(event), ...contexts };
  expect(runs(workflow, all, job), `${workflow.name} runs ${job} for ${event.name}`).toBe(true);
  const { 'anthropic-api-key': key, ...inputs } = inputsOf(workflow, all, job);
  repository.github.tokenMay(tokenOf(workflow, job));
  const step = {
    ...rest,
    event,
    job,
    inputs: { ...inputs, ...(key === undefined ? {} : { 'anthropic-api-key': KEY }) },
    environment: {
      GITHUB_WORKFLOW_REF: `${REPOSITORY}/${workflow.path}@refs/heads/main`,
      ...rest.environment,
    },
  };
  return await repository.runStep(step, entryOf(agentStep(workflow, job).uses));
}

function same(text: string): string {
  return text;
}

/** What a job hands to the jobs that need it, by the `outputs:` of its workflow. */
export function needsOf(one: Example, end: EndedStep, job = 'agent'): Contexts {
  const steps = { countersign: { outputs: end.outputs } };
  const given = Object.entries(one.workflow.jobs[job]?.outputs ?? {});
  const outputs = given.map(([name, value]) => [name, interpolate(value, { steps })]);
  return { needs: { [job]: { outputs: Object.fromEntries(outputs) as object } } };
}

/** What the expressions of a workflow see for an event. */
export function contextsOf({ name, payload }: Event): Contexts {
  const ref = Reflect.get(Object(payload), 'ref') as unknown;
  const full = typeof ref === 'string' ? ref : 'refs/heads/main';
  return {
    github: {
      event_name: name,
      event: payload,
      repository: REPOSITORY,
      ref: full,
      ref_name: full.replace(/^refs\/(?:heads|tags)\//, ''),
      token: 'the-token',
    },
    inputs: Reflect.get(Object(payload), 'inputs') as unknown,
    secrets: { ANTHROPIC_API_KEY: KEY, COUNTERSIGN_STATE_KEY: 'a-state-key-of-many-characters' },
    needs: { agent: { outputs: {} } },
  };
}

/**
 * The permissions that the workflow grants were enough: GitHub refused nothing but the question who the token is, which
 * it never answers to the token of a job, and the statuses of older services, which no recipe asks the right for.
 */
export function expectNothingRefused({ github }: TestRepository): void {
  const refused = github.log.filter(
    ({ path, status }) =>
      (status === 403 || status === 401) && path !== '/user' && !path.endsWith('/status'),
  );
  expect(refused.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect(github.log.length).toBeGreaterThan(5);
}

/** A branch with a pull request. */
export async function pullOf(
  repository: TestRepository,
  author: string,
  files: Readonly<Record<string, string>>,
  branch = 'topic',
): Promise<{ readonly number: number; readonly headSha: string }> {
  const headSha = await repository.runner.commit(branch, files);
  const { number } = repository.github.pull({
    author,
    title: 'Change it',
    body: 'Please.',
    pull: {
      headRef: branch,
      headSha,
      headRepository: REPOSITORY,
      baseRef: 'main',
      draft: false,
      commitAuthors: [author],
    },
  });
  return { number, headSha };
}

/** The event of a CI run that failed on the branch of a pull request. */
export function ciFailed(
  options: { readonly number: number; readonly headSha: string; readonly branch: string },
  actor: { readonly login: string; readonly id: number; readonly type: string },
): Event {
  const repository = { id: 7, full_name: REPOSITORY, default_branch: 'main' };
  const url = `https://github.com/${REPOSITORY}/actions/runs/77`;
  return {
    name: 'workflow_run',
    payload: {
      action: 'completed',
      workflow_run: {
        id: 77,
        conclusion: 'failure',
        head_sha: options.headSha,
        head_branch: options.branch,
        head_repository: repository,
        html_url: url,
        actor,
        pull_requests: [{ number: options.number, base: { ref: 'main' } }],
      },
      repository,
      sender: actor,
    },
  };
}

/** The text of a file on a branch of the repository that was pushed to. */
export async function pushed(
  repository: TestRepository,
  branch: string,
  path: string,
): Promise<string> {
  await repository.runner.git('fetch', '--quiet', `file://${repository.runner.origin}`, branch);
  return await repository.runner.git('show', `FETCH_HEAD:${path}`);
}
