export * from './ports.ts';
export * from './ports-ci.ts';
export * from './ports-issue.ts';
export * from './ports-checks.ts';
export * from './ports-pictures.ts';
export * from './ports-threads.ts';
export { type ArtifactStoreOptions, createArtifactStore } from './artifact.ts';
export { hasArtifacts } from './has-artifacts.ts';
export { artifactName, type ArtifactNameParts } from './artifact-name.ts';
export { type AttestedFile, type Attestor, createAttestor } from './attest.ts';
export { cutBody, MAX_BODY_CHARS } from './body.ts';
export { createGitHub, type GitHubOptions } from './client.ts';
export { readEventFile } from './event-file.ts';
export type { EventInput } from './event-input.ts';
export { parseTrigger } from './parse-trigger.ts';
export { canHaveButtons, type Click, clickCode, clickIn, type ClickIn } from './click.ts';
export { atLeast } from './permission.ts';
export { DEFAULT_PHRASE, isApprovalCommand, matchesPhrase, type PhraseMatch } from './phrase.ts';
export { isProxied } from './proxied.ts';
export type { Waiting } from './requester.ts';
export { type TokenAccess, tokenAccess } from './token-access.ts';
export { type RepositorySettings, repositorySettings } from './settings.ts';
export { createRunArtifacts, type RunArtifact, type RunArtifacts } from './run-artifacts.ts';
export {
  decideStart,
  OWN_MARKER,
  parseAllowActors,
  type StartDecision,
  type Starter,
  type StartInput,
  whyNoSecrets,
} from './start.ts';
export * from './trigger.ts';
export { publishable, publishableMessage, publishableTitle } from './outgoing.ts';
export { apiHostOf } from './tool-comment.ts';
export type { GitHubToolWorld, GitHubWorkPlace } from './tool-world.ts';
export { checksOf, linksOf } from './pull-about.ts';
export { mayHoldPictures } from './picture-address.ts';
export {
  type FindPictures,
  type Picture,
  type PicturedText,
  type PicturesFound,
  pictureFinder,
} from './pictures.ts';
export { filesText } from './pull-text.ts';
export { byNeed, threadPieces } from './thread-pieces.ts';
export { githubTools } from './tools.ts';
