/** How many requests each path costs, as docs/requests.md says. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { LogEntry } from '../../src/testing/index.ts';
import {
  type Event,
  expectEnd,
  finish,
  MAINTAINER,
  OUTSIDER,
  openRepository,
  type TestRepository,
  turn,
} from './harness.ts';
import { approvalCommentOn, job, policyOf, say, SUSPENDING, TURNS } from './suspended.ts';
import { someOf } from '../properties.ts';
import { issuesEvent } from '../testing/github-server/events.ts';

const PAGE = resolve(import.meta.dirname, '../../docs/requests.md');
const LOOKED = [turn('', ['fs_read', { path: 'src/a.txt' }]), finish('Looked.')];
const ASKING = [
  turn('I ask.', ['bash_run', { command: 'echo made > src/made.txt' }]),
  finish('Made.'),
];
const MARKER = /^\{"body":"<!-- countersign:(tracking|approval-request) /;
const NAMES_TRAIL = / · (?:\[|the )audit trail/;

/** What a path costs, as a row of the table has it: requests to the API, and to the artifact service. */
interface Cost {
  readonly api: number;
  readonly artifacts: number;
}

function isArtifact({ path }: LogEntry): boolean {
  return /^\/(?:twirp|blob)\//.test(path);
}

/** Whether it edits the tracking comment before the end of the run, which names the audit trail. */
function isEarly({ method, body }: LogEntry): boolean {
  return method === 'PATCH' && MARKER.exec(body)?.[1] === 'tracking' && !NAMES_TRAIL.test(body);
}

/**
 * Counts the requests, without those that depend on the time: polls at the answers, and early edits of the
 * tracking comment.
 */
function costOf(log: readonly LogEntry[]): Cost {
  const asked = log.findIndex(
    ({ method, body }) => method === 'POST' && MARKER.exec(body)?.[1] === 'approval-request',
  );
  const isPoll = ({ method, path }: LogEntry, index: number): boolean =>
    asked !== -1 && index > asked && method === 'GET' && path.endsWith('/comments');
  const api = log.filter(
    (entry, index) =>
      !isArtifact(entry) && entry.status !== 304 && !isPoll(entry, index) && !isEarly(entry),
  );
  return { api: api.length, artifacts: log.filter(isArtifact).length };
}

function pullOn(repository: TestRepository): number {
  return repository.github.pull({
    author: MAINTAINER,
    title: 'A change',
    body: 'Of a file.',
    pull: {
      headRef: 'main',
      headSha: repository.runner.headSha,
      headRepository: 'octo-org/octo-repo',
      baseRef: 'main',
      draft: false,
      commitAuthors: [MAINTAINER],
    },
  }).number;
}

/** The event with the author association that GitHub gives people outside of the repository. */
function byOutsider(event: Event): Event {
  const payload = JSON.parse(JSON.stringify(event.payload));
  payload.comment.author_association = 'NONE';
  return { ...event, payload };
}

/** A path: what happens before it, and what it comes to. */
interface Path {
  readonly policy?: string;
  readonly prepare?: (repository: TestRepository) => Promise<unknown>;
  readonly act: (
    repository: TestRepository,
  ) => Promise<{ readonly outputs: Readonly<Record<string, string>> }>;
  readonly outcome: string;
}

async function answered(repository: TestRepository, login: string) {
  const { ids } = approvalCommentOn(repository);
  return await say(repository, `/approve ${ids.join(' ')}`, { login });
}

const ELSE = { login: 'octo-second', policy: policyOf('wait: 60s, then: deny') };

const PATHS: Readonly<Record<string, Path>> = {
  'A comment, done, on an issue': {
    act: async (repository) => await repository.runStep({ turns: LOOKED }),
    outcome: 'done',
  },
  'A comment, done, on a pull request': {
    act: async (repository) =>
      await repository.runStep({
        event: repository.ask('/countersign go', pullOn(repository)),
        turns: LOOKED,
      }),
    outcome: 'done',
  },
  'A comment, an approval, done, on an issue': {
    policy: ELSE.policy,
    prepare: async (repository) =>
      repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`),
    act: async (repository) => await repository.runStep({ turns: ASKING }),
    outcome: 'done',
  },
  'A comment, an approval, done, on a pull request': {
    policy: ELSE.policy,
    prepare: async (repository) => {
      repository.github.person(ELSE.login, 'write');
      repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`, ELSE.login);
    },
    act: async (repository) =>
      await repository.runStep({
        event: repository.ask('/countersign go', pullOn(repository)),
        turns: ASKING,
      }),
    outcome: 'done',
  },
  'A comment, suspended': {
    policy: SUSPENDING,
    act: async (repository) => await job(repository, 201, { turns: TURNS }),
    outcome: 'awaiting-approval',
  },
  '`/approve`, resumed, done': {
    policy: SUSPENDING,
    prepare: async (repository) => await job(repository, 201, { turns: TURNS }),
    act: async (repository) =>
      await job(repository, 202, { event: await answered(repository, MAINTAINER) }),
    outcome: 'done',
  },
  '`/approve` on a suspended run by somebody who cannot approve': {
    policy: SUSPENDING,
    prepare: async (repository) => await job(repository, 201, { turns: TURNS }),
    act: async (repository) =>
      await job(repository, 202, { event: await answered(repository, OUTSIDER) }),
    outcome: 'skipped',
  },
  'The same again': {
    policy: SUSPENDING,
    prepare: async (repository) => {
      await job(repository, 201, { turns: TURNS });
      await job(repository, 202, { event: await answered(repository, OUTSIDER) });
    },
    act: async (repository) =>
      await job(repository, 203, { event: await answered(repository, OUTSIDER) }),
    outcome: 'skipped',
  },
  'A comment with the phrase by an outsider': {
    act: async (repository) =>
      await repository.runStep({
        event: byOutsider(repository.ask('/countersign go', repository.issue, OUTSIDER)),
        turns: LOOKED,
      }),
    outcome: 'skipped',
  },
  'An event with `prompt` by an outsider': {
    act: async (repository) => {
      const payload = issuesEvent(repository.github, repository.issue, 'labeled');
      const sender = repository.github.account(OUTSIDER);
      const event = { name: 'issues', payload: { ...payload, sender } };
      return await repository.runStep({ event, turns: LOOKED, inputs: { prompt: 'Mend it.' } });
    },
    outcome: 'skipped',
  },
  'A comment without the phrase': {
    act: async (repository) =>
      await repository.runStep({ event: repository.ask('Please mend this.'), turns: LOOKED }),
    outcome: 'skipped',
  },
};

async function table(): Promise<ReadonlyMap<string, Cost>> {
  const page = await readFile(PAGE, 'utf8');
  const rows = page.split('\n').flatMap((line) => {
    const [, name = '', api, artifacts] = /^\| (.+?) \| (\d+) \| (\d+) \|$/.exec(line) ?? [];
    return api === undefined
      ? []
      : [[name, { api: Number(api), artifacts: Number(artifacts) }] as const];
  });
  return new Map(rows);
}

test('the table has a row for each of these paths, and no other', async () => {
  expect([...(await table()).keys()]).toEqual(Object.keys(PATHS));
});

test.concurrent.each(someOf(Object.entries(PATHS), 4))(
  '%s: as many requests as the table says',
  async (name, path) => {
    const { policy, prepare, act, outcome } = path;
    await using repository = await openRepository(policy === undefined ? {} : { policy });
    await prepare?.(repository);
    const before = repository.github.log.length;
    const end = await act(repository);
    expect(end.outputs['outcome']).toBe(outcome);
    const log = repository.github.log.slice(before);
    const requests = log.map(({ method, path: asked, status }) => `${method} ${asked} ${status}`);
    expect(costOf(log), requests.join('\n')).toEqual((await table()).get(name));
  },
);

test.concurrent('polls that find nothing new are answered with 304', async () => {
  await using repository = await openRepository({ policy: ELSE.policy });
  repository.github.onComment(({ body, issue }, what) => {
    if (what !== 'created' || !body.startsWith('<!-- countersign:approval-request')) return;
    const { ids } = approvalCommentOn(repository);
    // After at least one look that finds nothing.
    setTimeout(() => {
      repository.github.comment({ login: MAINTAINER, issue, body: `/approve ${ids.join(' ')}` });
    }, 4_000);
  });
  const end = await repository.runStep({ turns: ASKING });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  const polls = repository.github.log.filter(({ path }) => path.endsWith('/comments'));
  expect(polls.some(({ status }) => status === 304)).toBe(true);
});
