import { expect, test } from 'vitest';
import { createTally } from '../../src/reporting/index.ts';
import { interruptedNotice } from '../../src/session/notices.ts';
import type { CallSnapshot } from '../../src/tool-calls/index.ts';

/** The notice about calls that went through these states. */
function noticeOf(...calls: readonly (readonly CallSnapshot['state'][])[]): readonly string[] {
  const tally = createTally();
  for (const [index, states] of calls.entries()) {
    const about = { turn: 1, parent: null, tool: 'bash_run', inputPreview: '{"command":"make"}' };
    for (const state of states)
      tally.listen({ type: 'state_changed', snapshot: { call: `c${index + 1}`, ...about, state } });
  }
  return interruptedNotice(tally.calls.values());
}

test('a call that was interrupted while it ran is named, as nobody knows what it did', () => {
  expect(noticeOf(['PENDING', 'APPROVED', 'EXECUTING', 'SEALED'])).toEqual([
    'What an interrupted call did is unknown: check c1 bash_run {"command":"make"}.',
  ]);
});

test('calls that ended, and those that were interrupted before they began, are not', () => {
  expect(
    noticeOf(
      ['PENDING', 'APPROVED', 'EXECUTING', 'COMPLETED'],
      ['PENDING', 'APPROVAL_REQUIRED', 'SEALED'],
    ),
  ).toEqual([]);
});

test('of many the first five are named', () => {
  const interrupted = ['PENDING', 'APPROVED', 'EXECUTING', 'SEALED'] as const;
  const [notice] = noticeOf(...Array.from({ length: 8 }, () => interrupted));
  expect(notice).toMatch(/c5 bash_run .*; and 3 more\.$/);
  expect(notice).not.toContain('c6');
});
