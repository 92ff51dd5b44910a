import type { TreeLimits } from './tree.ts';

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

export interface SandboxShape {
  /** In this order; a later one lies over an earlier one. */
  readonly mounts: readonly Mount[];
  /** Whether this bubblewrap can forbid further user namespaces inside. */
  readonly disableUserns: boolean;
  readonly limits: Limits;
  /** The descriptor that the filter of system calls is read from; `null`: none for this processor. */
  readonly seccompDescriptor: number | null;
  /** How the shell spells its limit of processes: dash `-p`, bash and others `-u`. */
  readonly processLimitFlag: '-p' | '-u';
}

export interface Limits {
  readonly processes: number;
  readonly openFiles: number;
  /** Of each file that is written. */
  readonly fileKilobytes: number;
  /** Private writable memory of each process. Not its address space: V8, Go and Java reserve far more than they use. */
  readonly dataKilobytes: number;
}

/** Of one command with all that it starts. */
export const TREE_LIMITS: TreeLimits = { processes: 4096, memoryBytes: 12 * 1024 ** 3 };

export const LIMITS: Limits = {
  processes: 4096,
  openFiles: 16_384,
  fileKilobytes: 4 * 1024 * 1024,
  dataKilobytes: 8 * 1024 * 1024,
};

const DASH_BLOCK_BYTES = 512;

/** The arguments that run `argv` in the sandbox, in the folder `cwd`. */
export function bubblewrapArgv(
  program: string,
  shape: SandboxShape,
  command: { readonly argv: readonly string[]; readonly cwd: string },
): [string, ...string[]] {
  return [
    program,
    ...namespaceArgs(shape.disableUserns),
    ...(shape.seccompDescriptor === null ? [] : ['--seccomp', String(shape.seccompDescriptor)]),
    ...shape.mounts.flatMap((mount) => mountArgs(mount)),
    '--chdir',
    command.cwd,
    '--',
    '/bin/sh',
    '-c',
    limitScript(shape),
    'sh',
    ...command.argv,
  ];
}

function namespaceArgs(disableUserns: boolean): string[] {
  return [
    '--unshare-user',
    '--unshare-ipc',
    '--unshare-pid',
    '--unshare-net',
    '--unshare-uts',
    '--unshare-cgroup-try',
    ...(disableUserns ? ['--disable-userns'] : []),
    '--hostname',
    'sandbox',
    '--new-session',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
  ];
}

function mountArgs(mount: Mount): string[] {
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

/**
 * Sets the limits from inside, so that processes are counted in the sandbox's own namespace, then becomes the command.
 * One pipe for both outputs keeps their order. A limit that this system does not know is passed over: the probes tell.
 */
function limitScript({ limits, processLimitFlag }: SandboxShape): string {
  const fileBlocks =
    (limits.fileKilobytes * 1024) / (processLimitFlag === '-p' ? DASH_BLOCK_BYTES : 1024);
  return [
    'ulimit -c 0',
    `ulimit ${processLimitFlag} ${limits.processes}`,
    `ulimit -n ${limits.openFiles}`,
    `ulimit -f ${fileBlocks}`,
    `ulimit -d ${limits.dataKilobytes}`,
    'exec "$@" 2>&1',
  ].join(' 2>/dev/null; ');
}
