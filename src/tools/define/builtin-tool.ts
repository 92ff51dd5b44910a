import type * as z from 'zod';
import { type JsonObject, memoize } from '../../common/index.ts';
import type { BaseToolDefinition } from './base-definition.ts';
import { buildTool } from './build-tool.ts';
import type { InputAliases } from './input/normalize-input.ts';
import { inputSchemaOf } from './input/schema.ts';
import type { Tool } from './tool.ts';

/** A tool of this program. */
interface BuiltinToolDefinition<S extends z.ZodObject> extends BaseToolDefinition<S> {
  /** Called once, when the first call is parsed. */
  readonly input: () => S;
  /** The input as JSON Schema, from the `input-schemas.json` beside the tool, which `npm run generate` writes. */
  readonly inputSchema: JsonObject;
  /** Names and values that models write first because other tools have them. */
  readonly aliases?: InputAliases;
}

/**
 * `defineTool` for the tools of this program. A run sends the JSON Schema of every tool to the model at its start, and creates
 * the Zod schema of a tool with its first call. A test compares the two.
 */
export function builtinTool<S extends z.ZodObject>(definition: BuiltinToolDefinition<S>): Tool {
  const { name, inputSchema: schema, aliases } = definition;
  const parser = memoize(definition.input);
  const freshSchema = () => inputSchemaOf(name, parser(), { strict: true });
  return buildTool(definition, {
    schema,
    parser,
    strict: true,
    freshSchema,
    aliases,
    isBuiltin: true,
  });
}
