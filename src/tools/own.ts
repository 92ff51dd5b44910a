import type * as z from 'zod';
import { type JsonObject, once } from '../base/index.ts';
import type { AboutTool } from './about.ts';
import { makeTool } from './make.ts';
import { inputSchemaOf } from './schema.ts';
import type { Tool } from './tool.ts';

/** A tool of this program. */
export interface OwnToolDefinition<S extends z.ZodObject> extends AboutTool<S> {
  /** Asked once, when the first call is parsed. */
  readonly input: () => S;
  /** The same as a JSON Schema, of the `input-schemas.json` beside the tool, which `npm run generate` writes. */
  readonly inputSchema: JsonObject;
}

/**
 * `defineTool` for the tools of this program. A run tells a model of all of them long before it needs what parses their
 * calls, so only what is told is there at its start. Types hold the definition, and a test the schema to the input.
 */
export function ownTool<S extends z.ZodObject>(definition: OwnToolDefinition<S>): Tool {
  const { name, inputSchema: schema } = definition;
  const parser = once(definition.input);
  const freshSchema = () => inputSchemaOf(name, parser(), { strict: true });
  return makeTool(definition, { schema, parser, strict: true, freshSchema });
}
