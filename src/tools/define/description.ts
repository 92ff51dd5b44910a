import { modelSchema } from './input/model-schema.ts';
import type { Tool, ToolDescription } from './tool.ts';

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
 * These tools as the Messages API takes them, sorted by name: the same tools give the same bytes, so that the prompt cache applies.
 */
export function toolSpecs(tools: readonly Tool[]) {
  return tools
    .map((tool) => ({
      name: tool.name,
      description: renderDescription(tool.description),
      input_schema: modelSchema(tool.inputSchema),
    }))
    .sort((first, second) => (first.name < second.name ? -1 : 1));
}
