/** The state that the main step saves for the post step, by name. The post step uses it however the main step ended. */
export const STATE = {
  run: 'run',
  folder: 'trail-folder',
  artifact: 'artifact-name',
  retentionDays: 'retention-days',
  /** The tracking comment; empty if there is none. */
  tracking: 'tracking-comment',
  /** The issue or pull request for reports; empty if there is none. */
  issue: 'issue',
  /** `true` once the trail was closed and uploaded, and all of that was said. */
  finished: 'finished',
} as const;
