import type { JsonObject } from '../../common/index.ts';
import { modelSchema } from './input/model-schema.ts';
import type { Tool, ToolDescription } from './tool.ts';

/** A tool as the Messages API takes it. */
interface SpecOfTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}

/** All layers of a description as one text for the model. */
export function renderDescription(description: ToolDescription): string {
  return [
    description.short,
    description.long,
    listed('', description.usageNotes),
    listed('Examples:\n', description.examples),
    listed('Important:\n', description.important),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n');
}

function listed(title: string, lines: readonly string[] | undefined): string {
  if (lines === undefined || lines.length === 0) return '';
  return title + lines.map((line) => `- ${line}`).join('\n');
}

/**
 * These tools for the model, sorted by name: the same tools give the same bytes, so that the prompt cache applies.
 */
export function toolSpecs(tools: readonly Tool[]): readonly SpecOfTool[] {
  return tools
    .map((tool) => ({
      name: tool.name,
      description: renderDescription(tool.description),
      input_schema: modelSchema(tool.inputSchema),
    }))
    .sort((first, second) => (first.name < second.name ? -1 : 1));
}
