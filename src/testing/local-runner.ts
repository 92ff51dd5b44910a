/**
 * I/O: simulates a runner for workflow steps: a checkout, the runner's files and variables, and the local GitHub. The step
 * itself is the real bundle, started as the runner starts it.
 */
import { cpSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CountersignError } from '../common/index.ts';
import { runTrusted } from '../sandbox/index.ts';
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
const SETTINGS = [
  'user.name=octo-dev',
  'user.email=octo-dev@example.com',
  'maintenance.auto=false',
].flatMap((pair) => ['-c', pair]);

interface LocalRunnerOptions {
  /** An empty folder for all files. */
  readonly folder: string;
  /** The files of the repository's first commit on `main`, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** A folder that `createRepositories` filled with the same files. Absent: the repositories are created anew. */
  readonly template?: string;
  /** The PATH for git and the step. */
  readonly path: string;
  /** The folder of `action.js` and `post.js`. */
  readonly bundle: string;
  readonly github?: Omit<GitHubServerOptions, 'git' | 'owner' | 'repo'>;
  /** The source of commits in the repository that the local GitHub serves. Absent: `repositoryGit`. */
  readonly git?: typeof repositoryGit;
}

/** How a step ended, as the runner would see it. */
export interface StepEnd {
  readonly exitCode: number | null;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

interface StepOptions {
  /** A payload that is a string is written unchanged, valid or not. */
  readonly event: { readonly name: string; readonly payload: object | string };
  readonly inputs: Readonly<Record<string, string>>;
  /** Variables in addition to the runner's. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The id of the workflow run, the same for all steps of a job. */
  readonly runId?: number;
  readonly job?: string;
  /** The name of another runner, with its own checkout. Absent: the first runner. */
  readonly runner?: string;
}

export interface LocalRunner {
  readonly github: GitHubServer;
  /** The checkout that the step works in: a shallow clone of `origin`, as actions/checkout creates it. */
  readonly workspace: string;
  /** The repository that the local GitHub serves. */
  readonly origin: string;
  readonly temp: string;
  /** The first commit on `main`. */
  readonly headSha: string;
  /** Runs git in the checkout. */
  git(...args: readonly string[]): Promise<string>;
  /** Commits files to a branch of `origin`, a new one from `main` if it does not exist, and returns the commit. */
  commit(branch: string, files: Readonly<Record<string, string>>): Promise<string>;
  /** Prepares the start of an entry of the bundle: its command, and how its end is read. */
  prepare(entry: ServedEntry, options: StepOptions): Promise<PreparedStep>;
  /**
   * Runs an entry of the bundle to its end, or until the signal ends it. The post step gets the state that the main step
   * saved.
   */
  step(
    entry: ServedEntry,
    options: StepOptions & { readonly signal?: AbortSignal | undefined },
  ): Promise<StepEnd>;
  close(): Promise<void>;
}

/** The main action, its post step, and the actions beside it. */
export type ServedEntry = 'action' | 'post' | 'plan' | 'collect' | 'apply' | 'policy-diff';

export interface PreparedStep {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly end: (exitCode: number | null, log: string) => Promise<StepEnd>;
}

/** The folder where commits are made, the repository that the local GitHub serves, and the checkout. */
function repositoriesIn(folder: string) {
  return {
    seed: join(folder, 'seed'),
    origin: join(folder, 'origin.git'),
    workspace: join(folder, 'work', 'octo-repo', 'octo-repo'),
  };
}

/** Commits the files to a new repository in an empty folder, and checks it out. */
export async function createRepositories({
  folder,
  files,
  path,
}: Pick<LocalRunnerOptions, 'folder' | 'files' | 'path'>): Promise<void> {
  const { seed, origin, workspace } = repositoriesIn(folder);
  await mkdir(seed, { recursive: true });
  const git = gitIn(seed, folder, path);
  await git('init', '--quiet', '--initial-branch=main');
  await commitFiles(git, seed, files);
  await git('clone', '--quiet', '--bare', seed, origin);
  await git('clone', '--quiet', '--depth=1', `file://${origin}`, workspace);
}

async function copyRepositories(template: string, folder: string): Promise<void> {
  cpSync(template, folder, { recursive: true });
  const config = join(repositoriesIn(folder).workspace, '.git', 'config');
  const text = await readFile(config, 'utf8');
  await writeFile(
    config,
    text.replace(/url = .*/, `url = file://${repositoriesIn(folder).origin}`),
  );
}

/** Commits and checks out the files, starts the local GitHub, and creates the runner's folders. */
export async function startLocalRunner(options: LocalRunnerOptions): Promise<LocalRunner> {
  const { folder } = options;
  const places = { ...repositoriesIn(folder), temp: join(folder, 'temp') };
  await mkdir(places.temp, { recursive: true });
  if (options.template === undefined) await createRepositories(options);
  else await copyRepositories(options.template, folder);
  const git = (cwd: string): LocalRunner['git'] => gitIn(cwd, folder, options.path);
  const seed = git(places.seed);
  const headSha = (await readFile(join(places.seed, '.git/refs/heads/main'), 'utf8')).trim();
  const { git: sourceIn = repositoryGit } = options;
  const github = await startGitHubServer({ ...options.github, git: sourceIn(places.origin) });
  const commits = new WeakMap<StepOptions['event'], string>();
  const commitOf = (event: StepOptions['event']): string => {
    const commit = commits.get(event) ?? github.state.git.resolve(refOf(event)) ?? headSha;
    commits.set(event, commit);
    return commit;
  };
  const prepare: LocalRunner['prepare'] = async (entry, step) => {
    const own =
      step.runner === undefined
        ? places
        : await otherRunner(seed, places.origin, join(folder, step.runner));
    return await prepareEntry(entry, step, {
      options,
      github,
      sha: commitOf(step.event),
      ...own,
    });
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
    prepare,
    step: async (entry, { signal, ...step }) => {
      const { argv, cwd, env, end } = await prepare(entry, step);
      const result = await runTrusted({
        argv,
        cwd,
        env,
        timeoutMs: STEP_TIMEOUT_MS,
        maxOutputBytes: MAX_LOG_BYTES,
        signal,
      });
      const { exitCode, stdout, stderr } = result;
      return await end(exitCode, `${stdout.toString('utf8')}${stderr.toString('utf8')}`);
    },
    close: () => github.close(),
  };
}

/**
 * What names the commit that GitHub gives the jobs of an event: the head of a pull request, in place of its merge commit, which does not
 * exist here, or a branch. All jobs of a workflow run get the commit of when it started.
 */
function refOf({ name, payload }: StepOptions['event']): string {
  const valueAt = (...path: readonly string[]): unknown =>
    path.reduce<unknown>((value, key): unknown => Reflect.get(Object(value), key), payload);
  const head = name === 'pull_request_target' ? null : valueAt('pull_request', 'head', 'sha');
  return [head, valueAt('ref')].find((one) => typeof one === 'string') ?? 'refs/heads/main';
}

async function otherRunner(
  git: LocalRunner['git'],
  origin: string,
  folder: string,
): Promise<{ workspace: string; temp: string }> {
  const places = { workspace: join(folder, 'octo-repo'), temp: join(folder, 'temp') };
  await mkdir(places.temp, { recursive: true });
  await git('clone', '--quiet', '--depth=1', `file://${origin}`, places.workspace);
  return places;
}

async function commitFiles(
  git: LocalRunner['git'],
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

function gitIn(cwd: string, home: string, path: string): LocalRunner['git'] {
  return async (...args) => {
    const result = await runTrusted({
      argv: ['git', ...SETTINGS, ...args],
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
      'file-refused',
      `git ${args[0]} failed in ${cwd}: ${result.stderr.toString('utf8').trim()}.`,
      { fix: 'Correct what git says, or name a folder on another disk with --out.' },
    );
  };
}

async function prepareEntry(
  entry: ServedEntry,
  step: StepOptions,
  details: Pick<LocalRunner, 'github' | 'workspace' | 'temp'> & {
    readonly options: LocalRunnerOptions;
    readonly sha: string;
  },
): Promise<PreparedStep> {
  const runId = step.runId ?? WORKFLOW_RUN_ID;
  const job = step.job ?? 'agent';
  // The post step belongs to the action that ran before it.
  const files = await runnerFiles(details.temp, entry === 'post' ? 'post' : 'action');
  const { payload } = step.event;
  await writeFile(files.event, typeof payload === 'string' ? payload : JSON.stringify(payload));
  const state = entry === 'post' ? await readCommandFile(join(details.temp, 'action-state')) : {};
  return {
    argv: [process.execPath, join(details.options.bundle, `${entry}.js`)],
    cwd: details.workspace,
    env: {
      PATH: details.options.path,
      HOME: details.options.folder,
      LANG: 'C.UTF-8',
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: step.event.name,
      GITHUB_EVENT_PATH: files.event,
      GITHUB_WORKSPACE: details.workspace,
      GITHUB_SHA: details.sha,
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_JOB: job,
      GITHUB_OUTPUT: files.output,
      GITHUB_STATE: files.state,
      GITHUB_STEP_SUMMARY: files.summary,
      RUNNER_TEMP: details.temp,
      ...details.github.envFor({ runId, job }),
      GITHUB_RUN_ID: String(runId),
      ...inputVariables({ 'github-token': details.github.token, ...step.inputs }),
      ...Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value])),
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
  step: 'action' | 'post',
): Promise<Record<'event' | 'output' | 'state' | 'summary', string>> {
  const files = {
    event: join(temp, `${step}-event.json`),
    output: join(temp, `${step}-output`),
    state: join(temp, `${step}-state`),
    summary: join(temp, `${step}-summary`),
  };
  for (const file of [files.output, files.state, files.summary]) await writeFile(file, '');
  return files;
}

/** Reads a command file of `name<<DELIMITER` blocks, by which steps pass values to the runner. */
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
