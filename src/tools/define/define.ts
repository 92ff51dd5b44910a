import type * as z from 'zod';
import type * as published from '../../../types/tools.d.ts';
import { checkDefinition } from './check.ts';
import { type BaseToolDefinition, buildTool } from './build-tool.ts';
import { inputSchemaOf } from './input/schema.ts';
import type { Tool } from './tool.ts';
import { toolInvalid } from './tool-invalid.ts';

const MAX_TIMEOUT_MS = 6 * 60 * 60 * 1000;

/** A tool as its author writes it. */
export type ToolDefinition<S extends z.ZodObject> = BaseToolDefinition<S> &
  Pick<published.ToolDefinition<S>, 'input' | 'strict'>;

/**
 * Creates a tool from its definition. Throws `tool-invalid` for an invalid name, timeout or schema.
 */
export function defineTool<S extends z.ZodObject>(definition: ToolDefinition<S>): Tool {
  checkDefinition(definition);
  const { name, timeoutMs, input, strict = true } = definition;
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS))
    throw toolInvalid(
      `The tool ${name} has a time-out of ${timeoutMs} ms.`,
      `Use more than 0 and at most ${MAX_TIMEOUT_MS}.`,
    );
  const schema = inputSchemaOf(name, input, { strict });
  const isPlain = input.def.catchall === undefined;
  // What is kept is digested, shown and recorded like the rest.
  const parser = !strict && isPlain ? input.loose() : input;
  return buildTool(definition, { schema, parser, strict });
}

/**
 * The same for a definition whose description or schema is created asynchronously at the start.
 */
export async function defineToolAsync<S extends z.ZodObject>(
  make: () => Promise<ToolDefinition<S>>,
): Promise<Tool> {
  return defineTool(await make());
}
