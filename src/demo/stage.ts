/**
 * A stage for one workflow step: a checkout, a runner's files and variables, and the local GitHub. The step itself is the
 * real bundle, started as the runner starts it. This file does I/O.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CountersignError } from '../base/index.ts';
import { runTrusted, type TrustedResult } from '../sandbox/index.ts';
import { type GitHubServer, type GitHubServerOptions, startGitHubServer } from './github-server.ts';
import { repositoryGit } from './github-server-git.ts';

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
  readonly event: { readonly name: string; readonly payload: object };
  readonly inputs: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** The number of the workflow run; one for all steps of a job. */
  readonly runId?: number;
}

export interface Stage {
  readonly github: GitHubServer;
  readonly workspace: string;
  readonly temp: string;
  readonly headSha: string;
  git(...args: readonly string[]): Promise<string>;
  /** Runs a door of the bundle to its end. The post step gets the state that the main step saved. */
  step(door: 'action' | 'post', options: StepOptions): Promise<StepEnd>;
  close(): Promise<void>;
}

/** Sets the stage: the files committed, the local GitHub serving them, the runner's folders made. */
export async function setStage(options: StageOptions): Promise<Stage> {
  const workspace = join(options.folder, 'work', 'octo-repo', 'octo-repo');
  const temp = join(options.folder, 'temp');
  await mkdir(workspace, { recursive: true });
  await mkdir(temp, { recursive: true });
  const git = gitIn(workspace, options.folder, options.path);
  await git('init', '--quiet', '--initial-branch=main');
  for (const [path, text] of Object.entries(options.files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Begin');
  const headSha = (await git('rev-parse', 'HEAD')).trim();
  const github = await startGitHubServer({ ...options.github, git: repositoryGit(workspace) });
  return {
    github,
    workspace,
    temp,
    headSha,
    git,
    step: (door, step) => runDoor(door, step, { options, github, workspace, temp, headSha }),
    close: () => github.close(),
  };
}

function gitIn(workspace: string, home: string, path: string): Stage['git'] {
  return async (...args) => {
    const result = await runTrusted({
      argv: ['git', '-c', 'user.name=octo-dev', '-c', 'user.email=octo-dev@example.com', ...args],
      cwd: workspace,
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
    throw new CountersignError('internal', `git ${args.join(' ')}: ${result.stderr.toString('utf8')}`);
  };
}

async function runDoor(
  door: 'action' | 'post',
  step: StepOptions,
  at: {
    readonly options: StageOptions;
    readonly github: GitHubServer;
    readonly workspace: string;
    readonly temp: string;
    readonly headSha: string;
  },
): Promise<StepEnd> {
  const runId = step.runId ?? WORKFLOW_RUN_ID;
  const files = await runnerFiles(at.temp, door);
  await writeFile(files.event, JSON.stringify(step.event.payload));
  const state = door === 'post' ? await readCommandFile(join(at.temp, 'action-state')) : {};
  const result = await runTrusted({
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
      GITHUB_JOB: 'agent',
      GITHUB_OUTPUT: files.output,
      GITHUB_STATE: files.state,
      GITHUB_STEP_SUMMARY: files.summary,
      RUNNER_TEMP: at.temp,
      ...at.github.envFor({ runId, job: 'agent' }),
      GITHUB_RUN_ID: String(runId),
      ...inputVariables({ 'github-token': at.github.token, ...step.inputs }),
      ...Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value])),
      ...at.options.environment,
      ...step.environment,
    },
    timeoutMs: STEP_TIMEOUT_MS,
    maxOutputBytes: MAX_LOG_BYTES,
    ...(step.signal === undefined ? {} : { signal: step.signal }),
  });
  return {
    exitCode: result.exitCode,
    log: logOf(result),
    outputs: await readCommandFile(files.output),
    summary: await readFile(files.summary, 'utf8'),
  };
}

function logOf(result: TrustedResult): string {
  return `${result.stdout.toString('utf8')}${result.stderr.toString('utf8')}`;
}

function inputVariables(inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
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
