import { isJsonObject, type Json, type JsonObject } from '../../../common/index.ts';
import { type LocatedValue, loadPolicy, parseYaml, type Policy } from '../../../policy/index.ts';
import { bad, type Finding } from './finding.ts';

/** A step that uses Countersign, in its job. A job with several of them is here once for each. */
export interface AgentJob {
  readonly name: string;
  /** The place of the job and its name, as findings name it. */
  readonly where: string;
  /** The same with the place of a part: of the job, or of the workflow if the job does not have it. `path`: keys and indices. */
  readonly whereIs: (...path: readonly [string, ...PropertyKey[]]) => string;
  readonly job: JsonObject;
  /** Of its token; `undefined` if the workflow leaves them to the repository's settings. */
  readonly permissions: Json | undefined;
  readonly steps: readonly JsonObject[];
  /** The inputs of the step that uses Countersign; an action beside the main one gives `mode` its name. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Its position among the steps. */
  readonly index: number;
}

/** A workflow that uses Countersign. */
export interface AgentWorkflow {
  readonly file: string;
  readonly root: JsonObject;
  readonly triggers: readonly string[];
  readonly jobs: readonly AgentJob[];
}

export interface WorkflowFile {
  /** From the repository's root. */
  readonly file: string;
  readonly text: string;
}

/** The values of the input `mode` with which the agent works; the first is that of a step without the input. */
export const AGENT_MODES: readonly string[] = ['', 'agent'];

/** What a step uses: OWNER/countersign, or a folder of it. */
const ACTION = /^[^/@]+\/countersign(?:\/([^@]*))?@/i;
/** A file that uses it, whatever else is in it. */
const NAMED = /\/countersign(?:\/[^@\s/]*)?@/i;

/** The workflows that use Countersign, and a finding for each file that names it and is not valid YAML. Pure. */
export function readWorkflows(files: readonly WorkflowFile[]): {
  readonly workflows: readonly AgentWorkflow[];
  readonly invalid: readonly Finding[];
} {
  const workflows: AgentWorkflow[] = [];
  const invalid: Finding[] = [];
  for (const { file, text } of files) {
    const parsed = parseYaml(text);
    const located = parsed.ok ? parsed.located : null;
    const root = located?.value;
    if (located !== null && isJsonObject(root)) {
      const jobs = jobsOf(file, root, located);
      if (jobs.length > 0) workflows.push({ file, root, jobs, triggers: triggersOf(root['on']) });
    }
    if (!parsed.ok && NAMED.test(text)) {
      for (const { line, column, message, fix } of parsed.problems.slice(0, 1))
        invalid.push(bad('workflow', `${file}:${line}:${column}: ${message}`, fix));
    }
  }
  return { workflows, invalid };
}

function jobsOf(file: string, root: JsonObject, located: LocatedValue): readonly AgentJob[] {
  const { jobs, permissions: ofAll } = root;
  if (!isJsonObject(jobs)) return [];
  return Object.entries(jobs).flatMap(([name, job]) => {
    if (!isJsonObject(job)) return [];
    const { steps: all, permissions } = job;
    const steps = Array.isArray(all) ? all.filter((step) => isJsonObject(step)) : [];
    const place = (path: readonly PropertyKey[]): string => {
      const { line, column } = located.keyPositionOf(path);
      return `${file}:${line}:${column}, job ${name}`;
    };
    const where = place(['jobs', name]);
    const whereIs: AgentJob['whereIs'] = (...path) => {
      const [key] = path;
      if (Object.hasOwn(job, key)) return place(['jobs', name, ...path]);
      return Object.hasOwn(root, key) ? place(path) : where;
    };
    return steps.flatMap((step, index) => {
      if (!isOurs(step)) return [];
      const action = actionFolder(usesOf(step));
      const inputs = { ...inputsOf(step), ...(action === '' ? {} : { mode: action }) };
      return [
        { name, where, whereIs, job, permissions: permissions ?? ofAll, steps, index, inputs },
      ];
    });
  });
}

/** The place of a part of a step, as findings name it. */
export function whereInStep(
  { job, whereIs }: AgentJob,
  step: JsonObject,
  ...path: readonly string[]
): string {
  const all = Array.isArray(job['steps']) ? job['steps'] : [];
  return whereIs('steps', all.indexOf(step), ...path);
}

/** The folder of the action beside the main one that a step uses, as the workflow writes it; empty for the main one. */
export function actionFolder(uses: string): string {
  return ACTION.exec(uses)?.[1] ?? '';
}

/** Matches an action by its name, or as the repository's own action with one of its inputs. */
export function isOurs(step: JsonObject): boolean {
  return ACTION.test(usesOf(step)) || (usesOf(step) === './' && 'approvals' in inputsOf(step));
}

/** The action that a step uses; empty if it uses none. */
export function usesOf(step: JsonObject): string {
  const { uses } = step;
  return typeof uses === 'string' ? uses : '';
}

/** The policies of the jobs of an agent. */
export interface PolicyTexts {
  readonly defaultPolicy: string;
  /** The text of the policy at a path; `null` if there is none. */
  readonly policyOf: (path: string) => string | null;
}

/** The policy at a path; `null` if there is none, or an invalid one. */
export function policyAt({ policyOf }: PolicyTexts, path: string): Policy | null {
  const text = policyOf(path);
  const loaded = text === null ? null : loadPolicy(text, { file: path });
  return loaded?.ok === true ? loaded.policy : null;
}

/** The inputs of a step as text. */
export function inputsOf(step: JsonObject): Readonly<Record<string, string>> {
  const inputs = step['with'];
  if (!isJsonObject(inputs)) return {};
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, plainText(value)]),
  );
}

/** Whether the agent works in a job. Other modes of the action run no command for it. */
export function isOfAgent({ inputs }: AgentJob): boolean {
  return AGENT_MODES.includes(inputs['mode'] ?? '');
}

/** Whether a policy decides calls in a job: the agent works in it, or its calls are carried out. */
export function isDecided(job: AgentJob): boolean {
  return isOfAgent(job) || job.inputs['mode'] === 'apply';
}

/** Whether the step has a token with permissions of its own, which no workflow shows. */
export function hasOwnToken({ 'github-token': token = '' }: AgentJob['inputs']): boolean {
  return token !== '' && !/github\.token|secrets\.GITHUB_TOKEN/.test(token);
}

/** The text of a string, boolean or number; empty for anything else. */
function plainText(value: Json): string {
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
    ? String(value).trim()
    : '';
}

/** Whether an event of this type starts the workflow. A comment or a review without `types` starts it by every one. */
export function startsOn(
  { root, triggers }: AgentWorkflow,
  event: { readonly name: 'issue_comment' | 'pull_request_review'; readonly type: string },
): boolean {
  if (!triggers.includes(event.name)) return false;
  const on = root['on'];
  const trigger = isJsonObject(on) ? on[event.name] : undefined;
  const types = isJsonObject(trigger) ? trigger['types'] : undefined;
  if (types === undefined || types === null) return true;
  return Array.isArray(types) ? types.includes(event.type) : types === event.type;
}

function triggersOf(on: Json | undefined): readonly string[] {
  if (typeof on === 'string') return [on];
  if (Array.isArray(on)) return on.filter((one) => typeof one === 'string');
  return isJsonObject(on) ? Object.keys(on) : [];
}
