import { writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import type { RunnerOptions, RunnerSetup } from '../../exec/command-runner.ts';
import { highestId, TREE_LIMITS } from '../../exec/limits.ts';
import { writeConfigWithoutCredentials } from '../../exec/private-tempdir.ts';
import { findProgramIn } from '../../exec/processes/run-process.ts';
import { protectedPathsOf, writablePaths } from '../../exec/protected-paths.ts';
import { SYSTEM_PATH } from '../../exec/trusted-program.ts';
import { findGit } from '../../git/read/git-paths.ts';
import { gitViews } from '../../git/view/git-views.ts';
import { NOTHING_DENIED } from '../../limits/denied-paths.ts';
import type { IsHidden } from '../../limits/limited-paths.ts';
import { findPackageCaches } from '../mounts/package-caches.ts';
import { type ViewOptions, workspaceViews } from '../mounts/workspace-view.ts';
import { createWhiteout } from '../overlay/whiteout-layer.ts';
import type { BubblewrapFeatures } from './args.ts';
import type { BubblewrapConfig } from './backend.ts';

const HIDES_NOTHING: IsHidden = () => false;

/**
 * What the sandboxes of a run have in common, with the strongest protections and without a network. Writes the files that
 * they show or read.
 */
export async function prepareConfig(
  options: RunnerOptions,
  { tempDir, childEnv }: RunnerSetup,
  bubblewrap: BubblewrapFeatures & { readonly program: string },
): Promise<BubblewrapConfig> {
  const { workspace, environment: parentEnv, isHidden = HIDES_NOTHING } = options;
  const { deniedWrites = null } = options;
  const { root } = workspace;
  const git = findGit(root);
  if (git !== null) await writeConfigWithoutCredentials(git, tempDir);
  const files = tempDir.sandboxFiles();
  const mount = findProgramIn(SYSTEM_PATH, 'mount');
  const processes = options.processes ?? TREE_LIMITS.processes;
  const whiteout = mount === null ? null : await createWhiteout(files.masks);
  const packages = findPackageCaches(parentEnv, tempDir.home);
  const config = {
    ...bubblewrap,
    protection: { kind: 'unreadable' as const, shell: files.supervisorShell },
    mount: mount ?? 'mount',
    processes,
    highestId: writeHighestId(processes, files.state),
    root,
    git,
    tempDir,
    parentEnv,
    childEnv: { ...childEnv, ...packages.environment, TMPDIR: '/tmp' },
    network: null,
    protect: protectedPathsOf(root, options),
    write: writablePaths(root, options.write ?? ['.']),
    writers: { changes: 0, running: 0, known: NOTHING_DENIED },
    workspace,
    packages,
    whiteout,
    hasOverlay: whiteout !== null,
    isHidden,
    deniedWrites,
    gitViews: gitViews({
      git,
      isMasked: isHidden,
      folder: files.masks,
      bubblewrap: bubblewrap.program,
      shownConfig: files.repositoryConfig,
    }),
  };
  return { ...config, view: workspaceViews(viewOptions(config)) };
}

/** What the views of the workspace are made from. */
export function viewOptions(config: Omit<BubblewrapConfig, 'view'>): ViewOptions {
  const { writers, workspace, tempDir } = config;
  return {
    ...config,
    folder: tempDir.sandboxFiles().masks,
    revision: () => (writers.running > 0 ? null : `${workspace.changes()}.${writers.changes}`),
  };
}

function writeHighestId(processes: number, folder: string): BubblewrapConfig['highestId'] {
  const id = highestId(processes, { uid: process.getuid?.(), release: release() });
  if (id === null) return null;
  const file = join(folder, 'highest-id');
  writeFileSync(file, `${id}\n`);
  return { id, file };
}
