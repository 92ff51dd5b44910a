import { SECRET_INPUTS } from '../../../action/index.ts';
import { isJsonObject, type JsonObject } from '../../../common/index.ts';
import { CLAUDE_PROVIDERS, isLocalServer, KEY_PROVIDERS } from '../../../model/index.ts';
import {
  builtinPolicy,
  DEFAULT_BUDGET,
  evaluate,
  examplePathResolver,
  type Policy,
  PUBLISHING_TOOL,
  sampleFacts,
} from '../../../policy/index.ts';
import { bad, type Finding, unknown } from './finding.ts';
import {
  actionFolder,
  type AgentJob,
  AGENT_MODES,
  type AgentWorkflow,
  hasOwnToken,
  inputsOf,
  isDecided,
  isOfAgent,
  isOurs,
  policyAt,
  usesOf,
  type PolicyTexts,
  whereInStep,
} from './workflow-jobs.ts';

/** The checks of what a run needs from its workflow: keys that are secrets, a checkout, the permission to push. */

/** The contexts of an expression that can have a secret. Variables (`vars`) are shown to everybody who can change workflows. */
const SECRET_CONTEXT = /\$\{\{(?:(?!\}\}).)*\b(?:secrets|steps|needs|env|inputs|github)\b/s;
const EXPRESSION = '${{';
/** The names of secrets that the documents use, where they are not those of the inputs. */
const SECRET_NAMES: Readonly<Record<string, string>> = {
  'anthropic-api-key': 'ANTHROPIC_API_KEY',
  'api-key': 'MODEL_API_KEY',
  'anthropic-auth-token': 'GATEWAY_TOKEN',
  'state-key': 'COUNTERSIGN_STATE_KEY',
};

type Inputs = Readonly<Record<string, string>>;

/** The secrets of steps that are written out or come from no secret, and the key that a step of the agent lacks. */
export function* keyFindings(job: AgentJob): Generator<Finding> {
  for (const step of job.steps.filter(isOurs)) {
    const inputs = inputsOf(step);
    for (const name of SECRET_INPUTS) {
      const problem = secretProblem(name, inputs);
      if (problem === null) continue;
      const where = whereInStep(job, step, 'with', name);
      yield bad('key', `${where} ${problem.found}`, problem.change);
    }
    const missing = worksIn(step, AGENT_MODES) ? missingKey(inputs) : null;
    if (missing !== null)
      yield bad(
        'key',
        `${whereInStep(job, step, 'with')} has no key for the model: the input ${missing} is missing or empty.`,
        `Save the key as a secret of the repository, and write under with: ${lineFor(missing)}`,
      );
  }
}

function secretProblem(
  name: string,
  inputs: Inputs,
): { readonly found: string; readonly change: string } | null {
  const value = inputs[name] ?? '';
  if (value === '' || SECRET_CONTEXT.test(value)) return null;
  if (value.includes(EXPRESSION))
    return {
      found: `passes the input ${name}, and its expression names no secret.`,
      change: `Save the value as a secret of the repository, and write ${lineFor(name)}`,
    };
  // A server of the job takes any key.
  if (name === 'api-key' && isLocalServer(inputs['base-url'] ?? null)) return null;
  return {
    found: `has the value of the input ${name} in plain text, where everybody who can read the repository finds it.`,
    change: `Revoke it, save a new one as a secret of the repository, and write ${lineFor(name)}`,
  };
}

function lineFor(input: string): string {
  const name = SECRET_NAMES[input] ?? input.toUpperCase().replaceAll('-', '_');
  return `${input}: \${{ secrets.${name} }}`;
}

/** The input for the key that the provider of these inputs needs; `null` if there is one, or if only the run can know. */
function missingKey(inputs: Inputs): string | null {
  const given = (name: string): string => inputs[name] ?? '';
  const model = given('model');
  if (model.startsWith('scripted:') || model.includes(EXPRESSION)) return null;
  const provider = given('provider') || 'anthropic';
  if (!KEY_PROVIDERS.has(provider)) return null;
  const isClaude = CLAUDE_PROVIDERS.has(provider);
  const keys = isClaude ? ['anthropic-api-key', 'anthropic-auth-token'] : ['api-key'];
  const url = given(isClaude ? 'anthropic-base-url' : 'base-url');
  const isOpen = url.includes(EXPRESSION) || isLocalServer(url);
  if (isOpen || [...keys, 'extra-headers'].some((name) => given(name) !== '')) return null;
  return keys[0] ?? null;
}

/** The secrets in the environment of all steps of a job, so also of the programs that an installation runs. */
export function* environmentFindings(
  { whereIs, job }: AgentJob,
  { root }: AgentWorkflow,
): Generator<Finding> {
  const places = [root, job].map((place) => place['env']).filter(isJsonObject);
  const names = places
    .flatMap((env) => Object.entries(env))
    .filter(([, value]) => typeof value === 'string' && namesSecret(value))
    .map(([name]) => name);
  if (names.length === 0) return;
  yield unknown(
    'env',
    `${whereIs('env')} has secrets in the environment of every step (${names.join(', ')}), so what an installation runs can read them. The agent's commands cannot.`,
    'Move them from env: of the job or workflow into the steps that need them.',
  );
}

/** Whether a value has an expression with a secret. One search after the other: a value may be as long as its file. */
function namesSecret(value: string): boolean {
  const start = value.indexOf(EXPRESSION);
  return start !== -1 && /secrets\b|github\.token/.test(value.slice(start));
}

/** A run that cannot ask refuses each call that needs approval. */
export function* askingFindings(
  { where, inputs }: AgentJob,
  { triggers }: AgentWorkflow,
): Generator<Finding> {
  const given = (name: string): boolean => (inputs[name] ?? '') !== '';
  const asksNobody = inputs['approvals'] === 'fail' || !AGENT_MODES.includes(inputs['mode'] ?? '');
  if (asksNobody || given('approval-issue') || given('repository')) return;
  if (triggers.length === 0 || !triggers.every((name) => WITHOUT_ISSUE.includes(name))) return;
  yield unknown(
    'approvals',
    `${where} starts on ${triggers.join(', ')}, which ${triggers.length === 1 ? 'has' : 'have'} no issue to ask on, so each call that needs approval is refused at once.`,
    'Write under with: approval-issue: create, or the number of an issue. Write approvals: fail if nobody is to be asked.',
  );
}

/** Events that have neither an issue nor a pull request. */
const WITHOUT_ISSUE: readonly string[] = ['schedule', 'workflow_dispatch', 'push', 'release'];

/** A run works on a commit of the checkout in which its step starts. */
export function* noCheckoutFindings({ where, steps }: AgentJob): Generator<Finding> {
  const first = steps.findIndex((step) => worksIn(step, [...AGENT_MODES, 'apply']));
  if (first === -1) return;
  const checkouts = steps.slice(0, first).filter(mayCheckOut);
  const elsewhere = checkouts.map(folderOfCheckout).find((folder) => folder !== '');
  if (checkouts.some((step) => folderOfCheckout(step) === '')) return;
  yield elsewhere === undefined
    ? bad(
        'checkout',
        `${where} checks nothing out before the action, so every run ends at its start.`,
        'Add a step before it: uses: actions/checkout, with persist-credentials: false.',
      )
    : bad(
        'checkout',
        `${where} checks out only into the folder ${elsewhere}, and the action works in the root of the workspace, so every run ends at its start.`,
        'Remove path: from the checkout of the repository that the agent works on.',
      );
}

/** The folder below the workspace that actions/checkout writes to; empty for the workspace itself, and for other steps. */
function folderOfCheckout(step: JsonObject): string {
  const isCheckout = usesOf(step).startsWith('actions/checkout@');
  return isCheckout ? (inputsOf(step)['path'] ?? '').replace(/^\.?\/?$/, '') : '';
}

/** Whether the step uses Countersign in one of these modes. */
function worksIn(step: JsonObject, modes: readonly string[]): boolean {
  if (!isOurs(step)) return false;
  return modes.includes(actionFolder(usesOf(step)) || (inputsOf(step)['mode'] ?? ''));
}

/** Whether the step checks out a repository, or may: an action or a program that is not known here can do anything. */
function mayCheckOut(step: JsonObject): boolean {
  const uses = usesOf(step);
  if (uses !== '') return !isOurs(step) && !/^actions\/(?!checkout@)/.test(uses);
  const { run } = step;
  return typeof run !== 'string' || /\b(?:git|gh)\b|\.sh\b/.test(run);
}

/**
 * The jobs whose token cannot push, although their policy lets the agent push: by `auto`, or by a rule about pushing if somebody can
 * be asked. Pure.
 */
export function* pushFindings(
  workflows: readonly AgentWorkflow[],
  policies: PolicyTexts,
): Generator<Finding> {
  for (const job of workflows.flatMap(({ jobs }) => jobs)) {
    const { whereIs, permissions, inputs } = job;
    const isLimited = isJsonObject(permissions) || permissions === 'read-all';
    const mayPush = isJsonObject(permissions) && permissions['contents'] === 'write';
    if (!isDecided(job) || hasOwnToken(inputs) || !isLimited || mayPush) continue;
    const path = inputs['policy'] ?? policies.defaultPolicy;
    const policy = policyAt(policies, path);
    if (policy === null || !letsPush(policy, inputs['approvals'] !== 'fail')) continue;
    yield bad(
      'permissions',
      `${whereIs('permissions')} cannot push, and ${path} lets the agent push: its permissions have no contents: write.`,
      `Add contents: write, or put ${PUBLISHING_TOOL} under deny: in the policy.`,
    );
  }
}

/** The jobs that GitHub ends before a run reaches its own limit of minutes: such a run is over, and cannot be resumed. Pure. */
export function* timeoutFindings(
  workflows: readonly AgentWorkflow[],
  policies: PolicyTexts,
): Generator<Finding> {
  for (const { whereIs, job, inputs } of workflows.flatMap(({ jobs }) => jobs.filter(isOfAgent))) {
    const timeout = job['timeout-minutes'];
    const policy =
      policyAt(policies, inputs['policy'] ?? policies.defaultPolicy) ?? builtinPolicy();
    const ofPolicy = policy.budget.minutes ?? DEFAULT_BUDGET.minutes;
    const ofStep = Number(inputs['max-minutes'] ?? NaN);
    const limit = ofStep > 0 ? Math.min(ofPolicy, ofStep) : ofPolicy;
    if (typeof timeout !== 'number' || timeout > limit) continue;
    yield unknown(
      'timeout',
      `${whereIs('timeout-minutes')} has timeout-minutes: ${timeout}, and a run may work ${limit} minutes. A run that GitHub ends is cancelled, and cannot be resumed.`,
      'Write a larger timeout-minutes, because the other steps take time, too, or a lower limit: max-minutes in with:, or budget: { minutes } in the policy.',
    );
  }
}

function letsPush(policy: Policy, canAsk: boolean): boolean {
  const facts = sampleFacts(PUBLISHING_TOOL, null);
  const situation = {
    pathResolver: examplePathResolver,
    untrusted: false,
    sandboxed: true,
    contained: true,
  };
  if (evaluate(policy, facts, situation).verdict === 'auto') return true;
  return policy.layers[0].rules.some(({ list, parsed: { selector } }) => {
    const isAboutPushing = selector.by === 'tool' && selector.name === PUBLISHING_TOOL;
    return isAboutPushing && (list === 'auto' || (list === 'requireApproval' && canAsk));
  });
}
