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
  scene,
  type Scene,
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

function pullOn(at: Scene): number {
  return at.github.pull({
    author: MAINTAINER,
    title: 'A change',
    body: 'Of a file.',
    pull: {
      headRef: 'main',
      headSha: at.stage.headSha,
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
  readonly prepare?: (at: Scene) => Promise<unknown>;
  readonly act: (at: Scene) => Promise<{ readonly outputs: Readonly<Record<string, string>> }>;
  readonly outcome: string;
}

async function answered(at: Scene, login: string) {
  const { ids } = approvalCommentOn(at);
  return await say(at, `/approve ${ids.join(' ')}`, { login });
}

const ELSE = { login: 'octo-second', policy: policyOf('wait: 60s, then: deny') };

const PATHS: Readonly<Record<string, Path>> = {
  'A comment, done, on an issue': {
    act: async (at) => await at.act({ turns: LOOKED }),
    outcome: 'done',
  },
  'A comment, done, on a pull request': {
    act: async (at) =>
      await at.act({ event: at.ask('/countersign go', pullOn(at)), turns: LOOKED }),
    outcome: 'done',
  },
  'A comment, an approval, done, on an issue': {
    policy: ELSE.policy,
    prepare: async (at) => at.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`),
    act: async (at) => await at.act({ turns: ASKING }),
    outcome: 'done',
  },
  'A comment, an approval, done, on a pull request': {
    policy: ELSE.policy,
    prepare: async (at) => {
      at.github.person(ELSE.login, 'write');
      at.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`, ELSE.login);
    },
    act: async (at) =>
      await at.act({ event: at.ask('/countersign go', pullOn(at)), turns: ASKING }),
    outcome: 'done',
  },
  'A comment, suspended': {
    policy: SUSPENDING,
    act: async (at) => await job(at, 201, { turns: TURNS }),
    outcome: 'awaiting-approval',
  },
  '`/approve`, resumed, done': {
    policy: SUSPENDING,
    prepare: async (at) => await job(at, 201, { turns: TURNS }),
    act: async (at) => await job(at, 202, { event: await answered(at, MAINTAINER) }),
    outcome: 'done',
  },
  '`/approve` on a suspended run by somebody who cannot approve': {
    policy: SUSPENDING,
    prepare: async (at) => await job(at, 201, { turns: TURNS }),
    act: async (at) => await job(at, 202, { event: await answered(at, OUTSIDER) }),
    outcome: 'skipped',
  },
  'The same again': {
    policy: SUSPENDING,
    prepare: async (at) => {
      await job(at, 201, { turns: TURNS });
      await job(at, 202, { event: await answered(at, OUTSIDER) });
    },
    act: async (at) => await job(at, 203, { event: await answered(at, OUTSIDER) }),
    outcome: 'skipped',
  },
  'A comment with the phrase by an outsider': {
    act: async (at) =>
      await at.act({
        event: byOutsider(at.ask('/countersign go', at.issue, OUTSIDER)),
        turns: LOOKED,
      }),
    outcome: 'skipped',
  },
  'An event with `prompt` by an outsider': {
    act: async (at) => {
      const payload = issuesEvent(at.github, at.issue, 'labeled');
      const sender = at.github.account(OUTSIDER);
      const event = { name: 'issues', payload: { ...payload, sender } };
      return await at.act({ event, turns: LOOKED, inputs: { prompt: 'Mend it.' } });
    },
    outcome: 'skipped',
  },
  'A comment without the phrase': {
    act: async (at) => await at.act({ event: at.ask('Please mend this.'), turns: LOOKED }),
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
    await using at = await scene(policy === undefined ? {} : { policy });
    await prepare?.(at);
    const before = at.github.log.length;
    const end = await act(at);
    expect(end.outputs['outcome']).toBe(outcome);
    const log = at.github.log.slice(before);
    const told = log.map(({ method, path: asked, status }) => `${method} ${asked} ${status}`);
    expect(costOf(log), told.join('\n')).toEqual((await table()).get(name));
  },
);

test.concurrent('polls that find nothing new are answered with 304', async () => {
  await using at = await scene({ policy: ELSE.policy });
  at.github.onComment(({ body, issue }, what) => {
    if (what !== 'created' || !body.startsWith('<!-- countersign:approval-request')) return;
    const { ids } = approvalCommentOn(at);
    // After at least one look that finds nothing.
    setTimeout(() => {
      at.github.comment({ login: MAINTAINER, issue, body: `/approve ${ids.join(' ')}` });
    }, 4_000);
  });
  const end = await at.act({ turns: ASKING });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  const polls = at.github.log.filter(({ path }) => path.endsWith('/comments'));
  expect(polls.some(({ status }) => status === 304)).toBe(true);
});
