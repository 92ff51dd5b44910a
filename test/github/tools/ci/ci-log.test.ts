import { expect, test } from 'vitest';
import { failureExcerpt, readableLog } from '../../../../src/github/tools/ci/ci-log.ts';

const stamp = (second: number, text: string) =>
  `2026-01-01T00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.1234567Z ${text}`;
const step = { startedAt: '2026-01-01T00:01:00Z', completedAt: '2026-01-01T00:02:00Z' };

test('times, colours, links, overwritten progress and control characters are taken out', () => {
  const log = [
    `\uFEFF${stamp(0, '\u001B[31mred\u001B[0m text')}`,
    stamp(1, '10%\r50%\r100%\r'),
    stamp(2, '\u001B]8;;https://evil.example\u0007link\u001B]8;;\u0007'),
    stamp(3, 'a\u0000b\tc'),
    '',
  ].join('\r\n');
  expect(readableLog(log)).toBe('red text\n100%\nlink\nab\tc');
});

test('a line of nothing but carriage returns before its text is read at once', () => {
  expect(readableLog(`${'\r'.repeat(1_000_000)}x`)).toBe('x');
  expect(readableLog('\r\r\r')).toBe('');
});

test('the lines around the errors of the failed step are shown, with the head of the step', () => {
  const lines = [
    ...Array.from({ length: 59 }, (_, index) => stamp(index, `setup ${index}`)),
    stamp(60, '##[group]Run npm test'),
    ...Array.from({ length: 500 }, (_, index) => stamp(70, `test ${index} passed`)),
    stamp(80, 'expected 1 to be 2'),
    stamp(81, '##[error]Process completed with exit code 1.'),
    stamp(130, '##[error]of a step that comes later'),
  ];
  const shown = failureExcerpt(lines.join('\n'), step, 8_000);
  expect(shown).toContain('##[group]Run npm test');
  expect(shown).toContain('expected 1 to be 2\n##[error]Process completed');
  expect(shown).not.toContain('setup 3');
  expect(shown).not.toContain('test 200 passed');
  expect(shown).not.toContain('comes later');
});

test('each part says where it begins in the readable log, so that it can be read on from there', () => {
  const lines = Array.from({ length: 300 }, (_, index) => stamp(70, `line ${index}`));
  const log = [...lines, stamp(71, '##[error]no')].join('\n');
  const whole = readableLog(log);
  const shown = failureExcerpt(log, step, 8_000);
  const parts = [...shown.matchAll(/\[at (\d+)\]\n(.*)/g)];
  expect(parts).toHaveLength(2);
  for (const [, offset, first] of parts)
    expect(whole.slice(Number(offset))).toMatch(new RegExp(`^${first}`));
});

test('a step that says no error is shown by its end, a log without times from the whole', () => {
  const lines = Array.from({ length: 400 }, (_, index) => `line ${index}`);
  const shown = failureExcerpt(lines.join('\n'), step, 8_000);
  expect(shown).toContain('line 399');
  expect(shown).not.toContain('line 10\n');
});

test.each([1_000, 12_000])('never more than %i characters, with the error in it', (budget) => {
  const noise = Array.from({ length: 50 }, () => stamp(70, 'x'.repeat(3_000)));
  const errors = Array.from({ length: 60 }, (_, index) => [
    ...noise.slice(0, 3),
    stamp(71, `##[error]number ${index}`),
  ]).flat();
  const shown = failureExcerpt([...noise, ...errors].join('\n'), step, budget);
  expect(shown.length).toBeLessThanOrEqual(budget);
  expect(shown).toContain('##[error]number');
});

test('an empty log is an empty excerpt', () => {
  expect(readableLog('')).toBe('');
  expect(failureExcerpt('', null, 1_000)).toBe('[at 0]\n');
});
