/** An example workflow on a stage: its inputs, its policy and its token's permissions as they stand in its file. */
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
import { type ActOptions, type Ended, type Event, type Scene, scene } from './harness.ts';

const REPOSITORY = 'octo-org/octo-repo';
export const KEY = 'sk-ant-api03-e2e-key-0123456789';
export const FILES = {
  'package.json': '{ "name": "octo", "scripts": { "test": "node --test" } }\n',
  'src/a.js': 'export const one = 1;\n',
};

export interface ExampleScene extends AsyncDisposable {
  readonly at: Scene;
  readonly one: Example;
  /** Runs the action as the workflow's job would for this event; fails where its `if:` would not let it run. */
  act(event: Event, more?: ExampleAct): Promise<Ended>;
}

export interface ExampleAct extends Omit<ActOptions, 'event' | 'inputs'> {
  /** Another workflow of the same repository. */
  readonly of?: Example;
  /** The job of the workflow; `agent` where absent. */
  readonly job?: string;
  readonly contexts?: Contexts;
}

/** A repository with one of the examples. `policy` changes the example's, for a shorter wait. */
export async function exampleScene(
  name: string,
  options: {
    readonly policy?: (text: string) => string;
    readonly files?: Readonly<Record<string, string>>;
  } = {},
): Promise<ExampleScene> {
  const one = example(name);
  const policyPath = agentStep(one).with['policy'] ?? '';
  const at = await scene({
    policy: null,
    files: { ...FILES, [policyPath]: (options.policy ?? same)(one.policy), ...options.files },
    github: { tokenPermissions: tokenOf(one) },
  });
  return {
    at,
    one,
    act: (event, more = {}) => actIn(at, event, { of: one, ...more }),
    [Symbol.asyncDispose]: () => at[Symbol.asyncDispose](),
  };
}

/** Runs the action as the job of a workflow would for this event; fails where its `if:` would not let it run. */
export async function actIn(
  at: Scene,
  event: Event,
  { of, job = 'agent', contexts = {}, ...rest }: ExampleAct & { readonly of: Example },
): Promise<Ended> {
  const all = { ...contextsOf(event), ...contexts };
  expect(runs(of, all, job), `${of.name} runs ${job} for ${event.name}`).toBe(true);
  const { 'anthropic-api-key': key, ...inputs } = inputsOf(of, all, job);
  at.github.tokenMay(tokenOf(of, job));
  const step = {
    ...rest,
    event,
    job,
    inputs: { ...inputs, ...(key === undefined ? {} : { 'anthropic-api-key': KEY }) },
    environment: {
      GITHUB_WORKFLOW_REF: `${REPOSITORY}/${of.path}@refs/heads/main`,
      ...rest.environment,
    },
  };
  return await at.act(step, entryOf(agentStep(of, job).uses));
}

function same(text: string): string {
  return text;
}

/** What a job hands to the jobs that need it, by the `outputs:` of its workflow. */
export function needsOf(one: Example, end: Ended, job = 'agent'): Contexts {
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
export function expectNothingRefused({ github }: Scene): void {
  const refused = github.log.filter(
    ({ path, status }) =>
      (status === 403 || status === 401) && path !== '/user' && !path.endsWith('/status'),
  );
  expect(refused.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect(github.log.length).toBeGreaterThan(5);
}

/** A branch with a pull request. */
export async function pullOf(
  at: Scene,
  author: string,
  files: Readonly<Record<string, string>>,
  branch = 'topic',
): Promise<{ readonly number: number; readonly headSha: string }> {
  const headSha = await at.stage.commit(branch, files);
  const { number } = at.github.pull({
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
  of: { readonly number: number; readonly headSha: string; readonly branch: string },
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
        head_sha: of.headSha,
        head_branch: of.branch,
        head_repository: repository,
        html_url: url,
        actor,
        pull_requests: [{ number: of.number, base: { ref: 'main' } }],
      },
      repository,
      sender: actor,
    },
  };
}

/** The text of a file on a branch of the repository that was pushed to. */
export async function pushed(at: Scene, branch: string, path: string): Promise<string> {
  await at.stage.git('fetch', '--quiet', `file://${at.stage.origin}`, branch);
  return await at.stage.git('show', `FETCH_HEAD:${path}`);
}
