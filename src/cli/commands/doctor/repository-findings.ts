// I/O: reads the workflows and policies of a repository.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { orNull } from '../../../common/index.ts';
import { BUILTIN_TOOLS, checkPolicy } from '../../../policy/index.ts';
import { regularFileOrNull } from '../../../sandbox/index.ts';
import { DEFAULT_POLICY, isEmptyFolder } from '../../../session/index.ts';
import { type Project, projectCommands } from '../../ecosystems/index.ts';
import { repositoryRoot } from '../../workspace.ts';
import { misplacedPolicy } from '../policy/files.ts';
import { bad, distinct, type Finding, good, unknown } from './finding.ts';
import { otherAnswerFindings, resumeFindings } from './workflow-answers.ts';
import {
  readWorkflows,
  type WorkflowFile,
  type AgentJob,
  type AgentWorkflow,
  isDecided,
  isOfAgent,
  isOurs,
  usesOf,
  type PolicyTexts,
} from './workflow-jobs.ts';
import { lintWorkflows } from './workflow-lint.ts';
import { pushFindings, timeoutFindings } from './workflow-start.ts';

const WORKFLOWS = '.github/workflows';
const MAX_WORKFLOWS = 200;
const MAX_FILE_BYTES = 1024 * 1024;

/** The finding for a folder that is not the root of a repository. */
export function checkoutFindings(folder: string): readonly Finding[] {
  const root = repositoryRoot(folder);
  if (root === folder) return [];
  if (root === null)
    return [
      unknown(
        'checkout',
        `${folder} is not in a git repository.`,
        'Run `git init` there, or name the root of a clone with --workspace (with --dir for init).',
      ),
    ];
  const found = `${folder} is a folder of the repository ${root}. The workflows and the policy are read only at its root.`;
  return [bad('checkout', found, `Pass --workspace ${root}.`)];
}

/**
 * The findings for all workflows of a repository that use Countersign, together with their policies. `resumedLater`: the workflow
 * for whose suspended runs one that resumes them is still to be added.
 */
export function repositoryFindings(
  root: string,
  options: {
    readonly projects: readonly Project[];
    readonly defaultPolicy: string;
    readonly resumedLater: string | null;
  },
): readonly Finding[] {
  const files = workflowFiles(root);
  const policies = { ...options, policyOf: (path: string) => readSmall(resolve(root, path)) };
  const { workflows } = readWorkflows(files);
  const byPolicy = [
    ...distinct([...setupFindings(workflows, policies)]),
    ...otherAnswerFindings(workflows, policies),
    ...distinct([...resumeFindings(workflows, policies)]),
    ...distinct([...pushFindings(workflows, policies)]),
    ...distinct([...timeoutFindings(workflows, policies)]),
  ];
  const findings = [
    ...lintWorkflows(files, { alsoNamed: byPolicy.map(({ found }) => found) }),
    ...byPolicy,
  ];
  return findings.length > 0
    ? findings
    : [
        unknown(
          'workflow',
          `No step of a workflow in ${WORKFLOWS} uses Countersign.`,
          'countersign init writes a workflow. Composite actions, and reusable workflows of other repositories, are not read.',
        ),
      ];
}

/**
 * The findings for the policies of a repository's runs: those that its workflows name, and `policy`, unless it is the default and neither
 * there nor used by a workflow.
 */
export function policyFileFindings(root: string, policy: string): readonly Finding[] {
  const { workflows } = readWorkflows(workflowFiles(root));
  const used = workflows.flatMap(({ file, jobs }) =>
    jobs.filter(isDecided).map(({ inputs }) => ({
      path: inputs['policy'] ?? policy,
      namedBy: inputs['policy'] && file,
    })),
  );
  const isAsked = policy !== DEFAULT_POLICY;
  const isOwn = used.length === 0 || isAsked || existsSync(resolve(root, policy));
  const own = isOwn ? [{ path: policy, namedBy: isAsked ? '--policy' : undefined }] : [];
  const uses = new Map([...own, ...used].map((use) => [use.path, use]));
  return [...uses.values()]
    .filter(({ path }) => !path.includes('${{'))
    .flatMap(({ path, namedBy }) => {
      const file = resolve(root, path);
      const text = readSmall(file);
      if (text !== null) return policyFindings(text, path);
      if (existsSync(file) && !isEmptyFolder(file))
        return [
          bad('policy', `${path} is not a file that can be read.`, 'Write the policy there.'),
        ];
      const misplaced = misplacedPolicy(root, path);
      if (misplaced !== null)
        return [
          bad(
            'policy',
            `${path} does not exist, and no run reads ${misplaced}.`,
            `Rename it to ${path}.`,
          ),
        ];
      if (namedBy === undefined) return policyFindings(null, path);
      return [
        bad(
          'policy',
          `${namedBy} names the policy ${path}, which does not exist, so the strict built-in policy applies.`,
          'Correct the path, or write the policy there.',
        ),
      ];
    });
}

/** The workflows of a repository that use Countersign, and the policies of their runs, as far as they exist. */
export function usedFiles(root: string, policy: string): readonly string[] {
  const { workflows } = readWorkflows(workflowFiles(root));
  const paths = workflows.flatMap(({ file, jobs }) => [
    file,
    ...jobs.map(({ inputs }) => inputs['policy'] ?? policy),
  ]);
  return [...new Set(paths)].filter((path) => readSmall(resolve(root, path)) !== null);
}

/** The findings for a policy. `text`: `null` if the file does not exist. Pure. */
export function policyFindings(text: string | null, path: string): readonly Finding[] {
  if (text === null) {
    const found = `${path} does not exist, so the strict built-in policy applies.`;
    return [unknown('policy', found, 'Start with the output of: countersign policy preset fix.')];
  }
  const { errors, warnings } = checkPolicy(text, { file: path, knownTools: BUILTIN_TOOLS });
  const [error] = errors;
  if (error !== undefined)
    return [bad('policy', `${path}:${error.line}:${error.column}: ${error.message}`, error.fix)];
  if (warnings.length === 0) return [good('policy', `${path} is valid, and its tests pass.`)];
  return warnings.map(({ line, column, message, fix }) =>
    unknown('policy', `${path}:${line}:${column}: ${message}`, fix),
  );
}

function workflowFiles(root: string): readonly WorkflowFile[] {
  const folder = join(root, WORKFLOWS);
  return (orNull(() => readdirSync(folder)) ?? [])
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .slice(0, MAX_WORKFLOWS)
    .flatMap((name) => {
      const text = readSmall(join(folder, name));
      return text === null ? [] : [{ file: `${WORKFLOWS}/${name}`, text }];
    });
}

/** The text of a regular file of limited size; otherwise `null`. */
export function readSmall(path: string): string | null {
  return regularFileOrNull(path, MAX_FILE_BYTES)?.toString('utf8') ?? null;
}

/**
 * The jobs that install nothing before the agent, although their policy lets a command of the project run. Pure.
 */
function* setupFindings(
  workflows: readonly AgentWorkflow[],
  { projects, defaultPolicy, policyOf }: PolicyTexts & { readonly projects: readonly Project[] },
): Generator<Finding> {
  for (const { where, inputs } of workflows.flatMap(({ jobs }) => jobs.filter(runsAlone))) {
    const policy = policyOf(inputs['policy'] ?? defaultPolicy) ?? '';
    const project = projects.find(
      (one) => one.ecosystem.needsNothing?.(one.folder) !== true && namesCommandOf(policy, one),
    );
    if (project === undefined) continue;
    const [command] = projectCommands([project]);
    yield bad(
      'setup',
      `${where} installs nothing before the agent. Its policy lets "${command?.command}" run, but commands have no network to install what that needs.`,
      `Add steps before the agent that install the dependencies (${project.ecosystem.name}). countersign init writes them.`,
    );
  }
}

/** Whether the step runs the agent, on the runner itself, after nothing but a checkout and other steps of Countersign. */
function runsAlone(agent: AgentJob): boolean {
  const { job, steps, index } = agent;
  const before = steps.slice(0, index);
  const isAlone = before.every(
    (step) => isOurs(step) || usesOf(step).startsWith('actions/checkout@'),
  );
  return isAlone && isOfAgent(agent) && job['container'] === undefined;
}

function namesCommandOf(policy: string, project: Project): boolean {
  return projectCommands([project]).some(({ command, rule }) =>
    policy.includes(`bash_run(${rule ?? command}`),
  );
}
