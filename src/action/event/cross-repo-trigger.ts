import { CountersignError } from '../../common/index.ts';
import type { DispatchTrigger, ScheduleTrigger, Trigger } from '../../github/index.ts';
import type { ActionEnvironment } from '../inputs/environment.ts';

/**
 * The trigger of a step that works on another repository: keeps who requested it, drops what the event is about. Throws
 * `input-invalid` for an event with an issue, a pull request or a commit, which does not exist in that repository.
 */
export function crossRepositoryTrigger(trigger: Trigger, step: ActionEnvironment): Trigger {
  if (!step.isElsewhere) return trigger;
  if (trigger.event === 'workflow_dispatch' || trigger.event === 'schedule') {
    return moved(trigger, step);
  }
  throw new CountersignError(
    'input-invalid',
    `The input repository is ${step.owner}/${step.repo}, and the event ${trigger.event} is about this one.`,
    { fix: 'Use it on workflow_dispatch and schedule, or leave it out.' },
  );
}

function moved<T extends DispatchTrigger | ScheduleTrigger>(
  trigger: T,
  step: ActionEnvironment,
): T {
  const repository = `${step.owner}/${step.repo}`;
  const nothing = { defaultBranch: null, headSha: null, baseRef: null, fork: null };
  return { ...trigger, ...nothing, repository, headRepository: repository };
}
