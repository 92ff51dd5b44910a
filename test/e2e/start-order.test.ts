/** What a start asks of GitHub and in which order, and that no order of the answers changes what comes of it. */
import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../src/testing/index.ts';
import {
  type EndedStep,
  type Event,
  expectEnd,
  finish,
  MAINTAINER,
  REQUESTER,
  type TestRepository,
  openRepository,
  OUTSIDER,
} from './harness.ts';
import * as fc from '../properties.ts';

const TURNS = [finish('Looked.')];
const FILES = {
  'AGENTS.md': 'Be brief.\n',
  '.github/CODEOWNERS': '* @octo-maintainer\n',
  '.github/pull_request_template.md': '## Why\n',
  '.claude/skills/mend/SKILL.md': '---\nname: mend\ndescription: How to mend.\n---\nMend it.\n',
};
/** Long beside what happens between two requests, so that what is asked together is seen to be. */
const SLOW_MS = 1_500;

function isRead({ method, path }: LogEntry): boolean {
  return method === 'GET' || path.endsWith('/graphql');
}

/** The reads that a run begins with: all that are made before it reports its end. */
function readsOf(repository: TestRepository): readonly LogEntry[] {
  return repository.github.log.filter(
    (entry) => isRead(entry) && !entry.path.endsWith('/check-runs'),
  );
}

function discussed(repository: TestRepository): Event {
  repository.github.comment({ login: MAINTAINER, issue: repository.issue, body: 'I saw it, too.' });
  repository.github.comment({ login: OUTSIDER, issue: repository.issue, body: 'So did I.' });
  return repository.ask();
}

function onPull(repository: TestRepository): Event {
  const { number } = repository.github.pull({
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
  });
  return repository.ask('/countersign look', number);
}

const AT_COMMIT = ['/contents/.github/countersign.yml', '/git/trees/SHA'];
/** Answered by nobody as long as the test lasts. */
const NEVER = { times: Number.POSITIVE_INFINITY, delayMs: 60_000 };

test.concurrent.each([
  ['an issue', discussed, [...AT_COMMIT, `/collaborators/${MAINTAINER}/permission`]],
  ['a pull request', onPull, [...AT_COMMIT, '/check-runs', '/status']],
])('on %s no look-up waits for more than one before it', async (_name, event, second) => {
  await using repository = await openRepository();
  const commented = event(repository);
  const asked = () => repository.github.log.map(({ path }) => path);
  // Of what a commit holds, and of what others may do, nothing is ever answered: all of it is asked for all the same.
  repository.github.fail({
    match: new RegExp(`contents|trees|check-runs|status|${MAINTAINER}`),
    ...NEVER,
  });
  const wanted = second.map((path) => path.replace('SHA', repository.runner.headSha));
  const { process: step, end } = await repository.start('action', {
    event: commented,
    turns: TURNS,
  });
  await expect
    .poll(() => wanted.filter((path) => !asked().some((one) => one.endsWith(path))), {
      timeout: 60_000,
    })
    .toEqual([]);
  step.kill('SIGKILL');
  await end;
});

test.concurrent('each look-up of a start is made once', async () => {
  await using repository = await openRepository({ files: FILES });
  await repository.runStep({ event: discussed(repository), turns: TURNS });
  const asked = readsOf(repository).map(({ method, path, query, body }) =>
    [method, path, query, body].join(' '),
  );
  expect(asked.filter((one, index) => asked.indexOf(one) !== index)).toEqual([]);
});

test.concurrent.each([
  [REQUESTER, 'done'],
  [OUTSIDER, 'skipped'],
])(
  'until it is decided whether @%s may start it, everything is only read',
  async (login, outcome) => {
    await using repository = await openRepository({ files: FILES });
    repository.github.fail({ match: /collaborators/, delayMs: SLOW_MS });
    const end = await repository.runStep({
      event: repository.ask('/countersign go', repository.issue, login),
      turns: TURNS,
    });
    expect(end.outputs['outcome'], end.log).toBe(outcome);
    const decided = repository.github.log.find(({ path }) =>
      path.includes(`/collaborators/${login}`),
    );
    const early = repository.github.log.filter(
      (entry) => !isRead(entry) && entry.after < (decided?.answer ?? Number.POSITIVE_INFINITY),
    );
    expect(early).toEqual([]);
    expect(repository.github.log.some((entry) => !isRead(entry))).toBe(outcome === 'done');
  },
);

test.concurrent('a skipped step does not wait for the look-ups that it started', async () => {
  await using repository = await openRepository();
  repository.github.fail({ match: /contents|comments/, times: 100, delayMs: 60_000 });
  const end = await repository.runStep({
    event: repository.ask('/countersign go', repository.issue, OUTSIDER),
    turns: TURNS,
  });
  expect(end.outputs['outcome'], end.log).toBe('skipped');
});

describe('a look-up that fails', () => {
  const refused = { status: 422, times: 100, body: { message: 'Not now.' } };
  const one = (match: RegExp) => [{ match, ...refused }];

  test.concurrent.each(
    fc.someOf(
      [
        ['the permission', one(/collaborators/), 'skipped', /could not be looked up/],
        ['the commit', one(/commits\/heads/), 'error', /say which commit refs\/heads\/main is/],
        ['the policy', one(/countersign\.yml/), 'error', /show \.github\/countersign\.yml at/],
        ['the issue', one(/\/issues\/1$/), 'error', /show issue #1/],
        ['the thread', one(/GET .*\/issues\/1\/comments/), 'error', /list the comments of #1/],
        ['the instructions', one(/AGENTS\.md/), 'error', /show AGENTS\.md at/],
        [
          'the skills',
          one(/\.claude\/skills/),
          'error',
          /show \.claude\/skills\/mend\/SKILL\.md at/,
        ],
        ['the templates', one(/pull_request_template/), 'done', /Looked/],
        ['the list of files', one(/git\/trees/), 'done', /Looked/],
        [
          'the policy, slowly, beside the thread and the issue',
          [
            { match: /countersign\.yml/, ...refused, delayMs: SLOW_MS },
            ...one(/\/issues\/1(?:$|\/comments\?)/),
          ],
          'error',
          /show \.github\/countersign\.yml at/,
        ],
        [
          'the permission, slowly, beside the commit',
          [{ match: /collaborators/, ...refused, delayMs: SLOW_MS }, ...one(/commits\/heads/)],
          'skipped',
          /could not be looked up/,
        ],
      ],
      2,
    ),
  )('%s: it is said as it always was', async (_name, faults, outcome, words) => {
    await using repository = await openRepository({ files: FILES });
    for (const fault of faults) repository.github.fail(fault);
    const end = await repository.runStep({ turns: TURNS });
    expect(end.outputs['outcome'], end.log).toBe(outcome);
    expect(end.outputs['summary']).toMatch(words);
    expect(end.log).not.toContain('Something failed outside');
  });
});

/** What differs between two runs that did the same. */
const OWN = /^(?:time|hash|prev|run|durationMs|requestSha256|gen_ai\.(?:request|response)\.model)$/;

function sameOfEach(end: EndedStep): unknown {
  const entries: unknown = JSON.parse(
    JSON.stringify(end.entries, (key, value: unknown) => (OWN.test(key) ? undefined : value)),
  );
  return { outcome: end.outputs['outcome'], summary: end.outputs['summary'], entries };
}

const LOOK_UPS = [
  /graphql/,
  /collaborators/,
  /commits\/heads/,
  /\/issues\/1$/,
  /GET .*\/comments/,
  /POST .*\/comments/,
  /countersign\.yml/,
  /AGENTS\.md/,
  /contents\/\.claude/,
  /git\/trees/,
];

async function runWith(delaysMs: readonly number[]): Promise<unknown> {
  await using repository = await openRepository({ files: FILES });
  for (const [index, match] of LOOK_UPS.entries())
    repository.github.fail({ match, times: 100, delayMs: delaysMs[index] ?? 0 });
  const end = await repository.runStep({ event: discussed(repository), turns: TURNS });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  const asked = readsOf(repository).map(({ path, query }) => `${path}${query}`);
  const comments = repository.github
    .commentsOn(repository.issue)
    .map(({ body }) => body.split('\n')[1]);
  return { ...(sameOfEach(end) as object), asked: asked.sort(), comments };
}

test('the run and its trail are the same for any order of answers', async () => {
  const usual = await runWith([]);
  const delayMs = fc.constantFrom(0, 40, 120, 300);
  await fc.assert(
    fc.asyncProperty(fc.array(delayMs, { minLength: 10, maxLength: 10 }), async (delaysMs) => {
      expect(await runWith(delaysMs)).toEqual(usual);
    }),
    { numRuns: 3 },
  );
});
