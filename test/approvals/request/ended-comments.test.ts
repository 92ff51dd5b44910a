import { describe, expect, test } from 'vitest';
import { readMarker } from '../../../src/approvals/index.ts';
import {
  renderClosedComment,
  renderCrashedComment,
} from '../../../src/approvals/request/ended-comments.ts';

const run = 'run-a';
const head = { hash: 'f'.repeat(64), count: 9 };
const AUDIT = `<summary>Audit trail: 9 entries</summary>\n\nhead hash \`${head.hash}\``;

describe('the approval comment of a job that ended without closing it', () => {
  const because = 'The job has ended.';
  const request = { approval: 'ap-00000001', call: 'c1', tool: 'bash_run', result: 'not run' };

  test('says what it asked for, who decided, and in its marker which job it was', () => {
    const decidedBy = [{ login: 'bob', decision: 'approve' as const }];
    const comment = renderClosedComment({
      run,
      workflowRun: { id: 5, attempt: 2 },
      requests: [{ ...request, decidedBy }],
      because,
      runUrl: 'https://github.test/run',
      head,
    });
    expect(readMarker(comment)).toEqual({
      v: 1,
      run,
      ids: ['ap-00000001'],
      state: 'closed',
      workflowRun: 5,
      attempt: 2,
      check: null,
    });
    expect(comment).toContain('- `ap-00000001` `bash_run` (`c1`): approve by `@bob`; not run\n');
    expect(comment).toContain('[run-a](https://github.test/run)');
    expect(comment).toContain(AUDIT);
  });

  test('asks nothing, also if nothing more of it is known', () => {
    const comment = renderClosedComment({ run, ids: ['ap-00000001'], because, runUrl: null });
    const unknown = { ids: ['ap-00000001'], state: 'closed', workflowRun: null, attempt: null };
    expect(readMarker(comment)).toMatchObject(unknown);
    expect(comment).toContain(`\n\n${because}\n\n`);
    expect(comment).toMatch(/`run-a`$/);
  });
});

test('the comment of a crashed run says how to resume it, and shows notices as they are', () => {
  const comment = renderCrashedComment({
    run,
    workflowRun: { id: 5, attempt: 2, job: 'agent' },
    runUrl: 'https://github.test/run',
    head,
    notices: ['`@all` is not in it'],
  });
  expect(readMarker(comment)).toMatchObject({
    ids: [],
    state: 'crashed',
    workflowRun: 5,
    attempt: 2,
    job: 'agent',
  });
  expect(comment).toContain('`/resume run-a`');
  expect(comment).toContain('⚠️ `` `@all` is not in it ``');
  expect(comment).toContain(AUDIT);
});
