/** What the main step leaves for the post step, by name. The post step acts on it whatever became of the main step. */
export const STATE = {
  run: 'run',
  folder: 'trail-folder',
  artifact: 'artifact-name',
  retentionDays: 'retention-days',
  /** The comment that shows the run's progress; empty where there is none. */
  tracking: 'tracking-comment',
  /** The issue or pull request that people are told on; empty where there is none. */
  issue: 'issue',
  /** `true` once the trail was closed and uploaded. */
  finished: 'finished',
} as const;
