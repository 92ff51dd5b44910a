import type { Job } from '../../session/index.ts';
import type { ActionRunContext } from '../context.ts';
import type { ActionEnvironment } from '../inputs/environment.ts';

/** The origin of a run, as its trail records it. */
type RunMetadata = Pick<Job, 'headSha' | 'trigger' | 'workflow'> & {
  readonly repository: string;
};

/** The metadata of this step's run. `headSha` is the event's commit; a run may pin another one. */
export function runMetadata(
  step: ActionEnvironment,
  trigger: ActionRunContext['trigger'],
): RunMetadata {
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

/** The same from the runner's variables alone, if the event was not read. */
export function jobMetadata(step: ActionEnvironment): RunMetadata {
  const { runId, attempt, job, jobUrl } = step;
  return {
    repository: `${step.owner}/${step.repo}`,
    headSha: step.sha,
    trigger: { event: step.eventName, actor: null, number: null, url: null },
    workflow: { runId, attempt, job, url: jobUrl },
  };
}
