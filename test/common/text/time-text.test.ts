import { expect, test } from 'vitest';
import { durationWords, timeText } from '../../../src/common/index.ts';

test.each([
  ['2026-11-30T11:57:47.914Z', '30 Nov 2026, 11:57 UTC'],
  ['2026-01-01T00:00:00Z', '1 Jan 2026, 00:00 UTC'],
  ['2026-03-02T01:30:00+02:00', '1 Mar 2026, 23:30 UTC'],
  [0, '1 Jan 1970, 00:00 UTC'],
])('%s is %s', (time, text) => {
  expect(timeText(time)).toBe(text);
});

test.each([
  [7 * 86_400_000, '7 days'],
  [86_400_000, '1 day'],
  [36 * 3_600_000, '36 hours'],
  [600_000, '10 minutes'],
  [90_000, '90 seconds'],
  [1_000, '1 second'],
])('%d milliseconds are %s', (ms, text) => {
  expect(durationWords(ms)).toBe(text);
});
