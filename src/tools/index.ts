export {
  bashTools,
  commandRule,
  type CommandToolContext,
  DEFAULT_COMMAND_TIMEOUT_MS,
  MAX_COMMAND_TIMEOUT_MS,
} from './commands/index.ts';
export { clarifyTool, planTool } from './meta/clarify.ts';
export type { BuiltinFacts } from './define/about.ts';
export { defineTool, defineToolAsync, type ToolDefinition } from './define/define.ts';
export { renderDescription, type SpecOfTool, toolSpecs } from './define/description.ts';
export {
  createReadLedger,
  fileTools,
  type FileToolContext,
  type IsVisible,
  type LedgerOptions,
  type LedgerState,
  type ReadLedger,
  type SearchOptions,
  type SearchPrograms,
  searchPrograms,
  sniff,
  unifiedDiff,
} from './files/index.ts';
export { type Finish, finishOf, finishTool } from './meta/finish.ts';
export { compileOutputSchema, type OutputSchema } from './output-schema/index.ts';
export { startServers, tavilySearch } from './lazy.ts';
export type { McpTools, McpContext, ServerWords } from './mcp/index.ts';
export { isTool } from './define/build-tool.ts';
export { rememberTool } from './define/memory.ts';
export {
  hostModules,
  type HookSubject,
  type ModuleFile,
  type ModuleFiles,
  type ModuleContext,
  type RemoteHook,
  startHookModules,
  startToolModules,
  type StartedModules,
} from './host/index.ts';
export { builtinTool } from './define/builtin-tool.ts';
export {
  type SimpleInput,
  type SimpleParameter,
  type SimpleParameters,
  type SmallToolOptions,
  tool,
} from './define/simple-tool.ts';
export {
  createRegistry,
  type RegisteredTool,
  type Registry,
  type RegistryChange,
  type ToolSelection,
} from './define/registry.ts';
export { failure, MAX_RESULT_CHARS, success, type ToolOutput, toResult } from './define/result.ts';
export { type Skill, skillTool } from './meta/skill.ts';
export { type Todo, TODO_STATUSES, todoTools } from './meta/todo.ts';
export * from './define/tool.ts';
export {
  fetchTool,
  type FoundPage,
  type Search,
  type SearchEnd,
  searchTool,
  type WebNetwork,
  webTools,
} from './web/index.ts';
