/** What sandbox each kind of GitHub's runners has, for `doctor` and the documents. Pure data. */
interface RunnerKind {
  /** The labels as documents write them. */
  readonly labels: string;
  /** Matches one label of `runs-on`. */
  readonly label: RegExp;
  /** `yes`: without anything to do. `maybe`: it depends on the machine. */
  readonly sandbox: 'yes' | 'maybe' | 'no';
  readonly because: string;
  /** What to write in the workflow or do on the machine; `null` if nothing. */
  readonly change: string | null;
}

const UBUNTU = 'Write runs-on: ubuntu-24.04.';

/** A job in a container runs in the container's sandbox, whatever its runner is. */
export const CONTAINER_JOB: RunnerKind = {
  labels: 'a job with `container:`',
  label: /^$/u,
  sandbox: 'no',
  because:
    "the container's own restrictions forbid the namespaces that bubblewrap needs; the action still tries it",
  change: 'Remove container: from the job that runs the agent.',
};

/** A runner of somebody's own can have any other label beside this one. */
export const SELF_HOSTED: RunnerKind = {
  labels: '`self-hosted`',
  label: /^self-hosted$/iu,
  sandbox: 'maybe',
  because: 'the action never changes your own machine',
  change: 'Install bubblewrap 0.5 or later on it, and run countersign doctor there.',
};

export const RUNNER_KINDS: readonly RunnerKind[] = [
  {
    labels: '`ubuntu-latest`, `ubuntu-24.04`, `ubuntu-24.04-arm`',
    label: /^ubuntu-(?:latest|24\.04(?:-arm)?)$/iu,
    sandbox: 'yes',
    because:
      'the image has no bubblewrap, so the action installs it; AppArmor forbids user namespaces, so the action loads a profile for it',
    change: null,
  },
  {
    labels: '`ubuntu-26.04`, `ubuntu-26.04-arm`',
    label: /^ubuntu-26\.04(?:-arm)?$/iu,
    sandbox: 'yes',
    because:
      "the action installs bubblewrap and gives its own copy an AppArmor profile, because the image's profile forbids nested namespaces",
    change: null,
  },
  {
    labels: '`ubuntu-22.04`, `ubuntu-22.04-arm`',
    label: /^ubuntu-22\.04(?:-arm)?$/iu,
    sandbox: 'yes',
    because:
      'the image has no bubblewrap, so the action installs 0.6, which cannot limit files in memory; the kernel limits them to half of the memory',
    change: null,
  },
  {
    labels: '`ubuntu-slim`',
    label: /^ubuntu-slim$/iu,
    sandbox: 'no',
    because: 'the runner is an unprivileged container; the action still tries it',
    change: UBUNTU,
  },
  {
    labels: '`macos-*`',
    label: /^macos-[\w.-]+$/iu,
    sandbox: 'yes',
    because:
      "the system's own `sandbox-exec` is used; `@contained` never applies, and no test of this project runs a command in it",
    change: null,
  },
  {
    labels: '`windows-*`',
    label: /^windows-[\w.-]+$/iu,
    sandbox: 'no',
    because: 'there is no sandbox for Windows, so every command needs approval',
    change: UBUNTU,
  },
];

/** The kind of a runner by the labels of its job; `null` for labels that GitHub does not define. */
export function runnerKind(labels: readonly string[]): RunnerKind | null {
  const kinds = [SELF_HOSTED, ...RUNNER_KINDS];
  return kinds.find(({ label: pattern }) => labels.some((label) => pattern.test(label))) ?? null;
}
