/** Runs a job of a workflow as a runner does: its steps in their order, as processes, from a clean checkout on. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Example, isOurs, runs } from '../examples/example.ts';
import { type Contexts, interpolate } from '../examples/expressions.ts';
import { actIn, contextsOf, type ExampleAct } from './example.ts';
import type { Ended, Event, Scene } from './harness.ts';

/** These set up what this machine has already, and caches that nothing keeps here. */
const NO_OPS = /^actions\/(?:setup-\w+|cache)@[0-9a-f]{40}$/;

export interface JobOptions extends Omit<ExampleAct, 'of'> {
  readonly of: Example;
  /** What the `run` steps get besides the path and their home. */
  readonly stepEnvironment: Readonly<Record<string, string>>;
}

/** Returns the end of the action's step; `null` for a job without one. Throws if the job's `if:` does not hold. */
export async function runJob(at: Scene, event: Event, options: JobOptions): Promise<Ended | null> {
  const { of, job = 'agent', stepEnvironment, ...act } = options;
  const contexts: Contexts = { ...contextsOf(event), ...act.contexts };
  if (!runs(of, contexts, job)) throw new Error(`${of.name} does not run ${job}.`);
  const valueOf = (text: string): string => interpolate(text, contexts);
  let end: Ended | null = null;
  for (const { uses = '', run, with: inputs, env } of of.workflow.jobs[job]?.steps ?? []) {
    const own = Object.entries(env).map(([name, text]) => [name, valueOf(text)]);
    if (run !== undefined) runStep(at, run, { ...stepEnvironment, ...Object.fromEntries(own) });
    else if (uses.startsWith('actions/checkout@'))
      await checkOut(at, valueOf(inputs['ref'] ?? '') || refOf(event), inputs['fetch-depth']);
    else if (isOurs(uses)) end = await actIn(at, event, { ...act, of, job });
    else if (!NO_OPS.test(uses)) throw new Error(`Nothing here runs ${uses}.`);
  }
  return end;
}

/** Runs a `run` step in the checkout, with programs of the scene's `bin` first. Throws with its output if it fails. */
function runStep(at: Scene, run: string, env: Readonly<Record<string, string>>): void {
  execFileSync('bash', ['-e', '-c', run], {
    cwd: at.stage.workspace,
    env: {
      PATH: `${join(at.folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: at.folder,
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
export async function checkOut({ stage }: Scene, ref: string, depth = '1'): Promise<void> {
  await stage.git('clean', '-fdxq');
  if (depth === '0') await stage.git('fetch', '--quiet', '--tags', '--depth=1000', 'origin');
  await stage.git('fetch', '--quiet', `--depth=${depth === '0' ? 1000 : depth}`, 'origin', ref);
  await stage.git('checkout', '--quiet', '--force', '--detach', 'FETCH_HEAD');
}
