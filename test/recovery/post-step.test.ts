import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRedactor, errorText, sha256, systemClock } from '../../src/common/index.ts';
import type { GitHubChecks } from '../../src/github/index.ts';
import { JOURNAL_FILE } from '../../src/checkpoint/index.ts';
import type { Entry, TrailEvent } from '../../src/audit/index.ts';
import { readTrail, TRAIL_FILE, trailBytes, verifyTrail } from '../../src/audit/index.ts';
import {
  finishCrashedRun,
  POST_LIMITS_MS,
  type PostStepContext,
} from '../../src/recovery/post-step.ts';
import {
  asked,
  decision,
  reply,
  runEnd,
  runStart,
  state,
  turnStart,
  verdict,
} from '../audit/events.ts';
import { plausible } from '../audit/plausible.ts';
import { trailOf } from '../cli/trails.ts';
import { context } from '../github/context.ts';

const RUN = 'run-0123456789abcdef';
const workflow = { runId: '42', attempt: '1', job: 'agent', url: null };
const BEGUN = [
  runStart({ workflow }),
  state('c1', 'PENDING'),
  verdict('c1', 'requireApproval'),
  state('c1', 'APPROVAL_REQUIRED'),
];
const saved: TrailEvent = {
  type: 'checkpoint.saved',
  name: 'cp',
  sha256: sha256('x'),
  bytes: 1,
};
const suspended: TrailEvent = { type: 'run.suspended', approvals: ['ap-c1'] };

/** No commit was named in these trails, so no checkout is looked at. */
const nowhere = {
  checkpointTarget: null,
  hasClaimed: false,
  mayHaveClaimed: false,
  root: '/nonexistent',
  warn: () => undefined,
  baselineClient: () => ({ fileAt: () => Promise.resolve(null) }),
};

interface Setting {
  readonly runId?: string;
  readonly attempt?: string;
  readonly job?: string;
  /** The workflow run that the approval comment names. */
  readonly askedBy?: number;
  readonly hasClaimed?: true;
  readonly mayHaveClaimed?: true;
  /** The approval comment has the reaction of a claim. */
  readonly isClaimed?: true;
  /** The tracking comment below its marker, with `HEAD` for the head hash of the trail. */
  readonly tracked?: string;
  readonly upload?: PostStepContext['store']['upload'];
  readonly limits?: Partial<PostStepContext['limits']>;
  /** Changes the trail's folder before the post step. */
  readonly prepare?: (folder: string) => Promise<void>;
}

async function finished(events: readonly TrailEvent[], setting: Setting = {}) {
  const { runId = '42', tracked = 'working' } = setting;
  const { github, server } = await context();
  const { number } = server.issue({ author: 'mona', title: 'a', body: 'b' });
  const marker = {
    v: 1,
    run: RUN,
    ids: [],
    state: 'waiting',
    workflowRun: setting.askedBy ?? null,
    attempt: 1,
  };
  const comment = await github.createComment(
    number,
    `<!-- countersign:approval-request ${JSON.stringify(marker)} -->\n/approve me`,
  );
  const known = events.map((event) =>
    event.type === 'approval.asked'
      ? { ...event, card: { commentId: comment.id, url: comment.url } }
      : event,
  );
  const { folder, head: recorded } = await trailOf(plausible(known).events);
  const tracking = await github.createComment(
    number,
    `<!-- countersign:tracking ${RUN} -->\n${tracked.replace('HEAD', recorded)}`,
  );
  const trackedNow = async () => (await github.comment(tracking.id))?.body ?? '';
  await setting.prepare?.(folder);
  if (setting.isClaimed) await github.react(comment.id, 'rocket');
  const reported = {
    uploads: 0,
    summary: '',
    summaries: [] as string[],
    warnings: [] as string[],
    trackedAtUpload: '',
    abandoned: 0,
    error: '',
    checks: [] as string[],
  };
  const checks: Pick<GitHubChecks, 'findCheckRun' | 'createCheckRun'> = {
    findCheckRun: () => Promise.resolve(null),
    createCheckRun: ({ content: { conclusion, title } }) => {
      reported.checks.push(`${conclusion}: ${title}`);
      return Promise.reject(new Error('It is only noted.'));
    },
  };
  const post: PostStepContext = {
    githubFor: () => ({ ...github, ...checks }),
    limits: { ...POST_LIMITS_MS, ...setting.limits },
    store: {
      upload: async (artifact) => {
        const { name } = artifact;
        reported.uploads += 1;
        reported.trackedAtUpload = await trackedNow();
        if (setting.upload !== undefined) return await setting.upload(artifact);
        return await Promise.resolve({ id: 1, name, digest: null, url: 'https://example.com/1' });
      },
      download: () => Promise.resolve(false),
    },
    attestor: null,
    issue: null,
    environment: {},
    jobUrl: 'https://example.com/job',
    artifact: 'trail',
    retentionDays: null,
    check: { failOn: [], info: () => undefined },
    trackingComment: tracking.id,
    warn: (message) => reported.warnings.push(message),
    summary: (markdown) => {
      reported.summary = markdown;
      reported.summaries.push(markdown);
      return Promise.resolve();
    },
    onAbandoned: () => {
      reported.abandoned += 1;
    },
  };
  const metadata = {
    repository: 'octo/repo',
    headSha: null,
    trigger: { event: 'issues', actor: null, number: 1, url: null },
    workflow: {
      ...workflow,
      runId,
      attempt: setting.attempt ?? workflow.attempt,
      job: setting.job ?? workflow.job,
    },
  };
  const head = await finishCrashedRun(
    {
      folder,
      run: RUN,
      clock: systemClock,
      redactor: createRedactor(),
      metadata,
      ...nowhere,
      warn: (message) => void reported.warnings.push(message),
      hasClaimed: setting.hasClaimed ?? false,
      mayHaveClaimed: setting.mayHaveClaimed ?? false,
    },
    post,
  ).catch((error: unknown) => {
    reported.error = errorText(error);
    return null;
  });
  const heads = head === null ? [] : [head];
  const verified = await verifyTrail(trailBytes(folder), { heads, run: RUN });
  const types: string[] = [];
  let end: Entry | null = null;
  let start: Entry | null = null;
  if (verified.kind === 'intact') {
    for await (const entry of readTrail(folder)) {
      types.push(entry.type);
      end = entry;
      if (entry.type === 'run.start') start = entry;
    }
  }
  return {
    ...reported,
    folder,
    verified,
    types,
    start,
    end,
    tracking: await trackedNow(),
    comment: (await github.comment(comment.id))?.body ?? '',
  };
}

test('a suspended run keeps its approval request open: it ends awaiting-approval, and its checkpoint is uploaded', async () => {
  const end = await finished([...BEGUN, asked('c1'), saved, suspended]);
  expect(end.verified).toMatchObject({ kind: 'intact', outcome: 'awaiting-approval' });
  expect(end.types.at(-1)).toBe('run.end');
  expect(end.types).not.toContain('approval.void');
  expect(end.comment).toContain('/approve me');
  expect(end.tracking).toContain('Countersign: awaiting-approval');
  expect(end.uploads).toBe(1);
});

test('a store that cannot be removed does not keep a run from being reported', async () => {
  const end = await finished([...BEGUN, asked('c1'), saved, suspended], {
    prepare: async (folder) =>
      await writeFile(`${folder}-store`, 'a file in the place of the folder'),
  });
  expect(end.error).toBe('');
  expect(end.warnings).toContainEqual(expect.stringContaining('-store was not removed: '));
  expect(end.verified).toMatchObject({ kind: 'intact', outcome: 'awaiting-approval' });
  expect(end.tracking).toContain('Countersign: awaiting-approval');
  expect(end.uploads).toBe(1);
});

test.each([
  ['the store of a crashed process is removed', 'store', false],
  ['what else lies in the place of a store stays', 'somebody-elses', true],
])('%s', async (_, name, stays) => {
  const end = await finished([runStart({ workflow })], {
    prepare: async (folder) =>
      void (await mkdir(join(`${folder}-store`, name), { recursive: true })),
  });
  expect(end.verified).toMatchObject({ kind: 'intact', outcome: 'error' });
  expect(existsSync(`${end.folder}-store`)).toBe(stays);
});

test('a finished run is reported with its outcome, and nothing is added to its trail', async () => {
  const end = await finished([runStart({ workflow }), runEnd('done')]);
  expect(end.verified).toMatchObject({ kind: 'intact', outcome: 'done', count: 4 });
  expect(end.summary).toContain('Countersign: done');
  expect(end.tracking).toContain('Countersign: done');
  expect(end.uploads).toBe(1);
  expect(await readFile(join(end.folder, 'report.html'), 'utf8')).toContain('done');
});

test('the trail of an earlier job that this one did not resume stays unchanged, and its approval request stays open', async () => {
  const end = await finished(
    [...BEGUN, asked('c1'), saved, suspended, runEnd('awaiting-approval')],
    { runId: '43' },
  );
  expect(end.verified).toMatchObject({ kind: 'intact', outcome: 'awaiting-approval', count: 10 });
  expect(end.summary).toContain('can still be answered');
  expect(end.comment).toContain('/approve me');
  expect(end.uploads).toBe(0);
});

test.each<Setting>([{ runId: '43' }, { attempt: '2' }, { job: 'other' }])(
  'a job other than that of the last start has no trail to close (%o), and its journal is removed',
  async (setting) => {
    let journal = '';
    const prepare = async (folder: string): Promise<void> => {
      journal = join(folder, JOURNAL_FILE);
      await writeFile(journal, 'x');
    };
    const end = await finished([...BEGUN, asked('c1')], { ...setting, prepare });
    expect(end.types.at(-1)).toBe('approval.asked');
    expect(end.uploads).toBe(0);
    expect(existsSync(journal)).toBe(false);
  },
);

const RESUMING = [
  ...BEGUN,
  asked('c1'),
  saved,
  suspended,
  runEnd('awaiting-approval'),
  runStart({ start: 'resumed', workflow: { ...workflow, runId: '43' } }),
];

test.each<Setting>([
  { runId: '43', askedBy: 42 },
  { runId: '43', askedBy: 43, attempt: '2' },
])(
  'a job that was killed before it had the run leaves its approval request open, and uploads no other trail of the run (%o)',
  async (setting) => {
    const end = await finished(RESUMING, setting);
    expect(end.summary).toContain('can still be answered');
    expect(end.summary).toContain('10 entries, head hash');
    expect(end.comment).toContain('/approve me');
    expect(end.uploads).toBe(0);
  },
);

test.each<Setting>([
  { runId: '43', askedBy: 43 },
  { runId: '43', askedBy: 42, hasClaimed: true },
])(
  'a job that has the run closes its trail, though it was killed before it recorded that (%o)',
  async (setting) => {
    const end = await finished(RESUMING, setting);
    expect(end.verified).toMatchObject({ kind: 'intact', outcome: 'error' });
    expect(end.comment).toContain('nothing here is waiting');
    expect(end.uploads).toBe(1);
  },
);

test.each<[Setting, string]>([
  [{}, 'open approval requests can still be answered'],
  [{ isClaimed: true }, 'Answer again: the run resumes, or a reply says that it cannot.'],
])(
  'a job that was killed before GitHub answered its claim says what the reaction of a claim shows (%o)',
  async (setting, said) => {
    const crashed = { runId: '43', askedBy: 42, mayHaveClaimed: true, ...setting } as const;
    for (const events of [RESUMING, RESUMING.slice(0, -1)]) {
      const end = await finished(events, crashed);
      expect(end.summary).toContain(said);
      expect(end.comment).toContain('/approve me');
      expect(end.uploads).toBe(0);
    }
  },
);

test('a job that was killed right after it claimed the run records that, and closes the approval request that no job can resume', async () => {
  const end = await finished(RESUMING.slice(0, -1), {
    runId: '43',
    askedBy: 42,
    hasClaimed: true,
  });
  expect(end.verified).toMatchObject({ kind: 'intact', outcome: 'error' });
  expect(end.types.slice(-4)).toEqual(['run.start', 'approval.void', 'call.state', 'run.end']);
  expect(end.start).toMatchObject({
    start: 'resumed',
    trigger: { event: 'issues', actor: null, number: 1 },
    workflow: { runId: '43' },
  });
  expect(end.summary).not.toContain('can still be answered');
  expect(end.comment).toContain('nothing here is waiting');
  expect(end.uploads).toBe(1);
});

test('a run that ended before it updated its approval comment has no request open any more', async () => {
  const because = 'the policy has changed';
  const end = await finished(
    [
      ...RESUMING,
      { type: 'approval.void', approval: 'ap-c1', call: 'c1', because },
      state('c1', 'DENIED'),
      runEnd('denied'),
    ],
    { runId: '43', askedBy: 42, hasClaimed: true },
  );
  expect(end.verified).toMatchObject({ kind: 'intact', outcome: 'denied' });
  expect(end.comment).toContain('nothing here is waiting');
});

test('the cost of a crashed run is unknown, too, if the model has no known price', async () => {
  for (const costUsd of [0.25, null]) {
    const said = reply(1);
    const priced = said.type === 'model.reply' ? { ...said, costUsd } : said;
    const end = await finished([runStart({ workflow }), turnStart(1), priced]);
    expect(end.verified).toMatchObject({ kind: 'intact', outcome: 'error' });
    expect(end.end).toMatchObject({ costUsd });
  }
});

test('an approval that was used for a call with an unknown end leaves it interrupted', async () => {
  const end = await finished([
    ...BEGUN,
    asked('c1'),
    {
      type: 'approval.decision',
      approval: 'ap-c1',
      call: 'c1',
      decision: 'approve',
      counted: true,
      because: 'w',
      by: { login: 'hubot', id: 2 },
      permission: 'write',
      comment: { id: 6_000, url: 'https://a.test/6', createdAt: '2026-01-02T03:05:00Z' },
    },
    { type: 'approval.consumed', approval: 'ap-c1', call: 'c1', digest: sha256('approval c1') },
  ]);
  expect(end.verified).toMatchObject({ kind: 'intact', outcome: 'error' });
  expect(end.types.slice(-2)).toEqual(['call.state', 'run.end']);
  expect(end.types).not.toContain('approval.void');
  expect(end.comment).toContain('nothing here is waiting');
  expect(end.summary).toContain('it did not run');
});

test('a call that a person denied is denied, though the run crashed before it ended', async () => {
  const denied = decision('c1', { decision: 'deny', counted: true });
  const end = await finished([...BEGUN, asked('c1'), denied]);
  expect(end.verified).toMatchObject({ kind: 'intact', outcome: 'error' });
  expect(end.types.slice(-2)).toEqual(['call.state', 'run.end']);
  expect(end.types).not.toContain('approval.void');
  expect(end.summary).not.toContain('it did not run');
});

test.each([true, false])(
  'a closed approval comment names whoever decided only if their answer counted: %s',
  async (counted) => {
    const because = counted ? 'write permission' : 'its author has the permission read';
    const end = await finished([...BEGUN, asked('c1'), decision('c1', { counted, because })]);
    expect(end.comment).toContain('nothing here is waiting');
    expect(end.comment.includes('approve by `@hubot`')).toBe(counted);
  },
);

test('a comment that the run did not write is not overwritten', async () => {
  const { github, server } = await context();
  const { number } = server.issue({ author: 'mona', title: 'a', body: 'b' });
  const mine = await github.createComment(number, 'I am a person.');
  const requests = [{ approval: 'ap-01234567', call: 'c1', digest: sha256('x') }];
  const { folder } = await trailOf([
    ...BEGUN,
    asked('c1', { card: { commentId: mine.id, url: mine.url }, requests }),
  ]);
  const warnings: string[] = [];
  let visible = '';
  const metadata = {
    repository: null,
    headSha: null,
    trigger: { event: 'x', actor: null, number: 1, url: null },
    workflow,
  };
  await finishCrashedRun(
    { folder, run: RUN, clock: systemClock, redactor: createRedactor(), metadata, ...nowhere },
    {
      githubFor: () => github,
      limits: POST_LIMITS_MS,
      onAbandoned: () => undefined,
      store: {
        upload: () => Promise.reject(new Error('no service\n@octo/everyone <b>')),
        download: () => Promise.resolve(false),
      },
      attestor: null,
      issue: null,
      environment: {},
      jobUrl: 'https://example.com/job',
      artifact: 'trail',
      retentionDays: null,
      check: null,
      trackingComment: mine.id,
      warn: (message) => warnings.push(message),
      summary: (markdown) => {
        visible = markdown;
        return Promise.resolve();
      },
    },
  );
  expect(visible).toContain('not uploaded: `no service @octo/everyone <b>`');
  expect((await github.comment(mine.id))?.body).toBe('I am a person.');
  // A call without its reply: what was made up for this test does not verify.
  expect(warnings).toEqual([
    expect.stringContaining('The statement of the audit trail could not be written'),
    expect.stringContaining('no service'),
  ]);
});

const never = () => new Promise<never>(() => undefined);
const refuses = () => Promise.reject(new Error('no service'));

test('everybody has the last words before the upload begins, and afterwards the link', async () => {
  const end = await finished([runStart({ workflow })]);
  expect(end.trackedAtUpload).toContain('Countersign: error');
  expect(end.trackedAtUpload).toContain('the audit trail is being uploaded');
  expect(end.summaries[0]).toContain('**Audit trail** is being uploaded');
  expect(end.summary).toContain('[trail](https://example.com/1)');
  expect(end.tracking).toContain('[audit trail](https://example.com/1)');
  expect(end.abandoned).toBe(0);
});

test('an upload that takes too long is given up: the words say so, and nobody cancelled anything', async () => {
  const end = await finished([runStart({ workflow })], { upload: never, limits: { uploadMs: 20 } });
  expect(end.abandoned).toBe(1);
  expect(end.tracking).toContain('Countersign: error');
  expect(end.tracking).not.toContain('being uploaded');
  expect(end.summary).toContain('not uploaded: `It was not possible to upload the artifact trail');
  expect(JSON.stringify(end)).not.toContain('cancelled before');
});

test('a suspended run whose checkpoint cannot be uploaded has no request open any more', async () => {
  const requests = [{ approval: 'ap-01234567', call: 'c1', digest: sha256('x') }];
  const suspension: TrailEvent = { type: 'run.suspended', approvals: ['ap-01234567'] };
  const events = [...BEGUN, asked('c1', { requests }), saved, suspension];
  const end = await finished(events, { upload: refuses });
  expect(end.verified).toMatchObject({ kind: 'intact', outcome: 'awaiting-approval' });
  expect(end.warnings).toEqual([
    expect.stringContaining('checkpoint-7.bin is missing'),
    'The audit trail was not uploaded: no service',
  ]);
  expect(end.comment).toContain('could not be uploaded. No answer can resume it');
  expect(end.trackedAtUpload).toContain('**Countersign: awaiting-approval**');
  expect(end.tracking).toContain('❌ **Countersign: error**');
  expect(end.comment).not.toContain('/approve');
  expect(end.checks).toEqual([
    expect.stringMatching(/^action_required: /) as string,
    expect.stringMatching(/^failure: ❌ error: .*could not be uploaded/) as string,
  ]);
});

test('words that the main step left before it was killed in its upload stay, with the link', async () => {
  const said = '✅ **Countersign: done** · the audit trail is being uploaded\n\nAll is well. HEAD';
  const ended = [runStart({ workflow }), runEnd('done')];
  const uploaded = await finished(ended, { tracked: said });
  expect(uploaded.tracking).toContain('All is well.');
  expect(uploaded.tracking).toContain(
    '**Countersign: done** · [audit trail](https://example.com/1)',
  );
  const kept = await finished(ended, { tracked: said, upload: refuses });
  expect(kept.tracking).toContain('All is well.');
  expect(kept.tracking).toContain('**Countersign: done** · the audit trail was not uploaded');
});

test('words that an earlier job left of a suspended run do not stay once the run has another end', async () => {
  const tracked =
    '⏳ **Countersign: awaiting-approval** · [audit trail](https://example.com/job#artifacts)\n\nIt waits.';
  for (const outcome of ['denied', 'done', 'awaiting-approval'] as const) {
    const end = await finished([...RESUMING, saved, suspended, runEnd(outcome)], {
      runId: '43',
      askedBy: 43,
      tracked,
    });
    expect(end.tracking).toContain(`**Countersign: ${outcome}** · [job](https://example.com/job)`);
    expect(end.tracking).not.toContain('It waits.');
  }
});

test('nothing of a suspended run is changed on GitHub once its checkpoint is uploaded, because another job may have the run then', async () => {
  const events = [...BEGUN, saved, suspended];
  const said =
    '⏳ **Countersign: awaiting-approval** · [audit trail](https://example.com/job#artifacts)\n\nIt waits. HEAD';
  const crashed = await finished(events);
  expect(crashed.trackedAtUpload).toContain(
    '**Countersign: awaiting-approval** · [job](https://example.com/job) · [audit trail](https://example.com/job#artifacts)',
  );
  expect(crashed.tracking).toBe(crashed.trackedAtUpload);
  expect(crashed.summary).toContain('[trail](https://example.com/1)');
  const ended = [...events, runEnd('awaiting-approval')];
  const uploaded = await finished(ended, { tracked: said });
  expect(uploaded.tracking).toContain(said.replace(' HEAD', ''));
  const kept = await finished(ended, { tracked: said, upload: refuses });
  expect(kept.tracking).toContain('❌ **Countersign: error**');
  expect(kept.tracking).toContain('could not be uploaded');
  expect(kept.tracking).not.toContain('It waits.');
});

test('a broken trail is no reason to say nothing: the tracking comment has the reason, before the upload and after it', async () => {
  const end = await finished([runStart({ workflow }), turnStart(1)], {
    prepare: async (folder) => {
      const file = join(folder, TRAIL_FILE);
      await writeFile(file, (await readFile(file, 'utf8')).replace('"turn":1', '"turn":2'));
    },
  });
  expect(end.error).toContain('broken');
  expect(end.trackedAtUpload).toContain('Countersign: error');
  expect(end.tracking).toContain('[trail](https://example.com/1)');
  expect(end.uploads).toBe(1);
});
