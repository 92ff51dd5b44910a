import { readdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { errorText } from '../../../common/index.ts';
import { discardsWrites, type CommandProfile } from '../../../policy/index.ts';
import {
  bubblewrapArgv,
  mergedPath,
  type Mount,
  type Overlay,
  pinned,
  readOnly,
  type BubblewrapProgram,
  withOverlays,
} from './args.ts';
import {
  checkoutMounts,
  type CheckoutView,
  type WorkspaceAccess,
} from '../mounts/checkout-mounts.ts';
import type {
  SandboxBackend,
  SandboxedCommand,
  SandboxRequest,
} from '../../exec/sandbox-backend.ts';
import { isWithin } from '../../files/lexical-path.ts';
import type { GitView } from '../../git/view/git-view.ts';
import type { GitViews } from '../../git/view/git-views.ts';
import { LIMITS, TREE_LIMITS } from '../../exec/limits.ts';
import { kernelMounts, runnerFoldersIn, systemMounts } from '../mounts/system-mounts.ts';
import type { CommandNetwork, CommandProxy } from '../../network/index.ts';
import type { PathLimits } from '../../limits/limited-paths.ts';
import type { RunnerSetup } from '../../exec/command-runner.ts';
import { applyOverlay } from '../overlay/apply-overlay.ts';
import { writtenNote } from '../overlay/denial-notes.ts';
import type { Descriptor } from '../../exec/processes/spawn-process.ts';
import { supervision } from './supervision.ts';
import { watchProcessTree } from '../../exec/processes/process-tree-limits.ts';
import { type DeniedPaths, writtenDenied } from '../../limits/denied-paths.ts';
import type { PackageCaches } from '../mounts/package-caches.ts';
import type { ViewOptions, WorkspaceView } from '../mounts/workspace-view.ts';

/**
 * The bubblewrap backend. It builds the sandbox of each command from its profile: mounts of the system (`system-mounts.ts`),
 * of the checkout and its git (`checkout-mounts.ts`), hidden files (`workspace-view.ts`, `git/view`), and one overlay each
 * over the workspace and the home. After the command it applies or discards the overlay's changes (`apply-overlay.ts`).
 * This file does I/O.
 */
export interface BubblewrapConfig
  extends BubblewrapProgram,
    Omit<PathLimits, 'knownTargets'>,
    Pick<ViewOptions, 'whiteout'>,
    Pick<CheckoutView, 'root' | 'git' | 'protect' | 'write'>,
    Pick<RunnerSetup, 'workspace' | 'tempDir' | 'childEnv'> {
  readonly parentEnv: Readonly<Record<string, string | undefined>>;
  /** `null`: no network at all. */
  readonly network: CommandNetwork | null;
  /** Whether this kernel supports an overlay over the workspace. */
  readonly hasOverlay: boolean;
  /** The most processes of one command at once. */
  readonly processes: number;
  /** The sandbox's highest process id, and a file with it; `null`: the kernel does not limit it per sandbox. */
  readonly highestId: { readonly id: number; readonly file: string } | null;
  readonly view: () => WorkspaceView;
  readonly gitViews: GitViews;
  readonly packages: PackageCaches;
  readonly writers: Writers;
}

/** Commands that can write to the workspace. */
interface Writers {
  /** How many have started or ended. */
  changes: number;
  running: number;
  /** The denied paths that were there when the first of those that run started, and that a note has named since. */
  known: DeniedPaths;
}

const HOME_BYTES = 2 * 1024 ** 3;
/** The share of the machine's memory for a command. The rest is for this process and the runner. */
const MEMORY_SHARE = 0.8;
/** Two bubblewrap processes, one process outside of each namespace, and the supervisor. */
const OWN_PROCESSES = 4;
const WORKSPACE_OVERLAY = 'workspace';
const HOME_OVERLAY = 'home';

export function bubblewrapBackend(config: BubblewrapConfig): SandboxBackend {
  return {
    kind: 'bubblewrap',
    prepare: async (request) => {
      const proxy = request.profile.network ? ((await config.network?.open()) ?? null) : null;
      try {
        return await prepareCommand(config, request, proxy);
      } catch (error) {
        await proxy?.close();
        throw error;
      }
    },
  };
}

/** `proxy` leads to the listed hosts; `null`: no network. The returned command closes it. */
async function prepareCommand(
  config: BubblewrapConfig,
  request: SandboxRequest,
  proxy: CommandProxy | null,
): Promise<SandboxedCommand> {
  const { root, tempDir, git } = config;
  const {
    profile,
    isBackground = false,
    channel: hasChannel = false,
    separateErrors = false,
  } = request;
  const access = workspaceAccess(profile, { hasOverlay: config.hasOverlay, isBackground });
  const view = config.view();
  const gitView: GitView = access === 'git' ? { kind: 'whole' } : await config.gitViews.view();
  const whiteouts = access === 'overlay' ? view.lowerDir(profile.show) : null;
  const files = tempDir.sandboxFiles();
  const overlays: Overlay[] =
    whiteouts === null ? [] : [{ name: WORKSPACE_OVERLAY, lowerDirs: [whiteouts.folder, root] }];
  const home = homeMounts(config, { access, isBackground });
  if (home.hasHomeOverlay) overlays.push({ name: HOME_OVERLAY, lowerDirs: [tempDir.home] });
  const checkout = checkoutMounts({
    ...config,
    shownConfig: files.repositoryConfig,
    emptyFile: files.emptyFile,
    runnerFolders: runnerFoldersIn(root, config.parentEnv),
    access,
    layer: mergedPath(files.layers, WORKSPACE_OVERLAY),
    paths: profile.write,
    listedFolders: listedFoldersOf(request),
    show: profile.show,
    view,
    gitView,
  });
  const bubblewrapCommand = bubblewrapArgv(
    config,
    {
      mounts: [
        ...machineMounts(config),
        ...(request.show ?? []).map((path) => readOnly(path)),
        ...checkout,
        ...home.mounts,
        ...config.packages.homeMounts,
        ...(proxy?.mounts ?? []),
      ],
      limits: { ...LIMITS, processes: config.processes },
      hasFilter: files.seccompFilter !== null,
      hasChannel,
      separateErrors,
      hasHighestId: config.highestId !== null,
    },
    { argv: [...(proxy?.prefix(hasChannel) ?? []), ...request.argv], cwd: request.cwd },
  );
  const supervised = supervision({
    overlayRoot: files.layers,
    names: overlays.map(({ name }) => name),
    pinned: whiteouts === null ? mountedFromInside(root, checkout) : [],
  });
  const writes =
    access === 'workspace' || access === 'git' || access === 'paths' || profile.name === 'writing';
  if (writes && config.writers.running === 0) config.writers.known = view.denied;
  if (writes) countWriter(config, 1);
  let isCounted = writes;
  const endWriter = (): void => {
    if (isCounted) countWriter(config, -1);
    isCounted = false;
  };
  return {
    argv:
      overlays.length === 0
        ? bubblewrapCommand
        : withOverlays(config, { overlayRoot: files.layers, overlays }, bubblewrapCommand),
    cwd: root,
    env: {},
    descriptors: descriptorsOf(config),
    watch: ({ pid, sockets }, end) => {
      supervised.attach(sockets);
      const { memoryBytes } = TREE_LIMITS;
      const limits = {
        processes: config.processes,
        ownProcesses: OWN_PROCESSES,
        memoryBytes: Math.min(memoryBytes, totalmem() * MEMORY_SHARE),
      };
      return watchProcessTree(pid, limits, (because) => {
        supervised.kill();
        end(because);
      });
    },
    startProblem: (sandboxError) => supervised.startProblem(sandboxError),
    network: () => proxy?.uses() ?? [],
    finish: (result) => {
      const finished = applyOverlay(result, {
        profile,
        overlay: supervised.overlay(WORKSPACE_OVERLAY),
        root,
        writable: config.write,
        protect: [...config.protect, ...(whiteouts === null ? view.repositories.folders : [])],
        hidden: view.hidden.paths,
        deniedWrites: config.deniedWrites,
        denied: view.denied,
        readOnly: view.readOnly,
        coveredFolders:
          whiteouts !== null || access === 'git' ? [] : view.covered(profile.show).folders,
        git: git === null ? 'none' : access === 'git' ? 'writable' : gitView.kind,
        gitHiddenReason: gitView.kind === 'hidden' ? gitView.because : null,
        triedNetwork: proxy === null && supervised.triedNetwork(),
        listsHosts: config.network !== null,
      });
      endWriter();
      const written = writes ? writtenInSpite(config) : [];
      return written.length === 0
        ? finished
        : { ...finished, notes: [...finished.notes, ...written] };
    },
    close: async () => {
      supervised.close();
      whiteouts?.remove();
      endWriter();
      await proxy?.close();
    },
  };
}

/**
 * What the sandbox could not prevent: the note says what was written although a rule denies it. Beside another writer, nobody
 * knows whose write it is, so the command that ends next is told. The next command uses the same scan.
 */
function writtenInSpite(config: BubblewrapConfig): string[] {
  const { root, deniedWrites, writers } = config;
  if (deniedWrites === null) return [];
  try {
    const { denied } = config.view();
    const written = writtenDenied(root, { before: writers.known, after: denied });
    writers.known = denied;
    return written.size === 0 ? [] : [writtenNote(written)];
  } catch (error) {
    return [
      `cannot scan what this command wrote, so no further command starts: ${errorText(error)}`,
    ];
  }
}

function descriptorsOf({ tempDir, highestId }: BubblewrapConfig): readonly Descriptor[] {
  const filter = tempDir.sandboxFiles().seccompFilter;
  return [
    filter === null ? 'none' : { file: filter },
    'socket',
    'socket',
    ...(highestId === null ? [] : [{ file: highestId.file }]),
  ];
}

/** What commands see of the machine. */
function machineMounts({
  parentEnv,
  childEnv,
  root,
  tempDir,
  packages,
}: BubblewrapConfig): Mount[] {
  const { emptyFile } = tempDir.sandboxFiles();
  const view = { parentEnv, childEnv, workspace: root, emptyFile };
  return [...systemMounts(view), ...packages.mounts, ...kernelMounts(emptyFile)];
}

/** Mounts whose source is in the workspace, where another command could replace it. All are mounted over themselves. */
function mountedFromInside(root: string, mounts: readonly Mount[]): string[] {
  return mounts.flatMap((mount) => {
    const isBind = mount.kind === 'read' || mount.kind === 'write';
    return isBind && mount.from !== root && isWithin(root, mount.from) ? [mount.from] : [];
  });
}

function listedFoldersOf({
  createsWriteFolders,
  isBackground,
}: SandboxRequest): 'created' | 'existing' | null {
  if (createsWriteFolders === true) return 'created';
  return isBackground === true ? 'existing' : null;
}

/** A view from before the start or the end of a writing command is out of date. */
function countWriter({ writers }: BubblewrapConfig, change: 1 | -1): void {
  writers.changes += 1;
  writers.running += change;
}

/** An overlay does not show later changes of its lower directory, so background commands get the workspace itself. */
function workspaceAccess(
  profile: Pick<CommandProfile, 'name'>,
  options: { readonly hasOverlay: boolean; readonly isBackground: boolean },
): WorkspaceAccess {
  if (discardsWrites(profile)) {
    if (options.hasOverlay && !options.isBackground) return 'overlay';
    return profile.name === 'writing' ? 'paths' : 'read-only';
  }
  return profile.name === 'git' && !options.isBackground ? 'git' : 'workspace';
}

/**
 * Mounts the home of commands with their caches. What a reading command writes there is discarded, because it could be
 * settings of the next command. A background command gets an empty home.
 */
function homeMounts(
  { tempDir, hasOverlay }: BubblewrapConfig,
  { access, isBackground }: { readonly access: WorkspaceAccess; readonly isBackground: boolean },
): { readonly mounts: readonly Mount[]; readonly hasHomeOverlay: boolean } {
  const { home } = tempDir;
  const files = tempDir.sandboxFiles();
  const config: Mount = { kind: 'read', from: files.gitConfig, to: join(home, '.gitconfig') };
  const reads = access === 'overlay' || access === 'read-only' || access === 'paths';
  if (!reads) return { mounts: [pinned(home), config], hasHomeOverlay: false };
  const hasHomeOverlay =
    hasOverlay && !isBackground && readdirSync(home).some((name) => name !== '.gitconfig');
  const homeMount: Mount = hasHomeOverlay
    ? { kind: 'write', from: mergedPath(files.layers, HOME_OVERLAY), to: home }
    : { kind: 'empty', to: home, maxBytes: HOME_BYTES };
  return { mounts: [homeMount, config], hasHomeOverlay };
}
