import { describe, expect, test } from 'vitest';
import type { ClosedTrail } from '../../src/recovery/close-trail.ts';
import {
  brokenSummary,
  brokenTracking,
  type PostReport,
  postSummary,
  postTracking,
} from '../../src/recovery/post-summary.ts';
import { CrashedRunSurvey } from '../../src/recovery/survey-trail.ts';

const JOB = 'https://github.com/o/r/actions/runs/5';
const HASH = 'f'.repeat(64);
const UPLOADED = { kind: 'uploaded', id: 1, url: `${JOB}/artifacts/1`, name: 'trail' } as const;
const KEPT = { kind: 'kept', because: 'No space is left.' } as const;
const SAVED = { kind: 'kept', notices: [] } as const;
const LOST = { kind: 'lost', because: 'its journal was changed' } as const;

function report(trail: Partial<ClosedTrail>, over: Partial<PostReport> = {}): PostReport {
  return {
    run: 'run-a',
    trailFolder: '/tmp/trail',
    workflowRun: null,
    because: 'The job was killed.',
    trail: {
      survey: new CrashedRunSurvey(),
      isClaimUnknown: false,
      outcome: 'error',
      isOwn: true,
      head: { hash: HASH, count: 9 },
      interrupted: [],
      checkpoint: LOST,
      changes: null,
      ...trail,
    },
    published: UPLOADED,
    canResume: true,
    jobUrl: JOB,
    ...over,
  };
}

const HOW =
  'To resume the run, write a comment `/resume run-a`. Anybody who may start a run can resume it.';

describe('the summary of a crashed run', () => {
  test.each<[string, Partial<ClosedTrail>, Partial<PostReport>, string]>([
    ['how it is resumed', { checkpoint: SAVED }, {}, `\n\n${HOW}\n\n`],
    [
      'that it can be resumed later',
      { checkpoint: SAVED },
      { published: { kind: 'pending' } },
      'To resume the run once its audit trail is uploaded, write a comment `/resume run-a`.',
    ],
    [
      'what a resumed run lacks',
      { checkpoint: { kind: 'kept', notices: ['A file is missing.'] } },
      {},
      `${HOW} \`A file is missing.\`\n\n`,
    ],
    [
      'that its checkpoint is only on the runner',
      { checkpoint: SAVED },
      { published: KEPT },
      'The run cannot be resumed: its checkpoint could not be uploaded.',
    ],
    ['why it has no checkpoint', {}, {}, 'The run cannot be resumed: `its journal was changed`'],
  ])('says %s', (_what, trail, over, words) => {
    for (const render of [postSummary, postTracking])
      expect(render(report(trail, over))).toContain(words);
  });

  test('calls a suspended run an error only if its own checkpoint was not uploaded', () => {
    const suspended = { outcome: 'awaiting-approval', checkpoint: SAVED } as const;
    for (const render of [postSummary, postTracking]) {
      expect(render(report(suspended, { published: KEPT }))).toContain('Countersign: error');
      expect(render(report({ ...suspended, isOwn: false }, { published: KEPT }))).toContain(
        'Countersign: awaiting-approval',
      );
    }
  });

  test.each<[string, Partial<ClosedTrail>, Partial<PostReport>]>([
    ['no comment offers it', { checkpoint: SAVED }, { canResume: false }],
    ['nobody wanted a checkpoint', { checkpoint: { kind: 'lost', because: null } }, {}],
  ])('says nothing of resuming if %s', (_what, trail, over) => {
    expect(postSummary(report(trail, over))).not.toMatch(/resume/);
  });

  test('says of each call that was interrupted what is known of it, for the first hundred', () => {
    const states = ['EXECUTING', 'COMPLETED', 'FAILED', 'DENIED', 'APPROVED'];
    const interrupted = Array.from({ length: 102 }, (_, index) => ({
      call: `c${index}`,
      tool: 'bash_run',
      state: states[index] ?? 'PENDING',
    }));
    const lines = postSummary(report({ interrupted })).split('\n');
    const from = lines.indexOf('**Interrupted calls**') + 2;
    expect(lines.slice(from, from + 6)).toEqual([
      '- `c0 bash_run`: it had started; what it did is unknown',
      '- `c1 bash_run`: it ran',
      '- `c2 bash_run`: it failed',
      '- `c3 bash_run`: it was denied',
      '- `c4 bash_run`: it did not run',
      '- `c5 bash_run`: it did not run',
    ]);
    expect(lines).toContain('- … and 2 more in the audit trail');
    expect(postSummary(report({ interrupted: interrupted.slice(0, 100) }))).not.toContain(
      'more in',
    );
    expect(postSummary(report({}))).not.toContain('Interrupted');
  });

  test('says where the audit trail is if it is its own, and its head always', () => {
    const head = `9 entries, head hash \`${HASH}\`.`;
    const own = postSummary(report({}));
    expect(own.endsWith(`**Audit trail** [trail](${UPLOADED.url})\n\n${head}`)).toBe(true);
    const other = postSummary(report({ isOwn: false }));
    expect(other).not.toContain('**Audit trail**');
    expect(other.endsWith(`\n\n${head}`)).toBe(true);
  });
});

test('a trail that could not be closed is said to be none, with where it lies', () => {
  const because = 'A disk failed. @all';
  const quoted = '```text\nA disk failed. @all\n```';
  const where = '**Audit trail** not uploaded: `No space is left.`';
  expect(brokenSummary(because, KEPT).split('\n\n')).toEqual([
    '## ❌ Countersign: error',
    quoted,
    where,
  ]);
  expect(
    brokenTracking({ run: 'run-a', because, published: KEPT, jobUrl: JOB }).split('\n\n'),
  ).toEqual([
    '<!-- countersign:tracking run-a -->',
    `❌ **Countersign: error** · [job](${JOB})`,
    quoted,
    where,
  ]);
});
