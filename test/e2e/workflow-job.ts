/** Runs a job of a workflow as a runner does: its steps in their order, as processes, from a clean checkout on. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Example, isOurs, runs } from '../examples/example.ts';
import { type Contexts, interpolate } from '../examples/expressions.ts';
import { actIn, contextsOf, type ExampleAct } from './example.ts';
import type { EndedStep, Event, TestRepository } from './harness.ts';

/** These set up what this machine has already, and caches that nothing keeps here. */
const NO_OPS = /^actions\/(?:setup-\w+|cache)@[0-9a-f]{40}$/;

export interface JobOptions extends Omit<ExampleAct, 'of'> {
  readonly workflow: Example;
  /** What the `run` steps get besides the path and their home. */
  readonly stepEnvironment: Readonly<Record<string, string>>;
}

/** Returns the end of the action's step; `null` for a job without one. Throws if the job's `if:` does not hold. */
export async function runJob(
  repository: TestRepository,
  event: Event,
  options: JobOptions,
): Promise<EndedStep | null> {
  const { workflow, job = 'agent', stepEnvironment, ...act } = options;
  const contexts: Contexts = { ...contextsOf(event), ...act.contexts };
  if (!runs(workflow, contexts, job)) throw new Error(`${workflow.name} does not run ${job}.`);
  const valueOf = (text: string): string => interpolate(text, contexts);
  let end: EndedStep | null = null;
  for (const { uses = '', run, with: inputs, env } of workflow.workflow.jobs[job]?.steps ?? []) {
    const own = Object.entries(env).map(([name, text]) => [name, valueOf(text)]);
    if (run !== undefined)
      runStep(repository, run, { ...stepEnvironment, ...Object.fromEntries(own) });
    else if (uses.startsWith('actions/checkout@'))
      await checkOut(
        repository,
        valueOf(inputs['ref'] ?? '') || refOf(event),
        inputs['fetch-depth'],
      );
    else if (isOurs(uses)) end = await actIn(repository, event, { ...act, workflow, job });
    else if (!NO_OPS.test(uses)) throw new Error(`Nothing here runs ${uses}.`);
  }
  return end;
}

/** Runs a `run` step in the checkout, with programs of the repository's `bin` first. Throws with its output if it fails. */
function runStep(
  repository: TestRepository,
  run: string,
  env: Readonly<Record<string, string>>,
): void {
  execFileSync('bash', ['-e', '-c', run], {
    cwd: repository.runner.workspace,
    env: {
      PATH: `${join(repository.folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: repository.folder,
      GITHUB_REPOSITORY: 'octo-org/octo-repo',
      ...env,
    },
    stdio: 'pipe',
  });
}

/** What actions/checkout checks out by default; its merge commit of a pull request is the head here. */
function refOf({ payload }: Event): string {
  const { ref, pull_request: pull } = Object(payload) as {
    readonly ref?: string;
    readonly pull_request?: { readonly head: { readonly ref: string } };
  };
  return pull?.head.ref ?? ref ?? 'main';
}

/** As actions/checkout does, whose depth 0 is the whole history with its tags. */
export async function checkOut(
  { runner }: TestRepository,
  ref: string,
  depth = '1',
): Promise<void> {
  await runner.git('clean', '-fdxq');
  if (depth === '0') await runner.git('fetch', '--quiet', '--tags', '--depth=1000', 'origin');
  await runner.git('fetch', '--quiet', `--depth=${depth === '0' ? 1000 : depth}`, 'origin', ref);
  await runner.git('checkout', '--quiet', '--force', '--detach', 'FETCH_HEAD');
}
