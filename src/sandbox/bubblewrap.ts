import { limitScript, type Limits } from './limits.ts';

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
    limitScript(shape.limits, shape.processLimitFlag),
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
