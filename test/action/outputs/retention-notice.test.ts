import { expect, test } from 'vitest';
import { retentionNotice } from '../../../src/action/outputs/retention-notice.ts';

const NOW = '2026-01-02T00:00:00.000Z';
const needs = { from: [['write']], count: 1, self: false };
const request = (approval: string, expires?: string) => ({
  approval,
  ...(expires === undefined ? {} : { needs: { ...needs, expires } }),
});

test.each<[string, number | null, number | null, string | null]>([
  ['nothing says how long it is kept', null, null, null],
  ['the repository keeps it long enough', null, 7, null],
  ['it is kept as long as the repository keeps it', null, 6, 'for only 6 days'],
  ['the repository allows more than the input', 1, 90, 'set the input retention-days to 7,'],
  ['the repository keeps it for less', 90, 3, 'artifacts for 7 days (Settings, Actions, General)'],
])('%s', (_what, inputDays, repositoryDays, words) => {
  const notice = retentionNotice({
    asked: [
      { expires: '2026-02-01T00:00:00.000Z', requests: [request('ap-decided')] },
      { expires: '2026-01-09T00:00:00.000Z', requests: [request('ap-1')] },
      {
        expires: '2026-03-01T00:00:00.000Z',
        requests: [request('ap-2', '2026-01-03T00:00:00.000Z')],
      },
    ],
    pendingApprovals: ['ap-1', 'ap-2'],
    inputDays,
    repositoryDays,
    nowMs: Date.parse(NOW),
  });
  if (words === null) expect(notice).toBeNull();
  else expect(notice).toContain(words);
});
