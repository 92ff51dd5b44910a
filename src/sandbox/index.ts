export * from './ports.ts';
export { openWorkspace, type WorkspaceOptions } from './files/workspace.ts';
export { findProgram, runProcess, type ProcessOptions } from './exec/run-process.ts';
export { runTrusted, type TrustedOptions, type TrustedResult } from './exec/trusted-program.ts';
export { childEnvironment, type ChildFolders } from './exec/environment.ts';
export { createCommandRunner, type CreatedRunner } from './exec/create-command-runner.ts';
export type { RunnerOptions } from './exec/runner-options.ts';
export {
  type BubblewrapInstallation,
  installBubblewrap,
  type InstallRequest,
} from './linux/install-bubblewrap.ts';
export { type NetworkUse, type Resolve, resolveName } from './network/index.ts';
export { type Probe } from './probes/isolation-probes.ts';
export {
  changedFiles,
  type ChangedFiles,
  type ChangedOptions,
  headBranch,
  headCommit,
  isShallow,
} from './git/changes/changed-files.ts';
export { checkoutCommit, type CheckoutOptions } from './git/store/checkout-commit.ts';
export {
  type PersistedCredential,
  persistedCredentials,
} from './git/read/persisted-credentials.ts';
export { isGitFailure } from './git/isolated-git.ts';
export { attachStore } from './git/store/attach-store.ts';
export {
  openStore,
  removeStore,
  removeStoreAt,
  requireStore,
  type StoreOptions,
  type TrustedStore,
} from './git/store/trusted-store.ts';
export { trackedFiles } from './git/read/tracked-files.ts';
export { runnerFoldersIn } from './linux/system-mounts.ts';
export { workspacePathResolver } from './files/path-resolver.ts';
export { bundleChanges, type WorkTreeChanges } from './git/changes/bundle-changes.ts';
export { workTreeId } from './git/changes/work-tree-id.ts';
export { restoreChanges } from './git/changes/restore-changes.ts';
export {
  applyPatch,
  changedBytes,
  type FilePatch,
  type WorkTreePatch,
  workTreePatch,
} from './git/changes/patch.ts';
