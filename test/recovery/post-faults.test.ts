/** The post step against a GitHub that answers one of its requests wrongly. */
import { expect, test } from 'vitest';
import { readTrail, trailBytes, verifyTrail } from '../../src/audit/index.ts';
import { createRedactor, errorText, systemClock } from '../../src/common/index.ts';
import { createGitHub } from '../../src/github/index.ts';
import { finishCrashedRun, POST_LIMITS_MS } from '../../src/recovery/post-step.ts';
import { memoryGit } from '../testing/github-server/memory-git.ts';
import { FAULTS, kindOf, matchOf } from '../action/faults/faults.ts';
import { asked, runStart, state, verdict } from '../audit/events.ts';
import { plausible } from '../audit/plausible.ts';
import { trailOf } from '../cli/trails.ts';
import { fastClock } from '../github/context.ts';
import { startGitHub } from '../openapi/github.ts';
import * as fc from '../properties.ts';

const RUN = 'run-0123456789abcdef';
const workflow = { runId: '42', attempt: '1', job: 'agent', url: null };
const CASES = 16;

interface Wrong {
  readonly kind: string;
  readonly nth: number;
  readonly name: string;
  readonly times: number;
}

async function finished(wrong: Wrong | null) {
  const git = memoryGit();
  const headSha = git.commit('main', { 'README.md': '# Octo\n' });
  const clock = fastClock();
  const server = await startGitHub({ git, clock });
  const { owner, repo, token, url: apiUrl } = server;
  const github = () =>
    createGitHub({ token, apiUrl, owner, repo, clock, redactor: createRedactor() });
  const { number } = server.issue({ author: 'mona', title: 'a', body: 'b' });
  const own = github();
  const marker = { v: 1, run: RUN, ids: [], state: 'waiting', workflowRun: null, attempt: null };
  const comment = await own.createComment(
    number,
    `<!-- countersign:approval-request ${JSON.stringify(marker)} -->\n/approve me`,
  );
  const tracking = await own.createComment(
    number,
    `<!-- countersign:tracking ${RUN} -->\n\n**Countersign** is working`,
  );
  const requests = [{ approval: 'ap-01234567', call: 'c1', digest: 'a'.repeat(64) }];
  const { events } = plausible([
    runStart({ workflow, headSha }),
    state('c1', 'PENDING'),
    verdict('c1', 'requireApproval'),
    state('c1', 'APPROVAL_REQUIRED'),
    asked('c1', { card: { commentId: comment.id, url: comment.url }, requests }),
  ]);
  const { folder } = await trailOf(events);
  const before = server.log.length;
  if (wrong !== null) {
    const { kind, nth: skip, times, name } = wrong;
    server.fail({ match: matchOf(kind), skip, times, ...FAULTS[name] });
  }
  const warnings: string[] = [];
  let summary = '';
  const thrown = await finishCrashedRun(
    {
      folder,
      run: RUN,
      clock: systemClock,
      redactor: createRedactor(),
      root: '/nonexistent',
      // There is no checkout, and so no record of its changes.
      warn: () => undefined,
      checkpointTarget: null,
      hasClaimed: false,
      mayHaveClaimed: false,
      baselineClient: () => ({ fileAt: () => Promise.resolve(null) }),
      metadata: {
        repository: `${owner}/${repo}`,
        headSha: null,
        trigger: { event: 'issues', actor: null, number, url: null },
        workflow,
      },
    },
    {
      githubFor: github,
      limits: POST_LIMITS_MS,
      store: {
        upload: ({ name }) =>
          Promise.resolve({ id: 1, name, digest: null, url: 'https://example.com/1' }),
        download: () => Promise.resolve(false),
      },
      attestor: null,
      environment: {},
      jobUrl: 'https://example.com/job',
      artifact: 'trail',
      retentionDays: null,
      issue: number,
      check: { failOn: ['error'], info: (line) => warnings.push(line) },
      trackingComment: tracking.id,
      warn: (text) => warnings.push(text),
      summary: (markdown) => {
        summary = markdown;
        return Promise.resolve();
      },
      onAbandoned: () => undefined,
    },
  ).then(() => null, errorText);
  const sent = server.log.slice(before);
  const bodies = server.commentsOn(number).map(({ body }) => body);
  await server.close();
  return { thrown, summary, warnings, sent, bodies, folder };
}

const all: Wrong[] = [];

test('whatever GitHub answers, the post step ends: the trail has its end, the summary is whole, and what could not be said is a warning', async () => {
  const good = await finished(null);
  expect(good).toMatchObject({ thrown: null, warnings: [] });
  const seen = new Map<string, number>();
  for (const request of good.sent) {
    const kind = kindOf(request);
    const nth = seen.get(kind) ?? 0;
    seen.set(kind, nth + 1);
    for (const name of Object.keys(FAULTS))
      for (const times of [1, 99]) all.push({ kind, nth, name, times });
  }
  const numRuns = fc.casesToTry(CASES);
  for (const wrong of fc.sample(fc.constantFrom(...all), { numRuns, seed: 20_260_101 })) {
    const end = await finished(wrong);
    const about = JSON.stringify([wrong, end.warnings]);
    expect(end.thrown, about).toBeNull();
    expect(
      await verifyTrail(trailBytes(end.folder), { run: RUN, requireEnd: true }),
      about,
    ).toMatchObject({
      kind: 'intact',
      outcome: 'error',
    });
    expect(end.summary, about).toContain('[trail](https://example.com/1)');
    const isSilent = end.bodies.some((body) => /is working|\/approve me/.test(body));
    if (isSilent) expect(end.warnings, about).not.toEqual([]);
    expect(end.warnings.join('\n'), about).not.toContain('cancelled');
    const types: string[] = [];
    for await (const { type } of readTrail(end.folder)) types.push(type);
    expect(
      types.filter((type) => type === 'run.end'),
      about,
    ).toHaveLength(1);
  }
});
