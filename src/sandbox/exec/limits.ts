import type { TreeLimits } from './process-tree-limits.ts';

/**
 * What keeps a command from looking into its supervisor:
 * - `unreadable`: the supervisor is a copy of the shell that nobody may read. The kernel lets no process look into one whose program
 *   it may not read, unless it has a capability, and the sandbox has none;
 * - `capability`: it keeps one capability, which is worth nothing in its own namespace, and `setpriv` takes it from the command. The
 *   kernel lets no process look into one that has more;
 * - `none`: a command could lie about its own end.
 */
export type SupervisorProtection =
  | { readonly kind: 'unreadable'; readonly shell: string }
  | { readonly kind: 'capability'; readonly setpriv: string }
  | { readonly kind: 'none' };

/** What a command may take. Pure. */
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

/** The kernel keeps so many of the lowest process ids for itself once it has given out all of them. */
const RESERVED_IDS = 300;
/** The first kernel in which a namespace has a highest process id of its own. Before, it is that of the whole machine. */
const OWN_HIGHEST_ID = { major: 6, minor: 14 };

/**
 * The highest process id of a sandbox in which `processes` are to run: the kernel gives no process beyond it, not even to root, whom
 * it lets have any number otherwise. It is a little higher than the limit, so that a command which met the limit is seen to. `null`
 * where this kernel has none for a namespace, or does not need one.
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

const DASH_BLOCK_BYTES = 512;

/** The shell source that sets the limits. A limit that this system does not know is passed over: the probes tell. */
export function limitScript(limits: Limits, processLimitFlag: '-p' | '-u'): string {
  const fileBlocks =
    (limits.fileKilobytes * 1024) / (processLimitFlag === '-p' ? DASH_BLOCK_BYTES : 1024);
  return [
    'ulimit -c 0',
    `ulimit ${processLimitFlag} ${limits.processes}`,
    `ulimit -n ${limits.openFiles}`,
    `ulimit -f ${fileBlocks}`,
    `ulimit -d ${limits.dataKilobytes}`,
    '',
  ].join(' 2>/dev/null; ');
}

/**
 * The shell source that is process 1 of a sandbox. It sets the limits from inside, so that processes are counted in the sandbox's own
 * namespace, waits for the word to start and says that it does, keeps no descriptor of the parent's, and starts the command with one
 * pipe for both outputs, which keeps their order. The `exit` behind it is what makes the shell wait and not become the command.
 */
export function supervisorScript(
  options: { readonly limits: Limits; readonly hasChannel: boolean },
  sandbox: {
    readonly processLimitFlag: '-p' | '-u';
    readonly protection: SupervisorProtection;
  },
): string {
  const noCapability =
    sandbox.protection.kind === 'capability'
      ? `${sandbox.protection.setpriv} --inh-caps=-all --ambient-caps=-all --bounding-set=-all --no-new-privs `
      : '';
  return [
    `${limitScript(options.limits, sandbox.processLimitFlag)}read -r go <&6 || exit 125`,
    'echo >&6',
    `exec 6>&-${options.hasChannel ? '' : ' 3>&-'}`,
    `${noCapability}"$@" 2>&1`,
    'exit $?',
  ].join('; ');
}
