import { describe, expect, test } from 'vitest';
import { type Budget, createBudget } from '../../../src/agent/budget/budget.ts';
import { subagentBudget } from '../../../src/agent/budget/subagent-budget.ts';
import { systemClock } from '../../../src/common/index.ts';
import type { BudgetName } from '../../../src/policy/index.ts';
import * as fc from '../../properties.ts';

const LIMITS = { turns: 4, calls: 6, tokens: 500, usd: 0.5, minutes: 3 };
const MINUTE = 60_000;
const usage = { outputTokens: 0, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 };

/** A clock that shows what a test sets. */
function clockAt(time: { ms: number }) {
  return { ...systemClock, monotonicMs: () => time.ms };
}

interface Time {
  ms: number;
}

function runBudget(time: Time, earlier: Partial<Parameters<typeof createBudget>[0]> = {}): Budget {
  return createBudget({
    limits: LIMITS,
    perTool: (tool) => (tool === 'look' ? 2 : null),
    clock: clockAt(time),
    onLimit: 'ask',
    ...earlier,
  });
}

type Step =
  | { readonly do: 'turn' }
  | { readonly do: 'usage'; readonly tokens: number; readonly usd: number | null }
  | { readonly do: 'call'; readonly tool: string }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'raise'; readonly budget: BudgetName };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant({ do: 'turn' } as const),
  fc.record({
    do: fc.constant('usage' as const),
    tokens: fc.integer({ min: 0, max: 200 }),
    usd: fc.option(fc.constantFrom(0.01, 0.1, 0.2)),
  }),
  fc.record({ do: fc.constant('call' as const), tool: fc.constantFrom('look', 'write') }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 60 }) }),
  fc.record({
    do: fc.constant('raise' as const),
    budget: fc.constantFrom('turns', 'calls', 'tokens', 'usd', 'minutes'),
  }),
);

/** Does one step, and says what came of it. */
function take(budget: Budget, time: Time, next: Step): unknown {
  switch (next.do) {
    case 'turn':
      return budget.addTurn();
    case 'usage':
      return budget.addUsage({ ...usage, inputTokens: next.tokens }, next.usd);
    case 'call':
      return budget.takeCall(next.tool).ok;
    case 'wait':
      time.ms += next.seconds * 1_000;
      return null;
    case 'raise': {
      const limit = budget.nextLimit(next.budget);
      if (limit !== null) budget.raiseLimit(next.budget, limit);
      return limit;
    }
  }
}

test('a run that is resumed after any step has the limits, and the rest of each, that it had', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 20 }),
      fc.array(step, { maxLength: 20 }),
      (before, after) => {
        const [one, other] = [{ ms: 7 }, { ms: 0 }];
        const whole = runBudget(one);
        for (const next of before) take(whole, one, next);
        other.ms = 1_000_000;
        const resumed = runBudget(other, { before: whole.used(), raised: whole.limits() });
        for (const next of after) {
          expect(take(resumed, other, next)).toEqual(take(whole, one, next));
          expect(resumed.limits()).toEqual(whole.limits());
          expect(resumed.spent()?.budget).toEqual(whole.spent()?.budget);
          expect(resumed.remainingMs()).toBeCloseTo(whole.remainingMs() ?? -1, 3);
          expect(resumed.used().byTool).toEqual(whole.used().byTool);
        }
      },
    ),
  );
});

/** What the second call gets, of a run with a budget of one call. */
function refusal(over: Partial<Parameters<typeof createBudget>[0]>): unknown {
  const budget = runBudget({ ms: 0 }, { limits: { calls: 1 }, perTool: () => 2, ...over });
  budget.takeCall('look');
  return budget.takeCall('look');
}

function refusedWith(message: string, recommendation: string): unknown {
  return { ok: false, error: { type: 'permission', message, recommendations: [recommendation] } };
}

describe('a limit', () => {
  test('holds at exactly its number, of each budget and of each tool', () => {
    const time = { ms: 0 };
    const budget = runBudget(time);
    expect(['look', 'look', 'look'].map((tool) => budget.takeCall(tool).ok)).toEqual([
      true,
      true,
      false,
    ]);
    expect(Array.from({ length: 5 }, () => budget.takeCall('write').ok)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(budget.spent()).toEqual({ budget: 'calls', used: 6, limit: 6 });
    time.ms = 3 * MINUTE - 1;
    expect(budget.remainingMs()).toBe(1);
    time.ms = 4 * MINUTE;
    expect(budget.remainingMs()).toBe(0);
  });

  test('refuses the call that would exceed it, and the model learns which limit and what comes of it', () => {
    expect(refusal({ perTool: () => 1 })).toEqual(
      refusedWith(
        'look may run 1 time in a run. That limit is reached.',
        'Continue without it, or finish.',
      ),
    );
    const spent = 'The budget of 1 call is spent.';
    expect(refusal({ onLimit: 'stop' })).toEqual(
      refusedWith(spent, 'No more calls are possible: the run ends here.'),
    );
    expect(refusal({ onLimit: 'ask' })).toEqual(
      refusedWith(
        spent,
        'A person is asked for more. If they allow it, you are informed and can make this call again.',
      ),
    );
  });

  test('is warned about once, and once more after it was raised', () => {
    const budget = runBudget({ ms: 0 });
    const warned = (): readonly string[] => budget.takeWarnings().map((line) => line.budget);
    for (let turn = 0; turn < 3; turn += 1) budget.addTurn();
    expect(warned()).toEqual([]);
    budget.addTurn();
    expect(warned()).toEqual(['turns']);
    expect(warned()).toEqual([]);
    budget.raiseLimit('turns', 6);
    expect(warned()).toEqual([]);
    budget.addTurn();
    expect(warned()).toEqual(['turns']);
  });
});

test('a subagent has half of what its parent has left of each limit, and ends there while its parent has more', () => {
  const time = { ms: 0 };
  const parent = runBudget(time);
  time.ms = MINUTE;
  parent.addTurn();
  parent.takeCall('look');
  parent.addUsage({ ...usage, inputTokens: 100 }, 0.1);
  const own = subagentBudget(parent, { clock: clockAt(time) });
  expect(own.limits()).toEqual({ turns: 2, calls: 3, tokens: 200, usd: 0.2, minutes: 1 });
  expect(own.remainingMs()).toBe(MINUTE);
  const taken = Array.from({ length: 4 }, () => own.takeCall('write').ok);
  expect(taken).toEqual([true, true, true, false]);
  expect(own.spent()).toEqual({ budget: 'calls', used: 3, limit: 3 });
  expect(parent.spent()).toBeNull();
  expect(parent.takeCall('write').ok).toBe(true);
});

/** The budget of a subagent: two turns, 150 tokens and a quarter of a dollar. */
function share(): Budget {
  const parent = runBudget({ ms: 0 }, { limits: { turns: 4, tokens: 300, usd: 0.5 } });
  return subagentBudget(parent, { clock: systemClock });
}

test('a subagent ends at each of its own limits', () => {
  const [turns, tokens, usd] = [share(), share(), share()];
  for (let turn = 0; turn < 2; turn += 1) turns.addTurn();
  expect(turns.spent()).toEqual({ budget: 'turns', used: 2, limit: 2 });
  tokens.addUsage({ ...usage, inputTokens: 150 }, null);
  expect(tokens.spent()).toEqual({ budget: 'tokens', used: 150, limit: 150 });
  usd.addUsage({ ...usage, inputTokens: 1 }, 0.25);
  expect(usd.spent()).toEqual({ budget: 'usd', used: 0.25, limit: 0.25 });
});

test('a subagent of a parent that used more than its limit has nothing left', () => {
  const parent = runBudget({ ms: 0 });
  parent.addUsage({ ...usage, inputTokens: 900 }, 0.9);
  const own = subagentBudget(parent, { clock: systemClock });
  expect(own.limits()).toMatchObject({ tokens: 0, usd: 0 });
});

test('a half of an odd number is rounded up to a whole one, and money is not', () => {
  const parent = runBudget({ ms: 0 }, { limits: { turns: 3, tokens: 1, usd: 0.25 } });
  const own = subagentBudget(parent, { clock: systemClock });
  expect(own.limits()).toEqual({ turns: 2, tokens: 1, usd: 0.125 });
});

test('a subagent of a parent without limits has none', () => {
  const own = subagentBudget(runBudget({ ms: 0 }, { limits: {} }), { clock: systemClock });
  expect(own.limits()).toEqual({});
  expect(own.remainingMs()).toBeNull();
});

test('a subagent never gets more than its parent has, and spends from it', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 20 }),
      fc.array(step, { maxLength: 20 }),
      (before, after) => {
        const time = { ms: 0 };
        const parent = runBudget(time);
        for (const next of before) take(parent, time, next);
        const own = subagentBudget(parent, { clock: clockAt(time) });
        for (const next of after.filter((one) => one.do !== 'raise')) {
          const used = parent.used();
          const mayCall = next.do === 'call' && hasCallLeft(parent, next.tool);
          const came = take(own, time, next);
          if (next.do === 'call') expect(came === true && !mayCall).toBe(false);
          const now = parent.used();
          expect(now.calls - used.calls).toBe(came === true ? 1 : 0);
          expect(now.turns - used.turns).toBe(next.do === 'turn' ? 1 : 0);
          expect(now.tokens - used.tokens).toBe(next.do === 'usage' ? next.tokens : 0);
          expect(now.usd - used.usd).toBeCloseTo(next.do === 'usage' ? (next.usd ?? 0) : 0, 6);
          expect(own.remainingMs() ?? 0).toBeLessThanOrEqual(parent.remainingMs() ?? 0);
          // The line of the parent is the one that people can raise.
          if (parent.spent() !== null) expect(own.spent()).toEqual(parent.spent());
          expect(own.nextLimit('calls')).toBeNull();
        }
      },
    ),
  );
});

function hasCallLeft(parent: Budget, tool: string): boolean {
  const { calls, byTool } = parent.used();
  const isLeft = calls < (parent.limits().calls ?? Infinity);
  return isLeft && (tool !== 'look' || (byTool['look'] ?? 0) < 2);
}
