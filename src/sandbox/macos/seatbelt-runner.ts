import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { orNull } from '../../common/index.ts';
import type { WriteDenial } from '../../policy/index.ts';
import type { SandboxBackend } from '../exec/sandbox-backend.ts';
import { findGit, gitMounts } from '../git/read/git-paths.ts';
import { persistedCredentials } from '../git/read/persisted-credentials.ts';
import { LIMITS, limitScript } from '../exec/limits.ts';
import { runnerJobFolders, toolFolders } from '../linux/mounts/system-mounts.ts';
import {
  type HostList,
  hostList,
  LOOPBACK,
  openProxy,
  proxyEnvironment,
} from '../network/index.ts';
import {
  probeIsolation,
  isSandboxUsable,
  type BackendAttempt,
  unavailable,
} from '../probes/isolation-probes.ts';
import {
  placeholderRemover,
  protectedMountPoints,
  protectedPathsOf,
  writablePaths,
} from '../exec/protected-paths.ts';
import { createRunner, type RunnerOptions, type RunnerSetup } from '../exec/command-runner.ts';
import { deniedRules } from './denied-rules.ts';
import { seatbeltArgv, seatbeltProfile, type SeatbeltShape } from './seatbelt.ts';

/** The seatbelt backend of macOS: writes the profile for `sandbox-exec` and probes it. This file does I/O. */

const PROGRAM = '/usr/bin/sandbox-exec';
/** Folders with users' files, keys, and files of other processes. */
const HIDDEN = [
  '/Users',
  '/Volumes',
  '/Network',
  '/private/var/root',
  '/private/var/folders',
  '/private/tmp',
  '/private/var/tmp',
  '/private/var/db',
  '/private/var/run',
  '/private/etc/ssh',
  '/private/etc/sudoers',
  '/private/etc/sudoers.d',
  '/private/etc/master.passwd',
  '/Library/Keychains',
];

/**
 * Returns a runner with a probed seatbelt sandbox, or the failed probes. `sandbox-exec` cannot replace the git
 * configuration by a copy, so there is no sandbox if it contains a credential.
 */
export async function trySeatbelt(
  options: RunnerOptions,
  unsandboxed: RunnerSetup,
): Promise<BackendAttempt> {
  if (!existsSync(PROGRAM)) return unavailable('sandbox-exec is not installed');
  const root = options.workspace.root;
  if (persistedCredentials(root).length > 0) {
    return unavailable(
      'the git configuration holds a credential, which sandbox-exec cannot hide from commands: set persist-credentials: false on actions/checkout',
    );
  }
  const protect = protectedPathsOf(root, options);
  const removePlaceholders = placeholderRemover(root, protect);
  const hosts = options.network.length === 0 ? null : hostList(options.network);
  const shape = shapeOf({ ...options, protect }, unsandboxed);
  const backend = seatbeltBackend({ ...options, root, shape, hosts });
  const runner = createRunner({
    ...unsandboxed,
    backend,
    restoreMachine: async () => removePlaceholders(),
  });
  const probes = await probeIsolation(runner, {
    root,
    parentEnv: options.environment,
    protect,
    hasGit: findGit(root) !== null,
    sandbox: 'sandbox-exec',
    hosts,
    hasFilter: false,
    processes: LIMITS.processes,
    highestId: null,
  });
  if (isSandboxUsable(probes)) return { runner, probes };
  removePlaceholders();
  return { runner: null, probes };
}

/** The parts of a profile that are the same for all commands. */
type FixedShape = Omit<SeatbeltShape, 'proxyPort' | 'denied'>;

function shapeOf(
  options: RunnerOptions & { readonly protect: readonly string[] },
  { tempDir, childEnv }: RunnerSetup,
): FixedShape {
  const { root } = options.workspace;
  const git = findGit(root);
  const protectedGit = git === null ? [] : gitMounts(git, tempDir.sandboxFiles().repositoryConfig);
  const { parents, targets } = protectedMountPoints(root, options.protect);
  const view = {
    parentEnv: options.environment,
    childEnv,
    workspace: root,
    emptyFile: tempDir.sandboxFiles().emptyFile,
  };
  const written = writablePaths(root, options.write ?? ['.']).map((path) => join(root, path));
  return {
    hidden: [...HIDDEN, homedir(), ...runnerJobFolders(view)].flatMap((path) => realOf(path)),
    shown: [root, ...toolFolders(view)].flatMap((path) => realOf(path)),
    writable: [...written, tempDir.home, tempDir.tmp].flatMap((path) => realOf(path)),
    protected: [
      ...targets,
      ...protectedGit.flatMap((mount) => (mount.kind === 'read' ? [mount.to] : [])),
      join(tempDir.home, '.gitconfig'),
    ],
    pinned: [
      root,
      ...parents,
      ...protectedGit.flatMap((mount) => (mount.kind === 'write' ? [mount.to] : [])),
      ...(git === null ? [] : [git.dotGit]),
    ],
  };
}

/** The real path; empty if nothing exists there. */
function realOf(path: string): string[] {
  return orNull(() => [realpathSync(path)]) ?? [];
}

function seatbeltBackend({
  root,
  shape,
  hosts,
  resolve,
  deniedWrites = null,
}: Pick<RunnerOptions, 'resolve' | 'deniedWrites'> & {
  readonly root: string;
  readonly shape: FixedShape;
  readonly hosts: HostList | null;
}): SandboxBackend {
  const targets = new Map<string, WriteDenial>();
  const limits = `${limitScript(LIMITS)}exec "$@"`;
  return {
    kind: 'sandbox-exec',
    prepare: async (request) => {
      const { argv, cwd, separateErrors = false } = request;
      const { denied, pinned } = deniedRules({ ...shape, root, deniedWrites }, request, targets);
      // macOS has no network namespaces: the proxy listens on the machine's loopback while the command runs.
      const proxy = hosts === null ? null : await openProxy({ listenOn: LOOPBACK, hosts, resolve });
      const profile = seatbeltProfile({
        ...shape,
        denied,
        pinned: [...shape.pinned, ...pinned],
        proxyPort: proxy?.port ?? null,
      });
      return {
        argv: seatbeltArgv(profile, separateErrors ? limits : `${limits} 2>&1`, argv),
        cwd,
        env: proxy === null || hosts === null ? {} : proxyEnvironment(hosts, proxy.port),
        descriptors: [],
        startProblem: (sandboxError) =>
          /^sandbox-exec: /mu.test(sandboxError) ? sandboxError : null,
        network: () => proxy?.uses() ?? [],
        close: async () => proxy?.close(),
      };
    },
  };
}
