/** Attacks on a suspended run: on its approval comment, its checkpoint and the jobs that resume it. */
import { lstat, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  MAINTAINER,
  REQUESTER,
  type TestRepository,
  openRepository,
  statesOf,
  OUTSIDER,
  turn,
} from './harness.ts';
import {
  approvalCommentOn,
  job,
  KEY,
  known,
  MADE,
  nothingMade,
  pause,
  policyOf,
  refusalsIn,
  say,
  SUSPENDING,
  TURNS,
} from './suspended.ts';
import { nightly } from '../properties.ts';
import { renameAccount } from '../testing/github-server/rename-account.ts';
import { addWorkflowRun } from '../testing/github-server/ci.ts';

const TWO = turn(
  'Two.',
  ['fs_write', { path: 'src/auto.txt', content: 'auto' }],
  ['bash_run', { command: 'echo one >> src/one.txt' }],
  ['bash_run', { command: 'echo two >> src/two.txt' }],
);

function repliesOn(repository: TestRepository, issue = repository.issue): readonly string[] {
  return repository.github
    .commentsOn(issue)
    .map(({ body }) => body)
    .filter((body) => body.includes('did not count'));
}

test.concurrent('two concurrent jobs for one answer: one effect, and the other ends as skipped', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 201);
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
  const ends = await Promise.all([
    job(repository, 202, { event, runner: 'one' }),
    job(repository, 203, { event, runner: 'two' }),
  ]);
  expect(
    ends
      .map(({ outputs }) => outputs['outcome'] ?? '')
      .toSorted((one, other) => one.localeCompare(other)),
  ).toEqual(['done', 'skipped']);
  const executed = ends.filter((end) => statesOf(end, 'c2').includes('EXECUTING'));
  expect(executed).toHaveLength(1);
  expect(approvalCommentOn(repository).body).toContain('"state":"closed"');
});

nightly.concurrent('a renamed requester is still the requester', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 291);
  renameAccount(repository.github, REQUESTER, 'octo-renamed');
  const words = `/approve ${approvalCommentOn(repository).ids[0]}`;
  const event = await say(repository, words, { login: 'octo-renamed' });
  const end = await job(repository, 292, { event });
  expect(end.outputs['outcome']).toBe('awaiting-approval');
  expect(refusalsIn(end)).toMatch(/asked for this run/);
  await nothingMade(repository);
});

nightly.concurrent('two concurrent jobs for one denial: one resumes the run', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  const turns = [
    MADE,
    turn('', ['fs_write', { path: 'src/after.txt', content: 'x' }]),
    finish('Left out.', 'incomplete'),
  ];
  await job(repository, 211, { turns });
  const event = await say(repository, `/deny ${approvalCommentOn(repository).ids[0]} no`);
  const ends = await Promise.all([
    job(repository, 212, { event, turns, runner: 'one' }),
    job(repository, 213, { event, turns, runner: 'two' }),
  ]);
  expect(
    ends
      .map(({ outputs }) => outputs['outcome'] ?? '')
      .toSorted((one, other) => one.localeCompare(other)),
  ).toEqual(['denied', 'skipped']);
  expect(ends.filter((end) => statesOf(end, 'c3').includes('EXECUTING'))).toHaveLength(1);
});

nightly.concurrent(
  'a job that the answer starts while the first still waits is skipped: one effect',
  async () => {
    await using repository = await openRepository({
      policy: SUSPENDING.replace('wait: 1s', 'wait: 20s'),
    });
    const first = job(repository, 221);
    while (repository.approvalComments().length === 0)
      await new Promise((resolve) => setTimeout(resolve, 100));
    const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
    const ends = await Promise.all([first, job(repository, 222, { event, runner: 'two' })]);
    expect(ends.map(({ outputs }) => outputs['outcome'])).toEqual(['done', 'skipped']);
    expect(await inWorkspace(repository, 'src/made.txt')).toBe('made\n');
  },
);

test.concurrent('a partly answered approval request stays suspended, and a later answer completes it; auto calls ran once', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  const turns = [TWO, finish('Both.')];
  await job(repository, 231, { turns });
  const { ids } = approvalCommentOn(repository);
  const second = await job(repository, 232, {
    turns,
    event: await say(repository, `/approve ${ids[0]}`),
  });
  await expectEnd(second, { outcome: 'awaiting-approval', exitCode: 0 });
  await expect(inWorkspace(repository, 'src/one.txt')).rejects.toThrow('ENOENT');
  const third = await job(repository, 233, {
    turns,
    event: await say(repository, `/approve ${ids[1]}`),
  });
  await expectEnd(third, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/one.txt')).toBe('one\n');
  expect(await inWorkspace(repository, 'src/two.txt')).toBe('two\n');
  expect(statesOf(third, 'c1').filter((state) => state === 'EXECUTING')).toHaveLength(1);
});

nightly.concurrent(
  'two answers in the same second both count: the second job resumes what the first suspended again',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    const turns = [TWO, finish('Both.')];
    await job(repository, 241, { turns });
    const { id, ids } = approvalCommentOn(repository);
    const update = new RegExp(`PATCH .*/issues/comments/${id}`);
    const partial = await say(repository, `/approve ${ids[0]}`);
    const updates = () =>
      repository.github.log.filter(({ method, path }) => update.test(`${method} ${path}`)).length;
    const before = updates();
    repository.github.fail({ match: update, delayMs: 4_000 });
    const first = job(repository, 242, { turns, event: partial, runner: 'one' });
    // The first job has read the answers, and is about to suspend the run again.
    while (updates() === before) await pause(50);
    repository.github.fail({ match: /GET .*artifacts\/\d+\/zip/, delayMs: 6_000 });
    const event = repository.ask(`/approve ${ids[1]}`, repository.issue, MAINTAINER);
    const second = await job(repository, 243, { turns, event, runner: 'two' });
    await expectEnd(await first, { outcome: 'awaiting-approval', exitCode: 0 });
    await expectEnd(second, { outcome: 'done', exitCode: 0 });
    expect(entriesOf(second, 'approval.void')).toEqual([]);
    expect(entriesOf(second, 'run.start')).toHaveLength(3);
    for (const call of ['c2', 'c3']) expect(statesOf(second, call).at(-1)).toBe('COMPLETED');
  },
);

nightly.concurrent(
  'an answer that does not count is explained once, by however many jobs',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    await job(repository, 241);
    const [id = ''] = approvalCommentOn(repository).ids;
    await job(repository, 242, {
      event: await say(repository, `/approve ${id}`, { login: OUTSIDER }),
    });
    await job(repository, 243, {
      event: await say(repository, `/approve ${id}`, { login: REQUESTER }),
    });
    const end = await job(repository, 244, { event: await say(repository, `/approve ${id}`) });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(repliesOn(repository)).toHaveLength(2);
  },
);

nightly.concurrent('a former approver approves nothing when the run resumes', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 251);
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
  repository.github.person(MAINTAINER, 'read');
  const end = await job(repository, 252, { event });
  expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'skipped' } });
  expect(end.outputs['summary']).toContain('permission read');
  expect(repliesOn(repository).join()).toContain('permission read');
  await nothingMade(repository);
});

test.concurrent('answers by people who may not leave a suspended run as it is: no entry, no upload, one comment for all', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 253);
  const { id, body, ids } = approvalCommentOn(repository);
  const uploads = repository.github.artifacts.artifacts.length;
  const trackingOf = () =>
    repository.github
      .commentsOn(repository.issue)
      .filter((one) => one.body.startsWith('<!-- countersign:tracking'));
  const [tracked] = trackingOf().map((one) => one.body);
  for (const [index, login] of [OUTSIDER, OUTSIDER, 'octo-stranger'].entries()) {
    repository.github.person(login, 'read');
    const event = await say(repository, `/approve ${ids[0]}`, { login });
    const end = await job(repository, 254 + index, { event });
    expect(end, end.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'skipped' } });
    const { comment } = event.payload as { readonly comment: { readonly id: number } };
    expect(repository.github.reactionsOn(comment.id)).toMatchObject([{ content: 'confused' }]);
  }
  expect(repository.github.artifacts.artifacts).toHaveLength(uploads);
  expect(repliesOn(repository)).toHaveLength(1);
  expect(approvalCommentOn(repository)).toMatchObject({ id, body });
  expect(trackingOf().map((one) => one.body)).toEqual([tracked]);
  const end = await job(repository, 259, { event: await say(repository, `/approve ${ids[0]}`) });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(repliesOn(repository)).toHaveLength(1);
  expect(trackingOf()).toHaveLength(1);
});

nightly.concurrent(
  'whoever answers an approval request that turns out to be void is told so',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    await job(repository, 256);
    const { id, body, ids } = approvalCommentOn(repository);
    repository.github.editComment({ id, login: MAINTAINER, body: `${body}\nMore.` });
    const event = await say(repository, `/approve ${ids[0]}`);
    const end = await job(repository, 257, { event, turns: [MADE, finish('Left.', 'incomplete')] });
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
    const { comment } = event.payload as { readonly comment: { readonly id: number } };
    expect(repository.github.reactionsOn(comment.id)).toMatchObject([{ content: 'confused' }]);
    expect(repliesOn(repository)).toEqual([
      expect.stringContaining('what it names is void') as string,
    ]);
  },
);

nightly.concurrent(
  'if the checkpoint is gone, no comment of the run asks for answers any more',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    await job(repository, 258);
    for (const { id } of repository.github.artifacts.artifacts.slice())
      repository.github.artifacts.remove(id);
    const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
    const end = await job(repository, 259, { event });
    await expectEnd(end, { outcome: 'error', exitCode: 1 });
    expect(approvalCommentOn(repository).body).toContain('"state":"closed"');
    const [tracking] = repository.github
      .commentsOn(repository.issue)
      .filter(({ body }) => body.startsWith('<!-- countersign:tracking'));
    expect(tracking?.body).toContain('this run cannot be resumed');
    expect(tracking?.body).not.toContain('Waiting for an answer');
  },
);

test.concurrent('an expired approval request is void: the run ends, the approval comment is closed, and no answer resumes it', async () => {
  await using repository = await openRepository({
    policy: policyOf('wait: 1s, then: suspend, expire: 3s'),
  });
  await job(repository, 261);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
  const end = await job(repository, 262, { event });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(refusalsIn(end)).toContain('expired');
  expect(approvalCommentOn(repository).body).toContain('"state":"closed"');
  expect(approvalCommentOn(repository).body).toContain('expired');
  const tracking = repository.github
    .commentsOn(repository.issue)
    .filter(({ body }) => body.startsWith('<!-- countersign:tracking'));
  expect(tracking.map(({ body }) => body)).toEqual([
    expect.stringContaining('**Countersign: denied**') as string,
  ]);
  expect((await job(repository, 263, { event })).outputs['outcome']).toBe('skipped');
  await nothingMade(repository);
});

nightly.concurrent(
  'an issue that was closed meanwhile voids pending requests, and the approval comment says so',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    await job(repository, 271);
    repository.github.issue({
      number: repository.issue,
      author: REQUESTER,
      title: 'Something is wrong',
      state: 'closed',
    });
    const end = await job(repository, 272, {
      event: await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`),
    });
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
    expect(refusalsIn(end)).toContain('was closed');
    expect(approvalCommentOn(repository).body).toContain('was closed');
    expect(approvalCommentOn(repository).body).toContain('"state":"closed"');
    await nothingMade(repository);
  },
);

nightly.concurrent(
  'a new head meanwhile voids pending requests, and the approval comment says so',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    const pull = {
      headRef: 'topic',
      headRepository: 'octo-org/octo-repo',
      baseRef: 'main',
      draft: false,
      commitAuthors: [REQUESTER],
    };
    const headSha = await repository.runner.commit('topic', { 'src/b.txt': 'b\n' });
    const { number } = repository.github.pull({
      author: REQUESTER,
      title: 'A topic',
      pull: { ...pull, headSha },
    });
    await job(repository, 281, { event: repository.ask('/countersign do it', number) });
    const pushed = await repository.runner.commit('topic', { 'src/b.txt': 'evil\n' });
    const event = await say(
      repository,
      `/approve ${approvalCommentOn(repository, number).ids[0]}`,
      {
        issue: number,
      },
    );
    repository.github.pull({
      number,
      author: REQUESTER,
      title: 'A topic',
      pull: { ...pull, headSha: pushed },
    });
    const end = await job(repository, 282, { event });
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
    expect(approvalCommentOn(repository, number).body).toContain(pushed);
    await nothingMade(repository);
  },
);

nightly.concurrent(
  'an approval comment that was edited to name another run resumes neither',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    await job(repository, 291);
    const mine = approvalCommentOn(repository);
    await job(repository, 292);
    const other = approvalCommentOn(repository);
    const pointed = mine.body
      .replace(/"run":"[^"]+"/, /"run":"[^"]+"/.exec(other.body)?.[0] ?? '')
      .replace('"workflowRun":291', '"workflowRun":292');
    repository.github.editComment({ id: mine.id, login: OUTSIDER, body: pointed });
    const end = await job(repository, 293, {
      event: await say(repository, `/approve ${mine.ids[0]}`),
    });
    expect(end.outputs['outcome']).toBe('awaiting-approval');
    await nothingMade(repository);
    repository.github.editComment({
      id: mine.id,
      login: OUTSIDER,
      body: mine.body.replace('"workflowRun":291', '"workflowRun":292'),
    });
    const refused = await job(repository, 294, {
      event: await say(repository, `/approve ${mine.ids[0]}`),
    });
    expect(refused.outputs['outcome']).toBe('error');
    expect(refused.outputs['summary']).toContain('refused');
    await nothingMade(repository);
  },
);

nightly.concurrent(
  'a token that may not read workflow runs is named on the issue, too',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    await job(repository, 295);
    const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
    repository.github.tokenMay({
      contents: 'write',
      issues: 'write',
      checks: 'write',
      metadata: 'read',
    });
    const end = await job(repository, 296, { event });
    expect(end.outputs['outcome'], end.log).toBe('error');
    const replies = repository.github
      .commentsOn(repository.issue)
      .filter(({ body }) => body.includes('could not be used'));
    expect(replies.map(({ body }) => body)).toEqual([
      expect.stringContaining('actions: read') as string,
    ]);
    await nothingMade(repository);
  },
);

test.concurrent('an approval comment that an untrusted user wrote resumes nothing', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 301);
  const { body, ids } = approvalCommentOn(repository);
  repository.github.comment({
    login: OUTSIDER,
    issue: repository.issue,
    body: body.replaceAll(ids[0] ?? '', 'ap-00000000'),
  });
  const end = await job(repository, 302, { event: await say(repository, '/approve ap-00000000') });
  expect(end.outputs).toMatchObject({ outcome: 'skipped' });
  await nothingMade(repository);
});

nightly.concurrent('a run of another workflow is left to that one, without a comment', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 311);
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
  addWorkflowRun(repository.github, {
    id: 311,
    workflow: '.github/workflows/other.yml',
    event: 'issue_comment',
    headRepository: 'octo-org/octo-repo',
    completed: true,
  });
  const end = await job(repository, 312, { event });
  expect(end.outputs['outcome']).toBe('skipped');
  expect(end.outputs['summary']).toContain('other.yml');
  expect(repository.github.commentsOn(repository.issue).at(-1)?.body).toMatch(/^\/approve/);
  await nothingMade(repository);
});

nightly.concurrent('a trail that was uploaded under a second name is found, too', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  repository.github.fail({ match: /FinalizeArtifact/, drop: true });
  await job(repository, 321);
  const end = await job(repository, 322, {
    event: await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`),
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
});

nightly.concurrent(
  'with code owners as approvers, only the owners of the affected paths can approve',
  async () => {
    await using repository = await openRepository({
      policy: `version: 1\nmode: ask\nauto: [kind:readonly]\nrequireApproval: [fs_write]\napprovals: { wait: 1s, then: suspend, from: [codeowners] }\nsandbox: off\n`,
      files: { '.github/CODEOWNERS': '* @octo-nobody\n/src/ @octo-owner\n' },
    });
    repository.github.person('octo-owner', 'write');
    const turns = [
      turn('', ['fs_write', { path: 'src/made.txt', content: 'made' }]),
      finish('Made.'),
    ];
    await job(repository, 331, { turns });
    const [id = ''] = approvalCommentOn(repository).ids;
    const second = await job(repository, 332, {
      turns,
      event: await say(repository, `/approve ${id}`),
    });
    await expectEnd(second, { outcome: 'awaiting-approval', exitCode: 0 });
    expect(refusalsIn(second)).toContain('not a code owner of src/made.txt');
    const third = await job(repository, 333, {
      turns,
      event: await say(repository, `/approve ${id}`, { login: 'octo-owner' }),
    });
    await expectEnd(third, { outcome: 'done', exitCode: 0 });
    expect(await inWorkspace(repository, 'src/made.txt')).toBe('made');
  },
);

nightly.concurrent(
  'for an event without an issue, `approval-issue: create` opens one to ask on',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    const event = {
      name: 'schedule',
      payload: {
        schedule: '0 0 * * *',
        repository: { full_name: 'octo-org/octo-repo', default_branch: 'main' },
      },
    };
    const inputs = { prompt: 'Make the file.', 'approval-issue': 'create' };
    const first = await job(repository, 341, { event, inputs });
    await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
    const made = repository.issue + 1;
    expect(approvalCommentOn(repository, made).body).toContain('echo made');
    const end = await job(repository, 342, {
      event: await say(repository, `/approve ${approvalCommentOn(repository, made).ids[0]}`, {
        issue: made,
      }),
      inputs: { prompt: 'Make the file.' },
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(await inWorkspace(repository, 'src/made.txt')).toBe('made\n');
  },
);

nightly.concurrent(
  'if nobody can answer, calls that need approval are denied at once',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    const event = {
      name: 'schedule',
      payload: {
        schedule: '0 0 * * *',
        repository: { full_name: 'octo-org/octo-repo', default_branch: 'main' },
      },
    };
    const end = await job(repository, 351, {
      event,
      inputs: { prompt: 'Make the file.' },
      turns: [MADE, finish('Could not.', 'incomplete')],
    });
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
    expect(entriesOf(end, 'approval.asked')[0]).toMatchObject({ via: 'nobody' });
    await nothingMade(repository);
  },
);

nightly.concurrent('`then: fail` ends the run if nobody answered', async () => {
  await using repository = await openRepository({ policy: policyOf('wait: 1s, then: fail') });
  const end = await job(repository, 361, {
    turns: [
      MADE,
      turn('', ['fs_write', { path: 'src/after.txt', content: 'x' }]),
      finish('Never said.'),
    ],
  });
  expect(end.exitCode).toBe(1);
  expect(end.outputs['outcome']).toBe('denied');
  expect(statesOf(end, 'c3')).toEqual([]);
  await nothingMade(repository);
});

nightly.concurrent(
  'a suspended run whose trail could not be uploaded says so and fails',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    repository.github.fail({
      match: /CreateArtifact/,
      times: 99,
      status: 403,
      body: { msg: 'denied' },
    });
    const end = await job(repository, 371);
    expect(end.exitCode).toBe(1);
    expect(approvalCommentOn(repository).body).toContain('"state":"closed"');
  },
);

nightly.concurrent('another key opens no checkpoint, and the right one still does', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 381);
  known(repository, 381);
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
  expect(
    (await job(repository, 382, { event, key: 'some-other-key-of-many-characters' })).outputs[
      'outcome'
    ],
  ).toBe('error');
  await nothingMade(repository);
  await expectEnd(await job(repository, 383, { event, key: KEY, turns: TURNS }), {
    outcome: 'done',
    exitCode: 0,
  });
});

nightly.concurrent(
  'an answer that comes while the trail is still being uploaded waits for it',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    repository.github.fail({ match: /CreateArtifact/, delayMs: 5_000 });
    const first = job(repository, 391);
    while (
      repository.approvalComments().length === 0 ||
      !approvalCommentOn(repository).body.includes('"state":"suspended"')
    )
      await new Promise((resolve) => setTimeout(resolve, 100));
    const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
    const ends = await Promise.all([first, job(repository, 392, { event, runner: 'two' })]);
    expect(ends.map(({ outputs }) => outputs['outcome'])).toEqual(['awaiting-approval', 'done']);
  },
);

test.concurrent('the work tree is restored exactly: bytes, modes, deletions, renames, links, pointers', async () => {
  await using repository = await openRepository({
    policy: SUSPENDING,
    files: { 'src/gone.txt': 'gone\n', 'src/moved.txt': 'moved\n' },
  });
  const pointer = 'version https://git-lfs.github.com/spec/v1\\noid sha256:4d7a\\nsize 12345\\n';
  const command = [
    "printf '\\0\\377\\r\\n' > src/x.bin",
    'chmod 755 src/x.bin',
    'rm src/gone.txt',
    'mv src/moved.txt src/moved-away.txt',
    'ln -s x.bin src/link',
    `printf '${pointer}' > src/big.psd`,
  ].join(' && ');
  const turns = [
    turn('', ['bash_run', { command }]),
    turn('', ['bash_run', { command: 'ls -l src && git status --short' }]),
    finish('Done.'),
  ];
  await job(repository, 401, { turns });
  const second = await job(repository, 402, {
    turns,
    event: await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`),
  });
  expect(second.outputs['outcome']).toBe('awaiting-approval');
  const before = await treeOf(repository);
  const third = await job(repository, 403, {
    turns,
    event: await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`),
  });
  await expectEnd(third, { outcome: 'done', exitCode: 0 });
  expect(await treeOf(repository)).toEqual(before);
  expect(before).toContain('src/x.bin 100755 00ff0d0a');
});

/** Every file under `src`: path, mode as git knows it, and bytes or target. */
async function treeOf(repository: TestRepository): Promise<string> {
  const folder = join(repository.runner.workspace, 'src');
  const names = (await readdir(folder)).toSorted((one, other) => one.localeCompare(other));
  const lines = names.map(async (name) => {
    const path = join(folder, name);
    const about = await lstat(path);
    if (about.isSymbolicLink()) return `src/${name} -> ${await readlink(path)}`;
    const mode = (about.mode & 0o100) === 0 ? '100644' : '100755';
    return `src/${name} ${mode} ${(await readFile(path)).toString('hex')}`;
  });
  return (await Promise.all(lines)).join('\n');
}

nightly.concurrent(
  'an answer to a vanished job gets a reply, and the approval comment is closed',
  async () => {
    await using repository = await openRepository({
      policy: SUSPENDING.replace('wait: 1s', 'wait: 50s'),
    });
    const event = repository.ask();
    const main = await repository.start('action', {
      event,
      turns: TURNS,
      runId: 411,
      inputs: { 'state-key': KEY },
    });
    while (repository.approvalComments().length === 0)
      await new Promise((resolve) => setTimeout(resolve, 100));
    main.process.kill('SIGKILL');
    await main.end;
    known(repository, 411);
    const [id = ''] = approvalCommentOn(repository).ids;
    const answer = await say(repository, `/approve ${id}`);
    const end = await job(repository, 412, { event: answer });
    expect(end.outputs['outcome']).toBe('skipped');
    expect(repository.github.commentsOn(repository.issue).at(-1)?.body).toContain(
      'ended without a checkpoint',
    );
    expect(approvalCommentOn(repository).body).toContain('"state":"closed"');
    await nothingMade(repository);
  },
);

nightly.concurrent(
  'a run with too many changes to be suspended fails, and its approval comment is closed',
  async () => {
    await using repository = await openRepository({
      policy: SUSPENDING.replace('auto:', 'auto:\n  - bash_run(sh make.sh)'),
      files: { 'make.sh': 'mkdir src/many && cd src/many && seq 20001 | xargs touch\n' },
    });
    const make = turn('', ['bash_run', { command: 'sh make.sh' }]);
    const end = await job(repository, 421, { turns: [make, MADE] });
    await expectEnd(end, { outcome: 'error', exitCode: 1 });
    expect(end.outputs['summary']).toContain('a checkpoint holds 20000 files');
    expect(approvalCommentOn(repository).body).toContain('"state":"closed"');
    expect(approvalCommentOn(repository).body).toContain('No answer can resume it');
    const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
    expect((await job(repository, 422, { event })).outputs['outcome']).toBe('skipped');
    await nothingMade(repository);
  },
);

nightly.concurrent(
  'a submodule, its commits and its changes are restored in the next job',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    const module = join(repository.folder, 'module');
    const git = async (...args: readonly string[]) => await repository.runner.git(...args);
    await git('-c', 'init.defaultBranch=main', 'init', '--quiet', module);
    await writeFile(join(module, 'inside.txt'), 'inside\n');
    await git('-C', module, 'add', '-A');
    await git('-C', module, 'commit', '--quiet', '-m', 'module');
    const add = ['submodule', '--quiet', 'add', module, 'lib'];
    await git('-c', 'protocol.file.allow=always', ...add);
    await git('commit', '--quiet', '-m', 'with a module');
    await git('push', '--quiet', 'origin', 'HEAD:refs/heads/topic');
    const headSha = (await git('rev-parse', 'HEAD')).trim();
    const { number } = repository.github.pull({
      author: REQUESTER,
      title: 'A topic',
      pull: {
        headRef: 'topic',
        headRepository: 'octo-org/octo-repo',
        baseRef: 'main',
        draft: false,
        commitAuthors: [REQUESTER],
        headSha,
      },
    });
    const approve = async () =>
      await say(repository, `/approve ${approvalCommentOn(repository, number).ids[0]}`, {
        issue: number,
      });
    const lib = join(repository.runner.workspace, 'lib');
    const command = 'cd lib && echo new > new.txt && echo changed > inside.txt';
    const turns = [
      turn('', ['bash_run', { command }]),
      turn('', ['bash_run', { command: 'echo again > src/again.txt' }]),
      finish('Done.'),
    ];
    const fresh = async (): Promise<void> => {
      await git('-C', lib, 'reset', '--quiet', '--hard');
      await git('-C', lib, 'clean', '-fdq');
    };
    await job(repository, 431, { turns, event: repository.ask('/countersign do it', number) });
    const second = await job(repository, 432, { turns, event: await approve() });
    expect(second.outputs['outcome'], second.log).toBe('awaiting-approval');
    await fresh();
    const third = await job(repository, 433, { turns, event: await approve() });
    await expectEnd(third, { outcome: 'done', exitCode: 0 });
    expect(await readFile(join(lib, 'inside.txt'), 'utf8')).toBe('changed\n');
    expect(await readFile(join(lib, 'new.txt'), 'utf8')).toBe('new\n');
  },
);
