export * from './ports.ts';
export { openWorkspace, type WorkspaceOptions } from './files/workspace.ts';
export { findProgram, runProcess, type ProcessOptions } from './exec/process.ts';
export { runTrusted, type TrustedOptions, type TrustedResult } from './exec/trusted-program.ts';
export { childEnvironment, pathFolders, type ChildPlaces } from './exec/environment.ts';
export { createCommandRunner, type CreatedRunner } from './exec/create.ts';
export type { RunnerOptions } from './exec/runner-options.ts';
export { type NetworkUse, type Resolve, resolveName } from './network/index.ts';
export { type Probe } from './probes/probes.ts';
export {
  changedFiles,
  type ChangedFiles,
  type ChangedOptions,
  headCommit,
} from './git/git.ts';
export { checkoutCommit, type CheckoutOptions } from './git/store/checkout-commit.ts';
export { type PersistedCredential, persistedCredentials } from './git/left-credentials.ts';
export { attachStore } from './git/store/found-store.ts';
export {
  openStore,
  removeStore,
  removeStoreAt,
  requireStore,
  type StoreOptions,
  type TrustedStore,
} from './git/store/trusted-store.ts';
export { trackedFiles } from './git/tracked.ts';
export { runnerPlacesIn } from './linux/machine.ts';
export { workspacePathResolver } from './files/path-view.ts';
export { bundleChanges, type WorkTreeChanges } from './git/work-tree.ts';
export { restoreChanges } from './git/work-tree-restore.ts';
export {
  applyPatch,
  changedBytes,
  type FilePatch,
  type WorkTreePatch,
  workTreePatch,
} from './git/patch.ts';
