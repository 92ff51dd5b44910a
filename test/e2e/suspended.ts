/** Runs that wait for people, as jobs of one workflow, sequential or concurrent, on issue 1 or on a pull request. */
import { expect } from 'vitest';
import {
  type StepOptions,
  type EndedStep,
  entriesOf,
  type Event,
  finish,
  inWorkspace,
  MAINTAINER,
  type TestRepository,
  type StartedStep,
  turn,
} from './harness.ts';
import { addWorkflowRun } from '../testing/github-server/ci.ts';

export const WORKFLOW = '.github/workflows/agent.yml';
export const KEY = 'a-state-key-of-many-characters';
const MARKER = '<!-- countersign:approval-request ';

export function policyOf(approvals: string): string {
  return `version: 1
mode: ask
auto:
  - kind:readonly
  - fs_write(src/**)
requireApproval:
  - bash_run
approvals: { ${approvals} }
sandbox: off
`;
}

export const SUSPENDING = policyOf('wait: 1s, then: suspend');
export const MADE = turn(
  'I write, read and ask.',
  ['fs_write', { path: 'src/new.txt', content: 'by the run\r\n' }],
  ['bash_run', { command: 'echo made >> src/made.txt' }],
);
export const TURNS = [MADE, { ...finish('The file is made.'), expect: 'exit code 0' }];

export function known(
  repository: TestRepository,
  runId: number,
  event = 'issue_comment',
  headRepository = 'octo-org/octo-repo',
): void {
  addWorkflowRun(repository.github, {
    id: runId,
    workflow: WORKFLOW,
    event,
    headRepository,
    completed: true,
  });
}

export interface JobOptions {
  readonly event?: Event;
  readonly key?: string;
  readonly turns?: readonly object[];
  /** Another machine than the first. */
  readonly runner?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** One job, from a clean checkout to its end. */
export async function job(
  repository: TestRepository,
  runId: number,
  options: JobOptions = {},
): Promise<EndedStep> {
  const end = await repository.runStep(await prepared(repository, runId, options));
  known(repository, runId);
  return end;
}

/** Starts one job from a clean checkout, in a process of its own. */
export async function begin(
  repository: TestRepository,
  runId: number,
  options: JobOptions = {},
): Promise<StartedStep> {
  return await repository.start('action', await prepared(repository, runId, options));
}

async function prepared(
  repository: TestRepository,
  runId: number,
  options: JobOptions,
): Promise<StepOptions> {
  const { event, key = KEY, turns = TURNS, runner, inputs, environment } = options;
  // Before the first request to GitHub no step has run in the checkout.
  if (runner === undefined && repository.github.log.length > 0) {
    await repository.runner.git('reset', '--quiet', '--hard');
    await repository.runner.git('clean', '-fdxq');
  }
  addWorkflowRun(repository.github, {
    id: runId,
    workflow: WORKFLOW,
    event: 'issue_comment',
    headRepository: 'octo-org/octo-repo',
    completed: false,
  });
  return {
    ...(event === undefined ? {} : { event }),
    ...(runner === undefined ? {} : { runner }),
    turns,
    runId,
    inputs: { 'state-key': key, ...inputs },
    environment: {
      GITHUB_WORKFLOW_REF: `octo-org/octo-repo/${WORKFLOW}@refs/heads/main`,
      ...environment,
    },
  };
}

/** The newest approval comment on an issue, and the ids of its calls. */
export function approvalCommentOn(
  repository: TestRepository,
  issue: number = repository.issue,
): { readonly id: number; readonly body: string; readonly ids: readonly string[] } {
  const posted = repository.github
    .commentsOn(issue)
    .findLast(({ body }) => body.startsWith(MARKER));
  if (posted === undefined) throw new Error(`There is no approval comment on #${issue}.`);
  const [, marker = ''] = /^<!-- countersign:approval-request (.*) -->/.exec(posted.body) ?? [];
  return { id: posted.id, body: posted.body, ids: (JSON.parse(marker) as { ids: string[] }).ids };
}

/** Somebody comments after the approval comment; returns the event. */
export async function say(
  repository: TestRepository,
  body: string,
  options: { login?: string; issue?: number } = {},
): Promise<Event> {
  return repository.ask(body, options.issue ?? repository.issue, options.login ?? MAINTAINER);
}

export async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Calls `act` once, as soon as the first approval comment is posted. */
export function onApprovalComment(
  repository: TestRepository,
  act: (comment: ReturnType<typeof approvalCommentOn>) => void | Promise<void>,
  nth = 1,
): void {
  const seen = new Set<number>();
  repository.github.onComment(({ id, issue, body }) => {
    // An approval comment without calls asks nothing: it reports a crashed run.
    if (!body.startsWith(MARKER) || body.includes('"ids":[]') || seen.has(id)) return;
    seen.add(id);
    if (seen.size === nth) setImmediate(() => void act(approvalCommentOn(repository, issue)));
  });
}

/** Why answers were not counted, by the trail. */
export function refusalsIn(end: EndedStep): string {
  const decisions = entriesOf(end, 'approval.decision').filter(({ counted }) => !counted);
  const warnings = entriesOf(end, 'warning').filter(({ code }) => code === 'answer-not-counted');
  const voids = entriesOf(end, 'approval.void');
  return [
    ...decisions.map(({ because }) => because),
    ...warnings.map(({ message }) => message),
    ...voids.map(({ because }) => because),
  ].join('\n');
}

export async function nothingMade(repository: TestRepository): Promise<void> {
  await expect(inWorkspace(repository, 'src/made.txt')).rejects.toThrow('ENOENT');
}
