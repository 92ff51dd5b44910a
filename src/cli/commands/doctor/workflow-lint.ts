import { INPUT_NAMES, inputProblem, type SubAction, SUB_ACTIONS } from '../../../action/index.ts';
import { didYouMean, isJsonObject, type Json, type JsonObject } from '../../../common/index.ts';
import { parseYaml } from '../../../policy/index.ts';
import { CONTAINER_JOB, runnerKind } from '../../hosted-runners.ts';
import { bad, distinct, type Finding, good, unknown } from './finding.ts';
import { answerFindings } from './workflow-answers.ts';
import {
  actionFolder,
  AGENT_MODES,
  type AgentJob,
  type AgentWorkflow,
  hasOwnToken,
  inputsOf,
  isOfAgent,
  isOurs,
  readWorkflows,
  usesOf,
  whereInStep,
  type WorkflowFile,
} from './workflow-jobs.ts';
import {
  askingFindings,
  environmentFindings,
  keyFindings,
  noCheckoutFindings,
} from './workflow-start.ts';

const PINNED = /@[0-9a-f]{40}$/;
/** A release of Countersign by its version. Other tags and branches move. */
const OWN_RELEASE = /^[^/@]+\/countersign(?:\/[^@]*)?@v\d+\.\d+\.\d+$/i;
/** A concurrency group that no two comments share. */
const OWN_GROUP = /github\.(?:event\.comment\.(?:id|node_id|html_url|url)|run_id|run_number)\b/;
/** The events by which people answer. */
const ANSWER_EVENTS: readonly string[] = ['issue_comment', 'pull_request_review', 'check_run'];
const HEAD = /github\.(?:event\.pull_request\.head|head_ref)|refs\/pull\//;
/** The permissions that the action uses. */
const USED = new Set([
  'contents',
  'issues',
  'pull-requests',
  'actions',
  'id-token',
  'attestations',
  'checks',
]);

/**
 * The findings for the workflows that use Countersign; empty if none does. `alsoNamed`: further problems; a workflow that
 * they name is not reported as fine. Never throws.
 */
export function lintWorkflows(
  files: readonly WorkflowFile[],
  { alsoNamed = [] }: { readonly alsoNamed?: readonly string[] } = {},
): readonly Finding[] {
  const { workflows, invalid } = readWorkflows(files);
  const answers = answerFindings(workflows);
  return [
    ...invalid,
    ...workflows.flatMap((workflow) => {
      const jobs = new Map(workflow.jobs.map((job) => [job.name, job]));
      const own = [
        ...triggerFindings(workflow),
        ...[...jobs.values()].flatMap((job) => LINTS.flatMap((lint) => [...lint(job, workflow)])),
      ];
      const named = [...answers.map(({ found }) => found), ...alsoNamed];
      const isNamed = named.some((found) => found.includes(workflow.file));
      const sandboxes = distinct(workflow.jobs.filter(isOfAgent).map(sandboxFinding));
      return own.length > 0 || isNamed
        ? [...own, ...sandboxes]
        : [good('workflow', `${workflow.file} has nothing to change.`), ...sandboxes];
    }),
    ...answers,
    ...workflows.flatMap((workflow) => [...workflowRunFindings(workflow, files)]),
  ];
}

/** The events on which a workflow can start, by GitHub's documentation. */
const EVENTS = (
  'branch_protection_rule check_run check_suite create delete deployment deployment_status discussion discussion_comment ' +
  'fork gollum image_version issue_comment issues label merge_group milestone page_build public pull_request ' +
  'pull_request_review pull_request_review_comment pull_request_target push registry_package release ' +
  'repository_dispatch schedule status watch workflow_call workflow_dispatch workflow_run'
).split(' ');

/** A name that resembles an event. Others may be events that GitHub has added since. */
function* triggerFindings({ file, triggers }: AgentWorkflow): Generator<Finding> {
  for (const name of triggers.filter((one) => !EVENTS.includes(one))) {
    const meant = didYouMean(name, EVENTS);
    if (meant !== '')
      yield bad(
        'workflow',
        `${file} starts on ${name}, which is no event of GitHub, so GitHub refuses the workflow.`,
        `Correct its name under on:.${meant}`,
      );
  }
}

/** GitHub starts nothing for a name under `workflow_run` that no workflow has, and does not say so. */
function* workflowRunFindings(
  { file, root }: AgentWorkflow,
  files: readonly WorkflowFile[],
): Generator<Finding> {
  const on = root['on'];
  const trigger = isJsonObject(on) ? on['workflow_run'] : undefined;
  const given = isJsonObject(trigger) ? trigger['workflows'] : undefined;
  const wanted = [given].flat().filter((name) => typeof name === 'string');
  const names = files.map(nameOf);
  const missing = wanted.filter((name) => !names.includes(name));
  if (wanted.length === 0 || missing.length < wanted.length) return;
  yield unknown(
    'workflow_run',
    `${file} starts after a workflow called ${missing.join(' or ')}, and no workflow here has that name.`,
    `Write the name of a workflow under workflows:.${didYouMean(missing[0] ?? '', names)}`,
  );
}

/** The name of a workflow: its `name:`, or its path. */
function nameOf({ file, text }: WorkflowFile): string {
  const parsed = parseYaml(text);
  const root = parsed.ok ? parsed.located?.value : undefined;
  const name = isJsonObject(root) ? root['name'] : undefined;
  return typeof name === 'string' ? name : file;
}

/** The checks of a job, in the order of the findings. */
const LINTS: readonly ((job: AgentJob, workflow: AgentWorkflow) => Iterable<Finding>)[] = [
  permissionFindings,
  missingFindings,
  actionFindings,
  inputFindings,
  keyFindings,
  environmentFindings,
  askingFindings,
  pinFindings,
  noCheckoutFindings,
  checkoutFindings,
  concurrencyFindings,
];

/** What the runner of this job has as a sandbox, as far as its labels say. */
function sandboxFinding({ whereIs, job, inputs }: AgentJob): Finding {
  const labels = labelsOf(job['runs-on']);
  const where = whereIs(job['container'] === undefined ? 'runs-on' : 'container');
  const kind = job['container'] === undefined ? runnerKind(labels) : CONTAINER_JOB;
  if (kind === null) {
    const found = `${where} runs on ${labels.join(', ') || 'no label'}, which does not say whether it has a sandbox.`;
    return unknown('runs-on', found, 'Run countersign doctor in a job on that runner.');
  }
  const on = kind === CONTAINER_JOB ? 'in a container' : `on ${labels.join(', ')}`;
  switch (kind.sandbox) {
    case 'yes': {
      const isNever = inputs['sandbox-install'] === 'never';
      const found = `${where} runs ${on}. A sandbox is available there: ${kind.because}.`;
      return isNever && labels.some((label) => label.startsWith('ubuntu'))
        ? unknown('runs-on', `${where} runs ${on} with sandbox-install: never.`, NEVER)
        : good('runs-on', found);
    }
    case 'maybe':
      return unknown('runs-on', `${where} runs ${on}: ${kind.because}.`, kind.change);
    case 'no':
      return bad(
        'runs-on',
        `${where} runs ${on}, without a sandbox: ${kind.because}.`,
        kind.change ?? '',
      );
  }
  return kind.sandbox satisfies never;
}

const NEVER = 'Remove it, or install bubblewrap in an earlier step.';

/** `runs-on` is a label, a list of labels, or a map with `labels`. */
function labelsOf(runsOn: Json | undefined): readonly string[] {
  if (typeof runsOn === 'string') return [runsOn];
  if (Array.isArray(runsOn)) return runsOn.filter((label) => typeof label === 'string');
  return isJsonObject(runsOn) ? labelsOf(runsOn['labels']) : [];
}

const NEEDED = 'contents: read, issues: write, pull-requests: write, actions: read';

function* permissionFindings(
  { where, whereIs, permissions }: AgentJob,
  { triggers }: AgentWorkflow,
): Generator<Finding> {
  const check = 'permissions';
  // A workflow that others call has the permissions of the job that calls it.
  const isCalled = triggers.every((name) => name === 'workflow_call');
  if (permissions === undefined && !isCalled)
    yield bad(
      check,
      `${where} has no permissions: block, so its token has the repository's default permissions.`,
      `Add a permissions: block with what the action needs: ${NEEDED}.`,
    );
  if (permissions === 'write-all')
    yield bad(
      check,
      `${whereIs('permissions')} has permissions: write-all.`,
      `Write the permissions that the action needs instead: ${NEEDED}.`,
    );
  if (!isJsonObject(permissions)) return;
  const unused = Object.entries(permissions).filter(([name]) => !USED.has(name));
  const misspelt = unused.filter(([name]) => didYouMean(name, [...USED]) !== '');
  for (const [name] of misspelt)
    yield bad(
      check,
      `${whereIs('permissions', name)} has the permission ${name}, which does not exist, so GitHub refuses the workflow.${didYouMean(name, [...USED])}`,
      'Correct its name under permissions:.',
    );
  const superfluous = unused
    .filter((one) => one[1] === 'write' && !misspelt.includes(one))
    .map(([name]) => name);
  const [first] = superfluous;
  const more = superfluous.map((name) => `${name}: write`).join(', ');
  if (first !== undefined)
    yield bad(
      check,
      `${whereIs('permissions', first)} grants more than Countersign uses: ${more}.`,
      `Remove ${more}. If another step needs that, put the step into a job of its own.`,
    );
}

/** A comment on a pull request; with a `!` before it, one on an issue. */
const IS_ON_PULL = /(?<!!\s{0,9})\bgithub\.event\.issue\.pull_request\b/;

/** What a run of the agent cannot do without: it reads the policy, and it asks on the issue or the pull request. */
function* missingFindings(job: AgentJob, { triggers }: AgentWorkflow): Generator<Finding> {
  const { permissions } = job;
  const where = job.whereIs('permissions');
  const { approvals = '' } = job.inputs;
  if (!isOfAgent(job) || hasOwnToken(job.inputs)) return;
  const isMap = isJsonObject(permissions);
  const isGiven = (name: string, ...levels: readonly Json[]): boolean =>
    isMap && levels.includes(permissions[name] ?? '');
  if (isMap && !isGiven('contents', 'read', 'write'))
    yield bad(
      'permissions',
      `${where} cannot read the repository: its permissions have no contents: read.`,
      'Add contents: read.',
    );
  const writes = ['issues', 'pull-requests'].some((name) => isGiven(name, 'write'));
  if (!writes && approvals !== 'fail' && (isMap || permissions === 'read-all'))
    yield bad(
      'permissions',
      `${where} cannot ask for approval or show progress: its permissions have neither issues: write nor pull-requests: write.`,
      'Add both, or write approvals: fail if nobody is to be asked.',
    );
  // On a pull request, either permission lets the token comment.
  const isOnIssues = triggers.some((name) => name === 'issues' || name === 'issue_comment');
  const condition = job.job['if'];
  const isOnlyOnPulls = typeof condition === 'string' && IS_ON_PULL.test(condition);
  if (writes && !isGiven('issues', 'write') && isOnIssues && !isOnlyOnPulls && approvals !== 'fail')
    yield bad(
      'permissions',
      `${where} cannot comment on issues: its permissions have no issues: write.`,
      'Add issues: write.',
    );
}

/** GitHub only warns about the name of an input that the action does not have. */
function* inputFindings(job: AgentJob): Generator<Finding> {
  for (const step of job.steps.filter(isOurs)) {
    const folder = actionFolder(usesOf(step));
    const known: readonly string[] = isSubAction(folder) ? SUB_ACTIONS[folder].inputs : INPUT_NAMES;
    for (const name of Object.keys(inputsOf(step)).filter((one) => !known.includes(one)))
      yield bad(
        'inputs',
        `${whereInStep(job, step, 'with', name)} passes the input ${name}, which the action does not have.${didYouMean(name, known)}`,
        'Correct its name under with:, or remove it.',
      );
    yield* modeFindings(whereInStep(job, step, 'with', 'mode'), inputsOf(step)['mode'] ?? '');
    const problem = inputProblem(knownValues(step), isSubAction(folder) ? folder : null);
    if (problem !== null) {
      const where = whereInStep(job, step, 'with');
      yield bad('inputs', `${where}: ${problem.message}`, problem.fix ?? '');
    }
  }
}

/** The inputs of a step whose values stand in the workflow; `modeFindings` reports on the mode. */
function knownValues(step: JsonObject): Readonly<Record<string, string>> {
  const given = Object.entries(inputsOf(step));
  return Object.fromEntries(
    given.filter(([name, value]) => name !== 'mode' && !value.includes('${{')),
  );
}

/** A run ends at once for a mode that does not exist. */
function* modeFindings(where: string, mode: string): Generator<Finding> {
  const modes = [...AGENT_MODES, ...Object.keys(SUB_ACTIONS)];
  if (modes.includes(mode) || mode.includes('${{')) return;
  yield bad(
    'inputs',
    `${where} passes mode: ${mode}, which is no mode of the action.${didYouMean(mode, modes)}`,
    `Write one of: ${modes.filter((one) => one !== '').join(', ')}. Without the input, the agent works.`,
  );
}

function isSubAction(folder: string): folder is SubAction {
  return Object.hasOwn(SUB_ACTIONS, folder);
}

/** GitHub finds no action in another folder, and fails the job before its first step. */
function* actionFindings(job: AgentJob): Generator<Finding> {
  for (const step of job.steps) {
    const uses = usesOf(step);
    const folder = actionFolder(uses);
    if (folder !== '' && !isSubAction(folder))
      yield bad(
        'action',
        `${whereInStep(job, step, 'uses')} uses ${uses}, and Countersign has no action ${folder}.`,
        `Write uses: ${uses.replace(`/${folder}@`, '@')}, or one of its folders: ${Object.keys(SUB_ACTIONS).join(', ')}.`,
      );
  }
}

function* pinFindings(job: AgentJob): Generator<Finding> {
  for (const step of job.steps) {
    const uses = usesOf(step);
    if (uses === '' || /^(?:\.\/|docker:\/\/)/.test(uses) || PINNED.test(uses)) continue;
    const change = `Write the full commit: uses: ${uses.replace(/@.*$/, '')}@<40 hexadecimal digits> # ${uses.split('@')[1] ?? 'version'}`;
    const found = `${whereInStep(job, step, 'uses')} uses ${uses}, which is not pinned to a commit.`;
    yield OWN_RELEASE.test(uses) ? unknown('pins', found, change) : bad('pins', found, change);
  }
}

function* checkoutFindings(job: AgentJob, { triggers }: AgentWorkflow): Generator<Finding> {
  for (const step of job.steps.filter((one) => usesOf(one).startsWith('actions/checkout@'))) {
    const inputs = inputsOf(step);
    if (inputs['persist-credentials'] !== 'false')
      yield bad(
        'checkout',
        `${whereInStep(job, step, 'uses')} leaves the token in the checkout, where other steps and programs can read it.`,
        'Add persist-credentials: false to actions/checkout.',
      );
    const chosen = `${inputs['ref'] ?? ''} ${inputs['repository'] ?? ''}`;
    if (triggers.includes('pull_request_target') && HEAD.test(chosen))
      yield bad(
        'pull_request_target',
        `${whereInStep(job, step, 'with', 'ref')} runs on pull_request_target and checks out the pull request's head: untrusted files next to the repository's secrets.`,
        'Remove ref: (the action fetches the head itself, as data), or run on pull_request.',
      );
  }
}

function* concurrencyFindings(
  { whereIs, job }: AgentJob,
  { root, triggers }: AgentWorkflow,
): Generator<Finding> {
  const check = 'concurrency';
  const where = whereIs(check);
  // Nothing else waits or is cancelled in a group that no two comments share.
  const all = [job['concurrency'], root['concurrency']]
    .map((one) => (isJsonObject(one) ? one : { group: one ?? null }))
    .filter(({ group }) => typeof group === 'string' && !OWN_GROUP.test(group));
  const cancels = all.map((one) => one['cancel-in-progress']);
  const change = 'Write cancel-in-progress: false, or remove concurrency:.';
  const isAnswered = triggers.some((name) => ANSWER_EVENTS.includes(name));
  if (cancels.includes(true))
    return yield isAnswered
      ? bad(
          check,
          `${where} cancels a run in progress: an answer to an approval request would end the run that waits for it.`,
          change,
        )
      : unknown(
          check,
          `${where} cancels a run in progress when the next one of its group starts. A cancelled run is over, and cannot be resumed.`,
          'Write cancel-in-progress: false if each run is to end by itself.',
        );
  const expression = cancels.find((one) => typeof one === 'string');
  if (expression !== undefined && isAnswered)
    yield unknown(
      check,
      `${where} may cancel a run in progress (${expression}): an answer to an approval request would end the run that waits for it.`,
      change,
    );
  const shared = all.map(({ group }) => group).find((group) => typeof group === 'string');
  if (shared !== undefined && triggers.includes('issue_comment'))
    yield unknown(
      check,
      `${where} shares the concurrency group ${shared} between comments. GitHub keeps only the newest that waits in a group, and drops other requests and answers.`,
      'Write group: countersign-${{ github.event.comment.id }}',
    );
}
