/** What the main step leaves for the post step, by name. The post step acts on it whatever became of the main step. */
export const STATE = {
  run: 'run',
  folder: 'trail-folder',
  artifact: 'artifact-name',
  retentionDays: 'retention-days',
  /** `true` once the trail was closed and uploaded. */
  finished: 'finished',
} as const;
