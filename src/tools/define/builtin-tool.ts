import type * as z from 'zod';
import { type JsonObject, memoize } from '../../common/index.ts';
import type { AboutTool } from './about.ts';
import { buildTool } from './build-tool.ts';
import { inputSchemaOf } from './schema.ts';
import type { Tool } from './tool.ts';

/** A tool of this program. */
export interface BuiltinToolDefinition<S extends z.ZodObject> extends AboutTool<S> {
  /** Asked once, when the first call is parsed. */
  readonly input: () => S;
  /** The same as a JSON Schema, of the `input-schemas.json` beside the tool, which `npm run generate` writes. */
  readonly inputSchema: JsonObject;
}

/**
 * `defineTool` for the tools of this program. A run tells a model of all of them long before it needs what parses their
 * calls, so only what is told is there at its start. Types hold the definition, and a test the schema to the input.
 */
export function builtinTool<S extends z.ZodObject>(definition: BuiltinToolDefinition<S>): Tool {
  const { name, inputSchema: schema } = definition;
  const parser = memoize(definition.input);
  const freshSchema = () => inputSchemaOf(name, parser(), { strict: true });
  return buildTool(definition, { schema, parser, strict: true, freshSchema });
}
