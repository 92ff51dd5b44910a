import { type Limits, type SupervisorProtection, supervisorScript } from '../../exec/limits.ts';

/**
 * Bubblewrap's arguments for what a sandboxed command sees. Pure.
 * The root is an empty tmpfs, so only what is mounted explicitly is visible.
 */
export type Mount =
  | { readonly kind: 'read'; readonly from: string; readonly to: string }
  | { readonly kind: 'write'; readonly from: string; readonly to: string }
  | { readonly kind: 'link'; readonly from: string; readonly to: string }
  | { readonly kind: 'empty'; readonly to: string; readonly maxBytes: number }
  /** An empty folder that cannot be written, in place of a hidden one. */
  | { readonly kind: 'closed'; readonly to: string }
  | { readonly kind: 'proc' }
  | { readonly kind: 'dev' };

export type ReadMount = Extract<Mount, { kind: 'read' }>;

export function readOnly(path: string): ReadMount {
  return { kind: 'read', from: path, to: path };
}

/** A bind mount over itself. A mount point can be neither renamed nor removed, so it cannot be replaced. */
export function pinned(path: string): Mount {
  return { kind: 'write', from: path, to: path };
}

/** The descriptors of a sandboxed command. Descriptor 3 is its channel to this process, if it has one. */
const SECCOMP_DESCRIPTOR = 4;
/** Bubblewrap writes its JSON status here (`--json-status-fd`). Only its process outside of the sandbox has it. */
export const STATUS_DESCRIPTOR = 5;
/** The supervisor says here that the sandbox is complete, waits for the start signal, and confirms it before the command starts. */
export const START_DESCRIPTOR = 6;
/** Bubblewrap reads the sandbox's highest process id from here, if the sandbox has one. */
const HIGHEST_ID_DESCRIPTOR = 7;

export interface BubblewrapFeatures {
  /** Whether it can forbid further user namespaces inside of the sandbox. */
  readonly disableUserns: boolean;
  /** Whether it can limit what is written into memory. Before 0.7 only the kernel does: half of the machine's each time. */
  readonly sizedTmpfs: boolean;
}

/** This machine's bubblewrap, and what it can do. */
export interface BubblewrapProgram extends BubblewrapFeatures {
  readonly program: string;
  readonly protection: SupervisorProtection;
  /** The `mount` program that mounts overlays. */
  readonly mount: string;
}

/** The path of the shell's copy in the sandbox. Some shells change their behavior by their name. */
const SUPERVISOR = '/run/supervisor/sh';

interface SandboxSpec {
  /** In this order; a later mount covers an earlier one. */
  readonly mounts: readonly Mount[];
  readonly limits: Limits;
  readonly hasFilter: boolean;
  readonly hasChannel: boolean;
  /** Whether the command's standard error stays apart from its standard output. */
  readonly separateErrors: boolean;
  /** Whether its namespace gets its own highest process id. */
  readonly hasHighestId: boolean;
}

/** The arguments that run `argv` in the sandbox, in the folder `cwd`. */
export function bubblewrapArgv(
  sandbox: BubblewrapProgram,
  shape: SandboxSpec,
  command: { readonly argv: readonly string[]; readonly cwd: string },
): [string, ...string[]] {
  const { protection } = sandbox;
  const isUnreadable = protection.kind === 'unreadable';
  const options = [
    ...namespaceArgs(sandbox),
    ['--json-status-fd', String(STATUS_DESCRIPTOR)],
    shape.hasFilter ? ['--seccomp', String(SECCOMP_DESCRIPTOR)] : [],
    ...shape.mounts.flatMap((mount) => [
      mountArgs(sandbox, mount),
      // Bubblewrap writes it in the new namespace, before a later mount makes the file read-only.
      mount.kind === 'proc' && shape.hasHighestId
        ? ['--file', String(HIGHEST_ID_DESCRIPTOR), '/proc/sys/kernel/pid_max']
        : [],
    ]),
    isUnreadable ? ['--ro-bind', protection.shell, SUPERVISOR] : [],
    ['--chdir', command.cwd],
  ].flat();
  const shell = isUnreadable ? SUPERVISOR : '/bin/sh';
  const supervisor = [shell, '-c', supervisorScript(shape, protection), 'sh'];
  return [sandbox.program, ...options, '--', ...supervisor, ...command.argv];
}

/** `--as-pid-1` makes the supervisor process 1 of its namespace. */
function namespaceArgs({ disableUserns, protection }: BubblewrapProgram): string[][] {
  return [
    ['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'],
    ['--unshare-cgroup-try', ...(disableUserns ? ['--disable-userns'] : [])],
    ['--uid', String(process.getuid?.() ?? 0)],
    ['--gid', String(process.getgid?.() ?? 0)],
    ['--hostname', 'sandbox'],
    ['--new-session', '--die-with-parent', '--as-pid-1'],
    ['--cap-drop', 'ALL'],
    protection.kind === 'capability' ? ['--cap-add', 'CAP_SETPCAP'] : [],
  ];
}

/** Shared memory. The folder of devices around it is read-only: what is written there would have no limit. */
const SHARED_MEMORY: Mount = { kind: 'empty', to: '/dev/shm', maxBytes: 2 * 1024 ** 3 };

export function mountArgs(sandbox: Pick<BubblewrapProgram, 'sizedTmpfs'>, mount: Mount): string[] {
  switch (mount.kind) {
    case 'read':
      return ['--ro-bind', mount.from, mount.to];
    case 'write':
      return ['--bind', mount.from, mount.to];
    case 'link':
      return ['--symlink', mount.from, mount.to];
    case 'empty':
      return ['--perms', '0755', ...tmpfsArgs(sandbox, mount)];
    case 'closed':
      return ['--perms', '0755', '--tmpfs', mount.to, '--remount-ro', mount.to];
    case 'proc':
      return ['--proc', '/proc'];
    case 'dev':
      return ['--dev', '/dev', ...mountArgs(sandbox, SHARED_MEMORY), '--remount-ro', '/dev'];
  }
  return mount satisfies never;
}

function tmpfsArgs(
  { sizedTmpfs }: Pick<BubblewrapProgram, 'sizedTmpfs'>,
  { to, maxBytes }: { readonly to: string; readonly maxBytes: number },
): string[] {
  return [...(sizedTmpfs ? ['--size', String(maxBytes)] : []), '--tmpfs', to];
}

/** An overlay mount over a folder: what the command writes goes into the overlay's upper directory. */
export interface Overlay {
  /** The name of its directories, such as `workspace`. */
  readonly name: string;
  /** Absolute, the topmost first. */
  readonly lowerDirs: readonly string[];
}

const OVERLAY_CAPABILITIES = ['CAP_SYS_ADMIN', 'CAP_SETFCAP', 'CAP_DAC_OVERRIDE', 'CAP_FOWNER'];

/** The most bytes that a command may write into its overlays, which are in memory (tmpfs). */
export const MAX_OVERLAY_BYTES = 1024 ** 3;

/**
 * Starts the sandbox from an outer bubblewrap that may mount overlays. The outer one sees the whole machine and starts only
 * `mount` and the sandbox. Each overlay is mounted at `mergedPath`, from where the sandbox binds it. Its changes are at
 * `upperPath`, in a tmpfs that the kernel frees with its last descriptor. `overlayRoot` is an empty private folder.
 */
export function withOverlays(
  sandbox: BubblewrapProgram,
  {
    overlayRoot,
    overlays,
  }: { readonly overlayRoot: string; readonly overlays: readonly Overlay[] },
  sandboxed: readonly [string, ...string[]],
): [string, ...string[]] {
  const directories = overlays.flatMap(({ name }) => [
    mergedPath(overlayRoot, name),
    upperPath(overlayRoot, name),
    workPath(overlayRoot, name),
  ]);
  const optionsOf = ({ name, lowerDirs }: Overlay): string =>
    [
      `lowerdir=${lowerDirs.map((path) => escapedOption(path)).join(':')}`,
      `upperdir=${escapedOption(upperPath(overlayRoot, name))}`,
      `workdir=${escapedOption(workPath(overlayRoot, name))}`,
      'userxattr',
    ].join(',');
  const options = [
    ['--unshare-user', '--uid', '0', '--gid', '0', '--die-with-parent'],
    ['--cap-drop', 'ALL'],
    ...OVERLAY_CAPABILITIES.map((capability) => ['--cap-add', capability]),
    // The sandbox binds what it needs from it, without devices.
    ['--dev-bind', '/', '/'],
    tmpfsArgs(sandbox, { to: overlayRoot, maxBytes: MAX_OVERLAY_BYTES }),
    ...directories.map((path) => ['--dir', path]),
  ].flat();
  // Its arguments: the options and the place of each overlay, `--`, and the sandbox.
  const script = `while [ "$1" != -- ]; do LC_ALL=C ${sandbox.mount} -nit overlay overlay -o "$1" "$2" || exit; shift 2; done; shift; exec "$@"`;
  const shell = ['/bin/sh', '-c', script, 'sh'];
  const mounts = overlays.flatMap((one) => [optionsOf(one), mergedPath(overlayRoot, one.name)]);
  return [sandbox.program, ...options, '--', ...shell, ...mounts, '--', ...sandboxed];
}

export function mergedPath(overlayRoot: string, name: string): string {
  return `${overlayRoot}/${name}`;
}

export function upperPath(overlayRoot: string, name: string): string {
  return `${overlayRoot}/${name}-upper`;
}

function workPath(overlayRoot: string, name: string): string {
  return `${overlayRoot}/${name}-work`;
}

/** These characters end a path in the mount options of an overlay. */
function escapedOption(path: string): string {
  return path.replaceAll(/[\\:,]/g, String.raw`\$&`);
}
