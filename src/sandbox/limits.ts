import type { TreeLimits } from './tree.ts';

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

const DASH_BLOCK_BYTES = 512;

/**
 * The shell source that sets the limits from inside, so that processes are counted in the sandbox's own namespace, then becomes the command.
 * One pipe for both outputs keeps their order. A limit that this system does not know is passed over: the probes tell.
 */
export function limitScript(limits: Limits, processLimitFlag: '-p' | '-u'): string {
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
