export type * from './ports/github.ts';
export type * from './ports/ci.ts';
export type * from './ports/issues.ts';
export type * from './ports/checks.ts';
export type * from './ports/images.ts';
export type * from './ports/threads.ts';
export { apiUrlIn, pageOriginOf, serverUrlIn } from './addresses.ts';
export {
  createArtifactStore,
  hasArtifacts,
} from './artifacts/artifact.ts';
export { artifactName, TRAIL_ARTIFACTS } from './artifacts/artifact-name.ts';
export { type Attestor, createAttestor } from './artifacts/attest.ts';
export { createGitHub, type GitHubOptions } from './client/client.ts';
export { readEventFile } from './events/event-input.ts';
export { parseTrigger } from './events/parse-trigger.ts';
export {
  canHaveButtons,
  type Click,
  clickCode,
  parseClick,
  type ParsedClick,
} from './events/click.ts';
export { atLeast, type Permission, PERMISSIONS } from './events/permission.ts';
export { authorLines, type ReadLine, readLines } from './events/author-lines.ts';
export { DEFAULT_PHRASE, requestAfterPhrase } from './events/trigger-phrase.ts';
export { requireRequestError } from './client/transport/classify-reply.ts';
export type { RetryWait } from './client/transport/requester.ts';
export { type TokenAccess, tokenAccess } from './client/token-access.ts';
export { type RepositorySettings, repositorySettings } from './client/settings.ts';
export {
  createWorkflowRuns,
  type ListedRun,
  type WorkflowRuns,
} from './artifacts/workflow-runs.ts';
export {
  createRunArtifacts,
  type ListedArtifact,
  organizationRepos,
  type RunArtifact,
  type RunArtifacts,
} from './artifacts/run-artifacts.ts';
export {
  requestersOf,
  decideStart,
  isAllowedActor,
  isBot,
  OWN_MARKER,
  parseAllowActors,
  type StartDecision,
  type Starter,
  type StartInput,
  whyNoSecrets,
  parseStartRequest,
} from './events/decide-start.ts';
export * from './events/trigger.ts';
export { publishable } from './publish/publishable.ts';
export { normalizeBody } from './publish/body-limit.ts';
export { describeChecks, describeLinks } from './tools/pull-requests/pull-request-details.ts';
export { mayContainImages } from './images/image-address.ts';
export { type FindImages, createImageFinder } from './images/find-images.ts';
export { filesText } from './tools/pull-requests/pull-request-text.ts';
export { PUSH_FILES_MAX } from './tools/pull-requests/push.ts';
export { unresolvedFirst, threadPieces } from './tools/thread-pieces.ts';
export {
  commitPeople,
  isOwnRepository,
  type PullRequestTrust,
  type Trusts,
  trustOfPullRequestFiles,
} from './pull-request-trust.ts';
export { githubTools } from './tools/index.ts';
