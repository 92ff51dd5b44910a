/** Whole steps in this process, against the local GitHub, on a clock that does not wait. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { act } from '../../../src/action/main.ts';
import { inputRedactor } from '../../../src/action/inputs/input-redactor.ts';
import type { Runner } from '../../../src/action/inputs/runner.ts';
import {
  blobsIn,
  type Entry,
  readTrail,
  TRAIL_FILE,
  trailBytes,
  verifyTrail,
} from '../../../src/audit/index.ts';
import { defined, errorText, memoize } from '../../../src/common/index.ts';
import { createFaults, type Fault } from '../../testing/github-server/faults.ts';
import { snapshotOf } from '../../testing/github-server/snapshot.ts';
import { testGitHub, type TestRunner } from '../../testing/github-server/test-github.ts';
import { createRepositories, startLocalRunner } from '../../../src/testing/index.ts';
import { githubContract } from '../../openapi/github.ts';
import { virtualClock, type VirtualClock } from './clock.ts';
import { writableGit } from '../../testing/github-server/writable-git.ts';
import { WHOLE_GITHUB } from '../../testing/github-server/more-routes.ts';
import { addWorkflowRun } from '../../testing/github-server/ci.ts';

export const REQUESTER = 'octo-requester';
export const MAINTAINER = 'octo-maintainer';
export const OUTSIDER = 'octo-outsider';
const WORKFLOW = '.github/workflows/agent.yml';
const RUN_ID = 700;
const ANSWER_AFTER_MS = 3_000;
const APPROVAL_ID = /`(ap-[0-9a-z]{8})`/;
const MADE = 'src/made.txt';

function policyOf(then: 'deny' | 'suspend'): string {
  return `version: 1
mode: ask
auto: [kind:readonly, fs_write(src/**)]
requireApproval: [bash_run, github_push_branch, github_create_pull_request]
approvals: { wait: ${then === 'deny' ? '60s' : '1s'}, then: ${then} }
budget: { minutes: 1000 }
sandbox: off
`;
}

const CALL = { type: 'tool_use', name: 'bash_run', input: { command: `echo made >> ${MADE}` } };
const write = (path: string) => ({
  type: 'tool_use',
  name: 'fs_write',
  input: { path, content: 'made\n' },
});
const OLD = 'old';
const REMOVE = { type: 'tool_use', name: 'bash_run', input: { command: `rm -r ${OLD}` } };
const FINISH = { type: 'tool_use', name: 'finish', input: { outcome: 'done', summary: 'Made.' } };
const TOPIC = 'topic';

/** The pull request of the stages, with its head. */
export function pullOf(headSha: string) {
  const pull = {
    headSha,
    headRef: TOPIC,
    headRepository: 'octo-org/octo-repo',
    baseRef: 'main',
    draft: false,
    commitAuthors: [REQUESTER],
  };
  return { author: REQUESTER, title: 'A topic', pull };
}

const turns = (...blocks: readonly object[]) => blocks.map((block) => ({ blocks: [block] }));

/** What the model says in a run that is suspended for commands. */
function scriptOf(commands: readonly string[] | undefined): readonly object[] {
  if (commands === undefined) return turns(CALL, FINISH);
  const calls = commands.map((command) => ({ ...CALL, input: { command } }));
  return [{ blocks: calls }, ...turns(FINISH)];
}

/** How a step ended, as everybody can see it. */
export interface StageEnd {
  readonly outcome: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly thrown: string | null;
  /** Lines that the gated command wrote. */
  readonly made: number;
  /** How often each gated call ran. */
  readonly executed: ReadonlyMap<string, number>;
  /** Who gave the approvals that counted. */
  readonly countedBy: readonly string[];
  readonly verdict: Awaited<ReturnType<typeof verifyTrail>> | null;
  readonly entries: readonly Entry[];
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly status: number | 'dropped';
  }[];
  /** Commits on branches of the run, and pull requests that it opened. */
  readonly pushes: number;
  readonly pulls: number;
  readonly log: string;
  /** The approval comment, and the reactions on it. */
  readonly asked: string;
  readonly reactions: readonly string[];
  /** The state that the step saved for its post step. */
  readonly saved: Readonly<Record<string, string>>;
  /** The tracking comment of the run, as it is in the end; empty without one. */
  readonly tracking: string;
  /** The conclusion and the title of each check run, the oldest first. */
  readonly checks: readonly string[];
  /** The last comment, and the reactions on the last comment of whoever answered. */
  readonly last: string;
  readonly answered: readonly string[];
}

export type StageName = 'start' | 'suspend' | 'resume' | 'apply';

export interface StageOptions {
  readonly stage: StageName;
  /** Who answers the approval request. */
  readonly by: string;
  /** What goes wrong in the step; the steps before it have no faults. */
  readonly fault?: Fault;
  /** With `apply`: how many files of the repository the agent removes. Absent: it writes one. */
  readonly removes?: number;
  /** With `suspend`: inputs of its step. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** With `resume`: what the run was asked to do. */
  readonly request?: string;
  /** With `resume`: what the answer says, with `ID` for the id of the approval request. */
  readonly words?: string;
  /** With `resume`: the commands that the run asks about. Absent: one. */
  readonly commands?: readonly string[];
  /** With `resume`: the run works on a pull request. */
  readonly onPull?: boolean;
  /** With `resume`: what happens while the run is suspended, after the answer and before the step that has its event. */
  readonly meanwhile?: (suspended: SuspendedStage) => void | Promise<void>;
  /** With `resume`: the workflow of the job that has the answer. */
  readonly workflow?: string;
  /** With `resume`: the id of the job that has the answer; that of the run's job if it is absent. */
  readonly job?: string;
  /** With `resume`: the other workflow files whose runs the job of the answer resumes. */
  readonly resumeWorkflows?: string;
  /** With `resume`: the key of the job that has the answer; that of the run if it is absent. */
  readonly stateKey?: string;
}

/** A suspended run that was answered. */
export interface SuspendedStage {
  readonly runner: TestRunner;
  readonly issue: number;
  /** The approval comment, and the comment that answers it. */
  readonly asked: number;
  readonly answer: number;
  readonly clock: VirtualClock;
}

/** The artifact client keeps the address that it reads first. */
let port = 0;
const templates = new Map<string, Promise<string>>();

async function templateOf(files: Readonly<Record<string, string>>): Promise<string> {
  const key = JSON.stringify(files);
  const made = templates.get(key) ?? makeTemplate(files);
  templates.set(key, made);
  return await made;
}

async function makeTemplate(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-faults-template-'));
  await createRepositories({ folder, files, path: process.env['PATH'] ?? '' });
  return folder;
}

export async function removeTemplates(): Promise<void> {
  for (const folder of templates.values()) await rm(await folder, { recursive: true, force: true });
  templates.clear();
}

/** A run that was suspended, and nothing else: what steps of its answer begin with, each on a runner of its own. */
interface Suspension {
  readonly copyTo: ReturnType<typeof snapshotOf>;
  readonly tookMs: number;
}

const suspension = memoize(
  async (): Promise<Suspension> =>
    await onStage('resume', async (stage) => await stage.suspend({})),
);

/** Runs the steps up to the stage, and the stage itself with its fault. */
export async function runStage(options: StageOptions): Promise<StageEnd> {
  const { stage: name, onPull = false, request, commands } = options;
  if (name !== 'resume')
    return await onStage(name, async (stage) => await stage.run(name, options), options.removes);
  const isUsual = !onPull && request === undefined && commands === undefined;
  const before = isUsual ? await suspension() : null;
  return await onStage('resume', async (stage) => {
    if (before === null) await stage.suspend(options);
    else await stage.continueFrom(before);
    return await stage.resume(options);
  });
}

/** Acts on a local GitHub with a runner, which are there for that alone. */
async function onStage<T>(
  name: StageName,
  work: (stage: Stage) => Promise<T>,
  oldFiles = 0,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-faults-'));
  const clock = virtualClock();
  const contract = githubContract();
  const { fail, around } = createFaults();
  const files = {
    'README.md': '# A project\n',
    'src/a.txt': 'a\n',
    '.github/countersign.yml': policyOf(['suspend', 'resume'].includes(name) ? 'suspend' : 'deny'),
    ...Object.fromEntries(Array.from({ length: oldFiles }, (_, n) => [`${OLD}/${n}.txt`, ''])),
  };
  const runner = await startLocalRunner({
    folder,
    files,
    template: await templateOf(files),
    path: process.env['PATH'] ?? '',
    bundle: folder,
    git: writableGit,
    github: { ...WHOLE_GITHUB, clock, port, onExchange: contract.onExchange, around },
  });
  port = Number(new URL(runner.github.url).port);
  try {
    return await work(
      new Stage({ ...runner, github: testGitHub(runner.github, fail) }, clock, folder),
    );
  } finally {
    vi.unstubAllEnvs();
    await runner.close();
    await rm(folder, { recursive: true, force: true });
    contract.expectKept();
  }
}

class Stage {
  readonly #stage: TestRunner;
  readonly #clock: VirtualClock;
  readonly #folder: string;
  #issue: number;
  #runId = RUN_ID;
  #counted = 0;

  constructor(runner: TestRunner, clock: VirtualClock, folder: string) {
    this.#stage = runner;
    this.#clock = clock;
    this.#folder = folder;
    const { github } = runner;
    github.person(REQUESTER, 'write');
    github.person(MAINTAINER, 'maintain');
    github.person(OUTSIDER, 'read');
    this.#issue = github.issue({ author: REQUESTER, title: 'Broken', body: 'Mend it.' }).number;
  }

  /** Runs a job until it is suspended. */
  async suspend({
    onPull = false,
    request,
    commands,
  }: Pick<StageOptions, 'onPull' | 'request' | 'commands'>): Promise<Suspension> {
    const started = this.#clock.monotonicMs();
    if (onPull) await this.#openPull();
    await this.#step({ event: this.#asked(request), turns: scriptOf(commands) });
    return {
      copyTo: snapshotOf(this.#stage.github.state),
      tookMs: this.#clock.monotonicMs() - started,
    };
  }

  async continueFrom({ copyTo, tookMs }: Suspension): Promise<void> {
    copyTo(this.#stage.github.state);
    this.#runId += 1;
    this.#clock.nextIsWait();
    await this.#clock.sleep(tookMs);
  }

  /** Runs the step of an answer to the suspended run. */
  async resume(options: StageOptions): Promise<StageEnd> {
    const { words = '/approve ID', by, fault } = options;
    const event = this.#comment(words.replace('ID', this.#openRequest()), by);
    await options.meanwhile?.({
      runner: this.#stage,
      issue: this.#issue,
      asked: this.#approvalComment()?.id ?? 0,
      answer: this.#stage.github.commentsOn(this.#issue).at(-1)?.id ?? 0,
      clock: this.#clock,
    });
    const { workflow, stateKey, job, resumeWorkflows } = options;
    const inputs = defined({ 'state-key': stateKey, 'resume-workflows': resumeWorkflows });
    const script = scriptOf(options.commands);
    return await this.#step({ event, fault, turns: script, workflow, inputs, job });
  }

  async run(stage: Exclude<StageName, 'resume'>, options: StageOptions): Promise<StageEnd> {
    const { by, fault, inputs } = options;
    switch (stage) {
      case 'start': {
        this.#answerWaiting(by);
        return await this.#step({ event: this.#asked(), fault, turns: turns(CALL, FINISH) });
      }
      case 'suspend':
        return await this.#step({
          event: this.#asked(),
          fault,
          inputs,
          turns: turns(CALL, FINISH),
        });
      case 'apply': {
        this.#answerWaiting(by);
        const event = this.#asked();
        const script =
          options.removes === undefined ? turns(write(MADE), FINISH) : turns(REMOVE, FINISH);
        const agent = await this.#step({ event, turns: script });
        await this.#stage.git('reset', '--quiet', '--hard');
        await this.#stage.git('clean', '-fdxq');
        this.#runId -= 1;
        const applyInputs = {
          mode: 'apply',
          'apply-artifact': agent.outputs['audit-artifact-name'] ?? '',
          'apply-head': agent.outputs['audit-head'] ?? '',
        };
        return await this.#step({ event, fault, turns: [], inputs: applyInputs, job: 'apply' });
      }
    }
  }

  /** How many pull requests there are, however lost their answers were: the numbers between those of its own issues. */
  #pulls(): number {
    const { number } = this.#stage.github.issue({ author: REQUESTER, title: 'Next', body: '' });
    this.#counted += 1;
    return number - this.#issue - this.#counted;
  }

  #asked(request = 'mend it') {
    return this.#comment(`/countersign ${request}`, REQUESTER);
  }

  #comment(body: string, login: string) {
    this.#clock.after(0, () => undefined);
    const { github } = this.#stage;
    const { id } = github.comment({ login, issue: this.#issue, body });
    return { name: 'issue_comment', payload: github.commentEvent(id, 'created') };
  }

  async #openPull(): Promise<void> {
    const headSha = await this.#stage.commit(TOPIC, { 'src/b.txt': 'b\n' });
    this.#issue = this.#stage.github.pull(pullOf(headSha)).number;
  }

  #approvalComment() {
    return this.#stage.github
      .commentsOn(this.#issue)
      .findLast(({ body }) => body.includes('countersign:approval-request'));
  }

  #openRequest(): string {
    return APPROVAL_ID.exec(this.#approvalComment()?.body ?? '')?.[1] ?? 'none';
  }

  /** Somebody answers each approval comment, some seconds after it was posted. */
  #answerWaiting(login: string): void {
    const answered = new Set<number>();
    const { github } = this.#stage;
    github.onComment(({ id, body }) => {
      if (!body.includes('countersign:approval-request') || answered.has(id)) return;
      answered.add(id);
      this.#clock.after(ANSWER_AFTER_MS, () => {
        const ids = body.match(/ap-[0-9a-z]{8}/g) ?? [];
        github.comment({
          login,
          issue: this.#issue,
          body: `/approve ${[...new Set(ids)].join(' ')}`,
        });
      });
    });
  }

  async #step(options: {
    readonly event: { readonly name: string; readonly payload: object };
    readonly turns: readonly object[];
    readonly fault?: Fault | undefined;
    readonly inputs?: Readonly<Record<string, string>> | undefined;
    readonly job?: string | undefined;
    readonly workflow?: string | undefined;
  }): Promise<StageEnd> {
    const { github } = this.#stage;
    const { workflow = WORKFLOW } = options;
    this.#runId += 1;
    const script = join(this.#folder, 'script.json');
    await writeFile(script, JSON.stringify({ turns: options.turns }));
    // The answer comes later than the request, in GitHub's whole seconds.
    await this.#clock.sleep(2_000);
    const prepared = await this.#stage.prepare('action', {
      event: options.event,
      runId: this.#runId,
      ...(options.job === undefined ? {} : { job: options.job }),
      inputs: {
        model: `scripted:${script}`,
        'state-key': 'a-key-of-many-characters',
        ...options.inputs,
      },
      environment: { GITHUB_WORKFLOW_REF: `octo-org/octo-repo/${workflow}@refs/heads/main` },
    });
    addWorkflowRun(github, {
      id: this.#runId,
      workflow,
      event: 'issue_comment',
      headRepository: 'octo-org/octo-repo',
      completed: false,
    });
    for (const [name, value] of Object.entries(prepared.env))
      if (/^(?:ACTIONS|GITHUB)_/.test(name)) vi.stubEnv(name, value);
    const before = github.log.length;
    if (options.fault !== undefined) github.fail(options.fault);
    const runner = recordingRunner(prepared.env, this.#clock);
    const thrown = await act({
      runner,
      signals: { stop: new AbortController().signal, requests: new AbortController().signal },
      variables: prepared.env,
      cwd: prepared.cwd,
      clock: this.#clock,
      subAction: null,
    }).then(
      () => null,
      (error: unknown) => errorText(error),
    );
    addWorkflowRun(github, {
      id: this.#runId,
      workflow,
      event: 'issue_comment',
      headRepository: 'octo-org/octo-repo',
      completed: true,
    });
    return {
      ...(await this.#read(runner, github.log.slice(before))),
      thrown,
    };
  }

  async #read(
    runner: RecordingRunner,
    requests: StageEnd['requests'],
  ): Promise<Omit<StageEnd, 'thrown'>> {
    const folder = runner.states['trail-folder'] ?? '';
    const entries: Entry[] = [];
    let verdict: StageEnd['verdict'] = null;
    if (folder !== '' && existsSync(join(folder, TRAIL_FILE))) {
      verdict = await verifyTrail(trailBytes(folder), { requireEnd: true, blobs: blobsIn(folder) });
      if (verdict.kind === 'intact')
        for await (const entry of readTrail(folder)) entries.push(entry);
    }
    const comments = this.#stage.github.commentsOn(this.#issue);
    const made = await readFile(join(this.#stage.workspace, MADE), 'utf8').catch(() => '');
    const gated = new Set(entries.filter(isGatedCall).map(({ call }) => call));
    const executed = new Map<string, number>();
    for (const entry of entries) {
      if (entry.type !== 'call.state' || entry.state !== 'EXECUTING') continue;
      if (gated.has(entry.call)) executed.set(entry.call, (executed.get(entry.call) ?? 0) + 1);
    }
    return {
      outcome: runner.outputs['outcome'] ?? '',
      outputs: runner.outputs,
      summary: runner.outputs['summary'] ?? '',
      made: made.split('\n').length - 1,
      executed,
      countedBy: entries.flatMap((entry) =>
        entry.type === 'approval.decision' && entry.counted ? [entry.by.login] : [],
      ),
      verdict,
      entries,
      requests,
      pushes: requests.filter(
        ({ method, path }) => method === 'POST' && path.endsWith('/git/commits'),
      ).length,
      pulls: this.#pulls(),
      log: runner.lines.join('\n'),
      asked: this.#approvalComment()?.body ?? '',
      reactions: this.#stage.github
        .reactionsOn(this.#approvalComment()?.id ?? 0)
        .map(({ content }) => content),
      saved: runner.states,
      tracking: comments.find(({ body }) => body.includes('countersign:tracking'))?.body ?? '',
      checks: this.#stage.github
        .checkRuns()
        .map(({ conclusion, title }) => `${conclusion}: ${title}`),
      last: comments.at(-1)?.body ?? '',
      answered: this.#stage.github
        .reactionsOn(comments.findLast(({ author }) => author.type === 'User')?.id ?? 0)
        .map(({ content }) => content),
    };
  }
}

function isGatedCall(entry: Entry): entry is Extract<Entry, { type: 'call.state' }> {
  const tool = entry.type === 'call.state' ? entry['gen_ai.tool.name'] : undefined;
  return (
    tool !== undefined &&
    ['bash_run', 'github_push_branch', 'github_create_pull_request'].includes(tool)
  );
}

interface RecordingRunner extends Runner {
  readonly outputs: Record<string, string>;
  readonly states: Record<string, string>;
  readonly lines: string[];
}

function recordingRunner(
  env: Readonly<Record<string, string>>,
  clock: VirtualClock,
): RecordingRunner {
  const outputs: Record<string, string> = {};
  const states: Record<string, string> = {};
  const lines: string[] = [];
  const line = (text: string): void => void lines.push(text);
  return {
    outputs,
    states,
    lines,
    input: (name) => env[`INPUT_${name.toUpperCase()}`] ?? '',
    state: () => '',
    redactor: memoize(() => inputRedactor((name) => env[`INPUT_${name.toUpperCase()}`] ?? '', env)),
    output: (name, value) => void (outputs[name] = value),
    secret: () => undefined,
    saveState: (name, value) => void (states[name] = value),
    info: (text) => {
      if (/^Waiting \d+ s for GitHub/.test(text)) clock.nextIsWait();
      line(text);
    },
    warning: (text) => line(`warning: ${text}`),
    error: (text) => line(`error: ${text}`),
    annotate: () => undefined,
    startGroup: line,
    endGroup: () => undefined,
    summary: () => Promise.resolve(),
    fail: (text) => line(`failed: ${text}`),
    abandon: () => undefined,
    close: () => undefined,
  };
}
