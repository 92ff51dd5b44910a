/** Plays a story on the local GitHub: jobs as the events of its acts start them, each with its post step. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedComment } from '../../../src/testing/index.ts';
import { accountJson, repositoryJson } from '../../../src/testing/github-server/repository-json.ts';
import { readMarker } from '../../../src/approvals/request/comment-marker.ts';
import { agentStep, entryOf, example, inputsOf, runs, tokenOf } from '../../examples/example.ts';
import type { Contexts } from '../../examples/expressions.ts';
import type { Fault } from '../../testing/github-server/faults.ts';
import { addWorkflowRun } from '../../testing/github-server/ci.ts';
import {
  addReview,
  clickEvent,
  issuesEvent,
  pullEvent,
  reviewEvent,
} from '../../testing/github-server/events.ts';
import { contextsOf, needsOf } from '../example.ts';
import {
  type StepOptions,
  type EndedStep,
  type Event,
  MAINTAINER,
  OUTSIDER,
  REQUESTER,
  type TestRepository,
  openRepository,
  type StartedStep,
  pullOfTopic,
} from '../harness.ts';
import { WORKFLOW } from '../suspended.ts';
import { checkOut } from '../workflow-job.ts';
import { type Act, AUTHOR, type Moment, REQUESTS, type Round, SECOND } from './acts.ts';
import { LONG_FILES, serveModel } from './model.ts';
import { moduleFiles } from './modules.ts';
import { StoryRepository } from './repository.ts';
import { effectsLeftIn, inCheckout, KEPT, SANDBOX_FILES, startHost } from './sandbox.ts';
import { type Servers, startServers } from './servers.ts';
import { isTwoJobs, scriptOf, type Story } from './story.ts';

export const SECRET = 'p@ss"Zw7\\kQ3xV9mB2nL5';
const KEYS = { first: 'a-state-key-of-many-characters', rotated: 'another-key-of-many-characters' };
const NO_ID = 'ap-00000000';
const MAX_JOBS = 14;
const MAX_BESIDE = 3;
/** A job whose claim another one has waits two minutes for that one to continue. */
const JOB_TIMEOUT_MS = 240_000;
const STARTS = { issues: true, pull_request: true, workflow_dispatch: true };
const RECIPE = example('comments');
const TWO_JOBS = example('two-jobs');
/** What the workflow `two-jobs` sets and a story sets otherwise. */
const SET_BY_STORIES: ReadonlySet<string> = new Set([
  'anthropic-api-key',
  'state-key',
  'github-token',
]);
const WRITES: ReadonlySet<string> = new Set(['write', 'maintain', 'admin']);

/** A job as it ran. */
export interface PlayedJob {
  readonly runId: number;
  /** `apply`: the second of two jobs. */
  readonly job: JobName;
  readonly event: Event;
  /** The comment that it is about. */
  readonly comment: number | null;
  readonly end: EndedStep;
  readonly post: EndedStep | null;
  readonly isKilled: boolean;
  /** Who had write access at any moment of it. */
  readonly writers: ReadonlySet<string>;
}

/** A comment by somebody, with each text that it had. */
export interface Said {
  readonly id: number;
  readonly by: string;
  readonly texts: string[];
  isGone: boolean;
}

/** What a story came to. */
export interface Played {
  readonly repository: TestRepository;
  readonly story: Story;
  readonly issue: number;
  readonly jobs: readonly PlayedJob[];
  readonly said: readonly Said[];
  /** Who pressed a button, ticked a box or approved by a review. */
  readonly pressed: readonly string[];
  /** Each effect of a command, in order. */
  readonly effects: readonly string[];
  /** Untracked files in checkouts at the ends of jobs. */
  readonly files: readonly string[];
  /** What commands in a sandbox reached of a host that no policy lists, and of one that some list. */
  readonly canary: readonly string[];
  readonly listed: readonly string[];
  /** Texts of the file that no command may change, at the ends of jobs, where they are others. */
  readonly changedKept: readonly string[];
  /** Commits of people that the branch of the pull request has to keep. */
  readonly pushedByPeople: readonly string[];
  /** Acts that took place. */
  readonly acts: readonly Act[];
  readonly hung: readonly string[];
}

interface Pending {
  readonly moment: Moment;
  left: number;
  readonly act: () => Promise<Effect | null>;
}

/** What a story plays in. */
interface Surroundings {
  readonly issue: number;
  /** The inputs that name the model. */
  readonly model: Readonly<Record<string, string>>;
  readonly servers: Servers;
}

type JobName = 'agent' | 'apply';

/** One job of a workflow run. */
interface JobOptions {
  readonly event: Event;
  readonly runId: number;
  readonly kill: Round['kill'];
  readonly runner: string | undefined;
  readonly job: JobName;
  /** Of a workflow of two jobs. */
  readonly inputs?: Readonly<Record<string, string>>;
}

type Effect = Awaited<ReturnType<NonNullable<Fault['decide']>>>;

class Player {
  readonly jobs: PlayedJob[] = [];
  readonly said: Said[] = [];
  readonly pressed: string[] = [];
  readonly acts: Act[] = [];
  readonly hung: string[] = [];
  readonly due: Event[] = [];
  readonly left = new Set<string>();
  readonly files = new Set<string>();
  readonly changedKept = new Set<string>();
  readonly #at: TestRepository;
  readonly #story: Story;
  readonly #issue: number;
  readonly #model: Readonly<Record<string, string>>;
  readonly #servers: Servers;
  readonly #repository: StoryRepository;
  readonly #active: Set<string>[] = [];
  #key: keyof typeof KEYS = 'first';
  #runId = 5_000;
  #pending: Pending[] = [];
  #startsAtOnce = false;
  readonly #faults: Extract<Act, { do: 'fault' }>[] = [];
  readonly #beside: Promise<void>[] = [];

  constructor(repository: TestRepository, story: Story, { issue, model, servers }: Surroundings) {
    this.#at = repository;
    this.#story = story;
    this.#issue = issue;
    this.#model = model;
    this.#servers = servers;
    this.#repository = new StoryRepository(repository, { policy: story.policy, issue });
    repository.github.fail({
      match: /./,
      times: Number.POSITIVE_INFINITY,
      decide: (request) => this.#onRequest(request),
    });
  }

  get pushedByPeople(): readonly string[] {
    return this.#repository.heads;
  }

  async #onRequest(request: string): Promise<Effect> {
    let effect: Effect = (await this.#takeFault(request)) ?? {};
    for (const one of this.#pending) {
      if (one.left < 0 || !REQUESTS[one.moment.match].test(request)) continue;
      one.left -= 1;
      if (one.left < 0) effect = (await one.act()) ?? effect;
    }
    return this.#repository.refusal(request) ?? effect;
  }

  #takeFault(request: string): Effect | undefined | Promise<never> {
    const index = this.#faults.findIndex(
      ({ match, how }) =>
        REQUESTS[match].test(request) &&
        !(how === 'silent' && HANGS_LONG.test(request)) &&
        // The client of artifacts tries only others again. Without the upload, there is no trail to hold against anything.
        !((how === 'secondary' || how === 'refused') && REQUESTS.blob.test(request)),
    );
    const [fault] = index < 0 ? [] : this.#faults.splice(index, 1);
    if (fault === undefined) return undefined;
    return fault.how === 'silent' ? new Promise<never>(() => undefined) : FAULTS[fault.how];
  }

  async round(round: Round): Promise<void> {
    for (const act of round.before) await this.act(act);
    const [first, second] = this.due.splice(0, round.together ? 2 : 1);
    if (first === undefined) return;
    this.#startsAtOnce = round.atOnce;
    this.#pending = round.during.map(({ moment, act }) => ({
      moment,
      left: moment.skip,
      act: async () => {
        await this.act(act);
        return null;
      },
    }));
    await (second === undefined
      ? this.job(first, round.kill)
      : Promise.all([this.job(first, null, 'one'), this.job(second, null, 'two')]));
    this.#startsAtOnce = false;
    await Promise.all(this.#beside.splice(0));
    this.#pending = [];
  }

  /** Runs what is due, until nothing is. */
  async drain(): Promise<void> {
    while (this.due.length > 0 && this.jobs.length < MAX_JOBS) {
      const next = this.due.shift();
      if (next !== undefined) await this.job(next, null);
    }
  }

  async job(event: Event, kill: Round['kill'], runner?: string): Promise<void> {
    this.#runId += 1;
    const one = { event, runId: this.#runId, kill, runner };
    if (!isTwoJobs(this.#story)) {
      await this.#run({ ...one, job: 'agent' });
      return;
    }
    let contexts: Contexts = contextsOf(event);
    for (const job of ['agent', 'apply'] as const) {
      if (!runs(TWO_JOBS, contexts, job)) continue;
      const given = Object.entries(inputsOf(TWO_JOBS, contexts, job));
      const inputs = Object.fromEntries(given.filter(([name]) => !SET_BY_STORIES.has(name)));
      const end = await this.#run({ ...one, job, inputs });
      if (job === 'agent') contexts = { ...contexts, ...needsOf(TWO_JOBS, end) };
    }
  }

  async #run({ event, runId, kill, runner, job, inputs = {} }: JobOptions): Promise<EndedStep> {
    const repository = this.#at;
    if (runner === undefined) await checkOut(repository, 'main');
    // The token of a job is that of all jobs beside it.
    if (isTwoJobs(this.#story))
      repository.github.tokenMay(tokenOf(TWO_JOBS, this.#active.length === 0 ? job : 'apply'));
    const writers = new Set(this.#writersNow());
    this.#active.push(writers);
    const about = {
      id: runId,
      workflow: WORKFLOW,
      event: event.name,
      headRepository: 'octo-org/octo-repo',
    };
    addWorkflowRun(repository.github, { ...about, completed: false });
    const step: StepOptions = {
      event,
      job,
      runId,
      ...(runner === undefined ? {} : { runner: `${runner}-${runId}` }),
      inputs: {
        ...(job === 'agent' ? this.#model : {}),
        ...(inputs['approvals'] === 'fail' ? {} : { 'state-key': KEYS[this.#key] }),
        ...inputs,
        ...(event.name in STARTS ? { prompt: 'Do it.' } : {}),
        ...(event.name === 'workflow_dispatch' ? { 'approval-issue': String(this.#issue) } : {}),
      },
      environment: {
        GITHUB_WORKFLOW_REF: `octo-org/octo-repo/${WORKFLOW}@refs/heads/main`,
        PATH: `${join(repository.folder, 'bin')}:${process.env['PATH'] ?? ''}`,
        DEPLOY_PASSWORD: SECRET,
        ...(this.#story.parts.hangs ? { ACTIONS_ARTIFACT_UPLOAD_TIMEOUT_MS: '3000' } : {}),
      },
    };
    const { end, isKilled } = await this.#main(step, kill);
    const post = runner === undefined ? await repository.runStep(step, 'post') : null;
    addWorkflowRun(repository.github, { ...about, completed: true });
    this.#active.splice(this.#active.indexOf(writers), 1);
    await this.#readCheckout(runner === undefined ? null : `${runner}-${runId}`);
    const comment = Object(event.payload) as { readonly comment?: { readonly id: number } };
    const id = comment.comment?.id ?? null;
    this.jobs.push({ runId, job, event, comment: id, end, post, isKilled, writers });
    return end;
  }

  async #main(
    step: StepOptions,
    kill: Round['kill'],
  ): Promise<{ end: EndedStep; isKilled: boolean }> {
    const repository = this.#at;
    const entry =
      step.job === 'apply' ? entryOf(agentStep(TWO_JOBS, 'apply').uses) : ('action' as const);
    let isKilled = false;
    let started: StartedStep | null = null;
    if (kill !== null) {
      const { moment, lost, signal } = kill;
      this.#pending.push({
        moment,
        left: moment.skip,
        act: async () => {
          isKilled = signal === 'SIGKILL';
          started?.process.kill(signal);
          if (isKilled) await started?.end;
          return lost ? { drop: true } : null;
        },
      });
      started = await repository.start(entry, step);
    }
    const ended = started?.end ?? repository.runStep(step, entry);
    const timer = new AbortController();
    const hung = sleep(JOB_TIMEOUT_MS, 'hung' as const, { signal: timer.signal });
    const first = await Promise.race([ended, hung.catch(() => 'over' as const)]);
    timer.abort();
    if (typeof first !== 'string') return { end: first, isKilled };
    this.hung.push(`job ${step.runId} of ${JSON.stringify(step.event?.name)}`);
    throw new Error(`Job ${step.runId} hangs.`);
  }

  /** Notes what the job left in its checkout. */
  async #readCheckout(runner: string | null): Promise<void> {
    const { runner: localRunner, folder } = this.#at;
    const workspace = runner === null ? localRunner.workspace : join(folder, runner, 'octo-repo');
    if (!existsSync(workspace)) return;
    if (this.#story.parts.sandbox) for (const line of effectsLeftIn(workspace)) this.left.add(line);
    const kept = join(workspace, KEPT.path);
    const text = existsSync(kept) ? readFileSync(kept, 'utf8') : 'none';
    if (text !== KEPT.text) this.changedKept.add(text);
    const status = await localRunner.git('-C', workspace, 'status', '--porcelain=v1', '-uall');
    for (const line of status.split('\n')) if (line.startsWith('??')) this.files.add(line.slice(3));
  }

  #writersNow(): readonly string[] {
    const { state } = this.#at.github;
    return [...state.permissions].flatMap(([login, permission]) =>
      WRITES.has(permission) ? [login] : [],
    );
  }

  #approvalComment(): ServedComment | undefined {
    return this.#at.github
      .commentsOn(this.#issue)
      .filter(({ body }) => (readMarker(body)?.ids.length ?? 0) > 0)
      .toSorted((one, other) => openness(one) - openness(other) || one.id - other.id)
      .at(-1);
  }

  #textOf(text: string, nth = 0): string {
    const { ids = [], questions = [] } = readMarker(this.#approvalComment()?.body ?? '') ?? {};
    const calls = ids.filter((id) => !questions.includes(id)).join(' ');
    const each = [
      ...(calls === '' ? [] : [`/approve ${calls}`]),
      ...questions.map((id) => `/answer ${id} The second.`),
    ].join('\n');
    const command = this.#story.parts.sandbox ? inCheckout(text) : text;
    return command
      .replaceAll('EACH', each === '' ? '/approve' : each)
      .replaceAll('IDS', calls === '' ? NO_ID : calls)
      .replaceAll('ID', ids[nth % Math.max(1, ids.length)] ?? NO_ID)
      .replaceAll('SECRET', SECRET);
  }

  /** Does it, and notes the event of it for a job if the workflow has one for it. */
  async act(act: Act): Promise<void> {
    if (!this.#story.parts.hangs && isHang(act)) return;
    this.acts.push(act);
    const event = await this.#do(act);
    if (event === null) return;
    if (this.#startsAtOnce && this.#active.length < MAX_BESIDE)
      this.#beside.push(this.job(event, null, 'beside'));
    else this.due.push(event);
  }

  async #do(act: Act): Promise<Event | null> {
    const { github } = this.#at;
    const issue = this.#issue;
    switch (act.do) {
      case 'say':
        return this.say(act.by, this.#textOf(act.text, act.nth));
      case 'edit': {
        const last = this.said.findLast(({ by, isGone }) => by === act.by && !isGone);
        if (last === undefined) return null;
        const body = this.#textOf(act.text, act.nth);
        last.texts.push(body);
        github.editComment({ id: last.id, login: act.by, body });
        return null;
      }
      case 'delete': {
        if (act.what === 'answer') {
          const last = this.said.findLast(({ isGone }) => !isGone);
          if (last === undefined) return null;
          last.isGone = true;
          github.deleteComment(last.id);
        } else {
          const found =
            act.what === 'approval'
              ? this.#approvalComment()
              : github.commentsOn(issue).find(({ body }) => body.includes('countersign:tracking'));
          if (found !== undefined) github.deleteComment(found.id);
        }
        return null;
      }
      case 'tamper': {
        const found = this.#approvalComment();
        if (found === undefined) return null;
        github.editComment({ id: found.id, login: act.by, body: `${found.body}\nMore.` });
        return this.#edited(found.id);
      }
      case 'tick': {
        const found = this.#approvalComment();
        const ids = readMarker(found?.body ?? '')?.ids ?? [];
        const box = `approve ${ids[act.nth % Math.max(1, ids.length)]}`;
        if (found?.body.includes(`- [ ] ${box}`) !== true) return null;
        this.pressed.push(act.by);
        const body = found.body.replace(`- [ ] ${box}`, `- [x] ${box}`);
        github.editComment({ id: found.id, login: act.by, body });
        return this.#edited(found.id);
      }
      case 'click': {
        const check = github.checkRuns().findLast(({ actions }) => actions.length > 0);
        const buttons = (check?.actions ?? []) as readonly Record<string, string>[];
        const identifier = buttons.find(({ label }) => label === act.label)?.['identifier'];
        if (check === undefined || identifier === undefined) return null;
        this.pressed.push(act.by);
        const payload = clickEvent(github, { check: check.id, identifier, login: act.by });
        return { name: 'check_run', payload };
      }
      case 'review': {
        if (github.state.issues.get(issue)?.pull === null) return null;
        this.pressed.push(act.by);
        const { id } = addReview(github, { login: act.by, number: issue, state: act.state });
        if (!this.#story.policy.includes('reviews: true')) return null;
        return {
          name: 'pull_request_review',
          payload: reviewEvent(github, issue, id, 'submitted'),
        };
      }
      case 'permit':
        github.person(act.who, act.permission);
        if (act.permission === 'write') for (const set of this.#active) set.add(act.who);
        return null;
      case 'issue':
      case 'commit':
      case 'branch':
        await this.#repository.act(act);
        return null;
      case 'servers':
        this.#servers.become(act.become);
        return null;
      case 'key':
        this.#key = act.key;
        return null;
      case 'artifacts': {
        const last = github.artifacts.artifacts.at(-1);
        if (last === undefined) return null;
        if (act.how === 'remove') github.artifacts.remove(last.id);
        else last.expired = true;
        return null;
      }
      case 'fault':
        this.#faults.push(act);
        return null;
      case 'pause':
        await sleep(act.ms);
        return null;
    }
  }

  /** Somebody comments; the event of it, if the recipe has a job for it. */
  say(by: string, body: string): Event | null {
    const { github } = this.#at;
    const { id } = github.comment({ login: by, issue: this.#issue, body });
    this.said.push({ id, by, texts: [body], isGone: false });
    const event = { name: 'issue_comment', payload: github.commentEvent(id, 'created') };
    const contexts = contextsOf(event);
    const isRun = isTwoJobs(this.#story)
      ? runs(TWO_JOBS, contexts) || runs(TWO_JOBS, contexts, 'apply')
      : runs(RECIPE, contexts);
    return isRun ? event : null;
  }

  #edited(comment: number): Event | null {
    const { github } = this.#at;
    const { sender } = github.commentEvent(comment, 'edited') as {
      readonly sender: { readonly type: string };
    };
    return this.#story.policy.includes('boxes: true') && sender.type === 'User'
      ? { name: 'issue_comment', payload: github.commentEvent(comment, 'edited') }
      : null;
  }
}

function isHang(act: Act): boolean {
  return (
    (act.do === 'fault' && act.how === 'silent') ||
    (act.do === 'servers' && act.become === 'silent')
  );
}

/** Requests that the client of artifacts waits minutes for. */
const HANGS_LONG = / \/twirp\//;

/** An approval comment that is open comes before the others. */
function openness({ body }: ServedComment): number {
  const state = readMarker(body)?.state;
  return state === 'waiting' || state === 'suspended' ? 1 : 0;
}

/** What becomes of a request that fails. */
const FAULTS: Readonly<Record<Exclude<Extract<Act, { do: 'fault' }>['how'], 'silent'>, Effect>> = {
  lost: { dropAfter: true },
  cut: { cutAfter: true },
  refused: { status: 502, body: 'Bad gateway' },
  down: { status: 503, body: { message: 'Service unavailable' } },
  limited: {
    status: 429,
    headers: { 'retry-after': '1' },
    body: { message: 'API rate limit exceeded' },
  },
  secondary: {
    status: 403,
    headers: { 'retry-after': '1' },
    body: { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' },
  },
};

/** Plays it to its end, when no event is left that starts a job. `check` looks at the repository before it is removed. */
export async function play<T>(given: Story, check: (played: Played) => Promise<T>): Promise<T> {
  const { parts } = given;
  await using place = await startServers();
  await using canary = await startHost();
  await using listed = await startHost();
  const policy = given.policy.replace('LISTED', new URL(listed.url).host);
  const story = { ...given, policy: parts.servers ? place.placedIn(policy) : policy };
  await using repository = await openRepository({
    policy: story.policy,
    files: {
      'src/notes.txt': `The password is ${SECRET}.\n`,
      ...LONG_FILES,
      ...(parts.modules ? Object.assign({}, ...Object.values(moduleFiles())) : {}),
      [KEPT.path]: KEPT.text,
      ...(parts.sandbox
        ? {
            effect: SANDBOX_FILES.effect
              .replace('CANARY', canary.url)
              .replace('LISTED', listed.url),
          }
        : {}),
    },
    github: { self: story.self },
  });
  for (const login of [SECOND, AUTHOR]) repository.github.person(login, 'write');
  repository.github.person(OUTSIDER, 'read');
  repository.github.person(MAINTAINER, 'maintain');
  mkdirSync(join(repository.folder, 'bin'));
  const program = join(repository.folder, 'bin', 'effect');
  writeFileSync(program, `#!/bin/sh\necho "$*" >> '${place.effects}'\n`);
  chmodSync(program, 0o755);
  const script = parts.sandbox ? inCheckout(scriptOf(story, SECRET)) : scriptOf(story, SECRET);
  const file = join(repository.folder, 'story.json');
  writeFileSync(file, script);
  await using api = parts.api === null ? null : await serveModel(parts.api, script, parts.hangs);
  const model = api?.inputs ?? { model: `scripted:${file}` };
  const isPull = story.start.startsWith('pull');
  const issue = isPull ? await openPull(repository) : repository.issue;
  const player = new Player(repository, story, { issue, model, servers: place });
  const started =
    story.start === 'labelled'
      ? { name: 'issues', payload: issuesEvent(repository.github, issue, 'labeled') }
      : story.start === 'pull-opened'
        ? { name: 'pull_request', payload: pullEvent(repository.github, issue, 'opened') }
        : story.start.endsWith('dispatch')
          ? { name: 'workflow_dispatch', payload: dispatched(repository) }
          : player.say(REQUESTER, '/countersign do it');
  if (started !== null) player.due.push(started);
  const isTwice = story.start === 'twice' || story.start === 'pull-twice';
  const again = isTwice ? player.say(AUTHOR, '/countersign do it, too') : null;
  if (again !== null) player.due.push(again);
  const [first, ...others] = story.rounds;
  if (first !== undefined)
    await player.round({ ...first, before: [], together: first.together || isTwice });
  for (const round of others) await player.round(round);
  await player.drain();
  return await check({
    repository,
    story,
    issue,
    jobs: player.jobs,
    said: player.said,
    pressed: player.pressed,
    acts: player.acts,
    hung: player.hung,
    files: [...player.files],
    canary: canary.seen,
    listed: listed.seen,
    changedKept: [...player.changedKept],
    pushedByPeople: player.pushedByPeople,
    effects: [...place.effectsNow(), ...[...player.left].map((line) => line.replace(/\|.*/, ''))],
  });
}

function dispatched({ github }: TestRepository): object {
  return {
    ref: 'refs/heads/main',
    inputs: {},
    repository: repositoryJson(github.state),
    sender: accountJson(github.account(REQUESTER)),
  };
}

async function openPull(repository: TestRepository): Promise<number> {
  const headSha = await repository.runner.commit('topic', { 'src/a.txt': 'of the pull request\n' });
  return pullOfTopic(repository, { headSha, author: AUTHOR }).number;
}
