/** The published types against the program's own: this file is checked by the compiler, which is the test. */
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { DeclaredFacts } from '../../src/tools/define/build-tool.ts';
import type { ToolDefinition } from '../../src/tools/define/define.ts';
import * as own from '../../src/tools/index.ts';
import type { ToolSource } from '../../types/sdk.d.ts';
import type * as published from '../../types/tools.d.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
const S = z.object({ a: z.string(), n: z.number().default(1) });
type Shape = typeof S;

const SAME: readonly true[] = [
  true satisfies Same<published.ToolDefinition<Shape>, ToolDefinition<Shape>>,
  true satisfies Same<published.ToolContext, own.ToolContext>,
  true satisfies Same<published.CallPreview, own.CallPreview>,
  true satisfies Same<published.OwnFacts, DeclaredFacts>,
  true satisfies Same<published.ToolErrorType, (typeof own.TOOL_ERROR_TYPES)[number]>,
  true satisfies Same<published.ToolTodo['status'], (typeof own.TODO_STATUSES)[number]>,
  true satisfies Same<ToolSource, (typeof own.TOOL_SOURCES)[number]>,
];

/** What is published can be called as it says: each function of the program is one of the published type. */
const kit: Omit<published.ToolKit, 'z'> = {
  defineTool: own.defineTool,
  defineToolAsync: own.defineToolAsync,
  tool: own.tool,
};

test('the published types are those of the program', () => {
  expect(SAME.every(Boolean)).toBe(true);
});

const module: published.ToolModule = ({ defineTool, tool }) => [
  defineTool({
    name: 'one',
    description: 'x',
    kind: 'readonly',
    input: S,
    execute: ({ a, n }) => a.repeat(n),
  }),
  tool('two', ({ text }) => text.toUpperCase(), { parameters: { text: { type: 'string' } } }),
];

test('a module typed by them gets its inputs typed', () => {
  const made = module({ ...kit, z });
  expect(Array.isArray(made) && made.every((one) => own.isTool(one))).toBe(true);
});

test('the program takes a definition with everything that the published type offers', () => {
  const whole: Required<published.ToolDefinition<Shape>> = {
    name: 'whole',
    displayName: 'Whole',
    description: 'x',
    kind: 'readonly',
    category: 'custom',
    tags: [],
    version: '1',
    timeoutMs: 1_000,
    concurrencySafe: false,
    strict: true,
    input: S,
    facts: () => ({}),
    preview: () => ({ form: 'text', text: 'x' }),
    preToolUse: () => undefined,
    postToolUse: () => undefined,
    asks: 'approval',
    unanswered: () => undefined,
    validationMessage: 'x',
    execute: ({ a }) => a,
  };
  expect(own.defineTool(whole).name).toBe('whole');
});
