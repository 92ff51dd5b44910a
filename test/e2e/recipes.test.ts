/** Each recipe from `countersign init` on, in small real projects, on a hosted runner without bubblewrap. */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { RECIPES, type RecipeName, recipeOf } from '../../src/cli/recipes/index.ts';
import { type Example, exampleOf } from '../examples/example.ts';
import { ciFailed, expectNothingRefused, needsOf, pullOf } from './example.ts';
import {
  type EndedStep,
  entriesOf,
  type Event,
  expectEnd,
  finish,
  MAINTAINER,
  OUTSIDER,
  REQUESTER,
  type TestRepository,
  openRepository,
  turn,
} from './harness.ts';
import {
  type Begun,
  begin,
  filesAfterInit,
  isHere,
  type NewProject,
  PROJECTS,
  TOOLCHAINS,
} from './new-project.ts';
import { HAS_SANDBOX } from '../tools/host/support.ts';
import { useDisk } from '../on-disk.ts';
import { hasMoreTime } from '../properties.ts';
import { approvalCommentOn, say } from './suspended.ts';
import { canHideBubblewrap, DOWNLOADED, HOSTED, withoutBubblewrap } from './without-bubblewrap.ts';
import { type JobOptions, runJob } from './workflow-job.ts';
import { issuesEvent, pullEvent } from '../testing/github-server/events.ts';
import { addWorkflowRun } from '../testing/github-server/ci.ts';

useDisk();

// Each recipe is one or two whole jobs, with the tools of its project.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const REPOSITORY = 'octo-org/octo-repo';
const DEPENDABOT = { login: 'dependabot[bot]', id: 49_699_333, type: 'Bot' };
const SCHEDULE = { name: 'schedule', payload: { schedule: '17 4 * * 1' } };
const FIXED = finish('The sum is right, and the tests pass.');

/** A repository after `init`. */
interface Repository {
  readonly repository: TestRepository;
  readonly project: NewProject;
  readonly recipe: (name: RecipeName) => Example;
  /** Runs a job of a workflow that `init` wrote, up to its end. */
  readonly job: (
    name: RecipeName,
    event: Event,
    options: Partial<JobOptions>,
  ) => Promise<EndedStep>;
  /** The same for a job without the action. */
  readonly otherJob: (
    name: RecipeName,
    event: Event,
    options: Partial<JobOptions>,
  ) => Promise<void>;
}

const PLAYS: Readonly<Record<RecipeName, (repository: Repository) => Promise<void>>> = {
  comments: async (repository) => {
    const { repository: testRepository, project, job } = repository;
    approveAll(testRepository);
    const event = testRepository.ask('/countersign fix this and run the tests');
    const turns = [...fix(project), openPull(project), FIXED];
    await expectGreenPull(repository, await job('comments', event, { turns }));
  },

  triage: async ({ repository, job }) => {
    const { number } = repository.github.issue({
      author: OUTSIDER,
      title: 'A sum is wrong',
      body: '?',
    });
    const event = { name: 'issues', payload: issuesEvent(repository.github, number, 'opened') };
    const body = 'Which version is it?';
    const calls = turn('', ['github_label', { add: ['bug'] }], ['github_comment', { body }]);
    const end = await job('triage', event, { turns: [calls, finish('Labelled.')] });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(repository.github.commentsOn(number).map((comment) => comment.body)).toEqual([
      expect.stringContaining(body),
    ]);
  },

  review: async ({ repository, project, job }) => {
    const { number } = await pullOf(repository, REQUESTER, { 'NOTES.md': 'A note.\n' });
    const event = { name: 'pull_request', payload: pullEvent(repository.github, number, 'opened') };
    const review = turn('', ['github_review', { verdict: 'comment', body: 'A test fails.' }]);
    const turns = [runTests(project), review, finish('One finding.')];
    const end = await job('review', event, { turns });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expectTests(end, project, [1]);
    const posted = repository.github.log.filter(({ method }) => method === 'POST');
    expect(posted.map(({ path }) => path)).toContain(
      `/repos/${REPOSITORY}/pulls/${number}/reviews`,
    );
  },

  'fix-ci': async (repository) => {
    const { repository: testRepository, project, job } = repository;
    const pull = await pullOf(testRepository, REQUESTER, { 'NOTES.md': 'A note.\n' });
    approveAll(testRepository);
    const event = ciFailed({ ...pull, branch: 'topic' }, testRepository.github.account(REQUESTER));
    const end = await job('fix-ci', event, { turns: [...fix(project), push(project), FIXED] });
    await expectGreenPull(repository, end);
  },

  dependencies: async (repository) => {
    const { repository: testRepository, project, job } = repository;
    const branch = 'dependabot/plus-2.0.0';
    const pull = await pullOf(
      testRepository,
      DEPENDABOT.login,
      { 'NOTES.md': 'An update.\n' },
      branch,
    );
    approveAll(testRepository);
    const event = ciFailed({ ...pull, branch }, DEPENDABOT);
    const turns = [...fix(project), push(project), FIXED];
    await expectGreenPull(repository, await job('dependencies', event, { turns }));
  },

  maintenance: async (repository) => {
    const { repository: testRepository, project, job } = repository;
    approveAll(testRepository);
    const turns = [...fix(project), openPull(project, 'countersign/tidy'), FIXED];
    await expectGreenPull(repository, await job('maintenance', SCHEDULE, { turns }));
  },

  'release-notes': async ({ repository: testRepository, recipe, job, otherJob }) => {
    const ref = 'refs/tags/v1.0.0';
    await testRepository.runner.git('push', '--quiet', 'origin', `HEAD:${ref}`);
    const repository = { id: 7, full_name: REPOSITORY, default_branch: 'main' };
    const payload = {
      ref,
      after: testRepository.runner.headSha,
      repository,
      sender: testRepository.github.account(REQUESTER),
    };
    const event = { name: 'push', payload };
    const log = turn('', ['bash_run', { command: 'git log --oneline v1.0.0' }]);
    const end = await job('release-notes', event, {
      turns: [log, { ...finish('## Sums\n\nThe first version.'), expect: 'exit code 0' }],
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    const contexts = needsOf(recipe('release-notes'), end);
    await otherJob('release-notes', event, { job: 'draft', contexts });
    const drafted = await readFile(join(testRepository.folder, 'gh'), 'utf8');
    expect(drafted).toContain(`release create v1.0.0 --repo ${REPOSITORY} --draft`);
    expect(drafted).toContain('The first version.');
  },

  'two-jobs': async (repository) => {
    const { repository: testRepository, project, recipe, job } = repository;
    const event = testRepository.ask('/countersign fix this and run the tests');
    const agent = await job('two-jobs', event, { turns: [...fix(project), FIXED] });
    await expectEnd(agent, { outcome: 'done', exitCode: 0 });
    expectTests(agent, project, [1, 0]);
    approveAll(testRepository);
    const contexts = needsOf(recipe('two-jobs'), agent);
    const end = await job('two-jobs', event, { job: 'apply', contexts });
    await expectGreenPull(repository, end, { hasTests: false });
  },

  resume: async (repository) => {
    const { repository: testRepository, project, recipe, job } = repository;
    addWorkflowRun(testRepository.github, {
      id: 1,
      workflow: recipe('maintenance').path,
      event: 'schedule',
      headRepository: REPOSITORY,
      completed: true,
    });
    const turns = [...fix(project), openPull(project, 'countersign/tidy'), FIXED];
    const first = await job('maintenance', SCHEDULE, { turns, runId: 1 });
    await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
    expectTests(first, project, [1, 0]);
    const issue = testRepository.issue + 1;
    const ids = approvalCommentOn(testRepository, issue).ids.join(' ');
    const answer = await say(testRepository, `/approve ${ids}`, { issue, login: MAINTAINER });
    const end = await job('resume', answer, { turns, runId: 2 });
    await expectGreenPull(repository, end, { hasTests: false });
  },
};

function approveAll(repository: TestRepository): void {
  repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
}

function runTests({ test: command }: NewProject): object {
  return turn('', ['bash_run', { command }]);
}

/** Sees the failure, fixes it, and runs the tests again. */
function fix(project: NewProject): readonly object[] {
  const { path, old, new: text } = project.fix;
  return [
    turn('', ['fs_read', { path }], ['bash_run', { command: project.test }]),
    turn('', ['fs_edit', { path, old_string: old, new_string: text }]),
    runTests(project),
  ];
}

function push({ fix: { path } }: NewProject): object {
  return turn('', ['github_push_branch', { message: 'Mend the sum', paths: [path] }]);
}

function openPull({ fix: { path } }: NewProject, branch?: string): object {
  const named = branch === undefined ? {} : { branch };
  return turn(
    '',
    ['github_push_branch', { ...named, message: 'Mend the sum', paths: [path] }],
    ['github_create_pull_request', { ...named, title: 'Mend the sum', body: 'It was wrong.' }],
  );
}

/** The tests ran in the sandbox that the action installed, with these exit codes. */
function expectTests(end: EndedStep, project: NewProject, exitCodes: readonly number[]): void {
  const states = entriesOf(end, 'call.state');
  const ended = states.filter(
    ({ call, sandbox }) =>
      sandbox !== undefined &&
      states.some(
        (pending) =>
          pending.call === call &&
          JSON.stringify(pending['gen_ai.tool.call.arguments'] ?? null).includes(project.test),
      ),
  );
  expect(ended.map((state) => state['process.exit.code'])).toEqual(exitCodes);
  const [probed] = entriesOf(end, 'sandbox.probe');
  expect(probed).toMatchObject({ sandbox: 'bubblewrap' });
  if (canHideBubblewrap())
    expect(probed?.results[0]).toMatchObject({ probe: 'install', held: true });
}

/** The run is done, its trail verifies, and its pull request is at the commit that it pushed, which is the fix. */
async function expectGreenPull(
  { repository, project }: Repository,
  end: EndedStep,
  { hasTests = true }: { readonly hasTests?: boolean } = {},
): Promise<void> {
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expectNothingRefused(repository);
  if (hasTests) expectTests(end, project, [1, 0]);
  const { branch = '', 'commit-sha': sha, 'pull-request-url': url } = end.outputs;
  expect(url).toMatch(/\/octo-org\/octo-repo\/pull\/\d+$/);
  const open = await fetch(
    `${repository.github.url}/repos/${REPOSITORY}/pulls/${url?.split('/').at(-1)}`,
    {
      headers: { authorization: `Bearer ${repository.github.token}` },
    },
  );
  expect(await open.json()).toMatchObject({ state: 'open', head: { ref: branch } });
  // Of what the tests passed with, the branch has all: nothing but the fix was changed.
  const { path, old, new: text } = project.fix;
  await repository.runner.git('fetch', '--quiet', 'origin', branch);
  const [head, ...files] = (
    await repository.runner.git('show', '--format=%H', '--name-only', 'FETCH_HEAD')
  ).split(/\n+/);
  expect([head, ...files.filter((file) => file !== '')]).toEqual([sha, path]);
  const fixed = project.files[path]?.replace(old, text);
  expect(await repository.runner.git('show', `FETCH_HEAD:${path}`)).toBe(fixed);
  for (const { conclusion } of repository.github.checkRuns()) expect(conclusion).toBe('success');
}

const place = canHideBubblewrap() ? 'without bubblewrap' : "with the machine's own sandbox";

/**
 * The first recipes, each in one project: what differs between projects is how they are set up, and that does not differ
 * between recipes. `npm run test:nightly` plays every recipe in every project.
 */
function recipesIn(project: NewProject): readonly RecipeName[] {
  const turnOf = PROJECTS.indexOf(project);
  return RECIPES.filter((_, index) => hasMoreTime || index === turnOf);
}

describe.each(PROJECTS)(`a new $name project on a hosted runner ${place}`, (project) => {
  // Without any sandbox each command asks.
  const isThere = isHere(project.needs) && HAS_SANDBOX;
  let folder = '';
  let begun: Begun;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-recipes-'));
    if (isThere) begun = await begin(project, folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  (isThere ? test.concurrent : test.skip).each(recipesIn(project))(
    'from init of %s to what it is for',
    async (name) => {
      const suspends = name === 'resume';
      const recipes = suspends ? [name, 'maintenance' as const] : [name];
      const files = await filesAfterInit(begun, recipes);
      const { policyPath } = recipeOf(name);
      const wait = suspends ? 'approvals: { wait: 1s, then: suspend }\n' : '';
      const own = { ...files, [policyPath]: `${files[policyPath]}${wait}` };
      await using repository = await openRepository({ policy: null, files: own });
      const bin = join(repository.folder, 'bin');
      await mkdir(bin);
      await writeFile(join(bin, 'gh'), '#!/bin/sh\nprintf "%s " "$@" > "$HOME/gh"\n');
      await chmod(join(bin, 'gh'), 0o755);
      const through = canHideBubblewrap() ? await withoutBubblewrap(repository, DOWNLOADED) : [];
      const stepEnvironment = { ...TOOLCHAINS, ...begun.environment };
      const recipe: Repository['recipe'] = (named) => {
        const text = files[`.github/workflows/${named}.yml`] ?? '';
        return exampleOf(named, { text, policy: files[recipeOf(named).policyPath] ?? '' });
      };
      const jobOf = async (named: RecipeName, event: Event, options: Partial<JobOptions>) => {
        const environment = { ...HOSTED, ...TOOLCHAINS };
        const example = recipe(named);
        return await runJob(repository, event, {
          workflow: example,
          environment,
          through,
          stepEnvironment,
          ...options,
        });
      };
      await PLAYS[name]({
        repository,
        project,
        recipe,
        job: async (...job) => {
          const end = await jobOf(...job);
          if (end === null) throw new Error('This job has no step of the action.');
          return end;
        },
        otherJob: async (...job) => expect(await jobOf(...job)).toBe(null),
      });
    },
  );
});
