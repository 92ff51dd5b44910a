/**
 * Not a part of the product: a local GitHub, artifact service and Messages API, and a workflow step around them. Tests use them,
 * and `countersign demo` does. Nothing else may import this module.
 */

export { type AnthropicServer, startAnthropicServer } from './anthropic-server/server.ts';
export type { CacheUse } from './anthropic-server/cache.ts';
export { MAX_REQUEST_BYTES } from './anthropic-server/checks.ts';
export type { SseEvent } from './anthropic-server/events.ts';
export { type Fault, type FaultPoint, withNoise } from './anthropic-server/faults.ts';
export {
  type ModelServer,
  type ModelServerOptions,
  type ServedApiName,
  startModelServer,
} from './model-server/server.ts';
export type { AnthropicServerOptions, ApiExchange, ApiRequest } from './anthropic-server/types.ts';
export { type ArtifactService, type StoredArtifact } from './artifact-server.ts';
export {
  type GitHubServer,
  type GitHubServerOptions,
  startGitHubServer,
} from './github-server/server.ts';
export {
  type GitEntry,
  type GitSource,
  repositoryGit,
  type TreeChange,
} from './github-server/git.ts';
export type {
  Exchange,
  Fault as GitHubFault,
  LogEntry,
  ServedReply,
} from './github-server/http.ts';
export { type MemoryGit, memoryGit } from './github-server/memory-git.ts';
export type { ServedJob, ServedWorkflowRun } from './github-server/ci-state.ts';
export type { NewIssue, ServedComment, ServedIssue, ServedPull } from './github-server/state.ts';
export {
  createRepositories,
  type ServedEntry,
  readCommandFile,
  type PreparedStep,
  startLocalRunner,
  type LocalRunner,
  type LocalRunnerOptions,
  type StepEnd,
  type StepOptions,
} from './local-runner.ts';
export { DEMO_FILES, DEMO_ISSUE, DEMO_SCRIPT } from './project.ts';
