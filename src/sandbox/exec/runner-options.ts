import type { IsHidden } from '../linux/mounts/hidden-paths.ts';
import type { BubblewrapInstallation } from '../linux/bubblewrap/install.ts';
import type { Resolve } from '../network/index.ts';
import type { Workspace } from '../ports.ts';

/** The options of `createCommandRunner`. */
export interface RunnerOptions {
  readonly workspace: Workspace;
  /** `required`: no run without a sandbox. `preferred`: without one, commands run unsandboxed and need approval. `off`: no sandbox. */
  readonly mode: 'required' | 'preferred' | 'off';
  /** Hosts that the policy lets commands reach, as `sandbox.network` lists them. Empty: no network at all. */
  readonly network: readonly string[];
  /** The environment of this process. Children get only what `childEnvironment` allows. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Paths from the root that commands cannot write, existing or not. No globs. Absent: only `.github`. */
  readonly protect?: readonly string[];
  /** Folders from the root that commands can write. Absent: `.`, the whole workspace except `.github`, which must be listed. */
  readonly write?: readonly string[];
  /** Which paths are hidden from commands. Absent: none. */
  readonly isHidden?: IsHidden;
  /** The bubblewrap that was installed for this run, or why it was not. Absent or `null`: nothing had to be installed. */
  readonly installed?: BubblewrapInstallation | null;
  /** The most processes of one command at once, on Linux. Absent: 4096. */
  readonly processes?: number;
  /** Resolves listed hosts. Absent: the system's resolver. */
  readonly resolve?: Resolve;
}
