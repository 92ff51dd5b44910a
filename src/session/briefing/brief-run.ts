import { readFile } from 'node:fs/promises';
import { arch, cpus, type } from 'node:os';
import type { UntrustedMarker } from '../../agent/index.ts';
import type { Tool } from '../../tools/index.ts';
import type { Session } from '../open-session.ts';
import type { OptionalTools } from '../toolbox/optional-tools.ts';
import { isVisibleOf } from '../workspace/read-visibility.ts';
import type { RunWorkspace } from '../workspace/workspace-sandbox.ts';
import { childEnvironment, findProgram } from '../../sandbox/index.ts';
import { oneLine, type Environment } from '../../common/index.ts';
import { briefing, resumptionNote } from './briefing.ts';
import { inspectCheckout } from './checkout.ts';
import type { BriefingFacts, Checkout, Machine } from './facts.ts';

/** The machine and the checkout at the start of a job. */
interface RunnerFacts {
  readonly machine: Machine;
  readonly checkout: Checkout;
}

/** Collects facts about the machine and the checkout. Rejects only if the sandbox cannot be started. */
export async function inspectRunner(
  { job, context }: Pick<Session, 'job' | 'context'>,
  workspace: RunWorkspace,
): Promise<RunnerFacts> {
  const isVisible = await isVisibleOf(job.policy, workspace)();
  const [machine, checkout] = await Promise.all([
    inspectMachine(workspace.files.root, context.environment),
    inspectCheckout(workspace, { base: job.headSha, isVisible }),
  ]);
  return { machine, checkout };
}

/** The run's situation for the model, written once its tools are known, and redacted. */
export function briefRun(
  { job, context, untrusted }: Pick<Session, 'job' | 'context' | 'untrusted'>,
  run: {
    readonly workspace: RunWorkspace;
    readonly runner: RunnerFacts;
    readonly marker: UntrustedMarker;
    readonly optional: Pick<OptionalTools, 'plan'>;
    readonly offered: readonly Tool[];
  },
): { readonly briefing: string; readonly note: string } {
  const { workspace, runner, marker, optional, offered } = run;
  const { commands, sandbox } = workspace.status();
  const facts: BriefingFacts = {
    job,
    tools: offered,
    date: context.clock.now(),
    ...runner,
    sandbox: { backend: commands.sandbox, state: sandbox, contained: commands.contains },
    untrusted: untrusted.length > 0,
    planning: optional.plan.pending,
    mark: (text, source) => marker.mark(text, source),
  };
  const { redactor } = context;
  return {
    briefing: redactor.redact(briefing(facts)),
    note: redactor.redact(resumptionNote(facts)),
  };
}

// I/O: inspects this machine without starting a program.

const MAX_NAME_CHARS = 80;
const OS_RELEASE = '/etc/os-release';
/** The programs that a model may want to use, in the order in which they are named. */
const PROGRAMS = (
  'git node npm npx pnpm yarn bun deno python3 python pip uv poetry go cargo rustc java mvn gradle ruby bundle php composer ' +
  'dotnet gcc clang make cmake docker rg jq curl wget sqlite3 psql'
).split(' ');

/** What commands of this run find on the machine. */
async function inspectMachine(root: string, environment: Environment): Promise<Machine> {
  const env = childEnvironment(environment, { home: '/', tmp: '/tmp', workspace: root });
  const programs = PROGRAMS.filter((name) => findProgram(name, { env, cwd: root }) !== null);
  const distribution = await distributionName();
  const system = [`${type()} ${arch()}`, ...distribution, `${cpus().length} CPUs`].join(', ');
  return { system, programs };
}

async function distributionName(): Promise<readonly string[]> {
  const text = await readFile(OS_RELEASE, 'utf8').catch(() => '');
  const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(text)?.[1];
  return name === undefined ? [] : [oneLine(name, MAX_NAME_CHARS)];
}
