export * from './ports/github.ts';
export * from './ports/ci.ts';
export * from './ports/issue.ts';
export * from './ports/checks.ts';
export * from './ports/pictures.ts';
export * from './ports/threads.ts';
export { type ArtifactStoreOptions, createArtifactStore } from './artifacts/artifact.ts';
export { hasArtifacts } from './artifacts/has-artifacts.ts';
export { artifactName, type ArtifactNameParts } from './artifacts/artifact-name.ts';
export { type AttestedFile, type Attestor, createAttestor } from './artifacts/attest.ts';
export { cutBody, MAX_BODY_CHARS } from './outgoing/body.ts';
export { createGitHub, type GitHubOptions } from './client/client.ts';
export { readEventFile } from './events/event-file.ts';
export type { EventInput } from './events/event-input.ts';
export { parseTrigger } from './events/parse-trigger.ts';
export { canHaveButtons, type Click, clickCode, clickIn, type ClickIn } from './events/click.ts';
export { atLeast } from './events/permission.ts';
export {
  DEFAULT_PHRASE,
  isApprovalCommand,
  matchesPhrase,
  type PhraseMatch,
} from './events/phrase.ts';
export type { Waiting } from './client/requester.ts';
export { type TokenAccess, tokenAccess } from './client/token-access.ts';
export { type RepositorySettings, repositorySettings } from './client/settings.ts';
export {
  createRunArtifacts,
  type RunArtifact,
  type RunArtifacts,
} from './artifacts/run-artifacts.ts';
export {
  askersOf,
  decideStart,
  OWN_MARKER,
  parseAllowActors,
  type StartDecision,
  type Starter,
  type StartInput,
  whyNoSecrets,
  type StartRequest,
  parseStartRequest,
} from './events/start.ts';
export * from './events/trigger.ts';
export {
  publishable,
  publishableBody,
  publishableMessage,
  publishableTitle,
} from './outgoing/outgoing.ts';
export { apiHostOf } from './tools/comment.ts';
export type { GitHubToolContext, GitHubWorkspace } from './tools/context.ts';
export { checksOf, linksOf } from './tools/pull-details.ts';
export { mayHoldPictures } from './pictures/address.ts';
export {
  type FindPictures,
  type Picture,
  type PicturedText,
  type PicturesFound,
  pictureFinder,
} from './pictures/pictures.ts';
export { filesText } from './tools/pull-text.ts';
export { byNeed, threadPieces } from './tools/thread-pieces.ts';
export { loginsOf, type PullFilesTrust, trustOfPullFiles } from './pull-trust.ts';
export { githubTools } from './tools/index.ts';
