import type * as z from 'zod';
import { isJsonObject, type JsonObject } from '../../common/index.ts';
import { type BaseToolDefinition, buildTool } from './build-tool.ts';
import type { InputAliases } from './input/normalize-input.ts';
import { inputSchemaOf } from './input/schema.ts';
import type { Tool } from './tool.ts';

interface BuiltinToolDefinition<S extends z.ZodObject> extends BaseToolDefinition<S> {
  readonly input: S;
  /** Arguments by name whose JSON Schema is not derived from `input`. */
  readonly argumentSchemas?: JsonObject;
  /** Names and values that models write first because other tools have them. */
  readonly aliases?: InputAliases;
}

/** `defineTool` for the tools of this program, whose definition needs no check. */
export function builtinTool<S extends z.ZodObject>(definition: BuiltinToolDefinition<S>): Tool {
  const { name, input, argumentSchemas = {}, aliases } = definition;
  const derived = inputSchemaOf(name, input, { strict: true });
  const { properties } = derived;
  const schema = isJsonObject(properties)
    ? { ...derived, properties: { ...properties, ...argumentSchemas } }
    : derived;
  return buildTool(definition, { schema, parser: input, strict: true, aliases, isBuiltin: true });
}
