import type { IsHidden } from '../linux/hidden-paths.ts';
import type { Resolve } from '../network/index.ts';
import type { Workspace } from '../ports.ts';

/** What the runner of a run's commands is made from. */
export interface RunnerOptions {
  readonly workspace: Workspace;
  /** `required`: no sandbox, no run. `preferred`: without one commands run bare, and the policy asks. `off`: as the policy says. */
  readonly mode: 'required' | 'preferred' | 'off';
  /** Hosts that the policy lets commands reach, as `sandbox.network` lists them. Empty: no network at all. */
  readonly network: readonly string[];
  /** The parent's own environment: children get what `childEnvironment` lets through, nothing else. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Paths from the root that commands cannot write, existing or not. Plain paths, no globs. Absent: none beside `.github`. */
  readonly protect?: readonly string[];
  /** Folders from the root that commands can write. Absent: `.`, all of it but `.github`, which has to be named. */
  readonly write?: readonly string[];
  /** What commands do not get to see of the workspace. Absent: they see all of it. */
  readonly isHidden?: IsHidden;
  /** How many processes a command may have at once, on Linux. Absent: 4096. */
  readonly processes?: number;
  /** Finds the addresses of listed hosts. Absent: as this system does. */
  readonly resolve?: Resolve;
}
