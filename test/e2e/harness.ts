/** Starts the bundle as the runner (or a person) does, in a repository of its own, and reads what it left behind. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import {
  BLOB_FOLDER,
  type Entry,
  TRAIL_FILE,
  type TrailVerdict,
  verifyTrail,
} from '../../src/audit/index.ts';
import { sha256 } from '../../src/common/index.ts';
import {
  type ServedEntry,
  type GitHubServerOptions,
  type ServedComment,
  startLocalRunner,
  type PreparedStep,
  type StepEnd,
} from '../../src/testing/index.ts';
import { type AnthropicServer, startAnthropicServer } from '../testing/anthropic-server/server.ts';
import type { AnthropicServerOptions } from '../testing/anthropic-server/types.ts';
import { BUNDLE, COMMAND_LINE, KEEP_COMPILED } from '../compiled.ts';
import { githubContract } from '../openapi/github.ts';
import { StepProcess } from './step-process.ts';
import { templateOf } from './templates.ts';
import { unzip } from './unzip.ts';
import { createFaults } from '../testing/github-server/faults.ts';
import {
  testGitHub,
  type TestGitHub,
  type TestRunner,
} from '../testing/github-server/test-github.ts';
import { writableGit } from '../testing/github-server/writable-git.ts';
import { WHOLE_GITHUB } from '../testing/github-server/more-routes.ts';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const APPROVAL_ID = /`(ap-[0-9a-z]{8})`/g;

export const REQUESTER = 'octo-requester';
export const MAINTAINER = 'octo-maintainer';
export const OUTSIDER = 'octo-outsider';
/** The usual policy of these tests. Commands run without a sandbox, so that the tests pass on every machine. */
export const POLICY = `version: 1
mode: ask
auto:
  - kind:readonly
  - fs_write(src/**)
  - fs_edit(src/**)
requireApproval:
  - bash_run
approvals: { wait: 20s, then: deny }
sandbox: off
`;

export interface RepositoryOptions {
  /** `null`: the repository has none. */
  readonly policy?: string | null;
  readonly files?: Readonly<Record<string, string>>;
  readonly github?: Omit<GitHubServerOptions, 'git' | 'owner' | 'repo'>;
  /** Each step has a process of its own, as with the runner. Absent: steps run in one that ran others before. */
  readonly ownProcesses?: boolean;
}

export interface TestRepository extends AsyncDisposable {
  readonly runner: TestRunner;
  readonly github: TestGitHub;
  readonly folder: string;
  /** Issue 1, opened by the requester. */
  readonly issue: number;
  /** The requester asks on an issue or pull request; the event of that comment. */
  ask(body?: string, issue?: number, login?: string): Event;
  /** Runs the main step (or another) to its end. */
  runStep(options: StepOptions, entry?: ServedEntry): Promise<EndedStep>;
  /** Starts a process for a step alone and gives it, for tests that end it themselves. */
  start(entry: ServedEntry, options: StepOptions): Promise<StartedStep>;
  /** Begins the main step as `runStep` does, for tests that send it a signal after which it ends by itself. */
  begin(options: StepOptions): Promise<RunningStep>;
  /** Answers each approval comment once, `text` with the ids of its calls. */
  answerApprovalComments(text: (ids: readonly string[]) => string, login?: string): void;
  approvalComments(): readonly ServedComment[];
}

export interface Event {
  readonly name: string;
  readonly payload: object | string;
}

export interface StepOptions {
  readonly event?: Event;
  /** The turns of the scripted model. Absent: the inputs name a model. */
  readonly turns?: readonly object[];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly job?: string;
  /** The number of the workflow run. */
  readonly runId?: number;
  /** Another machine than the repository's own, by name. */
  readonly runner?: string;
  /** Starts the step through this program, which gets the step's command as its last arguments. */
  readonly through?: readonly string[];
}

/** A step that runs. */
export interface RunningStep {
  readonly end: Promise<EndedStep>;
  /** Resolves once the log holds this text. */
  seen(text: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

export interface StartedStep extends Omit<RunningStep, 'signal'> {
  readonly process: ChildProcess;
}

/** How a step ended, with the trail as it lies in the artifact that was uploaded. */
export interface EndedStep extends StepEnd {
  /** The uploaded artifact, by path; empty without one. */
  readonly artifact: ReadonlyMap<string, Buffer>;
  readonly entries: readonly Entry[];
}

/** A local runner with an issue, people and a policy, removed after the test. */
export async function openRepository(options: RepositoryOptions = {}): Promise<TestRepository> {
  if (!existsSync(join(BUNDLE, 'action.js')))
    throw new Error('dist/ is missing: run npm run build first.');
  const folder = await mkdtemp(join(tmpdir(), 'countersign-e2e-'));
  const { policy = POLICY } = options;
  const contract = githubContract();
  const { fail, around } = createFaults();
  const steps = await StepProcess.take(BUNDLE);
  const files = {
    'README.md': '# A project\n',
    'src/a.txt': 'one\ntwo\n',
    ...(policy === null ? {} : { '.github/countersign.yml': policy }),
    ...options.files,
  };
  const runner = await startLocalRunner({
    folder,
    path: process.env['PATH'] ?? '',
    bundle: BUNDLE,
    files,
    template: await templateOf(files),
    git: writableGit,
    github: {
      ...WHOLE_GITHUB,
      port: steps.port,
      ...options.github,
      onExchange: contract.onExchange,
      around,
    },
  });
  const github = testGitHub(runner.github, fail);
  const testRunner: TestRunner = { ...runner, github };
  steps.port = Number(new URL(github.url).port);
  github.person(REQUESTER, 'write');
  github.person(MAINTAINER, 'maintain');
  github.person(OUTSIDER, 'read');
  const { number } = github.issue({
    author: REQUESTER,
    title: 'Something is wrong',
    body: 'Please mend it.',
  });
  const ask: TestRepository['ask'] = (
    body = '/countersign do it',
    issue = number,
    login = REQUESTER,
  ) => {
    const { id } = github.comment({ login, issue, body });
    return { name: 'issue_comment', payload: github.commentEvent(id, 'created') };
  };
  const prepare = (entry: ServedEntry, step: StepOptions) =>
    prepareStep(entry, { runner: testRunner, folder, ask, step });
  const start: TestRepository['start'] = async (entry, step) =>
    startStep(await prepare(entry, step));
  const run = async (
    step: PreparedStepProcess,
    entry: ServedEntry,
    onText?: (text: string) => void,
  ): Promise<EndedStep> => {
    const { cwd, env } = step;
    const { exitCode, log } = await steps.run({ entry: exportOf(entry), cwd, env }, onText);
    return await step.end(exitCode, log);
  };
  return {
    runner: testRunner,
    github,
    folder,
    issue: number,
    ask,
    start,
    begin: async (step) => {
      const log = watchedLog();
      const end = run(await prepare('action', step), 'action', log.add).finally(log.close);
      return { end, seen: log.seen, signal: (signal) => steps.signal(signal) };
    },
    runStep: async (next, entry = 'action') => {
      const step = await prepare(entry, next);
      const isOwn = options.ownProcesses === true || next.through !== undefined;
      if (isOwn || steps.isBusy) return await startStep(step).end;
      return await run(step, entry);
    },
    answerApprovalComments: (text, login = MAINTAINER) =>
      answerApprovalComments(github, text, login),
    approvalComments: () =>
      github.commentsOn(number).filter((comment) => isApprovalComment(comment)),
    [Symbol.asyncDispose]: async () => {
      await testRunner.close();
      steps.giveBack();
      await rm(folder, { recursive: true, force: true });
      contract.expectKept();
    },
  };
}

/** What the bundle exports for an entry: `policyDiff` for `policy-diff`. */
function exportOf(entry: ServedEntry): string {
  return entry.replace(/-(.)/, (_, letter: string) => letter.toUpperCase());
}

function isApprovalComment(comment: ServedComment): boolean {
  return comment.body.includes('<!-- countersign:approval-request');
}

function answerApprovalComments(
  github: TestGitHub,
  text: (ids: readonly string[]) => string,
  login: string,
): void {
  const answered = new Set<number>();
  github.onComment((comment) => {
    if (!isApprovalComment(comment) || answered.has(comment.id)) return;
    answered.add(comment.id);
    const ids = [
      ...new Set([...comment.body.matchAll(APPROVAL_ID)].map((match) => match[1] ?? '')),
    ];
    setImmediate(() => {
      github.comment({ login, issue: comment.issue, body: text(ids) });
    });
  });
}

interface PreparedStepProcess extends Omit<PreparedStep, 'argv' | 'end'> {
  readonly argv: readonly string[];
  readonly end: (exitCode: number | null, log: string) => Promise<EndedStep>;
}

async function prepareStep(
  entry: ServedEntry,
  options: {
    readonly runner: TestRunner;
    readonly folder: string;
    readonly ask: TestRepository['ask'];
    readonly step: StepOptions;
  },
): Promise<PreparedStepProcess> {
  const { runner, folder, step } = options;
  const script = join(folder, `script-${step.runner ?? 'own'}.json`);
  if (step.turns !== undefined) await writeFile(script, JSON.stringify({ turns: step.turns }));
  const prepared = await runner.prepare(entry, {
    event: step.event ?? options.ask(),
    inputs: {
      ...(step.turns === undefined ? {} : { model: `scripted:${script}` }),
      ...step.inputs,
    },
    // What a crashed run leaves behind is removed with the repository.
    environment: { ...KEEP_COMPILED, TMPDIR: folder, ...step.environment },
    ...(step.job === undefined ? {} : { job: step.job }),
    ...(step.runId === undefined ? {} : { runId: step.runId }),
    ...(step.runner === undefined ? {} : { runner: step.runner }),
  });
  const known = new Set(runner.github.artifacts.artifacts.map(({ id }) => id));
  return {
    ...prepared,
    argv: [...(step.through ?? []), ...prepared.argv],
    end: async (exitCode, log) =>
      withTrail(await prepared.end(exitCode, log), { runner, known, runId: step.runId }),
  };
}

function startStep({ argv, cwd, env, end }: PreparedStepProcess): StartedStep {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = watchedLog();
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', log.add);
  const closed = once(child, 'close').finally(log.close);
  return {
    process: child,
    end: closed.then(() => end(child.exitCode, log.text())),
    seen: log.seen,
  };
}

/** What a step prints, and tests that wait for a text in it. */
function watchedLog() {
  let text = '';
  const { promise: closed, resolve: close } = Promise.withResolvers<undefined>();
  const waiting = new Set<() => void>();
  return {
    text: () => text,
    add: (more: string): void => {
      text += more;
      for (const look of waiting) look();
    },
    close: () => close(undefined),
    seen: (wanted: string): Promise<void> =>
      new Promise((done, fail) => {
        const look = (): void => {
          if (text.includes(wanted)) done();
        };
        waiting.add(look);
        look();
        void closed.then(() =>
          fail(new Error(`The log never held ${JSON.stringify(wanted)}:\n${text}`)),
        );
      }),
  };
}

function withTrail(
  step: StepEnd,
  {
    runner,
    known,
    runId = 0,
  }: {
    readonly runner: TestRunner;
    readonly known: ReadonlySet<number>;
    readonly runId: number | undefined;
  },
): EndedStep {
  const { artifacts } = runner.github;
  const made = artifacts.artifacts.find(
    ({ id, name, done }) =>
      !known.has(id) && done !== null && (runId === 0 || name.includes(`-${runId}-`)),
  );
  const artifact =
    made === undefined ? new Map<string, Buffer>() : unzip(artifacts.bytesOf(made.id));
  const trail = artifact.get(TRAIL_FILE)?.toString('utf8') ?? '';
  const entries = trail
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
  return { ...step, artifact, entries };
}

/** Runs the command line, with this environment and nothing else. */
export async function cli(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const run = promisify(execFile)(process.execPath, [COMMAND_LINE, ...args], {
    env: { ...KEEP_COMPILED, PATH: process.env['PATH'] ?? '', ...options.env },
    maxBuffer: MAX_OUTPUT_BYTES,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  try {
    const { stdout, stderr } = await run;
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const failed = error as {
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
    };
    return { code: failed.code, out: failed.stdout, err: failed.stderr };
  }
}

/**
 * What holds for every run, whatever it came to: the exit code, the outcome in the output, the summary and the trail, and
 * a trail in the artifact that verifies against the head that the step published.
 */
export async function expectEnd(
  end: EndedStep,
  want: { readonly outcome: string; readonly exitCode: number },
): Promise<void> {
  expect(end.outputs['outcome'], end.log).toBe(want.outcome);
  expect(end.exitCode, end.log).toBe(want.exitCode);
  expect(end.summary).toContain(`Countersign: ${want.outcome}`);
  const head = end.outputs['audit-head'] ?? '';
  expect(end.summary).toContain(head);
  expect(await verified(end, head)).toMatchObject({ kind: 'intact', outcome: want.outcome, head });
}

/** Verifies the trail as it lies in the artifact, with its end and the head that was published. */
export async function verified(end: EndedStep, head: string): Promise<TrailVerdict> {
  return await verifyTrail([end.artifact.get(TRAIL_FILE) ?? Buffer.alloc(0)], {
    heads: [{ hash: head }],
    requireEnd: true,
    blobs: (digest) => Promise.resolve(end.artifact.get(`${BLOB_FOLDER}/${digest}`) ?? null),
    files: {
      file: (name) => {
        const bytes = end.artifact.get(name);
        return Promise.resolve(
          bytes === undefined ? null : { sha256: sha256(bytes), bytes: bytes.length },
        );
      },
      blobNames: async function* () {
        for (const path of end.artifact.keys())
          if (path.startsWith(`${BLOB_FOLDER}/`)) yield path.slice(BLOB_FOLDER.length + 1);
      },
    },
  });
}

/** The states that a call went through, in order. */
export function statesOf(end: EndedStep, call: string): readonly string[] {
  return end.entries.flatMap((entry) =>
    entry.type === 'call.state' && entry.call === call ? [entry.state] : [],
  );
}

/** Entries of one type, as that type. */
export function entriesOf<T extends Entry['type']>(
  end: EndedStep,
  type: T,
): readonly Extract<Entry, { type: T }>[] {
  return end.entries.filter((entry) => entry.type === type) as unknown as Extract<
    Entry,
    { type: T }
  >[];
}

/** A turn of the scripted model: text, then calls. */
export function turn(
  text: string,
  ...calls: readonly (readonly [name: string, input: unknown])[]
): object {
  return {
    blocks: [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...calls.map(([name, input]) => ({ type: 'tool_use', name, input })),
    ],
  };
}

export function finish(summary: string, outcome: 'done' | 'incomplete' = 'done'): object {
  return turn('', ['finish', { outcome, summary }]);
}

/** Opens a pull request of the branch `topic` into `main`, and returns it with its number. */
export function pullOfTopic(
  repository: TestRepository,
  { headSha, author, commitAuthors = [author] }: TopicPull,
): { readonly number: number } {
  return repository.github.pull({
    author,
    title: 'A change',
    body: 'Please.',
    pull: {
      headRef: 'topic',
      headSha,
      headRepository: 'octo-org/octo-repo',
      baseRef: 'main',
      draft: false,
      commitAuthors,
    },
  });
}

interface TopicPull {
  readonly headSha: string;
  readonly author: string;
  /** Absent: the author alone. */
  readonly commitAuthors?: readonly string[];
}

/** A Messages API on loopback, and the inputs that point the action at it. */
export async function messagesApi(
  options: AnthropicServerOptions,
): Promise<
  AsyncDisposable &
    Pick<AnthropicServer, 'requests'> & { readonly inputs: Readonly<Record<string, string>> }
> {
  const server = await startAnthropicServer(options);
  const inputs = {
    model: 'claude-sonnet-5-5',
    'anthropic-api-key': 'sk-ant-api03-e2e-key-0123456789',
    'anthropic-base-url': server.url,
  };
  return { requests: server.requests, inputs, [Symbol.asyncDispose]: () => server.close() };
}

/** The text of a file in the checkout. */
export async function inWorkspace(repository: TestRepository, path: string): Promise<string> {
  return await readFile(join(repository.runner.workspace, path), 'utf8');
}
