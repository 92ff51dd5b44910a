export * from './ports.ts';
export { openWorkspace, type WorkspaceOptions } from './workspace.ts';
export { findProgram, runProcess, type ProcessOptions } from './process.ts';
export { runTrusted, type TrustedOptions, type TrustedResult } from './trusted.ts';
export { childEnvironment, pathFolders, type ChildPlaces } from './environment.ts';
export { createCommandRunner, type CreatedRunner, type RunnerOptions } from './create.ts';
export { type NetworkUse, type Resolve, resolveName } from './network/index.ts';
export { type Probe } from './probes.ts';
export {
  changedFiles,
  type ChangedFiles,
  type ChangedOptions,
  headCommit,
} from './git.ts';
export { checkoutCommit, type CheckoutOptions } from './checkout-commit.ts';
export { type PersistedCredential, persistedCredentials } from './left-credentials.ts';
export { attachStore } from './found-store.ts';
export {
  openStore,
  removeStore,
  removeStoreAt,
  requireStore,
  type StoreOptions,
  type TrustedStore,
} from './trusted-store.ts';
export { trackedFiles } from './tracked.ts';
export { runnerPlacesIn } from './machine.ts';
export { workspaceWorld } from './world.ts';
export { bundleChanges, type WorkTreeChanges } from './work-tree.ts';
export { restoreChanges } from './work-tree-restore.ts';
export {
  applyPatch,
  changedBytes,
  type FilePatch,
  type WorkTreePatch,
  workTreePatch,
} from './patch.ts';
