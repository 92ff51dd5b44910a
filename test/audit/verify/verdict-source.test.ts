import { expect, test } from 'vitest';
import { RecordedText, sourceMismatch } from '../../../src/audit/verify/replay/verdict-source.ts';

type Input = Parameters<typeof sourceMismatch>;

/** Why a verdict cannot be by what it names. */
function mismatch(entry: Record<string, unknown>, by: Partial<Input[1]> = {}): string | null {
  const whole = { call: 'c1', untrusted: false, rule: null, ...entry };
  return sourceMismatch(whole as unknown as Input[0], { tool: 'fs_read', isByTool: false, ...by });
}

const rule = 'fs_read';

test.each<[Record<string, unknown>, Partial<Input[1]>?]>([
  [{ list: 'auto', verdict: 'auto', rule }],
  [{ list: 'auto', verdict: 'auto', commands: [] }],
  [{ list: 'requireApproval', verdict: 'requireApproval', rule }],
  [{ list: 'deny', verdict: 'deny', rule }],
  [{ list: 'deny', verdict: 'requireApproval', rule }],
  [{ list: 'plan', verdict: 'auto' }],
  [{ list: 'plan', verdict: 'auto', rule }],
  [{ list: 'mode', verdict: 'auto' }],
  [{ list: 'mode', verdict: 'deny' }],
  [{ list: 'wall', verdict: 'deny' }],
  [{ list: 'wall', verdict: 'requireApproval' }],
  [{ list: 'wall', verdict: 'auto' }, { tool: 'finish' }],
  [
    { list: 'wall', verdict: 'auto' },
    { tool: 'bash_run', isByTool: true },
  ],
  [{ list: 'whenUntrusted', verdict: 'deny', untrusted: true }],
])('a verdict can be %j (%j)', (entry, by) => {
  expect(mismatch(entry, by)).toBeNull();
});

test.each<[Record<string, unknown>, string, Partial<Input[1]>?]>([
  [{ list: 'auto', verdict: 'deny', rule }, 'is deny, but a rule of auto decided it.'],
  [{ list: 'requireApproval', verdict: 'auto', rule }, 'a rule of requireApproval decided it.'],
  [{ list: 'deny', verdict: 'auto', rule }, 'is auto, but a rule of deny decided it.'],
  [{ list: 'plan', verdict: 'requireApproval' }, 'a rule of plan decided it.'],
  [{ list: 'auto', verdict: 'auto' }, 'is by a rule of auto, but names none.'],
  [{ list: 'deny', verdict: 'deny', commands: [] }, 'is by a rule of deny, but names none.'],
  [{ list: 'requireApproval', verdict: 'requireApproval' }, 'but names none.'],
  [{ list: 'mode', verdict: 'auto', rule }, 'names the rule "fs_read", but mode decided it.'],
  [{ list: 'wall', verdict: 'deny', rule }, 'names the rule "fs_read", but wall decided it.'],
  [{ list: 'whenUntrusted', verdict: 'deny' }, 'but knows of no untrusted content.'],
  [{ list: 'wall', verdict: 'auto' }, 'but none lets fs_read run.'],
  [{ list: 'wall', verdict: 'auto' }, 'but none lets it run.', { tool: null }],
  [{ list: 'wall', verdict: 'auto' }, 'but none lets bash_run run.', { tool: 'bash_run' }],
  [
    { list: 'wall', verdict: 'auto' },
    'but none lets fs_write run.',
    { tool: 'fs_write', isByTool: true },
  ],
  [
    { list: 'auto', verdict: 'auto', rule, layers: [{ list: 'mode', verdict: 'auto', rule }] },
    'but mode decided it.',
  ],
])('a verdict cannot be %j: %s', (entry, because, by) => {
  expect(mismatch(entry, by)).toContain(because);
});

const SECRET = '[redacted:env-x:abcdefgh]';

test.each([
  ['the same', 'the same'],
  [SECRET, ''],
  [`a ${SECRET} b`, 'a  b'],
  [`a ${SECRET} b ${SECRET}c`, 'a 1 b 2c'],
  [`${SECRET}${SECRET}`, 'anything'],
  [`a ${SECRET} b`, `a ${SECRET} b`],
  [`${SECRET}aba${SECRET}aba`, 'abaaba'],
  [`a ${SECRET} b two c`, `a one b ${SECRET} c`],
  [`a ${SECRET} b ${SECRET}`, `a one ${SECRET}`],
  [`a token=${SECRET} b`, `a ${SECRET}`],
])('%j and %j can be the same text, whichever of them was redacted', (one, other) => {
  expect(new RecordedText(one).mayBe(new RecordedText(other))).toBe(true);
  expect(new RecordedText(other).mayBe(new RecordedText(one))).toBe(true);
});

test.each([
  ['the same', 'the other'],
  ['', 'a'],
  [`a ${SECRET} b`, 'a b'],
  [`a ${SECRET} b`, 'a 1 c'],
  [`a ${SECRET} b`, 'c 1 b'],
  [`a ${SECRET} b ${SECRET}c`, 'a 1 2c'],
  [`${SECRET}aba${SECRET}aba`, 'ababa'],
  [`a${SECRET}a`, 'a'],
  [`a ${SECRET} b`, `a ${SECRET} c`],
  [`a ${SECRET} b`, `c ${SECRET} b`],
])('%j and %j cannot be the same text', (one, other) => {
  expect(new RecordedText(one).mayBe(new RecordedText(other))).toBe(false);
  expect(new RecordedText(other).mayBe(new RecordedText(one))).toBe(false);
});
