import { totalmem } from 'node:os';
import { join } from 'node:path';
import { bubblewrapArgv, type Mount, type SandboxShape } from './bubblewrap.ts';
import type { Enclosure } from './enclosure.ts';
import { gitMounts, type GitPlaces, kindOf, pinned, readOnly } from './git-places.ts';
import { LIMITS, TREE_LIMITS } from './limits.ts';
import { kernelMounts, runnerPlacesIn, systemMounts } from './machine.ts';
import type { CommandNetwork, NetworkDoor } from './network/index.ts';
import type { PrivatePlace } from './private-place.ts';
import { holdProtected } from './protected.ts';
import { watchTree } from './tree.ts';

/**
 * Puts the walls of one workspace together: the machine, the checkout, its git, and what the policy protects.
 * The checkout is looked at anew for each command, since folders come and go, and the machine, where no command can write,
 * anew after a moment; what is protected is the same in every sandbox of the run, so that a command running in the
 * background cannot move a mount point of the next one. This file does I/O.
 */
export interface Walls {
  readonly root: string;
  readonly git: GitPlaces | null;
  readonly place: PrivatePlace;
  readonly parentEnv: Readonly<Record<string, string | undefined>>;
  readonly childEnv: Readonly<Record<string, string>>;
  /** Paths from the root that are read-only, whether they exist yet or not. */
  readonly protect: readonly string[];
  /** Paths from the root that are writable; `.` is all. */
  readonly write: readonly string[];
  readonly program: string;
  readonly disableUserns: boolean;
  readonly processLimitFlag: '-p' | '-u';
  /** `null`: no network at all. */
  readonly network: CommandNetwork | null;
}

const SECCOMP_DESCRIPTOR = 4;
/** A look at the machine asks the system some two hundred times; commands that follow each other closely share one. */
const MACHINE_LOOK_MS = 1_000;
const RUNNER_PLACE_BYTES = 1024 ** 2;
/** Not more than the machine has, less what this process and the runner need. */
const MEMORY_SHARE = 0.8;

/** The walls around each command, on Linux. */
export function bubblewrapEnclosure(walls: Walls): Enclosure {
  const filter = walls.place.forWalls().seccompFilter;
  const machine = lookAtMachine(walls);
  const limits = {
    ...TREE_LIMITS,
    memoryBytes: Math.min(TREE_LIMITS.memoryBytes, totalmem() * MEMORY_SHARE),
  };
  return {
    kind: 'bubblewrap',
    protect: walls.protect,
    open: async (command) => {
      const door = walls.network === null ? null : await walls.network.open();
      try {
        return {
          argv: sandboxedArgv(walls, { ...command, door, machine: machine() }),
          cwd: walls.root,
          env: {},
          descriptors: filter === null ? [] : [{ file: filter }],
          speaksOnStderr: true,
          watch: (pid, end) => watchTree(pid, limits, end),
          network: () => door?.uses() ?? [],
          sweep: () => undefined,
          close: async () => door?.close(),
        };
      } catch (error) {
        await door?.close();
        throw error;
      }
    },
  };
}

interface WalledCommand {
  readonly argv: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The way out that it gets, where it gets one. */
  readonly door: Pick<NetworkDoor, 'mounts' | 'prefix'> | null;
  readonly machine: readonly Mount[];
  readonly show?: readonly string[];
}

function sandboxedArgv(walls: Walls, command: WalledCommand): [string, ...string[]] {
  const { argv, cwd, door, machine } = command;
  const shape: SandboxShape = {
    mounts: [
      ...machine,
      ...(command.show ?? []).map((path) => readOnly(path)),
      ...checkoutMounts(walls),
      ...(door?.mounts ?? []),
    ],
    disableUserns: walls.disableUserns,
    limits: LIMITS,
    seccompDescriptor: walls.place.forWalls().seccompFilter === null ? null : SECCOMP_DESCRIPTOR,
    processLimitFlag: walls.processLimitFlag,
  };
  return bubblewrapArgv(walls.program, shape, { argv: [...(door?.prefix ?? []), ...argv], cwd });
}

/** What commands see of the machine, as it was found a moment ago at most. */
function lookAtMachine({ parentEnv, childEnv, root, place }: Walls): () => readonly Mount[] {
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

function checkoutMounts(walls: Walls): Mount[] {
  const { root, place, git } = walls;
  return [
    ...workspaceMounts(walls),
    ...runnerMounts(walls),
    ...protectedMounts(root, walls.protect),
    ...(git === null ? [] : gitMounts(git, place.forWalls().repositoryConfig)),
    pinned(place.home),
    { kind: 'read', from: place.forWalls().gitConfig, to: join(place.home, '.gitconfig') },
  ];
}

function workspaceMounts({ root, write }: Walls): Mount[] {
  if (write.includes('.')) return [pinned(root)];
  const open = write.map((path) => join(root, path)).filter((path) => kindOf(path) === 'folder');
  return [readOnly(root), ...open.map((path) => pinned(path))];
}

/** Empty in place of the runner's own folders, should they lie in the workspace. */
function runnerMounts({ root, parentEnv }: Walls): Mount[] {
  return runnerPlacesIn(root, parentEnv)
    .filter((path) => kindOf(path) === 'folder')
    .map((to): Mount => ({ kind: 'empty', to, maxBytes: RUNNER_PLACE_BYTES }));
}

/** Each protected path read-only, and each folder above it pinned. */
function protectedMounts(root: string, protect: readonly string[]): Mount[] {
  const { above, targets } = holdProtected(root, protect);
  return [...above.map((path) => pinned(path)), ...targets.map((path) => readOnly(path))];
}
