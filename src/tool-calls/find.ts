import type { CallRequest } from './call.ts';
import { isJsonObject, type Json, didYouMean } from '../common/index.ts';
import { type PreparedCall, type Tool, type ToolError } from '../tools/index.ts';
import type { CallContext } from './context.ts';

export type Found =
  | { readonly ok: true; readonly tool: Tool; readonly prepared: PreparedCall }
  | { readonly ok: false; readonly kind: string; readonly error: ToolError };

/**
 * Steps one and two: the tool by its exact name, then the input through the tool's own schema.
 * From here on only the parsed value is used.
 */
export async function findAndValidate(context: CallContext, request: CallRequest): Promise<Found> {
  const tool = context.find(request.name);
  if (tool === undefined)
    return { ok: false, kind: 'unknown', error: notFound(context, request.name) };
  if (!isJsonObject(request.input)) {
    return { ok: false, kind: tool.kind, error: notAnObject(request.input) };
  }
  const preparation = await prepareSafely(tool, request.input);
  return preparation.ok
    ? { ok: true, tool, prepared: preparation.call }
    : { ok: false, kind: tool.kind, error: preparation.error };
}

async function prepareSafely(tool: Tool, input: Json): ReturnType<Tool['prepare']> {
  try {
    return await tool.prepare(input);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      error: {
        type: 'validation',
        message: `${tool.name} could not read its input: ${message}`,
        recommendations: ['Check the input against the schema of the tool.'],
      },
    };
  }
}

function notFound(context: CallContext, name: string): ToolError {
  const names = context.toolNames();
  return {
    type: 'not_found',
    message: `There is no tool named ${JSON.stringify(name)}.${didYouMean(name, names)}`,
    recommendations: [`Use one of: ${names.join(', ')}.`],
  };
}

function notAnObject(input: Json): ToolError {
  const came = typeof input === 'string' ? 'text that is not valid JSON' : JSON.stringify(input);
  return {
    type: 'validation',
    message: `The input of a call is a JSON object; this one was ${came?.slice(0, 200)}.`,
    recommendations: ['Make the call again with a complete JSON object as its input.'],
  };
}
