/**
 * Not a part of the product: a local GitHub, artifact service and APIs of models, and a workflow step around them. Tests use them,
 * and `countersign demo` does. Nothing else may import this module.
 */

export type { SseEvent } from './model-server/api.ts';
export {
  type ModelServer,
  type ServedApiName,
  startModelServer,
} from './model-server/server.ts';
export {
  type GitHubServer,
  type GitHubServerOptions,
  startGitHubServer,
} from './github-server/server.ts';
export type {
  Exchange,
  LogEntry,
  ServedReply,
} from './github-server/http.ts';
export type { NewIssue, ServedComment, ServedIssue, ServedPull } from './github-server/state.ts';
export {
  createRepositories,
  type ServedEntry,
  readCommandFile,
  type PreparedStep,
  startLocalRunner,
  type LocalRunner,
  type StepEnd,
} from './local-runner.ts';
export { DEMO_FILES, DEMO_ISSUE, DEMO_SCRIPT } from './project.ts';
