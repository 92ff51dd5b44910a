export { defineTool, defineToolAsync, isTool, type OwnFacts, type ToolDefinition } from './define.ts';
export { renderDescription, type SpecOfTool, toolSpecs } from './description.ts';
export {
  type PlainInput,
  type PlainParameter,
  type PlainParameters,
  type SmallToolOptions,
  tool,
} from './plain.ts';
export {
  createRegistry,
  type RegisteredTool,
  type Registry,
  type RegistryChange,
  type ToolSelection,
} from './registry.ts';
export { failure, MAX_RESULT_CHARS, success, type ToolOutput, toResult } from './result.ts';
export * from './tool.ts';
