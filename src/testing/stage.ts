/**
 * A stage for one workflow step: a checkout, a runner's files and variables, and the local GitHub. The step itself is the
 * real bundle, started as the runner starts it. This file does I/O.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CountersignError } from '../common/index.ts';
import { runTrusted, type TrustedResult } from '../sandbox/index.ts';
import {
  type GitHubServer,
  type GitHubServerOptions,
  startGitHubServer,
} from './github-server/server.ts';
import { repositoryGit } from './github-server/git.ts';

const GIT_TIMEOUT_MS = 60_000;
const MAX_LOG_BYTES = 64 * 1024 * 1024;
const STEP_TIMEOUT_MS = 10 * 60_000;
const WORKFLOW_RUN_ID = 4242;

export interface StageOptions {
  /** An empty folder that the stage may fill. */
  readonly folder: string;
  /** The files of the repository's first commit on `main`, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The PATH that git and the step get. */
  readonly path: string;
  /** Where `action.js` and `post.js` lie. */
  readonly bundle: string;
  readonly github?: Omit<GitHubServerOptions, 'git' | 'owner' | 'repo'>;
  /** Beside the variables that the stage sets. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a step ended, as the runner would see it. */
export interface StepEnd {
  readonly exitCode: number | null;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

export interface StepOptions {
  /** A payload of text is written as it is, broken or not. */
  readonly event: { readonly name: string; readonly payload: object | string };
  readonly inputs: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The number of the workflow run; one for all steps of a job. */
  readonly runId?: number;
  readonly job?: string;
  /** Another machine with a checkout of its own, by name. The stage's own where absent. */
  readonly runner?: string;
}

export interface Stage {
  readonly github: GitHubServer;
  /** The checkout that the step works in: a shallow clone of `origin`, as actions/checkout makes it. */
  readonly workspace: string;
  /** The repository that the local GitHub serves. */
  readonly origin: string;
  readonly temp: string;
  readonly headSha: string;
  /** Runs git in the checkout. */
  git(...args: readonly string[]): Promise<string>;
  /** Commits files to a branch of `origin` that begins at `main` where it is new, and gives the commit. */
  commit(branch: string, files: Readonly<Record<string, string>>): Promise<string>;
  /** What a door of the bundle is started with, and how its end is read. */
  ready(door: ServedEntry, options: StepOptions): Promise<ReadyStep>;
  /** Runs a door of the bundle to its end. The post step gets the state that the main step saved. */
  step(door: ServedEntry, options: StepOptions): Promise<StepEnd>;
  close(): Promise<void>;
}

export type ServedEntry = 'action' | 'post';

export interface ReadyStep {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly end: (exitCode: number | null, log: string) => Promise<StepEnd>;
}

/** Sets the stage: the files committed and checked out, the local GitHub serving them, the runner's folders made. */
export async function setStage(options: StageOptions): Promise<Stage> {
  const { folder } = options;
  const places = {
    seed: join(folder, 'seed'),
    origin: join(folder, 'origin.git'),
    workspace: join(folder, 'work', 'octo-repo', 'octo-repo'),
    temp: join(folder, 'temp'),
  };
  for (const place of [places.seed, places.temp]) await mkdir(place, { recursive: true });
  const git = (cwd: string): Stage['git'] => gitIn(cwd, folder, options.path);
  const seed = git(places.seed);
  await seed('init', '--quiet', '--initial-branch=main');
  await commitFiles(seed, places.seed, options.files);
  await seed('clone', '--quiet', '--bare', places.seed, places.origin);
  await seed('clone', '--quiet', '--depth=1', `file://${places.origin}`, places.workspace);
  const headSha = (await seed('rev-parse', 'HEAD')).trim();
  const github = await startGitHubServer({ ...options.github, git: repositoryGit(places.origin) });
  const ready: Stage['ready'] = async (door, step) => {
    const own =
      step.runner === undefined
        ? places
        : await otherRunner(seed, places.origin, join(folder, step.runner));
    return await readyDoor(door, step, { options, github, headSha, ...own });
  };
  return {
    github,
    workspace: places.workspace,
    origin: places.origin,
    temp: places.temp,
    headSha,
    git: git(places.workspace),
    commit: async (branch, files) => {
      const known = (await seed('branch', '--list', branch)) !== '';
      await seed('checkout', '--quiet', ...(known ? [branch] : ['-b', branch, 'main']));
      await commitFiles(seed, places.seed, files);
      await seed('push', '--quiet', places.origin, branch);
      return (await seed('rev-parse', 'HEAD')).trim();
    },
    ready,
    step: async (door, step) => {
      const { argv, cwd, env, end } = await ready(door, step);
      const result = await runTrusted({
        argv,
        cwd,
        env,
        timeoutMs: STEP_TIMEOUT_MS,
        maxOutputBytes: MAX_LOG_BYTES,
        ...(step.signal === undefined ? {} : { signal: step.signal }),
      });
      return await end(result.exitCode, logOf(result));
    },
    close: () => github.close(),
  };
}

async function otherRunner(
  git: Stage['git'],
  origin: string,
  folder: string,
): Promise<{ workspace: string; temp: string }> {
  const places = { workspace: join(folder, 'octo-repo'), temp: join(folder, 'temp') };
  await mkdir(places.temp, { recursive: true });
  await git('clone', '--quiet', '--depth=1', `file://${origin}`, places.workspace);
  return places;
}

async function commitFiles(
  git: Stage['git'],
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await git('add', '--all');
  await git('commit', '--quiet', '--message', `Set ${Object.keys(files).length} files`);
}

function gitIn(cwd: string, home: string, path: string): Stage['git'] {
  return async (...args) => {
    const result = await runTrusted({
      argv: ['git', '-c', 'user.name=octo-dev', '-c', 'user.email=octo-dev@example.com', ...args],
      cwd,
      env: {
        PATH: path,
        HOME: home,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
        GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
      },
      timeoutMs: GIT_TIMEOUT_MS,
      maxOutputBytes: MAX_LOG_BYTES,
    });
    if (result.exitCode === 0) return result.stdout.toString('utf8');
    throw new CountersignError(
      'internal',
      `git ${args.join(' ')}: ${result.stderr.toString('utf8')}`,
    );
  };
}

async function readyDoor(
  door: ServedEntry,
  step: StepOptions,
  at: {
    readonly options: StageOptions;
    readonly github: GitHubServer;
    readonly workspace: string;
    readonly temp: string;
    readonly headSha: string;
  },
): Promise<ReadyStep> {
  const runId = step.runId ?? WORKFLOW_RUN_ID;
  const job = step.job ?? 'agent';
  const files = await runnerFiles(at.temp, door);
  const { payload } = step.event;
  await writeFile(files.event, typeof payload === 'string' ? payload : JSON.stringify(payload));
  const state = door === 'post' ? await readCommandFile(join(at.temp, 'action-state')) : {};
  return {
    argv: [process.execPath, join(at.options.bundle, `${door}.js`)],
    cwd: at.workspace,
    env: {
      PATH: at.options.path,
      HOME: at.options.folder,
      LANG: 'C.UTF-8',
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: step.event.name,
      GITHUB_EVENT_PATH: files.event,
      GITHUB_WORKSPACE: at.workspace,
      GITHUB_SHA: at.headSha,
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_JOB: job,
      GITHUB_OUTPUT: files.output,
      GITHUB_STATE: files.state,
      GITHUB_STEP_SUMMARY: files.summary,
      RUNNER_TEMP: at.temp,
      ...at.github.envFor({ runId, job }),
      GITHUB_RUN_ID: String(runId),
      ...inputVariables({ 'github-token': at.github.token, ...step.inputs }),
      ...Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value])),
      ...at.options.environment,
      ...step.environment,
    },
    end: async (exitCode, log) => ({
      exitCode,
      log,
      outputs: await readCommandFile(files.output),
      summary: await readFile(files.summary, 'utf8'),
    }),
  };
}

function logOf(result: TrustedResult): string {
  return `${result.stdout.toString('utf8')}${result.stderr.toString('utf8')}`;
}

function inputVariables(inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
      value,
    ]),
  );
}

async function runnerFiles(
  temp: string,
  door: string,
): Promise<Record<'event' | 'output' | 'state' | 'summary', string>> {
  const files = {
    event: join(temp, `${door}-event.json`),
    output: join(temp, `${door}-output`),
    state: join(temp, `${door}-state`),
    summary: join(temp, `${door}-summary`),
  };
  for (const file of [files.output, files.state, files.summary]) await writeFile(file, '');
  return files;
}

/** Reads a file of `name<<DELIMITER` blocks, the form in which steps hand values to the runner. */
export async function readCommandFile(file: string): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const opening = /^([^=<]+)<<(.+)$/.exec(lines[index] ?? '');
    if (opening?.[1] === undefined) continue;
    const end = lines.indexOf(opening[2] ?? '', index + 1);
    if (end === -1) break;
    values[opening[1]] = lines.slice(index + 1, end).join('\n');
    index = end;
  }
  return values;
}
