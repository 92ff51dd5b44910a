export { bashTools } from './commands/index.ts';
export { clarifyTool, planTool } from './meta/clarify.ts';
export { defineTool, defineToolAsync } from './define/define.ts';
export { contentBlock } from './define/check.ts';
export { checkedAnswer, readPostAnswer, readPreAnswer } from './define/hook-answers.ts';
export { toolSpecs } from './define/description.ts';
export {
  createReadRecord,
  fileTools,
  type IsVisible,
  type ReadRecord,
  detectMedia,
  unifiedDiff,
} from './files/index.ts';
export { type Finish, finishOf, finishTool, type Unproved, unprovedText } from './meta/finish.ts';
export { compileOutputSchema, type OutputSchema } from './output-schema/index.ts';
export { type ServerDescriptions, startServers } from './mcp/index.ts';
export { isTool } from './define/build-tool.ts';
export { isJson } from './define/input/schema.ts';
export { LiveMetadata } from './define/live-metadata.ts';
export { withMemory } from './define/memory.ts';
export { hostModules } from './host/child.ts';
export {
  type ModuleFile,
  type ModuleFiles,
  type ModuleContext,
  startHookModules,
  startToolModules,
  type StartedModules,
} from './host/modules.ts';
export type { RemoteHook } from './host/remote-hooks.ts';
export { builtinTool } from './define/builtin-tool.ts';
export { tool } from './define/simple-tool.ts';
export { createRegistry, type RegisteredTool, type Registry } from './define/registry.ts';
export { type Failure, failure, MAX_RESULT_CHARS, success } from './define/result.ts';
export { type Skill, skillTool } from './meta/skill.ts';
export { todoTools } from './meta/todo.ts';
export * from './define/tool.ts';
export {
  type FoundPage,
  type Search,
  type SearchEnd,
  tavilySearch,
  webTools,
} from './web/index.ts';
