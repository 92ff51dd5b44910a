import { readdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { discardsWrites, type CommandProfile } from '../../policy/index.ts';
import {
  bubblewrapArgv,
  layerPath,
  type Mount,
  type OverlaidFolder,
  type SandboxProgram,
  withLayers,
} from './bubblewrap-args.ts';
import { checkoutMounts, type WorkspaceAccess } from './checkout-mounts.ts';
import type { SandboxBackend } from '../exec/sandbox-backend.ts';
import { type GitPlaces, pinned, readOnly } from '../git/read/git-paths.ts';
import type { GitView } from '../git/view/git-view.ts';
import type { GitViews } from '../git/view/git-views.ts';
import { LIMITS, TREE_LIMITS } from '../exec/limits.ts';
import { kernelMounts, runnerPlacesIn, systemMounts } from './system-mounts.ts';
import type { CommandNetwork, NetworkDoor } from '../network/index.ts';
import type { IsHidden } from './hidden-paths.ts';
import type { Workspace } from '../ports.ts';
import type { PrivateTempDir } from '../exec/private-tempdir.ts';
import { settleLayer } from './apply-overlay.ts';
import type { Descriptor } from '../exec/spawn-process.ts';
import { supervision } from './supervision.ts';
import { watchTree } from '../exec/process-tree-limits.ts';
import type { WorkspaceView } from './workspace-view.ts';

/**
 * Puts the sandbox of one command together from its profile: the machine, the checkout, its git, what is hidden, and what the
 * policy protects. The machine, where no command can write, is looked at anew after a moment. This file does I/O.
 */
export interface SandboxParts extends SandboxProgram {
  readonly root: string;
  readonly git: GitPlaces | null;
  readonly place: PrivateTempDir;
  readonly parentEnv: Readonly<Record<string, string | undefined>>;
  readonly childEnv: Readonly<Record<string, string>>;
  /** Paths from the root that are read-only, whether they exist yet or not. */
  readonly protect: readonly string[];
  /** Paths from the root that are writable; `.` is all. */
  readonly write: readonly string[];
  /** `null`: no network at all. */
  readonly network: CommandNetwork | null;
  /** Whether this kernel gives a layer over the workspace. */
  readonly hasLayers: boolean;
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
const MACHINE_LOOK_MS = 1_000;
const HOME_BYTES = 2 * 1024 ** 3;
/** Not more than the machine has, less what this process and the runner need. */
const MEMORY_SHARE = 0.8;
/** Two bubblewraps, each of which leaves a process outside of what it made, and the supervisor. */
const OWN_PROCESSES = 4;
const WORKSPACE_LAYER = 'workspace';
const HOME_LAYER = 'home';

/** The sandbox around each command, on Linux. */
export function bubblewrapBackend(walls: SandboxParts): SandboxBackend {
  const machine = lookAtMachine(walls);
  const limits = {
    processes: walls.processes,
    ownProcesses: OWN_PROCESSES,
    memoryBytes: Math.min(TREE_LIMITS.memoryBytes, totalmem() * MEMORY_SHARE),
  };
  return {
    kind: 'bubblewrap',
    protect: walls.protect,
    open: async (command) => {
      const { profile } = command;
      const network = profile.network ? walls.network : null;
      const door = network === null ? null : await network.open();
      try {
        const enclosed = await enclose(walls, { ...command, door, machine: machine() });
        const watched = enclosed.supervision;
        return {
          argv: enclosed.argv,
          cwd: walls.root,
          env: {},
          descriptors: descriptorsOf(walls),
          speaksOnStderr: true,
          watch: ({ pid, sockets }, end) => {
            watched.attach(sockets);
            return watchTree(pid, limits, (because) => {
              watched.kill();
              end(because);
            });
          },
          started: () => watched.started(),
          network: () => door?.uses() ?? [],
          sweep: () => undefined,
          settle: (result) =>
            settleLayer(result, {
              profile,
              layer: watched.layer(WORKSPACE_LAYER),
              root: walls.root,
              writable: walls.write,
              protect: walls.protect,
              hidden: enclosed.hidden,
              git: enclosed.git,
              withoutGit: enclosed.withoutGit,
              triedNetwork: door === null && watched.triedNetwork(),
              listsHosts: walls.network !== null,
            }),
          close: async () => {
            watched.close();
            enclosed.release();
            await door?.close();
          },
        };
      } catch (error) {
        await door?.close();
        throw error;
      }
    },
  };
}

function descriptorsOf({ place, highestIdFile }: SandboxParts): readonly Descriptor[] {
  const filter = place.forWalls().seccompFilter;
  return [
    filter === null ? 'none' : { file: filter },
    'socket',
    'socket',
    ...(highestIdFile === null ? [] : [{ file: highestIdFile }]),
  ];
}

interface SandboxedCommand {
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
  readonly door: Pick<NetworkDoor, 'mounts' | 'prefix'> | null;
  readonly machine: readonly Mount[];
}

interface EnclosedCommand {
  readonly argv: readonly [string, ...string[]];
  readonly supervision: ReturnType<typeof supervision>;
  readonly hidden: readonly string[];
  readonly git: GitView['kind'] | 'writable' | 'none';
  /** Why it sees no git; `null` where it does, or there is none. */
  readonly withoutGit: string | null;
  release(): void;
}

async function enclose(walls: SandboxParts, command: SandboxedCommand): Promise<EnclosedCommand> {
  const { root, place, git } = walls;
  const { profile } = command;
  const access = accessOf(profile, {
    hasLayers: walls.hasLayers,
    lasting: command.lasting === true,
  });
  const view = walls.view();
  const gitView: GitView = access === 'git' ? { kind: 'whole' } : await walls.gitViews.view();
  const masks = access === 'layer' ? view.maskLayer(profile.show) : null;
  const files = place.forWalls();
  const folders: OverlaidFolder[] =
    masks === null ? [] : [{ name: WORKSPACE_LAYER, lower: [masks.folder, root] }];
  const home = homeMounts(walls, { access, lasting: command.lasting === true });
  if (home.layered) folders.push({ name: HOME_LAYER, lower: [place.home] });
  const inner = bubblewrapArgv(
    walls,
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
            protect: walls.protect,
            write: walls.write,
            runnerPlaces: runnerPlacesIn(root, walls.parentEnv),
          },
          {
            access: masks === null && access === 'layer' ? 'read-only' : access,
            layer: layerPath(files.layers, WORKSPACE_LAYER),
            paths: profile.write,
            exact: exactnessOf(command),
            show: profile.show,
            view,
            gitView,
          },
        ),
        ...home.mounts,
        ...(command.door?.mounts ?? []),
      ],
      limits: { ...LIMITS, processes: walls.processes },
      hasFilter: files.seccompFilter !== null,
      hasChannel: command.channel === true,
      hasHighestId: walls.highestIdFile !== null,
    },
    {
      argv: [...(command.door?.prefix(command.channel === true) ?? []), ...command.argv],
      cwd: command.cwd,
    },
  );
  const writes =
    access === 'workspace' || access === 'git' || access === 'paths' || profile.name === 'writing';
  if (writes) writingBegins(walls.writers);
  return {
    argv: folders.length === 0 ? inner : withLayers(walls, { place: files.layers, folders }, inner),
    supervision: supervision({ place: files.layers, names: folders.map(({ name }) => name) }),
    hidden: view.hidden.paths,
    git: git === null ? 'none' : access === 'git' ? 'writable' : gitView.kind,
    withoutGit: gitView.kind === 'hidden' ? gitView.because : null,
    release: () => {
      masks?.remove();
      if (writes) writingEnds(walls.writers);
    },
  };
}

function exactnessOf({ exact, lasting }: SandboxedCommand): 'made' | 'existing' | null {
  if (exact === true) return 'made';
  return lasting === true ? 'existing' : null;
}

function writingBegins(writers: SandboxParts['writers']): void {
  writers.begun += 1;
  writers.running += 1;
}

function writingEnds(writers: SandboxParts['writers']): void {
  writers.begun += 1;
  writers.running -= 1;
}

/** A layer does not show what is written below it later, so that a command which lives on sees the workspace itself. */
export function accessOf(
  profile: Pick<CommandProfile, 'name'>,
  options: { readonly hasLayers: boolean; readonly lasting: boolean },
): WorkspaceAccess {
  if (discardsWrites(profile)) {
    if (options.hasLayers && !options.lasting) return 'layer';
    return profile.name === 'writing' ? 'paths' : 'read-only';
  }
  return profile.name === 'git' && !options.lasting ? 'git' : 'workspace';
}

/**
 * The home of commands, with their caches. What a command that only reads writes there is discarded, too: it would be the settings
 * of the next one. One that lives on has a home of its own.
 */
function homeMounts(
  { place, hasLayers }: SandboxParts,
  { access, lasting }: { readonly access: WorkspaceAccess; readonly lasting: boolean },
): { readonly mounts: readonly Mount[]; readonly layered: boolean } {
  const { home } = place;
  const files = place.forWalls();
  const config: Mount = { kind: 'read', from: files.gitConfig, to: join(home, '.gitconfig') };
  const reads = access === 'layer' || access === 'read-only' || access === 'paths';
  if (!reads) return { mounts: [pinned(home), config], layered: false };
  const layered = hasLayers && !lasting && hasCaches(home);
  const own: Mount = layered
    ? { kind: 'write', from: layerPath(files.layers, HOME_LAYER), to: home }
    : { kind: 'empty', to: home, maxBytes: HOME_BYTES };
  return { mounts: [own, config], layered };
}

function hasCaches(home: string): boolean {
  return readdirSync(home).some((name) => name !== '.gitconfig');
}

/** What commands see of the machine, as it was found a moment ago at most. */
function lookAtMachine({ parentEnv, childEnv, root, place }: SandboxParts): () => readonly Mount[] {
  const { emptyFile } = place.forWalls();
  let found: readonly Mount[] = [];
  let foundAtMs = -Infinity;
  return () => {
    const nowMs = performance.now();
    if (nowMs - foundAtMs > MACHINE_LOOK_MS) {
      const view = { parentEnv, childEnv, workspace: root, emptyFile };
      found = [...systemMounts(view), ...kernelMounts(emptyFile)];
      foundAtMs = nowMs;
    }
    return found;
  };
}
