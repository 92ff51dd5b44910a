import { readdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { discardsWrites, type CommandProfile } from '../../policy/index.ts';
import {
  bubblewrapArgv,
  mergedPath,
  type Mount,
  type Overlay,
  type BubblewrapProgram,
  withOverlays,
} from './bubblewrap-args.ts';
import { checkoutMounts, type WorkspaceAccess } from './checkout-mounts.ts';
import type { SandboxBackend } from '../exec/sandbox-backend.ts';
import { type GitPaths, pinned, readOnly } from '../git/read/git-paths.ts';
import type { GitView } from '../git/view/git-view.ts';
import type { GitViews } from '../git/view/git-views.ts';
import { LIMITS, TREE_LIMITS } from '../exec/limits.ts';
import { kernelMounts, runnerFoldersIn, systemMounts } from './system-mounts.ts';
import type { CommandNetwork, CommandProxy } from '../network/index.ts';
import type { IsHidden } from './hidden-paths.ts';
import type { Workspace } from '../ports.ts';
import type { PrivateTempDir } from '../exec/private-tempdir.ts';
import { applyOverlay } from './apply-overlay.ts';
import type { Descriptor } from '../exec/spawn-process.ts';
import { supervision } from './supervision.ts';
import { watchProcessTree } from '../exec/process-tree-limits.ts';
import type { WorkspaceView } from './workspace-view.ts';

/**
 * Puts the sandbox of one command together from its profile: the machine, the checkout, its git, what is hidden, and what the
 * policy protects. The machine, where no command can write, is looked at anew after a moment. This file does I/O.
 */
export interface BubblewrapConfig extends BubblewrapProgram {
  readonly root: string;
  readonly git: GitPaths | null;
  readonly tempDir: PrivateTempDir;
  readonly parentEnv: Readonly<Record<string, string | undefined>>;
  readonly childEnv: Readonly<Record<string, string>>;
  /** Paths from the root that are read-only, whether they exist yet or not. */
  readonly protect: readonly string[];
  /** Paths from the root that are writable; `.` is all. */
  readonly write: readonly string[];
  /** `null`: no network at all. */
  readonly network: CommandNetwork | null;
  /** Whether this kernel gives a layer over the workspace. */
  readonly hasOverlay: boolean;
  /** How many processes a command may have at once. */
  readonly processes: number;
  /** A file with the highest process id of a sandbox; `null`: it has none of its own. */
  readonly highestIdFile: string | null;
  /** What layers hide files with; `null` where this machine makes none. */
  readonly whiteout: string | null;
  readonly workspace: Pick<Workspace, 'changes'>;
  readonly isHidden: IsHidden;
  readonly view: () => WorkspaceView;
  readonly gitViews: GitViews;
  /** Counts commands that can write to the workspace while they run: what was seen of it before does not hold any more. */
  readonly writers: { begun: number; running: number; looks: number };
}

/** A look at the machine asks the system some two hundred times; commands that follow each other closely share one. */
const MACHINE_CACHE_MS = 1_000;
const HOME_BYTES = 2 * 1024 ** 3;
/** Not more than the machine has, less what this process and the runner need. */
const MEMORY_SHARE = 0.8;
/** Two bubblewraps, each of which leaves a process outside of what it made, and the supervisor. */
const OWN_PROCESSES = 4;
const WORKSPACE_OVERLAY = 'workspace';
const HOME_OVERLAY = 'home';

/** The sandbox around each command, on Linux. */
export function bubblewrapBackend(config: BubblewrapConfig): SandboxBackend {
  const machine = cachedMachineMounts(config);
  const limits = {
    processes: config.processes,
    ownProcesses: OWN_PROCESSES,
    memoryBytes: Math.min(TREE_LIMITS.memoryBytes, totalmem() * MEMORY_SHARE),
  };
  return {
    kind: 'bubblewrap',
    protect: config.protect,
    prepare: async (command) => {
      const { profile } = command;
      const network = profile.network ? config.network : null;
      const proxy = network === null ? null : await network.open();
      try {
        const enclosed = await buildCommand(config, { ...command, proxy, machine: machine() });
        const watched = enclosed.supervision;
        return {
          argv: enclosed.argv,
          cwd: config.root,
          env: {},
          descriptors: descriptorsOf(config),
          speaksOnStderr: true,
          watch: ({ pid, sockets }, end) => {
            watched.attach(sockets);
            return watchProcessTree(pid, limits, (because) => {
              watched.kill();
              end(because);
            });
          },
          started: () => watched.started(),
          network: () => proxy?.uses() ?? [],
          sweep: () => undefined,
          settle: (result) =>
            applyOverlay(result, {
              profile,
              layer: watched.overlay(WORKSPACE_OVERLAY),
              root: config.root,
              writable: config.write,
              protect: config.protect,
              hidden: enclosed.hidden,
              git: enclosed.git,
              gitHiddenReason: enclosed.gitHiddenReason,
              triedNetwork: proxy === null && watched.triedNetwork(),
              listsHosts: config.network !== null,
            }),
          close: async () => {
            watched.close();
            enclosed.release();
            await proxy?.close();
          },
        };
      } catch (error) {
        await proxy?.close();
        throw error;
      }
    },
  };
}

function descriptorsOf({ tempDir, highestIdFile }: BubblewrapConfig): readonly Descriptor[] {
  const filter = tempDir.sandboxFiles().seccompFilter;
  return [
    filter === null ? 'none' : { file: filter },
    'socket',
    'socket',
    ...(highestIdFile === null ? [] : [{ file: highestIdFile }]),
  ];
}

interface BubblewrapRequest {
  readonly argv: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  readonly profile: CommandProfile;
  /** It lives on beside other calls. */
  readonly lasting?: boolean;
  readonly exact?: boolean;
  readonly channel?: boolean;
  readonly show?: readonly string[];
  /** The way out that it gets, where it gets one. */
  readonly proxy: Pick<CommandProxy, 'mounts' | 'prefix'> | null;
  readonly machine: readonly Mount[];
}

interface BubblewrapCommand {
  readonly argv: readonly [string, ...string[]];
  readonly supervision: ReturnType<typeof supervision>;
  readonly hidden: readonly string[];
  readonly git: GitView['kind'] | 'writable' | 'none';
  /** Why it sees no git; `null` where it does, or there is none. */
  readonly gitHiddenReason: string | null;
  release(): void;
}

async function buildCommand(config: BubblewrapConfig, command: BubblewrapRequest): Promise<BubblewrapCommand> {
  const { root, tempDir, git } = config;
  const { profile } = command;
  const access = workspaceAccess(profile, {
    hasOverlay: config.hasOverlay,
    lasting: command.lasting === true,
  });
  const view = config.view();
  const gitView: GitView = access === 'git' ? { kind: 'whole' } : await config.gitViews.view();
  const masks = access === 'overlay' ? view.lowerDir(profile.show) : null;
  const files = tempDir.sandboxFiles();
  const folders: Overlay[] =
    masks === null ? [] : [{ name: WORKSPACE_OVERLAY, lower: [masks.folder, root] }];
  const home = homeMounts(config, { access, lasting: command.lasting === true });
  if (home.layered) folders.push({ name: HOME_OVERLAY, lower: [tempDir.home] });
  const inner = bubblewrapArgv(
    config,
    {
      mounts: [
        ...command.machine,
        ...(command.show ?? []).map((path) => readOnly(path)),
        ...checkoutMounts(
          {
            root,
            git,
            shownConfig: files.repositoryConfig,
            emptyFile: files.emptyFile,
            protect: config.protect,
            write: config.write,
            runnerPlaces: runnerFoldersIn(root, config.parentEnv),
          },
          {
            access: masks === null && access === 'overlay' ? 'read-only' : access,
            layer: mergedPath(files.layers, WORKSPACE_OVERLAY),
            paths: profile.write,
            exact: exactnessOf(command),
            show: profile.show,
            view,
            gitView,
          },
        ),
        ...home.mounts,
        ...(command.proxy?.mounts ?? []),
      ],
      limits: { ...LIMITS, processes: config.processes },
      hasFilter: files.seccompFilter !== null,
      hasChannel: command.channel === true,
      hasHighestId: config.highestIdFile !== null,
    },
    {
      argv: [...(command.proxy?.prefix(command.channel === true) ?? []), ...command.argv],
      cwd: command.cwd,
    },
  );
  const writes =
    access === 'workspace' || access === 'git' || access === 'paths' || profile.name === 'writing';
  if (writes) writerStarted(config.writers);
  return {
    argv: folders.length === 0 ? inner : withOverlays(config, { overlayRoot: files.layers, folders }, inner),
    supervision: supervision({ overlayRoot: files.layers, names: folders.map(({ name }) => name) }),
    hidden: view.hidden.paths,
    git: git === null ? 'none' : access === 'git' ? 'writable' : gitView.kind,
    gitHiddenReason: gitView.kind === 'hidden' ? gitView.because : null,
    release: () => {
      masks?.remove();
      if (writes) writerEnded(config.writers);
    },
  };
}

function exactnessOf({ exact, lasting }: BubblewrapRequest): 'made' | 'existing' | null {
  if (exact === true) return 'made';
  return lasting === true ? 'existing' : null;
}

function writerStarted(writers: BubblewrapConfig['writers']): void {
  writers.begun += 1;
  writers.running += 1;
}

function writerEnded(writers: BubblewrapConfig['writers']): void {
  writers.begun += 1;
  writers.running -= 1;
}

/** A layer does not show what is written below it later, so that a command which lives on sees the workspace itself. */
export function workspaceAccess(
  profile: Pick<CommandProfile, 'name'>,
  options: { readonly hasOverlay: boolean; readonly lasting: boolean },
): WorkspaceAccess {
  if (discardsWrites(profile)) {
    if (options.hasOverlay && !options.lasting) return 'overlay';
    return profile.name === 'writing' ? 'paths' : 'read-only';
  }
  return profile.name === 'git' && !options.lasting ? 'git' : 'workspace';
}

/**
 * The home of commands, with their caches. What a command that only reads writes there is discarded, too: it would be the settings
 * of the next one. One that lives on has a home of its own.
 */
function homeMounts(
  { tempDir, hasOverlay }: BubblewrapConfig,
  { access, lasting }: { readonly access: WorkspaceAccess; readonly lasting: boolean },
): { readonly mounts: readonly Mount[]; readonly layered: boolean } {
  const { home } = tempDir;
  const files = tempDir.sandboxFiles();
  const config: Mount = { kind: 'read', from: files.gitConfig, to: join(home, '.gitconfig') };
  const reads = access === 'overlay' || access === 'read-only' || access === 'paths';
  if (!reads) return { mounts: [pinned(home), config], layered: false };
  const layered = hasOverlay && !lasting && hasCaches(home);
  const own: Mount = layered
    ? { kind: 'write', from: mergedPath(files.layers, HOME_OVERLAY), to: home }
    : { kind: 'empty', to: home, maxBytes: HOME_BYTES };
  return { mounts: [own, config], layered };
}

function hasCaches(home: string): boolean {
  return readdirSync(home).some((name) => name !== '.gitconfig');
}

/** What commands see of the machine, as it was found a moment ago at most. */
function cachedMachineMounts({ parentEnv, childEnv, root, tempDir }: BubblewrapConfig): () => readonly Mount[] {
  const { emptyFile } = tempDir.sandboxFiles();
  let found: readonly Mount[] = [];
  let foundAtMs = -Infinity;
  return () => {
    const nowMs = performance.now();
    if (nowMs - foundAtMs > MACHINE_CACHE_MS) {
      const view = { parentEnv, childEnv, workspace: root, emptyFile };
      found = [...systemMounts(view), ...kernelMounts(emptyFile)];
      foundAtMs = nowMs;
    }
    return found;
  };
}
