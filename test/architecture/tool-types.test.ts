/** The published types against the program's own: this file is checked by the compiler, which is the test. */
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Hook } from '../../src/tool-calls/index.ts';
import type { DeclaredFacts } from '../../src/tools/define/base-definition.ts';
import type { ToolDefinition } from '../../src/tools/define/define.ts';
import type { SimpleInput, SimpleParameters } from '../../src/tools/define/simple-tool.ts';
import * as own from '../../src/tools/index.ts';
import type * as published from '../../types/tools.d.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
const S = z.object({ a: z.string(), n: z.number().default(1) });
type Shape = typeof S;
interface Plain extends SimpleParameters {
  readonly word: { readonly type: 'string'; readonly enum: readonly ['a', 'b'] };
  readonly list: {
    readonly type: 'array';
    readonly items: { readonly type: 'integer' };
    readonly optional: true;
  };
  readonly deep: {
    readonly type: 'object';
    readonly properties: { readonly flag: { readonly type: 'boolean' } };
  };
}

const SAME: readonly true[] = [
  true satisfies Same<published.ToolDefinition<Shape>, ToolDefinition<Shape>>,
  true satisfies Same<published.ToolResult, own.ToolResult>,
  true satisfies Same<published.ToolContext, own.ToolContext>,
  true satisfies Same<published.PreToolUseAnswer, own.PreToolUseAnswer>,
  true satisfies Same<published.PostToolUseAnswer, own.PostToolUseAnswer>,
  true satisfies Same<published.OwnFacts, DeclaredFacts>,
  true satisfies Same<published.PlainParameters, SimpleParameters>,
  true satisfies Same<published.PlainInput<Plain>, SimpleInput<Plain>>,
  true satisfies Same<Omit<published.Hook, 'name'>, Omit<Hook, 'name'>>,
];

/** What is published can be called as it says: each function of the program is one of the published type. */
const kit: Omit<published.ToolKit, 'z'> = {
  defineTool: own.defineTool,
  defineToolAsync: own.defineToolAsync,
  // Its type is generic over conditional types, which the compiler cannot compare; one of each kind stands for all above.
  tool: own.tool as unknown as published.ToolKit['tool'],
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
