import { didYouMean } from '../common/index.ts';
import type { Tool, ToolError } from '../tools/index.ts';
import type { CallContext } from './context.ts';

export type Found =
  | { readonly ok: true; readonly tool: Tool }
  | { readonly ok: false; readonly error: ToolError };

/** Step 1: the tool with exactly this name. */
export function findTool(context: CallContext, name: string): Found {
  const tool = context.find(name);
  if (tool !== undefined) return { ok: true, tool };
  const names = context.toolNames();
  const error: ToolError = {
    type: 'not_found',
    message: `There is no tool named ${JSON.stringify(name)}.${didYouMean(name, names)}`,
    recommendations: ['Call one of the tools that you were given, by its exact name.'],
  };
  return { ok: false, error };
}
