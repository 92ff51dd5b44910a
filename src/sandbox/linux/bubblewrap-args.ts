import { type Limits, type SupervisorProtection, supervisorScript } from '../exec/limits.ts';

/**
 * What a sandboxed command sees of the machine, as bubblewrap's arguments. Pure.
 * The root is an empty tmpfs and everything in it is put there on purpose: what nobody thought of is not visible.
 */
export type Mount =
  | { readonly kind: 'read'; readonly from: string; readonly to: string }
  | { readonly kind: 'write'; readonly from: string; readonly to: string }
  | { readonly kind: 'link'; readonly from: string; readonly to: string }
  | { readonly kind: 'empty'; readonly to: string; readonly maxBytes: number }
  | { readonly kind: 'proc' }
  | { readonly kind: 'dev' };

/** The descriptors of a sandboxed program; 3 is its channel to this process where it has one. */
export const SECCOMP_DESCRIPTOR = 4;
/** Where bubblewrap says how the command ended. Only its own process outside of the sandbox holds it. */
export const STATUS_DESCRIPTOR = 5;
/** Where the supervisor inside waits for the word to start the command, and says that it starts it. */
export const START_DESCRIPTOR = 6;
/** The highest process id of the sandbox, where it has one of its own. Bubblewrap reads it. */
export const HIGHEST_ID_DESCRIPTOR = 7;

/** What this machine's bubblewrap, shell and kernel can do. */
export interface BubblewrapProgram {
  readonly program: string;
  /** Whether this bubblewrap can forbid further user namespaces inside. */
  readonly disableUserns: boolean;
  /** How the shell spells its limit of processes: dash `-p`, bash and others `-u`. */
  readonly processLimitFlag: '-p' | '-u';
  readonly protection: SupervisorProtection;
  /** The program that mounts layers. */
  readonly mount: string;
}

/** Where the sandbox shows the copy of the shell. Some shells go by their name. */
const SUPERVISOR = '/run/supervisor/sh';

export interface SandboxSpec {
  /** In this order; a later one lies over an earlier one. */
  readonly mounts: readonly Mount[];
  readonly limits: Limits;
  readonly hasFilter: boolean;
  readonly hasChannel: boolean;
  /** Whether its namespace gets a highest process id of its own. */
  readonly hasHighestId: boolean;
}

/** The arguments that run `argv` in the sandbox, in the folder `cwd`. */
export function bubblewrapArgv(
  sandbox: BubblewrapProgram,
  shape: SandboxSpec,
  command: { readonly argv: readonly string[]; readonly cwd: string },
): [string, ...string[]] {
  const { protection } = sandbox;
  return [
    sandbox.program,
    ...namespaceArgs(sandbox),
    '--json-status-fd',
    String(STATUS_DESCRIPTOR),
    ...(shape.hasFilter ? ['--seccomp', String(SECCOMP_DESCRIPTOR)] : []),
    ...shape.mounts.flatMap((mount) => [
      ...mountArgs(mount),
      // Written by bubblewrap while it still may, from inside of the new namespace; what follows makes the file read-only.
      ...(mount.kind === 'proc' && shape.hasHighestId
        ? ['--file', String(HIGHEST_ID_DESCRIPTOR), '/proc/sys/kernel/pid_max']
        : []),
    ]),
    ...(protection.kind === 'unreadable' ? ['--ro-bind', protection.shell, SUPERVISOR] : []),
    '--chdir',
    command.cwd,
    '--',
    protection.kind === 'unreadable' ? SUPERVISOR : '/bin/sh',
    '-c',
    supervisorScript(shape, sandbox),
    'sh',
    ...command.argv,
  ];
}

/** The supervisor is process 1. */
function namespaceArgs({ disableUserns, protection }: BubblewrapProgram): string[] {
  return [
    '--unshare-user',
    '--unshare-ipc',
    '--unshare-pid',
    '--unshare-net',
    '--unshare-uts',
    '--unshare-cgroup-try',
    ...(disableUserns ? ['--disable-userns'] : []),
    '--uid',
    String(process.getuid?.() ?? 0),
    '--gid',
    String(process.getgid?.() ?? 0),
    '--hostname',
    'sandbox',
    '--new-session',
    '--die-with-parent',
    '--as-pid-1',
    '--cap-drop',
    'ALL',
    ...(protection.kind === 'capability' ? ['--cap-add', 'CAP_SETPCAP'] : []),
  ];
}

/** The arguments for one mount. */
export function mountArgs(mount: Mount): string[] {
  switch (mount.kind) {
    case 'read':
      return ['--ro-bind', mount.from, mount.to];
    case 'write':
      return ['--bind', mount.from, mount.to];
    case 'link':
      return ['--symlink', mount.from, mount.to];
    case 'empty':
      return ['--perms', '0755', '--size', String(mount.maxBytes), '--tmpfs', mount.to];
    case 'proc':
    case 'dev':
      return [`--${mount.kind}`, `/${mount.kind}`];
  }
  return mount satisfies never;
}

/** A folder as a command sees it through a layer: what it writes goes into the layer. */
export interface Overlay {
  /** Its overlayRoot among the layers, such as `workspace`: a plain name. */
  readonly name: string;
  /** Absolute; the first lies over the next. */
  readonly lower: readonly string[];
}

/** Bytes that a command may write into its layers, which are memory. */
const OVERLAY_BYTES = 1024 ** 3;

/**
 * Puts a first bubblewrap before the sandbox: it may mount, sees the machine, and starts nothing but `mount` and the sandbox.
 * Each overlaid folder is at `layerPath(overlayRoot, name)` for the sandbox's own mounts; what is written lies below
 * `upperPath(overlayRoot, name)`, in memory that is gone with the last descriptor of it. `overlayRoot` is an empty folder of this process's own.
 */
export function withOverlays(
  sandbox: BubblewrapProgram,
  layers: { readonly overlayRoot: string; readonly folders: readonly Overlay[] },
  inner: readonly [string, ...string[]],
): [string, ...string[]] {
  const { overlayRoot, folders } = layers;
  const made = folders.flatMap(({ name }) => [
    mergedPath(overlayRoot, name),
    upperPath(overlayRoot, name),
    workPath(overlayRoot, name),
  ]);
  const options = folders.map(({ name, lower }) =>
    [
      `lowerdir=${lower.map((path) => escapedOption(path)).join(':')}`,
      `upperdir=${escapedOption(upperPath(overlayRoot, name))}`,
      `workdir=${escapedOption(workPath(overlayRoot, name))}`,
      'userxattr',
    ].join(','),
  );
  const mounts = folders.map(
    (_, index) =>
      `LC_ALL=C ${sandbox.mount} -nit overlay overlay -o "$${2 * index + 1}" "$${2 * index + 2}"`,
  );
  const script = [...mounts, `shift ${2 * folders.length}`, 'exec "$@"'].join(' && ');
  return [
    sandbox.program,
    '--unshare-user',
    '--uid',
    '0',
    '--gid',
    '0',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    ...['CAP_SYS_ADMIN', 'CAP_SETFCAP', 'CAP_DAC_OVERRIDE', 'CAP_FOWNER'].flatMap((capability) => [
      '--cap-add',
      capability,
    ]),
    // The sandbox binds each part without its devices.
    '--dev-bind',
    '/',
    '/',
    '--size',
    String(OVERLAY_BYTES),
    '--tmpfs',
    overlayRoot,
    ...made.flatMap((path) => ['--dir', path]),
    '--',
    '/bin/sh',
    '-c',
    script,
    'sh',
    ...folders.flatMap(({ name }, index) => [options[index] ?? '', mergedPath(overlayRoot, name)]),
    ...inner,
  ];
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

/** In the options of an overlay these characters end a path. */
function escapedOption(path: string): string {
  return path.replaceAll(/[\\:,]/g, String.raw`\$&`);
}
