export {
  bashTools,
  commandRule,
  type CommandWorld,
  DEFAULT_COMMAND_TIMEOUT_MS,
  MAX_COMMAND_TIMEOUT_MS,
} from './commands/index.ts';
export { clarifyTool, planTool } from './clarify.ts';
export { didYouMean } from './closest.ts';
export type { OwnFacts } from './about.ts';
export { defineTool, defineToolAsync, type ToolDefinition } from './define.ts';
export { renderDescription, type SpecOfTool, toolSpecs } from './description.ts';
export {
  createReadLedger,
  fileTools,
  type FileWorld,
  type MayTell,
  type LedgerOptions,
  type LedgerState,
  type ReadLedger,
  type SearchOptions,
  type SearchPrograms,
  searchPrograms,
  sniff,
  unifiedDiff,
} from './files/index.ts';
export { type Finish, finishOf, finishTool } from './finish.ts';
export { compileOutputSchema, type OutputSchema } from './output-schema/index.ts';
export { startServers, tavilySearch } from './lazy.ts';
export type { McpTools, McpWorld, ServerWords } from './mcp/index.ts';
export { isTool } from './make.ts';
export { remembering } from './memory.ts';
export {
  hostModules,
  type HookSubject,
  type ModuleFile,
  type ModuleFiles,
  type ModuleWorld,
  type RemoteHook,
  startHookModules,
  startToolModules,
  type StartedModules,
} from './host/index.ts';
export { ownTool } from './own.ts';
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
export { type Skill, skillTool } from './skill.ts';
export { type Todo, TODO_STATUSES, todoTools } from './todo.ts';
export * from './tool.ts';
export {
  fetchTool,
  type FoundPage,
  type Search,
  type SearchEnd,
  searchTool,
  type WebNetwork,
  webTools,
} from './web/index.ts';
