import type { TreeLimits } from './processes/process-tree-limits.ts';

/**
 * What prevents a command from inspecting its supervisor (`ptrace`, `/proc/1`):
 * - `unreadable`: the supervisor is an execute-only copy of the shell. The kernel does not let a process inspect another one
 *   whose program it cannot read, unless it has a capability, and the sandbox has none;
 * - `capability`: the supervisor keeps one capability that has no effect in its namespace, and `setpriv` removes it from the
 *   command. The kernel does not let a process inspect another one with more capabilities;
 * - `none`: a command could fake its own end.
 */
export type SupervisorProtection =
  | { readonly kind: 'unreadable'; readonly shell: string }
  | { readonly kind: 'capability'; readonly setpriv: string }
  | { readonly kind: 'none' };

/** The limits of a command together with all processes that it starts. */
export const TREE_LIMITS: TreeLimits = { processes: 4096, memoryBytes: 12 * 1024 ** 3 };

/** The resource limits of a command. */
export const LIMITS = {
  processes: TREE_LIMITS.processes,
  openFiles: 16_384,
  /** For each written file. */
  fileKilobytes: 4 * 1024 * 1024,
  /** Private writable memory of each process, not its address space: V8, Go and Java reserve far more than they use. */
  dataKilobytes: 8 * 1024 * 1024,
};
export type Limits = Readonly<typeof LIMITS>;

/** The kernel reserves this many of the lowest process ids after it has assigned all ids once. */
const RESERVED_IDS = 300;
/** The first kernel with a highest process id for each namespace. Before, it applies to the whole machine. */
const OWN_HIGHEST_ID = { major: 6, minor: 14 };

/**
 * The highest process id (`pid_max`) of a sandbox with at most `processes` processes. It limits root too, for which the kernel
 * ignores `ulimit`. It is a little higher than the limit, so that the process watcher notices a command that reached the limit.
 * `null` if this kernel has no limit for each namespace, or the user is not root.
 */
export function highestId(
  processes: number,
  system: { readonly uid: number | undefined; readonly release: string },
): number | null {
  const [major = 0, minor = 0] = system.release.split('.').map((part) => Number.parseInt(part, 10));
  const { major: first, minor: since } = OWN_HIGHEST_ID;
  const isOwn = major > first || (major === first && minor >= since);
  return system.uid === 0 && isOwn ? processes + RESERVED_IDS : null;
}

/** The unit of `ulimit -f` in each shell that is started as `sh`. */
const BLOCK_BYTES = 512;

/**
 * The shell source that sets the limits. Limits that the system does not support are skipped; the probes report them. The limit
 * of processes is `-u` in bash and `-p` in dash, and each refuses the other's.
 */
export function limitScript(limits: Limits): string {
  return [
    'ulimit -c 0',
    `ulimit -u ${limits.processes}`,
    `ulimit -p ${limits.processes}`,
    `ulimit -n ${limits.openFiles}`,
    `ulimit -f ${(limits.fileKilobytes * 1024) / BLOCK_BYTES}`,
    `ulimit -d ${limits.dataKilobytes}`,
    '',
  ].join(' 2>/dev/null; ');
}

/**
 * The shell source of the supervisor, process 1 of a sandbox. It does this in order:
 * 1. sets the limits: inside the sandbox, so that processes are counted in its namespace;
 * 2. says that the sandbox is complete, waits for the start signal, and confirms it;
 * 3. closes the parent's descriptors;
 * 4. starts the command, with one pipe for both outputs, which keeps their order, unless its standard error stays apart.
 *
 * Because of the final `exit` the shell does not replace itself by the command.
 */
export function supervisorScript(
  options: {
    readonly limits: Limits;
    readonly hasChannel: boolean;
    readonly separateErrors: boolean;
  },
  protection: SupervisorProtection,
): string {
  const noCapability =
    protection.kind === 'capability'
      ? `${protection.setpriv} --inh-caps=-all --ambient-caps=-all --bounding-set=-all --no-new-privs `
      : '';
  return [
    `${limitScript(options.limits)}echo >&6`,
    'read -r go <&6 || exit 125',
    'echo >&6',
    `exec 6>&-${options.hasChannel ? '' : ' 3>&-'}`,
    `${noCapability}"$@"${options.separateErrors ? '' : ' 2>&1'}`,
    'exit $?',
  ].join('; ');
}
