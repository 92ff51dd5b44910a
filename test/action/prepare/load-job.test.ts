/** The job of an event, from the local GitHub and a real checkout. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openContext } from '../../../src/action/context.ts';
import { readStep } from '../../../src/action/inputs/read-step.ts';
import { githubRunner } from '../../../src/action/inputs/runner.ts';
import { loadJob } from '../../../src/action/prepare/load-job.ts';
import { systemClock } from '../../../src/common/index.ts';
import type { Permission } from '../../../src/github/index.ts';
import { type LocalRunner, startLocalRunner } from '../../../src/testing/index.ts';
import { githubContract } from '../../openapi/github.ts';
import { writableGit } from '../../testing/github-server/writable-git.ts';
import { WHOLE_GITHUB } from '../../testing/github-server/more-routes.ts';

const POLICY = '.github/other.yml';

const LOOSE = 'version: 1\nmode: auto\n';
const SCHEMA = 'schema.json';
const schemaOf = (title: string): string => JSON.stringify({ title, type: 'object' });

/** A pull request that somebody opened for a commit with a policy, instructions and a schema of its own. */
interface OpenedPull {
  readonly author: string;
  readonly permission: Permission;
  /** Whoever opened it changed its base branch after the comment. */
  readonly isMoved?: true;
  /** Absent: the default branch. */
  readonly baseRef?: string;
}

interface Asked {
  readonly permission: Permission;
  /** Absent: a person. */
  readonly asker?: 'bot';
  /** Absent: the comment is on an issue. */
  readonly pull?: OpenedPull;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly warnings?: string[];
}

/** The job of a comment by somebody with this permission, with the commit in its checkout. */
async function loaded({ permission, asker, pull, inputs = {}, warnings = [] }: Asked) {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-load-job-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const contract = githubContract();
  const local = await startLocalRunner({
    folder,
    files: {
      'README.md': '# A project\n',
      'AGENTS.md': 'Obey the maintainers.\n',
      [SCHEMA]: schemaOf('of main'),
      [POLICY]: LOOSE,
    },
    path: process.env['PATH'] ?? '',
    bundle: folder,
    git: writableGit,
    github: { ...WHOLE_GITHUB, onExchange: contract.onExchange },
  });
  try {
    const { github } = local;
    github.person('asker', permission);
    const topic = await local.commit('topic', {
      'AGENTS.md': 'Obey the pull request.\n',
      [SCHEMA]: schemaOf('of the pull request'),
      [POLICY]: `${LOOSE}auto: [bash_run]\n`,
    });
    await local.commit('old-release', { 'OLD.md': 'An old release.\n' });
    const issue = pull === undefined ? github.issue({ author: 'asker', title: 'A bug' }) : null;
    const opened = pull === undefined ? null : openPull(local, pull, topic);
    const number = (opened ?? issue)?.number ?? 0;
    const { id } = github.comment({ login: 'asker', issue: number, body: '/countersign fix it' });
    if (pull?.isMoved === true && opened?.pull !== null && opened?.pull !== undefined)
      opened.pull = { ...opened.pull, baseChange: { at: '2100-01-01T00:00:00Z', from: 'release' } };
    const { env, cwd } = await local.prepare('action', {
      event: { name: 'issue_comment', payload: github.commentEvent(id, 'created') },
      inputs: { policy: POLICY, 'anthropic-api-key': 'a-key-of-the-test', ...inputs },
    });
    // Its masks would be read by whatever runs these tests.
    const runner = {
      ...githubRunner(env),
      secret: () => undefined,
      warning: (text: string) => void warnings.push(text),
    };
    const step = await readStep(runner, env, null);
    const { signal } = new AbortController();
    const context = openContext(step, {
      runner,
      variables: env,
      cwd,
      clock: systemClock,
      signals: { stop: signal, requests: signal },
      subAction: null,
    });
    const person = github.account('asker');
    const account = asker === 'bot' ? { ...person, type: 'Bot' } : person;
    const by = { account, permission, because: `of ${permission}` };
    const place = { run: 'run-a', folder: join(folder, 'trail'), artifact: 'a' };
    const { job } = await loadJob({ request: 'fix it', by }, context, place);
    runner.close();
    contract.expectKept();
    const checkedOut = (await local.git('rev-parse', 'HEAD')).trim();
    return { job, account, topic, checkedOut };
  } finally {
    await local.close();
  }
}

function openPull(
  { github }: Pick<LocalRunner, 'github'>,
  { author, permission, baseRef = 'main' }: OpenedPull,
  headSha: string,
) {
  github.person(author, permission);
  return github.pull({
    author,
    title: 'A change',
    body: 'Please.',
    pull: {
      headRef: 'topic',
      headSha,
      headRepository: 'octo-org/octo-repo',
      baseRef,
      draft: false,
      commitAuthors: [author],
    },
  });
}

async function jobOf(permission: Permission, policy = POLICY, warnings: string[] = []) {
  return (await loaded({ permission, warnings, inputs: { policy } })).job;
}

test('a run on a pull request works on its head, and everything that it obeys is of the trusted branch', async () => {
  const pull = { author: 'author', permission: 'write' } as const;
  const end = await loaded({
    permission: 'write',
    pull,
    inputs: { 'output-schema': SCHEMA },
  });
  const { job, topic, checkedOut, account } = end;
  expect([job.headSha, checkedOut]).toEqual([topic, topic]);
  expect(job.instructions).toMatchObject([{ text: 'Obey the maintainers.\n' }]);
  expect(job.outputSchema?.text).toBe(schemaOf('of main'));
  expect(job.policy.layers[0].rules).toEqual([]);
  expect(job.untrustedFiles).toBeNull();
  expect(job).toMatchObject({ requester: 'asker', requesterId: account.id, askWhom: 'comment' });
});

test('the files of a pull request by somebody without write access are untrusted', async () => {
  const pull = { author: 'stranger', permission: 'read' } as const;
  const { job } = await loaded({ permission: 'write', pull });
  expect(job.untrustedFiles).toContain('are not by people with write access alone');
});

test('a pull request whose base branch was changed after the comment gives no job', async () => {
  const pull = { author: 'author', permission: 'write', isMoved: true } as const;
  await expect(loaded({ permission: 'write', pull })).rejects.toMatchObject({
    code: 'base-changed',
  });
});

test('a pull request between two branches gives a bot no job, if somebody without write access opened it', async () => {
  const pull = { author: 'stranger', permission: 'read', baseRef: 'old-release' } as const;
  await expect(loaded({ permission: 'write', asker: 'bot', pull })).rejects.toMatchObject({
    code: 'base-untrusted',
  });
});

test('a job asks nobody where the input says so', async () => {
  const { job } = await loaded({ permission: 'write', inputs: { approvals: 'fail' } });
  expect(job.askWhom).toBe('nobody');
});

test('a run of somebody without write access begins with untrusted content, one of a maintainer does not', async () => {
  const start = { source: 'the start of the run', author: 'asker', trusted: false };
  const [reader, writer] = [await jobOf('triage'), await jobOf('write')];
  expect(reader.context).toContainEqual(expect.objectContaining(start));
  expect(writer.context).not.toContainEqual(expect.objectContaining(start));
});

test('no tool may change the policy file that the input names', async () => {
  expect((await jobOf('write')).protect).toEqual([POLICY]);
});

test('without the policy file that the input names, a warning says what applies', async () => {
  const warnings: string[] = [];
  await jobOf('write', '.github/othr.yml', warnings);
  expect(warnings).toEqual([
    expect.stringMatching(/main has no \.github\/othr\.yml, so the built-in/),
  ]);
  await jobOf('write', POLICY, warnings);
  expect(warnings).toHaveLength(1);
});
