import { isJsonObject, type Json, type JsonObject } from '../../common/index.ts';
import { parseYaml } from '../../policy/index.ts';
import { CONTAINER_JOB, runnerKind } from '../hosted-runners.ts';
import { bad, type Finding, good, unknown } from './finding.ts';

const PINNED = /@[0-9a-f]{40}$/;
const ACTION = /(?:^|\/)countersign(?:\/[^@]*)?@/i;
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

interface Job {
  readonly name: string;
  readonly job: JsonObject;
  readonly steps: readonly JsonObject[];
}

/** The findings for a workflow that uses Countersign; empty for any other workflow. Never throws. */
export function lintWorkflow(file: string, text: string): readonly Finding[] {
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    const first = parsed.problems[0];
    const place = first === undefined ? '' : `:${first.line}:${first.column}`;
    return ACTION.test(text)
      ? [bad('workflow', `${file}${place} is not valid YAML.`, first?.fix ?? 'Correct it.')]
      : [];
  }
  const root = parsed.located?.value;
  if (!isJsonObject(root)) return [];
  const using = jobsOf(root).filter(({ steps }) => steps.some(isOurs));
  const findings = using.flatMap((job) => lintJob(file, root, job));
  const sandboxes = using.filter(runsCommands).map((job) => sandboxFinding(file, job));
  return using.length > 0 && findings.length === 0
    ? [good('workflow', `${file} has nothing to change.`), ...sandboxes]
    : [...findings, ...sandboxes];
}

function jobsOf(root: JsonObject): readonly Job[] {
  const jobs = root['jobs'];
  if (!isJsonObject(jobs)) return [];
  return Object.entries(jobs).flatMap(([name, job]) => {
    if (!isJsonObject(job)) return [];
    const steps = Array.isArray(job['steps'])
      ? job['steps'].filter((step) => isJsonObject(step))
      : [];
    return [{ name, job, steps }];
  });
}

function usesOf(step: JsonObject): string {
  const { uses } = step;
  return typeof uses === 'string' ? uses : '';
}

/** Matches the action by its name, or as the repository's own action with one of its inputs. */
function isOurs(step: JsonObject): boolean {
  if (ACTION.test(usesOf(step))) return true;
  const inputs = step['with'];
  return usesOf(step) === './' && isJsonObject(inputs) && 'approvals' in inputs;
}

function lintJob(file: string, root: JsonObject, job: Job): readonly Finding[] {
  const where = `${file}, job ${job.name}`;
  return [
    ...permissionFindings(where, job.job['permissions'] ?? root['permissions']),
    ...pinFindings(where, job.steps),
    ...checkoutFindings(where, job.steps, triggersOf(root['on'])),
    ...concurrencyFindings(where, [job.job['concurrency'], root['concurrency']]),
  ];
}

/** Whether the agent works in this job. Other modes of the action run no command for it. */
function runsCommands({ steps }: Job): boolean {
  return steps.filter(isOurs).some((step) => ['', 'agent'].includes(inputOf(step, 'mode')));
}

function inputOf(step: JsonObject, name: string): string {
  const inputs = step['with'];
  return isJsonObject(inputs) ? plainText(inputs[name]) : '';
}

/** What the runner of this job has as a sandbox, as far as its labels say. */
function sandboxFinding(file: string, { name, job, steps }: Job): Finding {
  const labels = labelsOf(job['runs-on']);
  const kind = job['container'] === undefined ? runnerKind(labels) : CONTAINER_JOB;
  const where = `${file}, job ${name}`;
  if (kind === null) {
    const found = `${where} runs on ${labels.join(', ') || 'no label'}, which does not say whether it has a sandbox.`;
    return unknown('runs-on', found, 'Run countersign doctor in a job on that runner.');
  }
  const on = kind === CONTAINER_JOB ? 'in a container' : `on ${labels.join(', ')}`;
  switch (kind.sandbox) {
    case 'yes': {
      const isNever = steps.some((step) => inputOf(step, 'sandbox-install') === 'never');
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

function permissionFindings(where: string, permissions: Json | undefined): readonly Finding[] {
  if (permissions === undefined) {
    const change =
      'Add a permissions: block with what the action needs: contents: read, issues: write, pull-requests: write.';
    return [
      bad(
        'permissions',
        `${where} has no permissions: block, so its token has the repository's default permissions.`,
        change,
      ),
    ];
  }
  if (permissions === 'write-all') {
    return [
      bad(
        'permissions',
        `${where} has permissions: write-all.`,
        'List each permission that is needed.',
      ),
    ];
  }
  if (!isJsonObject(permissions)) return [];
  const more = Object.entries(permissions)
    .filter(([name, level]) => level === 'write' && !USED.has(name))
    .map(([name]) => `${name}: write`);
  if (more.length === 0) return [];
  return [
    bad(
      'permissions',
      `${where} grants more than Countersign uses: ${more.join(', ')}.`,
      `Remove ${more.join(', ')}.`,
    ),
  ];
}

function pinFindings(where: string, steps: readonly JsonObject[]): readonly Finding[] {
  return steps.map(usesOf).flatMap((uses) => {
    if (uses === '' || uses.startsWith('./') || uses.startsWith('docker://') || PINNED.test(uses))
      return [];
    const change = `Write the full commit: uses: ${uses.replace(/@.*$/, '')}@<40 hexadecimal digits> # ${uses.split('@')[1] ?? 'version'}`;
    return [bad('pins', `${where} uses ${uses}, which is not pinned to a commit.`, change)];
  });
}

function checkoutFindings(
  where: string,
  steps: readonly JsonObject[],
  triggers: readonly string[],
): readonly Finding[] {
  return steps
    .filter((step) => usesOf(step).startsWith('actions/checkout@'))
    .flatMap((step) => {
      const inputs = isJsonObject(step['with']) ? step['with'] : {};
      const keeps = plainText(inputs['persist-credentials'] ?? 'true') !== 'false';
      const left = bad(
        'checkout',
        `${where} leaves the token in the checkout, where other steps and programs can read it.`,
        'Add persist-credentials: false to actions/checkout.',
      );
      const chosen = `${plainText(inputs['ref'])} ${plainText(inputs['repository'])}`;
      const head = bad(
        'pull_request_target',
        `${where} runs on pull_request_target and checks out the pull request's head: untrusted files next to the repository's secrets.`,
        'Remove ref: (the action fetches the head itself, as data), or run on pull_request.',
      );
      const isTarget = triggers.includes('pull_request_target') && HEAD.test(chosen);
      return [...(keeps ? [left] : []), ...(isTarget ? [head] : [])];
    });
}

/** The text of a string, boolean or number; empty for anything else. */
function plainText(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
    ? String(value).trim()
    : '';
}

function concurrencyFindings(
  where: string,
  all: readonly (Json | undefined)[],
): readonly Finding[] {
  const cancels = all.some(
    (one) => one !== undefined && isJsonObject(one) && one['cancel-in-progress'] === true,
  );
  if (!cancels) return [];
  const change = 'Write cancel-in-progress: false, or remove concurrency:.';
  return [
    bad(
      'concurrency',
      `${where} cancels a run in progress: an answer to an approval request would end the run that waits for it.`,
      change,
    ),
  ];
}

function triggersOf(on: Json | undefined): readonly string[] {
  if (typeof on === 'string') return [on];
  if (Array.isArray(on)) return on.filter((one) => typeof one === 'string');
  return isJsonObject(on) ? Object.keys(on) : [];
}
