import type { Trigger } from '../../github/index.ts';
import type { Job } from '../../session/index.ts';
import type { ActionEnvironment } from '../inputs/environment.ts';

/** Where a run comes from, as its trail tells it. */
export type RunMetadata = Pick<Job, 'headSha' | 'trigger' | 'workflow'> & {
  readonly repository: string;
};

/** What a run of this step is about; `headSha` is the event's own, which a run may pin another one for. */
export function runMetadata(step: ActionEnvironment, trigger: Trigger): RunMetadata {
  const { event, actor, number, url, headSha } = trigger;
  return {
    ...jobMetadata(step),
    headSha,
    trigger: {
      event,
      actor: actor === null ? null : { login: actor.login, id: actor.id },
      number,
      url,
    },
  };
}

/** The same by the runner's variables alone, where the event was not read. */
export function jobMetadata(step: ActionEnvironment): RunMetadata {
  const { runId, attempt, job, jobUrl } = step;
  return {
    repository: `${step.owner}/${step.repo}`,
    headSha: step.sha,
    trigger: { event: step.eventName, actor: null, number: null, url: null },
    workflow: { runId, attempt, job, url: jobUrl },
  };
}
