export * from './ports.ts';
export { foldersAbove, isGitName, isWithin, namesFolder } from './files/lexical-path.ts';
export { isSameFile, regularFileOrNull } from './files/regular-file.ts';
export { openWorkspace } from './files/workspace.ts';
export { findProgram } from './exec/processes/run-process.ts';
export { runTrusted } from './exec/trusted-program.ts';
export { childEnvironment } from './exec/environment.ts';
export { createCommandRunner } from './exec/create-command-runner.ts';
export type { RunnerOptions } from './exec/command-runner.ts';
export {
  type BubblewrapInstallation,
  installBubblewrap,
} from './linux/bubblewrap/install.ts';
export { lookupOf, type NetworkUse, type Resolve, resolveName } from './network/index.ts';
export { describeFailed, type Probe } from './probes/isolation-probes.ts';
export {
  changedFiles,
  findChanges,
  type FoundChanges,
  headBranch,
  headCommit,
  isShallow,
  listChanges,
} from './git/changes/changed-files.ts';
export { checkoutCommit } from './git/store/checkout-commit.ts';
export { findGit } from './git/read/git-paths.ts';
export { persistedCredentials } from './git/read/persisted-credentials.ts';
export { findBubblewrapForGit, isGitFailure } from './git/isolated-git.ts';
export {
  attachStore,
  openStore,
  removeStore,
  removeStoreAt,
  type TrustedStore,
} from './git/store/trusted-store.ts';
export { trackedFiles } from './git/read/tracked-files.ts';
export { isMountedElsewhere } from './linux/mounts/mounted-elsewhere.ts';
export { runnerFoldersIn } from './linux/mounts/system-mounts.ts';
export { workspacePathResolver } from './files/path-resolver.ts';
export { bundleChanges } from './git/changes/bundle-changes.ts';
export { type LeftOut, workTreeChanges } from './git/changes/work-tree-changes.ts';
export { committedBytes, type WorkTreeFile } from './git/changes/committed-bytes.ts';
export { workTreeId } from './git/changes/work-tree-id.ts';
export { restoreChanges } from './git/changes/restore-changes.ts';
export {
  applyPatch,
  stateOnDisk,
  type FilePatch,
  workTreePatch,
} from './git/changes/patch.ts';
