/** The limits of docs/trail-specification.md that keep what a verifier remembers small, to the last one that is allowed. */
import { expect, test } from 'vitest';
import { CallReplay } from '../../../../../src/audit/verify/replay/calls/replay-calls.ts';
import { RunFacts } from '../../../../../src/audit/verify/replay/run-facts.ts';
import { sha256 } from '../../../../../src/common/index.ts';
import { state } from '../../../events.ts';

type Step = Parameters<CallReplay['step']>;
const LIMIT = 100_000;
const run = new RunFacts();

/** Replays entries; the code of the last one's finding, or `null`. */
function stepped(replay: CallReplay, ...entries: readonly object[]): string | null {
  let code: string | null = null;
  for (const entry of entries) {
    const [read] = [entry] as unknown as Step;
    const open = 'call' in read ? replay.open.get(read.call ?? '') : undefined;
    code = replay.step(read, open, run)?.code ?? null;
    if (code === null) replay.take(read, open, run);
  }
  return code;
}

/** A replay in which a call executes, with a verdict that needs nobody. */
function executing(...calls: readonly string[]): CallReplay {
  const replay = new CallReplay();
  for (const call of calls) {
    stepped(replay, state(call, 'PENDING'));
    Object.assign(replay.open.get(call) ?? {}, { state: 'EXECUTING' });
  }
  return replay;
}

const requests = (call: string, count: number, from = 1): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 'call.request',
    call,
    request: from + index,
  }));

test('100,000 calls may be open, and another one once one of them ended', () => {
  const replay = new CallReplay();
  const calls = Array.from({ length: LIMIT }, (_, index) => state(`c${index + 1}`, 'PENDING'));
  expect(stepped(replay, ...calls)).toBeNull();
  expect(stepped(replay, state('more', 'PENDING'))).toBe('too-many-open');
  expect(stepped(replay, state('c1', 'FAILED'), state('another', 'PENDING'))).toBeNull();
});

test('100,000 requests of tools may have no answer, and another one once one has, or its call ended', () => {
  const replay = executing('c1', 'c2');
  expect(stepped(replay, ...requests('c1', LIMIT - 2), ...requests('c2', 2))).toBeNull();
  const [next] = requests('c1', 1, LIMIT - 1);
  expect(stepped(replay, next!)).toBe('too-many-open');
  const answer = { type: 'call.answer', call: 'c1', request: 7, by: 'nobody', because: 'x' };
  expect(stepped(replay, answer, next!)).toBeNull();
  expect(stepped(replay, ...requests('c1', 1, LIMIT))).toBe('too-many-open');
  expect(stepped(replay, state('c2', 'SEALED'), ...requests('c1', 2, LIMIT))).toBeNull();
  expect(stepped(replay, ...requests('c1', 1, LIMIT + 2))).toBe('too-many-open');
});

const asked = (call: string, count: number, from: number): object => ({
  type: 'approval.asked',
  via: 'terminal',
  card: null,
  count: 1,
  expires: null,
  requests: Array.from({ length: count }, (_, index) => ({
    approval: `ap-${from + index}`,
    call,
    digest: sha256('x'),
  })),
});

test('100,000 approval requests may be known, and another one once the call of one ended', () => {
  const replay = new CallReplay();
  stepped(replay, state('c1', 'PENDING'), state('c2', 'PENDING'));
  expect(stepped(replay, asked('c1', LIMIT - 1, 0), asked('c2', 1, LIMIT))).toBeNull();
  expect(stepped(replay, asked('c1', 1, LIMIT + 1))).toBe('too-many-open');
  expect(stepped(replay, state('c2', 'FAILED'), asked('c1', 1, LIMIT + 1))).toBeNull();
});
