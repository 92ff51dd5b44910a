import { parseTrigger, readEventFile, type Trigger, whyNoSecrets } from '../../github/index.ts';
import { emptyHeaders, isLocalServer, KEY_PROVIDERS, SCRIPTED_PREFIX } from '../../model/index.ts';
import { type ActionEnvironment, readActionEnvironment } from './environment.ts';
import { INPUT_NAMES, refuseMisspeltInputs } from './input-names.ts';
import { type Inputs, readInputs } from './inputs.ts';
import type { Runner } from './runner.ts';
import { SUB_ACTIONS, type SubAction } from './sub-actions.ts';
import { CountersignError, type Environment } from '../../common/index.ts';

/** The inputs, environment and event of a workflow step, read and checked once. */
export interface Step {
  readonly inputs: Inputs;
  readonly environment: ActionEnvironment;
  readonly trigger: Trigger;
  /** Why GitHub withheld the secrets that this step needs; `null` if it did not. */
  readonly noSecretsBecause: string | null;
}

/** Reads the inputs, the environment and the event of this step, of the main action where `subAction` is `null`. Throws `input-invalid` and `event-invalid`. */
export async function readStep(
  runner: Runner,
  variables: Environment,
  subAction: SubAction | null,
): Promise<Step> {
  refuseMisspeltInputs(variables, subAction === null ? INPUT_NAMES : SUB_ACTIONS[subAction].inputs);
  const inputs = readInputs(runner, subAction);
  const environment = readActionEnvironment(variables, inputs.repository);
  const event = parseTrigger({
    eventName: environment.eventName,
    payload: await readEventFile(environment.eventPath),
    file: environment.eventPath,
    repository: `${environment.owner}/${environment.repo}`,
    ...(environment.sha === null ? {} : { sha: environment.sha }),
  });
  const trigger = crossRepositoryTrigger(event, environment);
  const noSecretsBecause =
    inputs.mode === 'agent' && lacksSecrets(inputs.modelChoice) ? whyNoSecrets(trigger) : null;
  return { inputs, environment, trigger, noSecretsBecause };
}

function lacksSecrets(choice: Inputs['modelChoice']): boolean {
  const isScripted = choice.model?.startsWith(SCRIPTED_PREFIX) ?? false;
  if (isScripted) return false;
  if (emptyHeaders(choice.extraHeaders).length > 0) return true;
  if (choice.extraHeaders.size > 0) return false;
  if (choice.provider === 'anthropic') {
    const key = choice.anthropicApiKey ?? choice.anthropicAuthToken;
    return key === null && !isLocalServer(choice.anthropicBaseUrl);
  }
  return (
    KEY_PROVIDERS.has(choice.provider) && choice.apiKey === null && !isLocalServer(choice.baseUrl)
  );
}

/**
 * The trigger of a step that works on another repository: keeps who requested it, drops what the event is about. Throws
 * `input-invalid` for an event with an issue, a pull request or a commit, which does not exist in that repository.
 */
function crossRepositoryTrigger(trigger: Trigger, step: ActionEnvironment): Trigger {
  if (!step.isElsewhere) return trigger;
  const repository = `${step.owner}/${step.repo}`;
  if (trigger.event === 'workflow_dispatch' || trigger.event === 'schedule') {
    const nothing = { defaultBranch: null, headSha: null, baseRef: null, fork: null };
    return { ...trigger, ...nothing, repository, headRepository: repository };
  }
  throw new CountersignError(
    'input-invalid',
    `The input repository is ${repository}, and the event ${trigger.event} is about this one.`,
    { fix: 'Use it on workflow_dispatch and schedule, or leave it out.' },
  );
}
