import type { Environment } from '../../common/index.ts';

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
  /** `true` once this job has claimed the suspended run that it resumes; `unknown` while GitHub has not answered its claim. */
  claimed: 'claimed',
  /** `true` once the trail was closed and uploaded, and all of that was said. */
  finished: 'finished',
} as const;

/** Whether the main step began a run and did not report its end, so that the post step has to. */
export function isRunUnfinished(environment: Environment): boolean {
  const saved = (name: string): string => environment[`STATE_${name}`] ?? '';
  return saved(STATE.folder) !== '' && saved(STATE.finished) !== 'true';
}
